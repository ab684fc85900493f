/* family.h: a family is the table of a record and the tables of the array entries in this
 * record. */
#ifndef TABLE_FAMILY_H
#define TABLE_FAMILY_H

#include "base/arena.h"
#include "table/plan.h"

/* A table, and data that is only needed to create the table. */
struct table_made {
	/* must be the first member, because table_keys_of() casts pointers to this member */
	struct table pub;
	struct table_column *columns;
	struct table_used *used; /* one element per column, see family.c */
	size_t room, used_room;  /* allocated elements of ->columns and ->used */
	/* position (from 1), among ->layouts of the family, of the last layout that has the
	 * table */
	unsigned layout_used;
	struct table_keys *keys;
};

struct table_work;

struct table_family {
	char *name;
	/* the tables of the family; the table of the record comes first */
	struct table_made **tables;
	size_t ntables;
	struct table_plan *plans, **last_plan;
	int refused; /* 1 if a table has more than TABLE_COLUMNS_MAX columns */
	unsigned *next_id;
	const struct monread_layout **layouts;
	unsigned nlayouts;
	struct mr_arena arena; /* the memory of all tables of the family */
	struct table_work *work, **last_work; /* array entries that need tables */
};

/* Create the family of the record NAME. Each new table of the family gets the id *NEXT_ID, and
 * *NEXT_ID is incremented. Return NULL if out of memory. */
struct table_family *table_family_new(const char *name, unsigned *next_id);
void table_family_free(struct table_family *f);

/* Add LAYOUT, a layout of the record, to the family F. This function and the next two return 0, or
 * -1 if out of memory. */
int table_family_add(struct table_family *f, const struct monread_layout *layout);

/* The family F is of application data that the record of the family CARRIER can contain: add the
 * key columns of this record to the tables of F. */
int table_family_inherit(struct table_family *f, const struct table_family *carrier);

/* Create the tables of the family F. Call this after the last table_family_add() and
 * table_family_inherit(). */
int table_family_settle(struct table_family *f);

#endif
