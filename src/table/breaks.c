/* breaks.c: remembers instances whose counters restarted; series.c asks before it compares records. */
#include "config.h"

#include "table/breaks.h"

#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "port/hash.h"
#include "port/tod.h"

void breaks_done(struct breaks *b)
{
	free(b->list);
	memset(b, 0, sizeof *b);
}

/* Set a bit for HASH, so that most lookups of other hashes can skip the list. */
static void set_hash_bit(struct breaks *b, uint64_t hash)
{
	b->may_be[hash >> 6 & (BREAKS_WORDS - 1)] |= UINT64_C(1) << (hash & 63);
}

static int may_have_hash(const struct breaks *b, uint64_t hash)
{
	return b->may_be[hash >> 6 & (BREAKS_WORDS - 1)] >> (hash & 63) & 1;
}

/* Return the place of HASH in the list, which is sorted by hash. */
static size_t place_of(const struct breaks *b, uint64_t hash)
{
	size_t low = 0, high = b->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (b->list[middle].hash < hash)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

int breaks_add(struct breaks *b, const struct monread_field *f, const unsigned char *bytes, uint64_t tod)
{
	uint64_t hash = mr_hash(instance_name(f), bytes, f->length);
	size_t at = place_of(b, hash);

	if (at < b->n && b->list[at].hash == hash) {
		if (mr_tod_is_later(tod, b->list[at].tod))
			b->list[at].tod = tod;
		return 0;
	}
	if (ARRAY_GROW(b->list, b->n, b->room))
		return -1;
	memmove(b->list + at + 1, b->list + at, (b->n - at) * sizeof *b->list);
	b->list[at].hash = hash;
	b->list[at].tod = tod;
	b->n++;
	set_hash_bit(b, hash);
	return 0;
}

int breaks_since(const struct breaks *b, const struct instance *instance, uint64_t tod)
{
	unsigned i;

	for (i = 0; b->n && i < instance->nkeys; i++) {
		const struct instance_key *k = &instance->keys[i];
		uint64_t hash = mr_hash(k->name, instance->bytes + k->at, k->length);
		size_t at = may_have_hash(b, hash) ? place_of(b, hash) : b->n;

		if (at < b->n && b->list[at].hash == hash && mr_tod_is_later(b->list[at].tod, tod))
			return 1;
	}
	return 0;
}

void breaks_forget(struct breaks *b, uint64_t tod)
{
	size_t i, n = 0;

	memset(b->may_be, 0, sizeof b->may_be);
	for (i = 0; i < b->n; i++)
		if (!mr_tod_is_later(tod, b->list[i].tod)) {
			b->list[n++] = b->list[i];
			set_hash_bit(b, b->list[i].hash);
		}
	b->n = n;
}
