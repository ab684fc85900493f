/* direct.h: columns whose fields stand at the same place in each record of a layout, so that nothing has to be walked. */
#ifndef TABLE_DIRECT_H
#define TABLE_DIRECT_H

#include "table/plan.h"

/* An unsigned number of a length that is known, at OFFSET of the record. */
struct direct_number {
	uint32_t column, offset;
};

/* How a record is read. */
struct direct_way {
	int made;
	struct direct_number *numbers; /* first those of 4 bytes, then those of 8 */
	uint32_t nfours, nnumbers;
	struct table_step *others; /* in the order of the plan */
	uint32_t *cleared; /* the columns that no number goes to */
	uint32_t ncleared;
};

/* All zero: not looked at yet. */
struct direct {
	int known;
	int walked;   /* the record has to be */
	uint32_t end; /* behind the last field */
	struct direct_way ways[2]; /* without differences, and with them */
};

/* *D becomes what PLAN is for those columns of its table that are not 0 in COLUMNS, or for all, where it is NULL. */
void direct_look(struct direct *d, const struct table_plan *plan, const unsigned char *columns);

/* How records of the same are read, which need no walk: with DIFFERENCES, or 0.  NULL: out of memory. */
const struct direct_way *direct_way_of(struct direct *d, const struct table_plan *plan, const unsigned char *columns,
                                       int differences);
void direct_done(struct direct *d);

#endif
