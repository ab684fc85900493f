/* arrange.c: rows in the order that a query wants. */
#include "config.h"

#include "stat/arrange.h"

#include <stdlib.h>
#include <string.h>

/* NULL comes before numbers, numbers before text, text before all others. */
static int rank(const struct cell_value *v)
{
	switch (v->type) {
	case SQLITE_NULL:
		return 0;
	case SQLITE_INTEGER:
	case SQLITE_FLOAT:
		return 1;
	case SQLITE_TEXT:
		return 2;
	default:
		return 3;
	}
}

/* Not all integers are doubles. */
static int compare_mixed(int64_t i, double r)
{
	int64_t whole;

	if (r < -9223372036854775808.0)
		return 1;
	if (r >= 9223372036854775808.0)
		return -1;
	whole = (int64_t)r;
	if (i != whole)
		return i < whole ? -1 : 1;
	return (double)whole < r ? -1 : (double)whole > r;
}

static int compare_numbers(const struct cell_value *a, const struct cell_value *b)
{
	if (a->type == SQLITE_INTEGER)
		return b->type == SQLITE_INTEGER ? (a->integer > b->integer) - (a->integer < b->integer)
		                                 : compare_mixed(a->integer, b->real);
	if (b->type == SQLITE_INTEGER)
		return -compare_mixed(b->integer, a->real);
	return (a->real > b->real) - (a->real < b->real);
}

static int compare_bytes(const struct cell_value *a, const struct cell_value *b)
{
	int c = memcmp(a->text, b->text, a->length < b->length ? a->length : b->length);

	return c ? c : (a->length > b->length) - (a->length < b->length);
}

static int compare_values(const struct cell_value *a, const struct cell_value *b)
{
	int of = rank(a);

	if (of != rank(b))
		return of - rank(b);
	return of == 0 ? 0 : of == 1 ? compare_numbers(a, b) : compare_bytes(a, b);
}

static int compare_rows(const struct arrange *a, const struct rows *r, size_t x, size_t y)
{
	unsigned i;
	int c;

	for (i = 0; i < a->n; i++) {
		c = compare_values(&rows_at(r, x)[a->terms[i].cell], &rows_at(r, y)[a->terms[i].cell]);
		if (c)
			return a->terms[i].falling ? -c : c;
	}
	return 0;
}

/* What can be compared without a look at the row, which is out of the cache: the rank, and behind it how a value begins. */
static uint64_t about(const struct cell_value *v)
{
	unsigned char bytes[8] = { 0 };
	uint64_t bits = 0;
	double number;
	size_t i;

	if (rows_number(v, &number) == 0) {
		/* Below 0 it is the other way round; -0 is 0. */
		number += 0.0;
		memcpy(&bits, &number, sizeof bits);
		bits = bits >> 63 ? ~bits : bits | UINT64_C(1) << 63;
	} else if (v->type != SQLITE_NULL) {
		memcpy(bytes, v->text, v->length < sizeof bytes ? v->length : sizeof bytes);
		for (i = 0; i < sizeof bytes; i++)
			bits = bits << 8 | bytes[i];
	}
	return (uint64_t)rank(v) << 62 | bits >> 2;
}

static int compare_places(const struct arrange *a, const struct rows *r, const struct arrange_place *x,
                          const struct arrange_place *y)
{
	int c = (x->about > y->about) - (x->about < y->about);

	if (c)
		return a->terms[0].falling ? -c : c;
	return compare_rows(a, r, x->row, y->row);
}

/* Merge FROM[LOW..MIDDLE) and FROM[MIDDLE..HIGH), which are in order, to TO. */
static void merge(const struct arrange *a, const struct rows *r, const struct arrange_place *from,
                  struct arrange_place *to, size_t low, size_t middle, size_t high)
{
	size_t x = low, y = middle, at = low;

	while (x < middle && y < high)
		to[at++] = compare_places(a, r, &from[x], &from[y]) <= 0 ? from[x++] : from[y++];
	memcpy(to + at, from + x, (middle - x) * sizeof *to);
	at += middle - x;
	memcpy(to + at, from + y, (high - y) * sizeof *to);
}

static void sort(struct arrange *a, const struct rows *r)
{
	struct arrange_place *from = a->order, *to = a->order + r->n, *other;
	size_t length, low;

	for (low = 0; low < r->n; low++)
		from[low] = (struct arrange_place){ about(&rows_at(r, low)[a->terms[0].cell]), (uint32_t)low };
	for (length = 1; length < r->n; length *= 2) {
		for (low = 0; low < r->n; low += 2 * length) {
			size_t middle = low + length < r->n ? low + length : r->n;
			size_t high = middle + length < r->n ? middle + length : r->n;

			merge(a, r, from, to, low, middle, high);
		}
		other = from;
		from = to;
		to = other;
	}
	if (from != a->order)
		memcpy(a->order, from, r->n * sizeof *from);
}

int arrange_rows(struct arrange *a, const struct rows *r)
{
	struct arrange_place *order;
	size_t i;

	for (i = 1; i < r->n && compare_rows(a, r, i - 1, i) <= 0; i++)
		;
	a->as_is = i >= r->n;
	if (a->as_is)
		return 0;
	if (r->n > UINT32_MAX)
		return -1;
	if (r->n > a->room) {
		/* And as much again to merge into. */
		order = realloc(a->order, 2 * r->n * sizeof *order);
		if (!order)
			return -1;
		a->order = order;
		a->room = r->n;
	}
	sort(a, r);
	return 0;
}

void arrange_done(struct arrange *a)
{
	free(a->order);
	a->order = NULL;
	a->room = 0;
}
