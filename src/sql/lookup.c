/* lookup.c: find rows by hashes of values, because SQLite does not index virtual tables. */
#include "config.h"

#include "sql/module.h"

#include "base/array.h"

/* Values that are equal for SQLite, such as 3 and 3.0, must have equal hashes. */
uint64_t lookup_hash(uint64_t hash, const struct cell_value *v)
{
	int64_t integer = v->integer; /* the integer, or the bits of the number in ->real */

	if (v->type == SQLITE_TEXT)
		return mr_hash(hash, (const unsigned char *)v->text, v->length);
	if (v->type == SQLITE_FLOAT && v->real >= -9223372036854775808.0 &&
	    v->real < 9223372036854775808.0 && (double)(int64_t)v->real == v->real)
		integer = (int64_t)v->real;
	return mr_hash(hash, (const unsigned char *)&integer, sizeof integer);
}

uint32_t lookup_index_first(const struct lookup_index *x, uint64_t hash)
{
	const struct hash_slot *s = hash_first(&x->firsts, hash);

	while (s->item && x->rows[s->item - 1].hash != hash)
		s = hash_next(&x->firsts, s);
	return s->item ? s->item - 1 : LOOKUP_NONE;
}

int lookup_index_add(struct lookup_index *x, uint64_t hash)
{
	uint32_t row = (uint32_t)x->n, first = lookup_index_first(x, hash);

	if (x->n >= LOOKUP_NONE - 1 || ARRAY_GROW(x->rows, x->n, x->room) ||
	    (first == LOOKUP_NONE && hash_put(&x->firsts, hash, row)))
		return -1;
	x->rows[row] = (struct lookup_row){ hash, LOOKUP_NONE, row, 0 };
	if (first != LOOKUP_NONE) {
		x->rows[row].nth = x->rows[x->rows[first].last].nth + 1;
		x->rows[x->rows[first].last].next = row;
		x->rows[first].last = row;
	}
	x->n++;
	return 0;
}

void lookup_index_clear(struct lookup_index *x)
{
	hash_clear(&x->firsts);
	x->n = 0;
}

void lookup_index_free(struct lookup_index *x)
{
	hash_free(&x->firsts);
	free(x->rows);
	memset(x, 0, sizeof *x);
}

void lookup_free(struct lookup *l)
{
	struct lookup *next;

	for (; l; l = next) {
		next = l->next;
		free(l->places);
		free(l->pairs);
		lookup_index_free(&l->index);
		free(l);
	}
}
