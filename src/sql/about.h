/* about.h: the tables of records, layouts, fields, files and problems, which describe layouts and captures. */
#ifndef SQL_ABOUT_H
#define SQL_ABOUT_H

#include "sql/tables.h"

#include "table/row.h"

/* The position of a scan in one of these tables. Before the first row, all members except the first two are 0. */
struct about_place {
	const struct tables *tables;
	const struct tables_captures *captures;
	uint64_t number; /* number of the row, from 1 */
	size_t i, k;
	const struct table *table; /* for fields: the table whose columns are listed */
};

struct about {
	struct table table; /* has no layout */
	int of_captures;    /* rows describe captures, not layouts */
	/* Fill CELLS, which are TABLE_NULL, with the next row. SQLITE_ROW, SQLITE_DONE, or an error. NULL:
	 * about_record() makes the rows. */
	int (*next)(struct about_place *p, struct table_cell *cells);
};

/* The list ends with a table without a name. */
extern const struct about about_tables[];

/* Find a table by its NAME in upper or lower case. NULL: unknown. */
const struct about *about_find(const char *name);

/* Fill CELLS, which are TABLE_NULL, with the row of a record of any kind. SQLITE_OK, or an error. */
int about_record(const struct monread_layouts *l, const struct table_record *record, struct table_cell *cells);

#endif
