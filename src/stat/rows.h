/* rows.h: rows of values that are kept. */
#ifndef STAT_ROWS_H
#define STAT_ROWS_H

#include "sql/cell.h"

/* {0} with ->width to begin with.  Texts live until rows_clear(). */
struct rows {
	struct cell_value *cells; /* a row behind the other */
	size_t width;             /* cells of a row */
	size_t n, room;
	char *texts; /* the newest block */
	size_t used, texts_room;
	struct rows_block *blocks; /* all of them */
};

/* A row more: its cells, which are NULL, live until the next one.  NULL: out of memory. */
struct cell_value *rows_add(struct rows *r);

/* *TO becomes V, with a copy of its text that R keeps.  0, or -1: out of memory. */
int rows_set(struct rows *r, struct cell_value *to, const struct cell_value *v);

/* Add copies of all rows FROM, which have the same width.  0, or -1: out of memory. */
int rows_append(struct rows *r, const struct rows *from);

static inline struct cell_value *rows_at(const struct rows *r, size_t i)
{
	return r->cells + i * r->width;
}

/* Control characters of texts, but tabs and newlines, become U+FFFD.  0, or -1: out of memory. */
int rows_make_harmless(struct rows *r);

void rows_clear(struct rows *r);
void rows_done(struct rows *r);

/* Whether two values are the same; all of two. */
int rows_same(const struct cell_value *a, const struct cell_value *b);
int rows_same_all(const struct rows *a, const struct rows *b);

/* The value as a number; 0, or -1: it is none. */
static inline int rows_number(const struct cell_value *v, double *number)
{
	if (v->type == SQLITE_INTEGER)
		*number = (double)v->integer;
	else if (v->type == SQLITE_FLOAT)
		*number = v->real;
	else
		return -1;
	return 0;
}

static inline void rows_real(struct cell_value *to, double v)
{
	to->type = SQLITE_FLOAT;
	to->real = v;
}

/* The order of two values in SQLite: NULL, numbers, texts by their bytes. */
int rows_compare(const struct cell_value *a, const struct cell_value *b);

/* Set ORDER to the numbers of all rows, sorted by N columns.  HIGHEST: the highest number first, texts from A to Z, NULL last.
 * Equal rows keep their order. */
void rows_sort(const struct rows *r, const uint32_t *columns, size_t n, int highest, size_t *order);

#endif
