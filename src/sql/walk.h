/* walk.h: an iterator over the rows of a table in several captures; cursor.c has one for each cursor of SQLite. */
#ifndef SQL_WALK_H
#define SQL_WALK_H

#include "sql/module.h"
#include "table/series.h"

/* Cells for each row: one for each column, and one for TABLE_ELAPSED(). */
#define WALK_CELLS(t) (TABLE_ELAPSED(t) + 1)

struct walk {
	const struct module_vtab *v;
	/* ---- Position ---- */
	const struct tables_captures *captures;
	const struct module_conditions *conditions;
	size_t capture;
	uint32_t run;        /* index of the run in the capture */
	/* byte offsets in the run: of this record, and of the next one, 0 if no record of the run was read */
	uint32_t at, behind;
	const unsigned char *bytes; /* of the run; NULL: none is read */
	uint32_t stretch;    /* index of the last stretch that was compared with the conditions */
	int stretch_fits;    /* whether its records can meet the conditions */
	int repeated;        /* repeated records make rows, too */
	struct indexed_window window;
	/* ---- Record ---- */
	struct monread_system *system;
	struct monread_ev ev;
	struct monread_mce mce;
	struct table_record record;
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
};

/* 0, or -1: out of memory. */
int walk_begin(struct walk *w, const struct module_vtab *v);
void walk_end(struct walk *w);

/* Forget all that was read from the captures, because the caller closes or replaces them. */
void walk_leave(struct walk *w);

/* Fill the column COLUMN in all rows from now on. */
void walk_want(struct walk *w, long column);

static inline int walk_wants(const struct walk *w, long column)
{
	return w->wanted[column];
}

/* As walk_want(), but fill the column in the current row, too. 0, or -1: out of memory. */
int walk_need(struct walk *w, long column);

/* Start before the first row. CAPTURES and CONDITIONS must live as long as the walk. */
void walk_start(struct walk *w, const struct tables_captures *captures, const struct module_conditions *conditions);

/* The next row: SQLITE_ROW, SQLITE_DONE, or an error. */
int walk_next(struct walk *w);

/* Go to the row at PLACE. SQLITE_ROW, or an error. */
int walk_go(struct walk *w, const struct lookup_place *place);

/* Store the position of the current row. */
void walk_place(const struct walk *w, struct lookup_place *place);

/* The cells of the current row; only wanted columns are filled. */
static inline const struct table_cell *walk_cells(const struct walk *w)
{
	return w->cells + w->row * WALK_CELLS(w->v->table);
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
