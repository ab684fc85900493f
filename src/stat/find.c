/* find.c: rows by the value of a column. */
#include "config.h"

#include "stat/find.h"

#ifdef HAVE_SQLITE3

#include <stdlib.h>
#include <string.h>

#include "sql/lookup.h"

#define BUCKETS_FIRST 16u

static uint64_t bucket_of(const struct find *f, const struct cell_value *v)
{
	return lookup_hash(0, v) & (f->nbuckets - 1);
}

static int make_room(struct find *f, size_t n)
{
	size_t buckets = BUCKETS_FIRST;

	while (buckets < n)
		buckets *= 2;
	if (buckets != f->nbuckets) {
		free(f->buckets);
		f->buckets = malloc(buckets * sizeof *f->buckets);
		f->nbuckets = f->buckets ? buckets : 0;
	}
	if (n > f->room) {
		free(f->next);
		f->next = malloc(n * sizeof *f->next);
		f->room = f->next ? n : 0;
	}
	return f->buckets && (f->next || !n) ? 0 : -1;
}

int find_begin(struct find *f, const struct rows *r, uint32_t cell, uint64_t version)
{
	size_t i;

	if (f->version == version && f->cell == cell)
		return 0;
	f->version = 0;
	f->cell = cell;
	if (make_room(f, r->n))
		return -1;
	memset(f->buckets, 0, f->nbuckets * sizeof *f->buckets);
	/* From the last one, so that each bucket has them in their order. */
	for (i = r->n; i > 0; i--) {
		const struct cell_value *v = &rows_at(r, i - 1)[cell];
		uint64_t bucket;

		if (v->type == SQLITE_NULL)
			continue;
		bucket = bucket_of(f, v);
		f->next[i - 1] = f->buckets[bucket];
		f->buckets[bucket] = (uint32_t)i;
	}
	f->version = version;
	return 0;
}

uint32_t find_next(const struct find *f, const struct rows *r, const struct cell_value *v, uint32_t after)
{
	uint32_t at = after ? f->next[after - 1] : f->buckets[bucket_of(f, v)];
	double number, other;

	while (at) {
		const struct cell_value *w = &rows_at(r, at - 1)[f->cell];

		/* SQLite compares again: 3 and 3.0 are the same. */
		if (rows_same(v, w) || (rows_number(v, &number) == 0 && rows_number(w, &other) == 0 && !(number < other) && !(number > other)))
			break;
		at = f->next[at - 1];
	}
	return at;
}

void find_done(struct find *f)
{
	free(f->buckets);
	free(f->next);
	memset(f, 0, sizeof *f);
}

#endif
