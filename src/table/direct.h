/* direct.h: reads columns whose fields have the same offset in every record of a layout, without the decoder. */
#ifndef TABLE_DIRECT_H
#define TABLE_DIRECT_H

#include "table/plan.h"

/* An unsigned number of 4 or 8 bytes at OFFSET in the record. */
struct direct_number {
	uint32_t column, offset;
};

/* How to read the columns of a record: plain numbers without conversion, then other fields. */
struct direct_way {
	int made;
	struct direct_number *numbers; /* first the numbers of 4 bytes, then those of 8 */
	uint32_t nfours, nnumbers;
	struct table_step *others; /* how to decode all fields except plain numbers */
	uint32_t *cleared; /* the columns that no fast number fills */
	uint32_t ncleared;
};

/* Initialize with zeros. */
struct direct {
	int known;
	int walked;   /* the record needs a walk */
	uint32_t end; /* end of the last field */
	struct direct_way ways[2]; /* without and with differences */
};

/* Prepare *D for PLAN and the columns of its table that are not 0 in COLUMNS (NULL: all). */
void direct_look(struct direct *d, const struct table_plan *plan, const unsigned char *columns);

/* Return the steps for records of PLAN, which must not need a walk, with DIFFERENCES or without. NULL if out of
 * memory. */
const struct direct_way *direct_way_of(struct direct *d, const struct table_plan *plan, const unsigned char *columns,
                                       int differences);
void direct_done(struct direct *d);

#endif
