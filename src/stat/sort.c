/* sort.c: rows in the order of a column. */
#include "config.h"

#include "stat/sort.h"

#include <stdlib.h>
#include <string.h>

/* For qsort(3), which has no argument of the caller's: the keys stand with the rows' numbers. */
struct key {
	const struct cell_value *value;
	size_t row;
};

static int rank(const struct cell_value *v)
{
	return v->type == SQLITE_NULL ? 0 : v->type == SQLITE_TEXT ? 1 : 2;
}

/* The highest first; without a value last.  The same ones stay as they were. */
static int compare(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	double v = 0, w = 0;
	int c;

	if (rank(x->value) != rank(y->value))
		return rank(y->value) - rank(x->value);
	if (x->value->type == SQLITE_TEXT) {
		c = strcmp(x->value->text, y->value->text);
		if (c)
			return c;
	} else if (rows_number(x->value, &v) == 0 && rows_number(y->value, &w) == 0 && (v < w || v > w)) {
		return v < w ? 1 : -1;
	}
	return x->row < y->row ? -1 : 1;
}

int sort_rows(const struct rows *rows, size_t column, size_t *order)
{
	struct key *keys = malloc((rows->n + 1) * sizeof *keys);
	size_t i;

	if (!keys)
		return -1;
	for (i = 0; i < rows->n; i++) {
		keys[i].value = &rows_at(rows, i)[column];
		keys[i].row = i;
	}
	qsort(keys, rows->n, sizeof *keys, compare);
	for (i = 0; i < rows->n; i++)
		order[i] = keys[i].row;
	free(keys);
	return 0;
}
