/* direct.h: reads columns whose fields have the same offset in every record of a layout, without
 * the decoder. */
#ifndef TABLE_DIRECT_H
#define TABLE_DIRECT_H

#include "table/plan.h"

/* Initialize with zeros. */
struct direct {
	int known;
	int walked;   /* the record needs a walk */
	uint32_t end; /* end of the last field */
	struct table_steps steps; /* if only some columns are needed: how to fill these */
};

/* Prepare *D for PLAN and the columns of its table that are not 0 in COLUMNS (NULL: all). Return 0,
 * or -1 if out of memory. */
int direct_look(struct direct *d, const struct table_plan *plan, const unsigned char *columns);
void direct_done(struct direct *d);

/* Copy the steps of ->all to ->numbers and ->others, which have memory for them. */
void direct_split(struct table_steps *steps);

#endif
