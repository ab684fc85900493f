/* index.c: a hash table of addresses and numbers. */
#include "config.h"

#include "out/index.h"

#include <stdlib.h>
#include <string.h>

#define SIZE_FIRST 64u

static uint32_t hash_of(const void *at, uint64_t key)
{
	uint64_t h = ((uint64_t)(uintptr_t)at >> 3) * UINT64_C(0x9E3779B97F4A7C15);

	h = (h ^ h >> 29 ^ key) * UINT64_C(0xBF58476D1CE4E5B9);
	return (uint32_t)(h >> 32);
}

/* Where (AT, KEY) is, or is to be put. */
static struct out_index_slot *find(const struct out_index *x, const void *at, uint64_t key)
{
	uint32_t i = hash_of(at, key) & (x->size - 1);

	while (x->slots[i].round == x->round && (x->slots[i].at != at || x->slots[i].key != key))
		i = (i + 1) & (x->size - 1);
	return &x->slots[i];
}

static int grow(struct out_index *x)
{
	struct out_index bigger = { NULL, x->size ? 2 * x->size : SIZE_FIRST, x->used, 1 };
	uint32_t i;

	if (bigger.size < x->size)
		return -1;
	bigger.slots = calloc(bigger.size, sizeof *bigger.slots);
	if (!bigger.slots)
		return -1;
	for (i = 0; i < x->size; i++) {
		if (x->slots[i].round == x->round) {
			struct out_index_slot *s = find(&bigger, x->slots[i].at, x->slots[i].key);

			*s = x->slots[i];
			s->round = 1;
		}
	}
	free(x->slots);
	*x = bigger;
	return 0;
}

uint32_t out_index_put(struct out_index *x, const void *at, uint64_t key, uint32_t number)
{
	struct out_index_slot *s;

	/* Half of it stays free, so that searches are short. */
	if (x->used >= x->size / 2 && grow(x))
		return OUT_INDEX_FULL;
	s = find(x, at, key);
	if (s->round == x->round)
		return s->number;
	s->at = at;
	s->key = key;
	s->number = number;
	s->round = x->round;
	x->used++;
	return number;
}

void out_index_clear(struct out_index *x)
{
	x->used = 0;
	if (++x->round != 0 || x->size == 0)
		return;
	memset(x->slots, 0, x->size * sizeof *x->slots);
	x->round = 1;
}

void out_index_done(struct out_index *x)
{
	free(x->slots);
	memset(x, 0, sizeof *x);
}
