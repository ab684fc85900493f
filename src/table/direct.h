/* direct.h: columns whose fields stand at the same place in each record of a layout, so that nothing has to be walked. */
#ifndef TABLE_DIRECT_H
#define TABLE_DIRECT_H

#include "table/plan.h"

/* An unsigned number of a length that is known, at OFFSET of the record. */
struct direct_number {
	uint32_t column, offset;
};

/* How steps are taken. */
struct direct_way {
	struct direct_number *numbers; /* first those of 4 bytes, then those of 8 */
	uint32_t nfours, nnumbers;
	struct table_step *others;
	uint32_t *cleared; /* the columns that no number goes to */
	uint32_t ncleared;
};

/* All zero: not looked at yet. */
struct direct {
	int known;
	struct table_step *steps; /* of a plan, in its order; NULL: the record has to be walked */
	uint32_t end;             /* behind the last field of them */
	struct direct_way ways[2]; /* without differences, and with them */
};

/* *D becomes the steps of PLAN for those columns of its table that are not 0 in COLUMNS, or for all, where it is NULL.  0, or
 * -1: out of memory. */
int direct_make(struct direct *d, const struct table_plan *plan, const unsigned char *columns);
void direct_done(struct direct *d);

#endif
