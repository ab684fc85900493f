/* cursor_walk.h: a scan of a table by SQLite: it goes through the rows of the records in several
 * captures. */
#ifndef SQL_CURSOR_WALK_H
#define SQL_CURSOR_WALK_H

#include "sql/module.h"
#include "table/series.h"

/* Number of cells in a row: one for each column, and one more, with the index TABLE_ELAPSED(t), for
 * the seconds since the previous record. */
#define WALK_CELLS(t) (TABLE_ELAPSED(t) + 1)

/* The position of the current record in the captures. */
struct cursor_place {
	size_t capture; /* index of the capture */
	uint32_t run;   /* index of the run (adjacent records of one kind) that has the record */
	/* byte offsets in the run: of the current record, and of the record after it */
	uint32_t at, behind;
	const unsigned char *bytes; /* bytes of the run; NULL: not read from the capture yet */
	/* index of the stretch (records of one data set) to which ->stretch_fits applies */
	uint32_t stretch;
	/* 1: records of the stretch ->stretch can meet the conditions of the scan */
	int stretch_fits;
	struct indexed_window window;
};

/* The rows of the current record. */
struct cursor_rows {
	/* converts records to rows with the wanted columns; NULL: walk_make_rows() creates it */
	struct table_rows *make;
	unsigned char *wanted;   /* by column: 1 if SQLite reads the column */
	/* cells of the current row: of ->make if rows are records, in ->cells if rows are array
	 * entries */
	const struct table_cell *now;
	struct table_cell *cells; /* ->n rows, each with WALK_CELLS cells */
	size_t ncells;
	size_t n, at; /* number of rows of the record, and index of the current row */
};

struct module_cursor {
	sqlite3_vtab_cursor base;
	struct module_vtab *v;
	struct module_conditions conditions;
	struct tables_captures *captures; /* NULL: no captures are open */
	/* rows that an earlier scan of the table has stored; NULL: this scan reads the captures */
	struct lookup *lookup;
	uint32_t found; /* number of the next row in the lookup, or LOOKUP_NONE */
	int end;        /* 1: there are no more rows */
	/* the scan skips records that cannot meet these conditions */
	const struct module_conditions *pushed;
	struct cursor_place place;
	struct monread_system *system;
	struct monread_ev ev;
	struct monread_mce mce;
	struct table_record record;
	/* Hashes of the records that this scan has read, if SQLite reads the columns MODULE_HASH
	 * and MODULE_COPY. */
	struct {
		struct lookup_index index; /* finds the records that were read, by their hashes */
		/* of the last record that was added to ->index: its offset + 1 (0: no record), and
		 * the index of its capture */
		uint64_t counted;
		size_t capture;
		uint64_t latest;  /* TOD clock of the latest record whose hash is stored */
	} hashes;
	/* Tables NAME_delta compare each record with an earlier one, which comes from the list
	 * ->pairs, or from the reader ->pairing, which reads the captures during the scan. In other
	 * tables both are NULL. */
	const struct lookup *pairs;
	struct pairing *pairing;
	/* index in ->pairs of the element that probably gives the earlier record for the next
	 * record */
	size_t pair;
	/* bytes of a capture that contain the earlier record with which the current record is
	 * compared */
	struct indexed_window before;
	struct delta *delta;
	struct cursor_rows rows;
	struct about_place about; /* position in a table about layouts or captures */
	/* For each column of SQLite, the index of the cell with its numbers. It is LEAD_SYSTEM, a
	 * cell that is never a number, if SQLite has not read the column yet, or if its numbers
	 * become texts. */
	uint32_t *numbers;
	struct table_text text;
};

/* From the next row on, compute the cell of COLUMN. */
void walk_want(struct module_cursor *c, long column);

/* SQLite reads COLUMN for the first time: compute its cell in the current row and in all later
 * rows. Return 0, or -1 if out of memory. */
int walk_need(struct module_cursor *c, long column);

/* Go to the position before the first row of the captures. The scan returns only rows that can meet
 * the conditions PUSHED, which must live as long as the scan. */
void walk_start(struct module_cursor *c, const struct module_conditions *pushed);

/* Go to the next row. Return SQLITE_ROW; SQLITE_DONE after the last row; or an error. */
int walk_next(struct module_cursor *c);

/* Go to the row at PLACE. Return SQLITE_ROW, or an error. */
int walk_go(struct module_cursor *c, const struct lookup_place *place);

/* ---- pairs.c: which earlier record a record is compared with, for tables NAME_delta ---- */

/* Read CAPTURES and store in L, for each record of the table V, the earlier record with which
 * NAME_delta compares it. L does not depend on the conditions of a scan, so all scans of a
 * statement can use it. Return SQLITE_OK, or an error. */
int pairs_make(const struct module_vtab *v, const struct tables_captures *captures,
               struct lookup *l);

/* Return a reader of CAPTURES that finds the earlier records for the records of the table V one by
 * one, without a list of all. Return NULL if out of memory. */
struct pairing *pairs_new(const struct module_vtab *v, const struct tables_captures *captures);
void pairs_free(struct pairing *g);

/* Set *BEFORE to the earlier record with which the current record of C is compared, and store the
 * bytes of the earlier record in c->before. Return SQLITE_OK; SQLITE_DONE if another capture has
 * the same record and makes the row; SQLITE_IOERR if the file has changed; or another error. */
int pairs_find(struct module_cursor *c, struct series_before *before);

#endif
