/* metarows.h: the rows of tables about layouts and captures. */
#ifndef SQL_METAROWS_H
#define SQL_METAROWS_H

#include "sql/tables.h"

#ifdef HAVE_SQLITE3

#include "sql/cell.h"
#include "sql/events.h"

/* Where such a table is, {0} but for ->tables and ->captures before its first row. */
struct meta_rows {
	const struct tables *tables;
	struct tables_captures captures;
	int end;
	uint64_t number; /* of the row, from 1 */
	size_t i, k;     /* the row, as the table counts: from 1; and what is in it */
	/* records: */
	struct indexed_scan how;
	struct events events;         /* of the capture r->i */
	const struct monread_ev *ev;
	struct monread_system *system;
	uint64_t dataset, interval;   /* of the last record, as TOD clock, */
	int has_interval;             /* where there was a sample record */
	/* fields: */
	const struct table *table;
	char text[MONREAD_TIME_SIZE]; /* of the last value that is a time */
};

struct meta_column {
	const char *name, *type;
};

struct meta_table {
	const char *name;
	const struct meta_column *columns;
	size_t ncolumns;
	int of_captures; /* rows are of captures, not of layouts */
	int has_bytes;   /* and of records */
	/* Go to the next row; r->end is set behind the last one.  SQLITE_OK, or an error. */
	int (*next)(struct meta_rows *r);
	void (*value)(struct meta_rows *r, unsigned column, struct cell_value *v);
};

/* The last one has no name. */
extern const struct meta_table meta_tables[];

/* The record's bytes. */
void meta_rows_bytes(const struct meta_rows *r, struct cell_value *v);

/* Begin anew. */
void meta_rows_done(struct meta_rows *r);

#endif
#endif
