/* seen.c: hashes of the records that were returned lately, in two generations. */
#include "config.h"

#include "input/seen.h"

#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "port/tod.h"

/* What a clock is set back by, at most, in TOD units: three hours. */
#define SET_BACK (10800 * MR_TOD_SECOND)

uint64_t seen_hash(const char *system, const struct monread_ev *ev)
{
	uint64_t hash = mr_hash(ev->mce->type, (const unsigned char *)system, strlen(system));

	return mr_hash(hash ^ ev->tod, ev->bytes, ev->length);
}

static const struct seen_record *find(const struct seen_table *t, uint64_t hash)
{
	const struct hash_slot *s;

	for (s = hash_first(&t->by_hash, hash); s->item; s = hash_next(&t->by_hash, s))
		if (t->records[s->item - 1].hash == hash)
			return &t->records[s->item - 1];
	return NULL;
}

int seen_has(const struct seen *s, uint64_t hash, unsigned source)
{
	const struct seen_record *now = find(&s->now, hash), *old = find(&s->old, hash);

	return (now && now->source != source) || (old && old->source != source);
}

int seen_add(struct seen *s, uint64_t hash, unsigned source)
{
	struct seen_table *t = &s->now;

	if (find(t, hash))
		return 0;
	if (ARRAY_GROW(t->records, t->n, t->room) || hash_put(&t->by_hash, hash, t->n))
		return -1;
	t->records[t->n++] = (struct seen_record){ hash, source };
	return 0;
}

void seen_at(struct seen *s, uint64_t tod, uint64_t kept)
{
	struct seen_table old = s->old;
	/* TOD values of two epochs, too. */
	int64_t on = (int64_t)(tod - s->from);

	/* A clock that was set back, or one time that is wrong, makes nothing old. */
	if (on < 0 && on >= -(int64_t)SET_BACK)
		return;
	if (on < 0) {
		s->from = tod;
		return;
	}
	if ((uint64_t)on <= kept)
		return;
	s->from = tod;
	if (!s->now.n && !s->old.n)
		return;
	hash_clear(&old.by_hash);
	old.n = 0;
	s->old = s->now;
	s->now = old;
}

static void free_table(struct seen_table *t)
{
	free(t->records);
	hash_free(&t->by_hash);
}

void seen_done(struct seen *s)
{
	free_table(&s->now);
	free_table(&s->old);
}
