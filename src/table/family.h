/* family.h: families of tables. A family is the table of a record together with the tables of the
 * entries in this record. */
#ifndef TABLE_FAMILY_H
#define TABLE_FAMILY_H

#include "base/arena.h"
#include "table/plan.h"

/* Data about a column for the code that adds the columns of a table, layout by layout. */
struct table_used {
	/* number of the last layout that has the column; the layouts of the record are numbered
	 * from 1 */
	unsigned number;
	uint32_t word;   /* mr_word_hash() of the name of the column, to compare names quickly */
};

/* A table with the members that only the code that creates tables and rows needs. */
struct table_made {
	struct table pub; /* must be the first member: pointers to it are cast to this struct */
	struct table_column *columns;
	struct table_used *used; /* one element per column */
	size_t room;
	/* number of the last layout with rows in the table; the layouts of the record are numbered
	 * from 1 */
	unsigned layout_used;
	struct table_keys *keys;
};

struct table_work;

struct table_family {
	char *name;
	struct table_made **tables; /* the table of the record comes first */
	size_t ntables;
	struct table_plan *plans, **last_plan;
	int refused; /* 1 if a table has more than TABLE_COLUMNS_MAX columns */
	int listed;
	unsigned *next_id;
	const struct monread_layout **layouts;
	unsigned nlayouts;
	struct mr_arena arena; /* the memory of all tables of the family */
	struct table_work *work, **last_work; /* entries whose tables are not created yet */
};

/* Create the family of the tables of the record NAME. *NEXT_ID is the id of the next table that is
 * created. Return NULL if out of memory. */
struct table_family *table_family_new(const char *name, unsigned *next_id);
void table_family_free(struct table_family *f);

/* Add a layout of the record to the family. This function and the next functions return 0, or -1 if
 * out of memory. */
int table_family_add(struct table_family *f, const struct monread_layout *layout);

/* The record CARRIER can contain the application data of F: add the key columns of CARRIER to the
 * tables of F. */
int table_family_inherit(struct table_family *f, const struct table_family *carrier);

/* Create the tables. Call this function after all layouts and carriers were added. */
int table_family_settle(struct table_family *f);

/* ---- make_columns.c: the columns of a table ---- */

/* A layout and the table whose columns are made from it. */
struct columns_of {
	const struct monread_layout *layout;
	struct table_made *table;
	unsigned number;    /* number of the layout among the layouts of the record, from 1 */
	const char *prefix; /* text with which the names of the columns begin; "": none */
	uint32_t base;      /* offset of the structure in the record or array entry */
	int unproven;       /* 1 if no document shows that the structure is right */
	/* name for a table of entries, if another table already has the name of the structure;
	 * NULL: none */
	const char *field;
};

/* Add the columns with which every table begins, such as the time of the record. This function and
 * the functions below return 0, or -1 if out of memory, unless another result is documented. */

int columns_add_leading(struct table_made *t);
int columns_add_bytes(struct table_made *t);

/* Add the key columns of the table FROM to T, because rows of T contain the keys of their parent
 * rows, which are in FROM. */
int columns_inherit(struct table_family *f, struct table_made *t, const struct table *from);

/* Add a column for each field of the structure S, which may be NULL, to the table, in the order of
 * the fields. Return the steps that fill these columns, or NULL if out of memory. */
struct table_steps *columns_add_structure(struct table_family *f, const struct columns_of *of,
                                          const struct monread_structure *s, unsigned depth);

/* In family.c: note that entries of the structure S need a table, which table_family_settle()
 * creates later. */
int family_add_entries(struct table_family *f, const struct columns_of *of,
                       const struct monread_structure *s, const char *field,
                       struct table_steps **steps, const struct table **rows);

#endif
