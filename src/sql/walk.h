/* walk.h: the walk along the rows of a table in captures. */
#ifndef SQL_WALK_H
#define SQL_WALK_H

#include "sql/module.h"
#include "sql/pairs.h"

#ifdef HAVE_SQLITE3

/* Of a row: a cell for each column, and TABLE_ELAPSED(). */
#define WALK_CELLS(t) (TABLE_ELAPSED(t) + 1)

struct walk {
	const struct module_vtab *v;
	/* Where it is. */
	const struct tables_captures *captures;
	const struct module_conditions *conditions;
	size_t capture;
	size_t *next;        /* for each kind of record: the next of its runs */
	uint32_t kind, run;  /* of its kind */
	uint32_t at, behind; /* bytes of the run: this record, and the next one; behind is 0: no run was begun */
	const unsigned char *bytes; /* of the run */
	uint32_t stretch;    /* that was looked at last, */
	int stretch_fits;    /* and whether its rows meet the conditions */
	int repeated;        /* repeated records have rows, too */
	struct indexed_window window;
	/* The record. */
	struct monread_system *system;
	struct monread_ev ev;
	struct monread_mce mce;
	struct table_record record;
	/* Its rows. */
	const struct pairs *pairs; /* counters are differences; NULL: they are as they stand */
	struct indexed_window before; /* and here are records before */
	struct delta *delta;
	struct table_rows *rows;    /* NULL: to be made for the columns that are wanted */
	unsigned char *wanted;      /* by column: 1 */
	uint32_t *list;             /* the columns that are */
	size_t nlist;
	struct table_cell *cells;   /* a row behind the other */
	struct about_place about;   /* of a table that has rows of its own */
	size_t nrows, rows_room, row;
};

/* 0, or -1: out of memory. */
int walk_begin(struct walk *w, const struct module_vtab *v);
void walk_end(struct walk *w);

/* What was read of the captures is not used any more, as others have their place. */
void walk_leave(struct walk *w);

/* From here on have the column COLUMN in all rows.  0, or -1: out of memory. */
int walk_want(struct walk *w, long column);

static inline int walk_wants(const struct walk *w, long column)
{
	return w->wanted[column];
}

/* The same as walk_want(), and in the row that the walk is at. */
int walk_need(struct walk *w, long column);

/* Begin anew, in front of the first row.  Both live as long as the walk goes on.  SQLITE_OK. */
int walk_start(struct walk *w, const struct tables_captures *captures, const struct module_conditions *conditions);

/* The next row: SQLITE_ROW, SQLITE_DONE, or an error. */
int walk_next(struct walk *w);

/* Go to a row.  SQLITE_ROW; SQLITE_DONE: it does not meet the conditions; or an error. */
int walk_go(struct walk *w, const struct lookup_place *place);

/* Where the walk is. */
void walk_place(const struct walk *w, struct lookup_place *place);

/* The cells of its row: those of columns that are wanted. */
static inline const struct table_cell *walk_cells(const struct walk *w)
{
	return w->cells + w->row * WALK_CELLS(w->v->table);
}

#endif
#endif
