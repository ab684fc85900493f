/* cursor_walk.h: a scan, which goes through the rows of a table, record by record. */
#ifndef SQL_CURSOR_WALK_H
#define SQL_CURSOR_WALK_H

#include "sql/module.h"
#include "table/series.h"

/* number of cells in a row of the table T, including TABLE_ELAPSED() */
#define WALK_CELLS(t) (TABLE_ELAPSED(t) + 1)

/* The position of the current record in the captures. */
struct cursor_place {
	size_t capture; /* index of the capture */
	uint32_t run;   /* index of the run in the capture */
	uint32_t at, behind; /* offsets of the record and of the next record in the run */
	const unsigned char *bytes; /* bytes of the run; NULL: not read yet */
	int stretch_fits; /* 1: records of stretch number ->stretch can meet the conditions */
	uint32_t stretch;
	struct indexed_window window;
};

/* The rows of the current record. */
struct cursor_rows {
	struct table_rows *make; /* makes the rows; NULL: not created yet */
	unsigned char *wanted; /* by column: 1 if SQLite reads the column */
	const struct table_cell *now; /* the current row, in ->make or ->cells */
	/* rows of array entries, or the row of a table of about_tables.c */
	struct table_cell *cells;
	size_t ncells;
	size_t n, at; /* number of rows of the record, and index of the current row */
};

struct module_cursor {
	sqlite3_vtab_cursor base;
	struct module_vtab *v;
	struct module_conditions conditions;
	struct tables_captures *captures; /* NULL: no captures are open */
	struct lookup *lookup; /* rows that an earlier scan stored; NULL: read the captures */
	uint32_t found; /* number of the next row in ->lookup, or LOOKUP_NONE */
	int end;        /* 1: no more rows */
	const struct module_conditions *pushed; /* conditions: skip records that cannot meet them */
	struct cursor_place place;
	struct monread_system *system;
	struct monread_ev ev;
	struct monread_mce mce;
	struct table_record record;
	/* for MODULE_HASH and MODULE_COPY: hashes of the records that were read */
	struct {
		struct lookup_index index;
		uint64_t counted; /* 1 + the offset of the last record in ->index; 0: no record */
		size_t capture;   /* index of the capture of the last record in ->index */
		uint64_t latest;  /* TOD clock of the latest record in ->index */
	} hashes;
	/* NAME_delta finds earlier records in the list ->pairs or, if this is NULL, with ->pairing,
	 * which reads the captures during the scan. Other tables have NULL in both members. */
	struct lookup *pairs;
	struct pairing *pairing;
	size_t pair; /* index in ->pairs at which the next search begins */
	struct indexed_window before; /* contains the earlier record */
	struct delta *delta;
	struct cursor_rows rows;
	struct about_place about;
	/* by column of SQLite: index of the cell that module_column() reads; LEAD_SYSTEM, whose
	 * cell is never a number, if SQLite has not read the column yet, or if numbers in this
	 * column become texts */
	uint32_t *numbers;
	struct table_text text;
};

/* From the next row on, compute the cells of COLUMN. */
void walk_want(struct module_cursor *c, long column);

/* Compute the cells of COLUMN also in the current row. Return 0, or -1 if out of memory. */
int walk_need(struct module_cursor *c, long column);

/* Go before the first row. Skip records that cannot meet PUSHED, which must live as long as the
 * scan. */
void walk_start(struct module_cursor *c, const struct module_conditions *pushed);

/* Go to the next row. Return SQLITE_ROW; SQLITE_DONE after the last row; or an error. */
int walk_next(struct module_cursor *c);

/* Go to the row at PLACE. Return SQLITE_ROW, or an error. */
int walk_go(struct module_cursor *c, const struct lookup_place *place);

/* ---- pairs.c: finds the earlier record with which a table NAME_delta compares a record ---- */

/* For each record of the table V in CAPTURES, store in l->pairs the earlier record with which
 * NAME_delta compares it. All scans of a statement can use l->pairs, because it does not depend on
 * conditions. Return SQLITE_OK, or an error. */
int pairs_make(const struct module_vtab *v, const struct tables_captures *captures,
               struct lookup *l);

/* Return a reader of CAPTURES that finds the pairs of a record and the earlier record to compare it
 * with, one after the other; NULL if out of memory. */
struct pairing *pairs_new(const struct module_vtab *v, const struct tables_captures *captures);
void pairs_free(struct pairing *g);

/* Set *BEFORE to the earlier record with which the current record is compared; c->before or
 * c->pairing owns the bytes of *BEFORE. Return SQLITE_OK; SQLITE_DONE if another capture also has
 * the current record, and makes the row of this record; SQLITE_IOERR if the file has changed; or
 * another error. */
int pairs_find(struct module_cursor *c, struct series_before *before);

#endif
