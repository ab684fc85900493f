/* walk.h: a cursor of SQLite, which iterates over the rows of a table in several captures. */
#ifndef SQL_WALK_H
#define SQL_WALK_H

#include "sql/module.h"
#include "table/series.h"

/* Cells for each row: one for each column, and one for TABLE_ELAPSED(). */
#define WALK_CELLS(t) (TABLE_ELAPSED(t) + 1)

struct cursor {
	sqlite3_vtab_cursor base;
	struct module_vtab *v;
	struct module_conditions conditions;
	struct tables_captures *captures; /* NULL: none are open */
	struct lookup *lookup; /* NULL: go along the runs; without columns: all of its rows; else the rows with a hash */
	uint32_t found;        /* the next row of ->lookup */
	int end; /* there are no more rows */
	/* ---- Position ---- */
	const struct module_conditions *pushed; /* conditions that leave out runs */
	size_t capture;      /* index of the capture */
	uint32_t run;        /* index of the run in the capture */
	uint32_t at, behind; /* byte offsets in the run: of the record, and of the next record */
	const unsigned char *bytes; /* of the run; NULL: none is read */
	uint32_t stretch;    /* index of the last stretch that was compared with the conditions */
	int stretch_fits;    /* 1: records of that stretch can meet the conditions */
	struct indexed_window window;
	/* ---- Record ---- */
	struct monread_system *system;
	struct monread_ev ev;
	struct monread_mce mce;
	struct table_record record;
	/* only for tables that are copied: the hashes of the records so far, and the offset + 1 of the last one (0: none) */
	struct lookup_index hashes;
	uint64_t counted;
	/* ---- Rows of the record ---- */
	const struct lookup *pairs; /* for differences of counters; NULL: absolute counters */
	struct indexed_window before; /* with the earlier record of the pair */
	struct delta *delta;
	struct table_rows *rows;    /* NULL: create them for the wanted columns */
	unsigned char *wanted;      /* 1 for each wanted column */
	uint32_t *list;             /* indexes of the wanted columns */
	size_t nlist;
	struct table_cell *cells;   /* nrows rows of WALK_CELLS each */
	struct about_place about;   /* position in a table about layouts or captures */
	size_t ncells, nrows, row;
	struct table_text text;
};

/* Fill the column COLUMN in all rows from now on. */
void walk_want(struct cursor *c, long column);

/* As walk_want(), but fill the column in the current row, too. 0, or -1: out of memory. */
int walk_need(struct cursor *c, long column);

/* Start before the first row of the captures. PUSHED must live as long as the walk. */
void walk_start(struct cursor *c, const struct module_conditions *pushed);

/* The next row: SQLITE_ROW, SQLITE_DONE, or an error. */
int walk_next(struct cursor *c);

/* Go to the row at PLACE. SQLITE_ROW, or an error. */
int walk_go(struct cursor *c, const struct lookup_place *place);

/* The cells of the current row; only wanted columns are filled. */
static inline const struct table_cell *walk_cells(const struct cursor *c)
{
	return c->cells + c->row * WALK_CELLS(c->v->table);
}

/* ---- pairs.c ---- */

/* Read CAPTURES once and list the pairs of all records in L. The list depends on no condition of a statement.
 * SQLITE_OK, or an error. */
int pairs_make(const struct module_vtab *v, const struct tables_captures *captures, struct lookup *l);

/* Find the earlier record for the record at OFFSET of capture number CAPTURE in the pairs of L. W receives its bytes.
 * SQLITE_OK; SQLITE_IOERR: the file has changed; or another error. */
int pairs_find(const struct lookup *l, const struct tables_captures *captures, struct indexed_window *w, size_t capture,
               uint64_t offset, struct series_before *before);

#endif
