/* history.c: the records of a sample data set, found by their instance: a hash table that takes no memory for each. */
#include "config.h"

#include "table/history.h"

#include <stdlib.h>
#include <string.h>

#include "port/tod.h"

#define SLOTS_FIRST 256u

void history_clear(struct history *h)
{
	if (h->indexed)
		memset(h->slots, 0, h->nslots * sizeof *h->slots);
	h->n = h->next = h->indexed = 0;
	h->used = 0;
	h->shown = 0;
}

void history_done(struct history *h)
{
	free(h->kept);
	free(h->slots);
	free(h->bytes);
	memset(h, 0, sizeof *h);
}

static uint64_t hash_of(const struct instance *i, uint32_t nth)
{
	return i->hash + nth * UINT64_C(0x9E3779B97F4A7C15);
}

/* Where the hash is looked for first. */
static size_t slot_of(const struct history *h, uint64_t hash)
{
	return (size_t)(hash ^ hash >> 29) & (h->nslots - 1);
}

static inline int is_of(const struct history *h, const struct kept *k, const struct instance *i)
{
	return k->key_length == i->length && memcmp(h->bytes + k->key_at, i->bytes, i->length) == 0;
}

static int is_kept(const struct history *h, const struct kept *k, const struct instance *i, uint64_t hash, uint32_t nth)
{
	return k->hash == hash && k->nth == nth && is_of(h, k, i);
}

static void put(struct history *h, size_t index)
{
	size_t s = slot_of(h, h->kept[index].hash);

	while (h->slots[s])
		s = (s + 1) & (h->nslots - 1);
	h->slots[s] = (uint32_t)index + 1;
}

static struct kept *find(struct history *h, const struct instance *i, uint32_t nth)
{
	uint64_t hash = hash_of(i, nth);
	size_t s;

	if (!h->nslots)
		return NULL;
	while (h->indexed < h->n)
		put(h, h->indexed++);
	for (s = slot_of(h, hash); h->slots[s]; s = (s + 1) & (h->nslots - 1)) {
		struct kept *k = &h->kept[h->slots[s] - 1];

		if (is_kept(h, k, i, hash, nth))
			return k;
	}
	return NULL;
}

const struct kept *history_first(struct history *h, const struct instance *i)
{
	return find(h, i, 0);
}

const struct kept *history_next(struct history *h, const struct instance *i)
{
	struct kept *k;

	if (h->next >= h->n)
		return NULL;
	k = &h->kept[h->next];
	if (k->found || k->nth || k->same > 1 || !is_of(h, k, i))
		return NULL;
	k->found = 1;
	h->next++;
	return k;
}

const struct kept *history_find(struct history *h, const struct instance *i, uint32_t nth)
{
	struct kept *k = h->next < h->n ? &h->kept[h->next] : NULL;

	if (!k || !is_kept(h, k, i, hash_of(i, nth), nth))
		k = find(h, i, nth);
	if (k) {
		k->found = 1;
		h->next = (size_t)(k - h->kept) + 1;
	}
	return k;
}

/* At most half of the slots are taken. */
static int more_slots(struct history *h)
{
	size_t n = h->nslots ? 2 * h->nslots : SLOTS_FIRST;
	uint32_t *slots = calloc(n, sizeof *slots);

	if (!slots)
		return -1;
	free(h->slots);
	h->slots = slots;
	h->nslots = n;
	h->indexed = 0;
	return 0;
}

static int more_kept(struct history *h)
{
	size_t room = h->room ? 2 * h->room : SLOTS_FIRST / 2;
	struct kept *k = realloc(h->kept, room * sizeof *k);

	if (!k)
		return -1;
	h->kept = k;
	h->room = room;
	return 0;
}

static int more_bytes(struct history *h, size_t wanted)
{
	size_t room = h->bytes_room ? h->bytes_room : 16384;
	unsigned char *bytes;

	while (room < wanted)
		room *= 2;
	bytes = realloc(h->bytes, room);
	if (!bytes)
		return -1;
	h->bytes = bytes;
	h->bytes_room = room;
	return 0;
}

static int room_for_bytes(struct history *h, size_t bytes)
{
	if (bytes > UINT32_MAX - h->used)
		return -1;
	return h->bytes_room - h->used < bytes ? more_bytes(h, h->used + bytes) : 0;
}

static int make_room(struct history *h, size_t bytes)
{
	if (h->n >= UINT32_MAX / 2)
		return -1;
	if (2 * (h->n + 1) > h->nslots && more_slots(h))
		return -1;
	if (h->n == h->room && more_kept(h))
		return -1;
	return room_for_bytes(h, bytes);
}

const struct kept *history_add(struct history *h, const struct instance *i, const struct kept *one,
                               const unsigned char *bytes, size_t length, int is_new)
{
	struct kept *first, *k;

	if (make_room(h, i->length + length))
		return NULL;
	first = is_new ? NULL : find(h, i, 0);
	k = &h->kept[h->n];
	*k = *one;
	k->nth = first ? first->same++ : 0;
	k->same = 1;
	k->found = 0;
	k->hash = hash_of(i, k->nth);
	k->key_at = (uint32_t)h->used;
	k->key_length = i->length;
	k->at = k->key_at + i->length;
	k->length = (uint32_t)length;
	memcpy(h->bytes + h->used, i->bytes, i->length);
	memcpy(h->bytes + k->at, bytes, length);
	h->used += i->length + length;
	h->first = h->n == 0 || mr_tod_is_later(h->first, one->tod) ? one->tod : h->first;
	h->n++;
	return k;
}

unsigned char *history_sums(struct history *h, size_t index, const struct history_sums *sums)
{
	unsigned char *head;

	if (room_for_bytes(h, sizeof *sums + sums->length))
		return NULL;
	head = h->bytes + h->used;
	h->kept[index].sums_at = (uint32_t)h->used;
	h->used += sizeof *sums + sums->length;
	memcpy(head, sums, sizeof *sums);
	return head + sizeof *sums;
}
