/* history.c: stores the records of a sample data set and finds them by their instance, so that
 * series.c can compare the records of the next sample with them. */
#include "config.h"

#include "table/history.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/tod.h"

void history_clear(struct history *h)
{
	hash_clear(&h->by_instance);
	h->n = h->next = h->indexed = 0;
	h->bytes.length = 0;
	h->shown = 0;
}

void history_done(struct history *h)
{
	free(h->kept);
	hash_free(&h->by_instance);
	free(h->bytes.bytes);
	memset(h, 0, sizeof *h);
}

static uint64_t history_hash_of(const struct instance *i, uint32_t nth)
{
	return i->hash + nth * UINT64_C(0x9E3779B97F4A7C15);
}

static inline int is_of(const struct history *h, const struct kept *k, const struct instance *i)
{
	return k->key_length == i->length &&
	       memcmp(h->bytes.bytes + k->key_at, i->bytes, i->length) == 0;
}

static int is_kept(const struct history *h, const struct kept *k, const struct instance *i,
                   uint64_t hash, uint32_t nth)
{
	return k->hash == hash && k->nth == nth && is_of(h, k, i);
}

static struct kept *find_kept(struct history *h, const struct instance *i, uint32_t nth)
{
	uint64_t hash = history_hash_of(i, nth);
	const struct hash_slot *s;

	/* hash_put() cannot fail here, because make_room() has reserved a slot for each record. */
	for (; h->indexed < h->n; h->indexed++)
		if (hash_put(&h->by_instance, h->kept[h->indexed].hash, h->indexed))
			break;
	for (s = hash_first(&h->by_instance, hash); s->item; s = hash_next(&h->by_instance, s))
		if (is_kept(h, &h->kept[s->item - 1], i, hash, nth))
			return &h->kept[s->item - 1];
	return NULL;
}

const struct kept *history_first(struct history *h, const struct instance *i)
{
	return find_kept(h, i, 0);
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

	if (!k || !is_kept(h, k, i, history_hash_of(i, nth), nth))
		k = find_kept(h, i, nth);
	if (k) {
		k->found = 1;
		h->next = (size_t)(k - h->kept) + 1;
	}
	return k;
}

static int room_for_bytes(struct history *h, size_t n)
{
	return n > UINT32_MAX - h->bytes.length ? -1 : array_reserve(&h->bytes, n);
}

static int make_room(struct history *h, size_t bytes)
{
	if (h->n >= UINT32_MAX / 2 || ARRAY_GROW(h->kept, h->n, h->room) ||
	    hash_reserve(&h->by_instance, h->n + 1))
		return -1;
	return room_for_bytes(h, bytes);
}

const struct kept *history_add(struct history *h, const struct instance *i, const struct kept *one,
                               const unsigned char *bytes, size_t length, int is_new)
{
	struct kept *first, *k;

	if (make_room(h, i->length + length))
		return NULL;
	first = is_new ? NULL : find_kept(h, i, 0);
	k = &h->kept[h->n];
	*k = *one;
	k->nth = first ? first->same++ : 0;
	k->same = 1;
	k->found = 0;
	k->hash = history_hash_of(i, k->nth);
	k->key_at = (uint32_t)h->bytes.length;
	k->key_length = i->length;
	k->at = k->key_at + i->length;
	k->length = (uint32_t)length;
	array_append(&h->bytes, i->bytes, i->length);
	array_append(&h->bytes, bytes, length);
	h->first = h->n == 0 || mr_tod_is_later(h->first, one->tod) ? one->tod : h->first;
	h->n++;
	return k;
}

unsigned char *history_sums(struct history *h, size_t index, const struct history_sums *sums)
{
	unsigned char *head;

	if (room_for_bytes(h, sizeof *sums + sums->length))
		return NULL;
	head = h->bytes.bytes + h->bytes.length;
	h->kept[index].sums_at = (uint32_t)h->bytes.length;
	h->bytes.length += sizeof *sums + sums->length;
	memcpy(head, sums, sizeof *sums);
	return head + sizeof *sums;
}
