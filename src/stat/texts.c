/* texts.c: a number for each text: a hash table. */
#include "config.h"

#include "stat/texts.h"

#include <stdlib.h>
#include <string.h>

#include "port/hash.h"
#include "table/instance.h"

#define BUCKETS_FIRST 64u

static void chain(struct texts *t, size_t i)
{
	uint32_t *bucket = &t->buckets[t->list[i].hash & (t->nbuckets - 1)];

	t->list[i].next = *bucket;
	*bucket = (uint32_t)i + 1;
}

static void chain_all(struct texts *t)
{
	size_t i;

	if (t->nbuckets)
		memset(t->buckets, 0, t->nbuckets * sizeof *t->buckets);
	for (i = 0; i < t->n; i++)
		chain(t, i);
}

/* Room for one more.  0, or -1: out of memory. */
static int grow(struct texts *t)
{
	if (t->n >= UINT32_MAX - 1)
		return -1;
	if (t->n == t->room) {
		size_t room = t->room ? 2 * t->room : 16;
		struct texts_entry *list = realloc(t->list, room * sizeof *list);

		if (!list)
			return -1;
		t->list = list;
		t->room = room;
	}
	if (t->n >= t->nbuckets) {
		size_t n = t->nbuckets ? 2 * t->nbuckets : BUCKETS_FIRST;
		uint32_t *buckets = malloc(n * sizeof *buckets);

		if (!buckets)
			return -1;
		free(t->buckets);
		t->buckets = buckets;
		t->nbuckets = n;
		chain_all(t);
	}
	return 0;
}

static int is_at(const struct texts *t, size_t i, uint64_t hash, const char *text)
{
	return t->list[i].hash == hash && strcmp(t->list[i].text, text) == 0;
}

long texts_number(struct texts *t, const char *text, size_t likely)
{
	size_t length;
	uint64_t hash;
	struct texts_entry *e;
	uint32_t at;

	if (likely < t->n && strcmp(t->list[likely].text, text) == 0)
		return (long)likely;
	length = strlen(text);
	hash = mr_hash(0, (const unsigned char *)text, length);
	for (at = t->nbuckets ? t->buckets[hash & (t->nbuckets - 1)] : 0; at; at = t->list[at - 1].next)
		if (is_at(t, at - 1, hash, text))
			return (long)at - 1;
	if (grow(t))
		return -1;
	e = &t->list[t->n];
	e->text = malloc(length + 1);
	if (!e->text)
		return -1;
	memcpy(e->text, text, length + 1);
	e->hash = hash;
	chain(t, t->n++);
	return (long)t->n - 1;
}

void texts_keep(struct texts *t, int (*keep)(void *arg, size_t i), void *arg)
{
	size_t i, n = 0;

	for (i = 0; i < t->n; i++)
		if (keep(arg, i))
			t->list[n++] = t->list[i];
		else
			free(t->list[i].text);
	t->n = n;
	chain_all(t);
}

void texts_clear(struct texts *t)
{
	while (t->n > 0)
		free(t->list[--t->n].text);
	chain_all(t);
}

void texts_done(struct texts *t)
{
	texts_clear(t);
	free(t->list);
	free(t->buckets);
	memset(t, 0, sizeof *t);
}
