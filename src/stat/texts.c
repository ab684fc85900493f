/* texts.c: assign numbers to texts. */
#include "config.h"

#include "stat/texts.h"

#include "base/array.h"

long texts_number(struct texts *t, const char *text, size_t likely)
{
	const struct hash_slot *s;
	uint64_t hash;
	char *copy;

	if (likely < t->n && strcmp(t->list[likely], text) == 0)
		return (long)likely;
	hash = mr_hash(0, (const unsigned char *)text, strlen(text));
	for (s = hash_first(&t->by_text, hash); s->item; s = hash_next(&t->by_text, s))
		if (strcmp(t->list[s->item - 1], text) == 0)
			return (long)s->item - 1;
	copy = ARRAY_GROW(t->list, t->n, t->room) ? NULL : strdup(text);
	if (!copy || hash_put(&t->by_text, hash, t->n)) {
		free(copy);
		return -1;
	}
	t->list[t->n] = copy;
	return (long)t->n++;
}

void texts_clear(struct texts *t)
{
	while (t->n > 0)
		free(t->list[--t->n]);
	hash_clear(&t->by_text);
}

void texts_done(struct texts *t)
{
	texts_clear(t);
	free(t->list);
	hash_free(&t->by_text);
	memset(t, 0, sizeof *t);
}
