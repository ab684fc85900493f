/* about.h: tables about layouts and captures: records, layouts, fields, files, problems. */
#ifndef SQL_ABOUT_H
#define SQL_ABOUT_H

#include "sql/tables.h"

#ifdef HAVE_SQLITE3

#include "table/row.h"

/* Where the walk along such a table is, {0} except the first two members before its first row. */
struct about_place {
	const struct tables *tables;
	const struct tables_captures *captures;
	uint64_t number; /* of the row, from 1 */
	size_t i, k;
	const struct table *table; /* fields: whose columns are listed */
};

struct about {
	struct table table; /* without a layout */
	int of_captures;    /* its rows are of captures, not of layouts */
	/* Put the next row into CELLS, which are TABLE_NULL.  SQLITE_ROW, SQLITE_DONE, or an error.  NULL: the rows are those
	 * of about_record(). */
	int (*next)(struct about_place *p, struct table_cell *cells);
};

/* The last one has no name. */
extern const struct about about_tables[];

/* The one that is called NAME, in any case; NULL: there is none. */
const struct about *about_find(const char *name);

/* The row of a record, whatever it is, to CELLS, which are TABLE_NULL.  SQLITE_OK, or an error. */
int about_record(const struct monread_layouts *l, const struct table_record *record, struct table_cell *cells);

#endif
#endif
