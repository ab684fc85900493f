/* family.h: the tables of a record: its own and those of its entries, while they are made and after. */
#ifndef TABLE_FAMILY_H
#define TABLE_FAMILY_H

#include "table/plan.h"

/* A table with what only rows need to know of it. */
struct table_used {
	unsigned number; /* of the last layout that has the column, from 1 */
	uint32_t word;   /* mr_word_hash() of its name: nearly all differ in it, and names begin alike */
};

struct table_made {
	struct table pub; /* the first member: a pointer to it is one to the whole */
	struct table_column *columns;
	struct table_used *used; /* by column */
	size_t room;
	unsigned layout_used; /* the same of the table */
	struct table_keys *keys;
};

struct table_work;

struct table_family {
	struct table_family *next, *next_same; /* of all; of those whose names have the same hash */
	char *name;
	struct table_made **tables; /* that of the record first */
	size_t ntables;
	struct table_plan *plans, **last_plan;
	int refused; /* a table has too many columns */
	int listed;
	unsigned *next_id;
	const struct monread_layout **layouts;
	unsigned nlayouts;
	struct table_block *blocks; /* all other memory */
	struct table_work *work, **last_work; /* entries whose tables are to be made */
};

/* NULL: out of memory.  *NEXT_ID: of the next table. */
struct table_family *table_family_new(const char *name, unsigned *next_id);
void table_family_free(struct table_family *f);

/* A layout of the record.  0, or -1: out of memory; and so below. */
int table_family_add(struct table_family *f, const struct monread_layout *layout);

/* The record CARRIER carries F, which is application data. */
int table_family_inherit(struct table_family *f, const struct table_family *carrier);

/* All layouts and carriers are there: make the tables. */
int table_family_settle(struct table_family *f);

#endif
