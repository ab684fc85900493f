/* cursor_walk.h: a scan, which goes through the rows of a table, record by record. */
#ifndef SQL_CURSOR_WALK_H
#define SQL_CURSOR_WALK_H

#include "sql/module.h"
#include "table/series.h"

/* Number of cells in a row of the table T; the last cell is the time in seconds between the two
 * records that NAME_delta compares. */
#define WALK_CELLS(t) (TABLE_ELAPSED(t) + 1)

/* The position of the current record in the captures. */
struct cursor_place {
	size_t capture; /* index of the capture */
	uint32_t run;   /* index of the struct indexed_run that has the record */
	/* byte offsets in the run: of the current record, and of the record after it */
	uint32_t at, behind;
	const unsigned char *bytes; /* bytes of the run; NULL: not read from the capture yet */
	/* 1: records of the stretch with the index ->stretch can meet the conditions */
	int stretch_fits;
	uint32_t stretch;
	struct indexed_window window;
};

/* The rows of the current record. */
struct cursor_rows {
	/* converts records to rows with the wanted columns; NULL: walk_make_rows() creates it */
	struct table_rows *make;
	unsigned char *wanted;   /* by column: 1 if SQLite reads the column */
	const struct table_cell *now; /* the current row, in ->make or in ->cells */
	/* rows of array entries, or the row of a table about layouts or captures; each has
	 * WALK_CELLS() cells */
	struct table_cell *cells;
	size_t ncells;
	size_t n, at; /* number of rows of the record, and index of the current row */
};

struct module_cursor {
	sqlite3_vtab_cursor base;
	struct module_vtab *v;
	struct module_conditions conditions;
	struct tables_captures *captures; /* NULL: no captures are open */
	struct lookup *lookup; /* rows that an earlier scan has stored; NULL: read the captures */
	uint32_t found; /* number of the next row in ->lookup, or LOOKUP_NONE */
	int end;        /* 1: there are no more rows */
	const struct module_conditions *pushed; /* skip records that cannot meet these conditions */
	struct cursor_place place;
	struct monread_system *system;
	struct monread_ev ev;
	struct monread_mce mce;
	struct table_record record;
	/* for the columns MODULE_HASH and MODULE_COPY: hashes of the records that were read */
	struct {
		struct lookup_index index;
		/* 1 + the offset of the last record in ->index; 0: ->index is empty */
		uint64_t counted;
		size_t capture; /* index of the capture that has this last record */
		uint64_t latest; /* TOD clock of the latest record in ->index */
	} hashes;
	/* A table NAME_delta compares each record with an earlier record. It finds the earlier
	 * record in the list ->pairs or, if ->pairs is NULL, with ->pairing, which reads the
	 * captures during the scan. Other tables have NULL in both members. */
	struct lookup *pairs;
	struct pairing *pairing;
	size_t pair; /* index in ->pairs->pairs at which the search for the next record begins */
	struct indexed_window before; /* bytes of a capture that contain the earlier record */
	struct delta *delta;
	struct cursor_rows rows;
	struct about_place about; /* position in a table about layouts or captures */
	/* by column of SQLite: index of the cell that module_column() reads. It is LEAD_SYSTEM,
	 * whose cell is never a number, if SQLite has not read the column yet, or if numbers in the
	 * column become texts. */
	uint32_t *numbers;
	struct table_text text;
};

/* From the next row on, compute the cell of COLUMN. */
void walk_want(struct module_cursor *c, long column);

/* Compute the cell of COLUMN also in the current row. Return 0, or -1 if out of memory. */
int walk_need(struct module_cursor *c, long column);

/* Go to the position before the first row. Skip records that cannot meet the conditions PUSHED,
 * which must live as long as the scan. */
void walk_start(struct module_cursor *c, const struct module_conditions *pushed);

/* Go to the next row. Return SQLITE_ROW; SQLITE_DONE after the last row; or an error. */
int walk_next(struct module_cursor *c);

/* Go to the row at PLACE. Return SQLITE_ROW, or an error. */
int walk_go(struct module_cursor *c, const struct lookup_place *place);

/* ---- pairs.c: the earlier record with which NAME_delta compares a record ---- */

/* Find the earlier record with which NAME_delta compares each record of the table V in CAPTURES,
 * and store the pairs in l->pairs. This list does not depend on the conditions of a scan, so all
 * scans of a statement can use it. Return SQLITE_OK, or an error. */
int pairs_make(const struct module_vtab *v, const struct tables_captures *captures,
               struct lookup *l);

/* Return a reader of CAPTURES that finds one pair of records after the other, without a list; or
 * NULL if out of memory. */
struct pairing *pairs_new(const struct module_vtab *v, const struct tables_captures *captures);
void pairs_free(struct pairing *g);

/* Set *BEFORE to the record with which the current record of C is compared; c->before or c->pairing
 * owns before->bytes. Return SQLITE_DONE if another capture has the same record and makes the row;
 * SQLITE_IOERR if the file has changed; else SQLITE_OK, or another error. */
int pairs_find(struct module_cursor *c, struct series_before *before);

#endif
