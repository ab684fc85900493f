/* lookup.c: a table of hashes.  SQLite builds no index over virtual tables, so the inner side of a join would be a whole
 * scan for each row of the outer one. */
#include "config.h"

#include "sql/lookup.h"

#ifdef HAVE_SQLITE3

#include <stdlib.h>
#include <string.h>

#include "port/array.h"

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9E3779B97F4A7C15u;
	return h ^ h >> 29;
}

static uint64_t hash_text(uint64_t h, const char *text, size_t n)
{
	uint64_t word;

	h = mix(h, n);
	for (; n >= sizeof word; n -= sizeof word, text += sizeof word) {
		memcpy(&word, text, sizeof word);
		h = mix(h, word);
	}
	word = 0;
	memcpy(&word, text, n);
	return mix(h, word);
}

/* Values that are equal have equal hashes, 3 and 3.0 too. */
uint64_t lookup_hash(uint64_t hash, const struct cell_value *v)
{
	uint64_t bits;

	switch (v->type) {
	case SQLITE_INTEGER:
		return mix(hash, (uint64_t)v->integer);
	case SQLITE_FLOAT:
		if (v->real >= -9223372036854775808.0 && v->real < 9223372036854775808.0 && (double)(int64_t)v->real == v->real)
			return mix(hash, (uint64_t)(int64_t)v->real);
		memcpy(&bits, &v->real, sizeof bits);
		return mix(hash, bits);
	default:
		return hash_text(hash, v->text, v->length);
	}
}

int lookup_add(struct lookup *l, const struct lookup_place *place, uint64_t hash)
{
	struct lookup_row *r;

	if (l->n >= LOOKUP_NONE - 1 || ARRAY_GROW(l->rows, l->n, l->room))
		return -1;
	r = &l->rows[l->n++];
	r->place = *place;
	r->hash = hash;
	r->next = LOOKUP_NONE;
	return 0;
}

int lookup_settle(struct lookup *l)
{
	size_t n = 64, i;

	while (n < l->n)
		n *= 2;
	l->buckets = malloc(n * sizeof *l->buckets);
	if (!l->buckets)
		return -1;
	l->nbuckets = n;
	memset(l->buckets, 0xFF, n * sizeof *l->buckets);
	/* From the end, so that each chain is in order. */
	for (i = l->n; i-- > 0;) {
		uint32_t *bucket = &l->buckets[l->rows[i].hash & (n - 1)];

		l->rows[i].next = *bucket;
		*bucket = (uint32_t)i;
	}
	return 0;
}

static uint32_t matching(const struct lookup *l, uint32_t row, uint64_t hash)
{
	while (row != LOOKUP_NONE && l->rows[row].hash != hash)
		row = l->rows[row].next;
	return row;
}

uint32_t lookup_first(const struct lookup *l, uint64_t hash)
{
	return matching(l, l->buckets[hash & (l->nbuckets - 1)], hash);
}

uint32_t lookup_next(const struct lookup *l, uint32_t row)
{
	return matching(l, l->rows[row].next, l->rows[row].hash);
}

void lookup_free(struct lookup *l)
{
	struct lookup *next;

	for (; l; l = next) {
		next = l->next;
		free(l->rows);
		free(l->buckets);
		free(l);
	}
}

#endif
