/* copies.c: count equal records by their hashes. */
#include "config.h"

#include "sql/copies.h"

#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "sql/indexed.h"

#define ODD UINT64_C(0xFF51AFD7ED558CCD)

uint64_t copies_hash(const unsigned char *bytes, size_t length)
{
	uint64_t hash = length * UINT64_C(0x9E3779B97F4A7C15), word;

	for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
		hash = (hash ^ indexed_be64(bytes)) * ODD;
		hash ^= hash >> 32;
	}
	for (word = 0; length > 0; length--)
		word = word << 8 | *bytes++;
	hash = (hash ^ word) * ODD;
	return hash ^ hash >> 32;
}

int copies_add(struct copies *c, uint64_t hash, uint32_t *before)
{
	const struct hash_slot *s = hash_first(&c->found, hash);

	while (s->item && c->records[s->item - 1].hash != hash)
		s = hash_next(&c->found, s);
	if (s->item) {
		*before = c->records[s->item - 1].n++;
		return 0;
	}
	if (ARRAY_GROW(c->records, c->n, c->room) || hash_put(&c->found, hash, c->n))
		return -1;
	c->records[c->n++] = (struct copies_record){ hash, 1 };
	*before = 0;
	return 0;
}

void copies_done(struct copies *c)
{
	hash_free(&c->found);
	free(c->records);
	memset(c, 0, sizeof *c);
}
