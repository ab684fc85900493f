/* breaks.c: remembers instances whose counters restarted; series.c asks before it compares
 * records. */
#include "config.h"

#include "table/breaks.h"

#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "port/tod.h"

void breaks_done(struct breaks *b)
{
	free(b->list);
	hash_free(&b->index);
	memset(b, 0, sizeof *b);
}

/* Return the restart with HASH; NULL: there is none. */
static struct broken *find_hash(const struct breaks *b, uint64_t hash)
{
	const struct hash_slot *s = hash_first(&b->index, hash);

	while (s->item && b->list[s->item - 1].hash != hash)
		s = hash_next(&b->index, s);
	return s->item ? &b->list[s->item - 1] : NULL;
}

int breaks_add(struct breaks *b, const struct monread_field *f, const unsigned char *bytes,
               uint64_t tod, int began)
{
	uint64_t hash = mr_hash(instance_name(f), bytes, f->length);
	struct broken *have = find_hash(b, hash);

	if (have) {
		if (mr_tod_is_later(tod, have->tod)) {
			have->tod = tod;
			have->began = began;
		}
		return 0;
	}
	if (ARRAY_GROW(b->list, b->n, b->room) || hash_put(&b->index, hash, b->n))
		return -1;
	b->list[b->n] = (struct broken){ hash, tod, began };
	b->n++;
	return 0;
}

const struct broken *breaks_since(const struct breaks *b, const struct instance *instance,
                                  uint64_t tod)
{
	unsigned i;

	for (i = 0; b->n && i < instance->nkeys; i++) {
		const struct instance_key *k = &instance->keys[i];
		uint64_t hash = mr_hash(k->name, instance->bytes + k->at, k->length);
		const struct broken *broken = find_hash(b, hash);

		if (broken && mr_tod_is_later(broken->tod, tod))
			return broken;
	}
	return NULL;
}

void breaks_forget(struct breaks *b, uint64_t tod)
{
	size_t i, n = 0;

	hash_clear(&b->index);
	for (i = 0; i < b->n; i++) {
		if (mr_tod_is_later(tod, b->list[i].tod))
			continue;
		b->list[n] = b->list[i];
		/* The table has room: it had at least as many items before. */
		(void)hash_put(&b->index, b->list[n].hash, n);
		n++;
	}
	b->n = n;
}
