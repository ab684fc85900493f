/* rows.h: arrays of rows of values. */
#ifndef STAT_ROWS_H
#define STAT_ROWS_H

#include <math.h>
#include <string.h>

#include "cli/buffer.h"
#include "report/report.h"
#include "sql/cell.h"

/* An array of rows. Set the structure to {0}, then set ->width. Texts in cells are valid until
 * rows_clear(). */
struct rows {
	struct cell_value *cells; /* one row after the other */
	size_t width;             /* cells per row */
	size_t n;
	size_t room; /* in cells */
	char *texts; /* the newest block of memory for texts */
	size_t used, texts_room;
	struct rows_block *blocks; /* all blocks */
};

/* Add a row whose cells are all NULL to R. Returns the cells, which are valid until another row is
 * added; NULL: out of memory. */
struct cell_value *rows_add(struct rows *r);

/* Set the cell TO, in a row of R, to V. If V is a text, R stores a copy. Returns 0, or -1: out of
 * memory. */
int rows_set(struct rows *r, struct cell_value *to, const struct cell_value *v);

/* Like rows_set(), but if the new text fits, reuse the memory of the old text in TO, which must
 * come from rows_set() or rows_replace(). */
int rows_replace(struct rows *r, struct cell_value *to, const struct cell_value *v);

/* Add a copy of row number AT of FROM to R. Rows of R may be wider than rows of FROM. Returns the
 * new row, or NULL: out of memory. */
struct cell_value *rows_copy(struct rows *r, const struct rows *from, size_t at);

static inline struct cell_value *rows_at(const struct rows *r, size_t i)
{
	return r->cells + i * r->width;
}

/* Write the rows of R to B for rows_get() in another process of this program. */
void rows_put(struct out_buffer *b, const struct rows *r);

/* Read into R, which must be empty, the rows that rows_put() wrote. GET stores the next N bytes at
 * TO and returns 0, or -1 at the end. Returns 0; -1: bytes are missing, or out of memory. */
int rows_get(struct rows *r, int (*get)(void *arg, void *to, size_t n), void *arg);

void rows_clear(struct rows *r);

/* Set r->width to the width of FROM, and add copies of all rows of FROM to R. Returns 0, or -1: out
 * of memory. */
int rows_copy_all(struct rows *r, const struct rows *from);
void rows_done(struct rows *r);

/* Return 1 if R has a row equal to ROW. The rows of R must be sorted by their cells from left to
 * right. */
int rows_have(const struct rows *r, const struct cell_value *row);

/* Set *NUMBER to V. Returns 0, or -1: V is not a number. */
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

/* Return V as a number; NAN: V is not a number. */
static inline double rows_double(const struct cell_value *v)
{
	double number;

	return rows_number(v, &number) ? NAN : number;
}

static inline void rows_real(struct cell_value *to, double v)
{
	to->type = SQLITE_FLOAT;
	to->real = v;
}

/* Compare A and B as ORDER BY of SQLite does: NULL comes first, then numbers, then texts by their
 * bytes. */
int rows_compare(const struct cell_value *a, const struct cell_value *b);

/* Return 1 if A and B have the same type and value; 3 and 3.0 differ. */
static inline int rows_same(const struct cell_value *a, const struct cell_value *b)
{
	if (a->type == SQLITE_TEXT && b->type == SQLITE_TEXT)
		return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
	return a->type == b->type && rows_compare(a, b) == 0;
}

/* Set ORDER to the indexes of all rows of R, sorted by the N COLUMNS. If HIGHEST is 1, numbers come
 * first, from high to low, then texts from A to Z, then NULL. Equal rows keep their order. */
void rows_sort(const struct rows *r, const uint32_t *columns, size_t n, int highest, size_t *order);

/* Return 1 if ROW of the report R is a total of other rows: its keys are NULL, and at least one key
 * column has numbers. */
int keys_are_total(const struct report *r, const struct cell_value *row);

/* Set the content of B to the label of ROW, a row of the report R, or to the keys of ROW if it has
 * no label, as in "user LNX1 cpu 0"; "": no keys, or ROW is NULL. B has a NUL at the end. */
void keys_put(struct out_buffer *b, const struct report *r, const struct cell_value *row);

#endif
