/* cursor_walk.h: a scan of a table by SQLite: it goes through the rows of the records in several
 * captures. */
#ifndef SQL_CURSOR_WALK_H
#define SQL_CURSOR_WALK_H

#include "sql/module.h"
#include "table/series.h"

/* Number of cells in a row: one for each column, and one for TABLE_ELAPSED(). */
#define WALK_CELLS(t) (TABLE_ELAPSED(t) + 1)

/* The position of the current record in the captures. */
struct cursor_place {
	size_t capture; /* index of the capture */
	uint32_t run;   /* index of the run with the record, see struct indexed_run */
	/* byte offsets in the run: of the record, and of the next record */
	uint32_t at, behind;
	const unsigned char *bytes; /* bytes of the run; NULL: they were not read yet */
	/* index of the stretch (see struct indexed_stretch) that was compared with ->pushed of the
	 * cursor */
	uint32_t stretch;
	int stretch_fits; /* 1: records of this stretch can meet the conditions */
	struct indexed_window window;
};

/* The rows of the current record. */
struct cursor_rows {
	/* NULL: walk_make_rows() creates the maker of rows for the wanted columns */
	struct table_rows *make;
	unsigned char *wanted;   /* by column: 1 if SQLite reads the column */
	/* cells of the current row: in ->cells, or, in a table of records, in ->make */
	const struct table_cell *now;
	struct table_cell *cells; /* n rows of WALK_CELLS each */
	size_t ncells;
	size_t n, at; /* number of rows, and index of the current row */
};

struct module_cursor {
	sqlite3_vtab_cursor base;
	struct module_vtab *v;
	struct module_conditions conditions;
	struct tables_captures *captures; /* NULL: no captures are open */
	/* the rows that an earlier scan has found; NULL: read the records of the table */
	struct lookup *lookup;
	uint32_t found; /* number of the next row in ->lookup, or LOOKUP_NONE */
	int end;        /* 1: there are no more rows */
	/* the walk skips records that cannot meet these conditions */
	const struct module_conditions *pushed;
	struct cursor_place place;
	struct monread_system *system;
	struct monread_ev ev;
	struct monread_mce mce;
	struct table_record record;
	/* Only for --sqlite, for MODULE_HASH and MODULE_COPY: */
	struct {
		struct lookup_index index; /* finds records that were read by their hashes */
		uint64_t counted; /* offset + 1 of the last record in ->index; 0: none */
		uint64_t latest;  /* TOD clock of the latest record in ->index */
	} hashes;
	/* Only for NAME_delta: the earlier record for each record, in the list ->pairs, or from the
	 * reader ->pairing, which reads the captures during the scan. In other tables both are
	 * NULL. */
	const struct lookup *pairs;
	struct pairing *pairing;
	size_t pair; /* number of the next pair in ->pairs, probably of the next record */
	struct indexed_window before; /* bytes of a capture that contain the earlier record */
	struct delta *delta;
	struct cursor_rows rows;
	struct about_place about; /* position in a table about layouts or captures */
	/* By column of SQLite: index of its cell, if a number in this cell is returned as a number.
	 * If the column is not wanted yet, or its numbers become text: LEAD_SYSTEM, whose cell is
	 * never a number. */
	uint32_t *numbers;
	struct table_text text;
};

/* From the next row on, compute the cell of COLUMN. */
void walk_want(struct module_cursor *c, long column);

/* Compute the cell of COLUMN, which was not wanted so far, in the current row and all later rows.
 * Return 0, or -1 if out of memory. */
int walk_need(struct module_cursor *c, long column);

/* Start before the first row of the captures. PUSHED must live as long as the walk. */
void walk_start(struct module_cursor *c, const struct module_conditions *pushed);

/* Go to the next row. Return SQLITE_ROW; SQLITE_DONE after the last row; or an error. */
int walk_next(struct module_cursor *c);

/* Go to the row at PLACE. Return SQLITE_ROW, or an error. */
int walk_go(struct module_cursor *c, const struct lookup_place *place);

/* ---- pairs.c: which earlier record a record is compared with, for tables NAME_delta ---- */

/* Read CAPTURES and list in L the earlier record for each record of the table. The list is the same
 * for all conditions of a statement. SQLITE_OK, or an error. */
int pairs_make(const struct module_vtab *v, const struct tables_captures *captures,
               struct lookup *l);

/* Return a reader that finds the earlier record for one record of the table after another, without
 * a list; NULL: out of memory. */
struct pairing *pairs_new(const struct module_vtab *v, const struct tables_captures *captures);
void pairs_free(struct pairing *g);

/* Set *BEFORE to the earlier record for the record of C. c->before gets the bytes of the earlier
 * record. Return SQLITE_OK; SQLITE_DONE if the row belongs to another capture, which has the same
 * record; SQLITE_IOERR if the file has changed; or another error. */
int pairs_find(struct module_cursor *c, struct series_before *before);

#endif
