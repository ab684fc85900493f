/* texts.c: assign numbers to texts. Called by alarms.c, gather.c and openmetrics.c. */
#include "config.h"

#include "stat/texts.h"

#include <stdlib.h>
#include <string.h>

#include "port/array.h"

long texts_number(struct texts *t, const char *text, size_t likely)
{
	const struct hash_slot *s;
	size_t length;
	uint64_t hash;
	struct texts_entry *e;

	if (likely < t->n && strcmp(t->list[likely].text, text) == 0)
		return (long)likely;
	length = strlen(text);
	hash = mr_hash(0, (const unsigned char *)text, length);
	for (s = hash_first(&t->by_text, hash); s->item; s = hash_next(&t->by_text, s))
		if (strcmp(t->list[s->item - 1].text, text) == 0)
			return (long)s->item - 1;
	if (ARRAY_GROW(t->list, t->n, t->room))
		return -1;
	e = &t->list[t->n];
	e->hash = hash;
	e->text = malloc(length + 1);
	if (!e->text || hash_put(&t->by_text, hash, t->n)) {
		free(e->text);
		return -1;
	}
	memcpy(e->text, text, length + 1);
	return (long)t->n++;
}

void texts_clear(struct texts *t)
{
	while (t->n > 0)
		free(t->list[--t->n].text);
	hash_clear(&t->by_text);
}

void texts_done(struct texts *t)
{
	texts_clear(t);
	free(t->list);
	hash_free(&t->by_text);
	memset(t, 0, sizeof *t);
}
