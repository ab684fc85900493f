/* texts.c: a number for each text: a hash table. */
#include "config.h"

#include "stat/texts.h"

#include <stdlib.h>
#include <string.h>

#include "port/hash.h"
#include "table/instance.h"

#define PLACES_FIRST 64u

/* The place of a text that is not there yet: behind others that want the same one. */
static void put(struct texts *t, size_t i)
{
	uint64_t hash = t->list[i].hash;
	size_t at = (size_t)hash & (t->nplaces - 1);

	while (t->places[at].at)
		at = (at + 1) & (t->nplaces - 1);
	t->places[at] = (struct texts_place){ (uint32_t)(hash >> 32), (uint32_t)i + 1 };
}

static void put_all(struct texts *t)
{
	size_t i;

	if (t->nplaces)
		memset(t->places, 0, t->nplaces * sizeof *t->places);
	for (i = 0; i < t->n; i++)
		put(t, i);
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
	if (2 * (t->n + 1) > t->nplaces) {
		size_t n = t->nplaces ? 2 * t->nplaces : PLACES_FIRST;
		struct texts_place *places = malloc(n * sizeof *places);

		if (!places)
			return -1;
		free(t->places);
		t->places = places;
		t->nplaces = n;
		put_all(t);
	}
	return 0;
}

/* What is compared stands beside the place, as the text is elsewhere.  The number of TEXT; -1: it is not there. */
static long find(const struct texts *t, uint64_t hash, const char *text)
{
	size_t at = (size_t)hash & (t->nplaces - 1);

	for (; t->nplaces && t->places[at].at; at = (at + 1) & (t->nplaces - 1))
		if (t->places[at].hash == (uint32_t)(hash >> 32) && strcmp(t->list[t->places[at].at - 1].text, text) == 0)
			return (long)t->places[at].at - 1;
	return -1;
}

long texts_number(struct texts *t, const char *text, size_t likely)
{
	size_t length;
	uint64_t hash;
	struct texts_entry *e;
	long at;

	if (likely < t->n && strcmp(t->list[likely].text, text) == 0)
		return (long)likely;
	length = strlen(text);
	hash = mr_hash(0, (const unsigned char *)text, length);
	at = find(t, hash, text);
	if (at >= 0)
		return at;
	if (grow(t))
		return -1;
	e = &t->list[t->n];
	e->text = malloc(length + 1);
	if (!e->text)
		return -1;
	memcpy(e->text, text, length + 1);
	e->hash = hash;
	put(t, t->n++);
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
	put_all(t);
}

void texts_clear(struct texts *t)
{
	while (t->n > 0)
		free(t->list[--t->n].text);
	put_all(t);
}

void texts_done(struct texts *t)
{
	texts_clear(t);
	free(t->list);
	free(t->places);
	memset(t, 0, sizeof *t);
}
