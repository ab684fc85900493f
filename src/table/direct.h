/* direct.h: columns whose fields stand at the same place in each record of a layout, so that nothing has to be walked. */
#ifndef TABLE_DIRECT_H
#define TABLE_DIRECT_H

#include "table/plan.h"

/* All zero: not looked at yet. */
struct direct {
	int known;
	struct table_step *steps; /* of a plan, in its order; NULL: the record has to be walked */
	uint32_t end;             /* behind the last field of them */
};

/* *D becomes the steps of PLAN for those columns of its table that are not 0 in COLUMNS.  0, or -1: out of memory. */
int direct_make(struct direct *d, const struct table_plan *plan, const unsigned char *columns);
void direct_done(struct direct *d);

#endif
