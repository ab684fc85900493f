/* seen.c: a hash of the records that were shown lately, in two generations. */
#include "config.h"

#include "cli/seen.h"

#include <stdlib.h>
#include <string.h>

#include "port/tod.h"

#define FIRST_ROOM 4096u
/* What a clock is set back by, at most, in TOD units: three hours. */
#define SET_BACK (10800 * MR_TOD_SECOND)
#define FACTOR UINT64_C(0x9E3779B97F4A7C15)

static uint64_t mix(uint64_t hash, uint64_t v)
{
	hash = (hash ^ v) * FACTOR;
	return hash ^ hash >> 29;
}

static uint64_t mix_bytes(uint64_t hash, const void *bytes, size_t n)
{
	const unsigned char *p = bytes;
	uint64_t v;

	for (; n >= sizeof v; n -= sizeof v, p += sizeof v) {
		memcpy(&v, p, sizeof v);
		hash = mix(hash, v);
	}
	v = 0;
	memcpy(&v, p, n);
	return mix(mix(hash, v), n);
}

uint64_t seen_hash(const char *system, const struct monread_ev *ev)
{
	uint64_t hash = mix_bytes(ev->mce->type, system, strlen(system));

	return mix_bytes(hash, ev->bytes, ev->length);
}

/* Where the record is, or would be; in a table that has room. */
static struct seen_record *find(const struct seen_table *t, uint64_t tod, uint64_t hash)
{
	size_t at = (size_t)mix(hash, tod) & (t->room - 1);

	while (t->slots[at].used && (t->slots[at].tod != tod || t->slots[at].hash != hash))
		at = (at + 1) & (t->room - 1);
	return &t->slots[at];
}

static unsigned other_source(const struct seen_table *t, uint64_t tod, uint64_t hash, unsigned source)
{
	const struct seen_record *r = t->n ? find(t, tod, hash) : NULL;

	return r && r->used && r->source != source ? r->source : 0;
}

unsigned seen_has(const struct seen *s, uint64_t tod, uint64_t hash, unsigned source)
{
	unsigned other = other_source(&s->now, tod, hash, source);

	if (!other)
		other = other_source(&s->old, tod, hash, source);
	return other ? other : other_source(&s->lasting, tod, hash, source);
}

static int grow(struct seen_table *t)
{
	struct seen_table more = { .n = t->n, .room = t->room ? 2 * t->room : FIRST_ROOM };
	size_t i;

	more.slots = calloc(more.room, sizeof *more.slots);
	if (!more.slots)
		return -1;
	for (i = 0; i < t->room; i++)
		if (t->slots[i].used)
			*find(&more, t->slots[i].tod, t->slots[i].hash) = t->slots[i];
	free(t->slots);
	*t = more;
	return 0;
}

int seen_add(struct seen *s, uint64_t tod, uint64_t hash, unsigned source, int lasts)
{
	struct seen_table *t = lasts ? &s->lasting : &s->now;
	struct seen_record *r;

	if (t->n >= t->room / 4 * 3 && grow(t))
		return -1;
	r = find(t, tod, hash);
	if (!r->used) {
		*r = (struct seen_record){ tod, hash, source, 1 };
		t->n++;
	}
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
	if (old.n)
		memset(old.slots, 0, old.room * sizeof *old.slots);
	old.n = 0;
	s->old = s->now;
	s->now = old;
}

void seen_done(struct seen *s)
{
	free(s->now.slots);
	free(s->old.slots);
	free(s->lasting.slots);
}
