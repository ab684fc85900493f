/* overlap.c: which of several captures is next, and what it has in common with those before. */
#include "config.h"

#include "cli/overlap.h"

#include <string.h>

#include "port/tod.h"

/* How long a record of a capture that overlaps is known: twice the time between two of its data sets, within these bounds. */
#define KEPT_LEAST (600 * MR_TOD_SECOND)
#define KEPT_MOST (7200 * MR_TOD_SECOND)

/* Configuration stands in front of the first samples: behind so many data sets nothing is learnt of the system. */
#define LOOK_SETS 3u

/* Memory for what is read of all captures, and for one of them at least. */
#define PIECES (4u * 1024u * 1024u)
#define PIECE_LEAST (8u * 1024u)

int overlap_learn(uint64_t *tod, struct monread_system *system, const struct monread_ev *ev)
{
	int repeated = (ev->flags & MONREAD_REPEATED) != 0;

	/* What is repeated is older than the file, and a mark is none of its records. */
	if (!*tod && !repeated && !monread_is_mark(ev->bytes, ev->length))
		*tod = ev->tod;
	if (!system)
		return *tod != 0;
	if (monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length))
		return -1;
	return *tod && (*monread_system_id(system) || (ev->dataset > LOOK_SETS && !repeated));
}

size_t overlap_piece(size_t n, size_t most)
{
	size_t piece = PIECES / (n ? n : 1) & ~(size_t)4095;

	return piece < PIECE_LEAST ? PIECE_LEAST : piece > most ? most : piece;
}

void overlap_begin(struct overlap *o)
{
	memset(o, 0, sizeof *o);
	o->kept = KEPT_LEAST;
}

void overlap_done(struct overlap *o)
{
	seen_done(&o->seen);
}

int overlap_is_before(const struct overlap_source *a, const struct overlap_source *b)
{
	uint64_t x = overlap_order(a->tod), y = overlap_order(b->tod);

	/* What is not known is found out first. */
	if (!a->tod != !b->tod)
		return !a->tod;
	return x != y ? x < y : a->number < b->number;
}

void overlap_turn(struct overlap *o, struct overlap_source *s)
{
	uint64_t twice = s->tod > s->before && s->before ? 2 * (s->tod - s->before) : 0;

	if (twice > o->kept)
		o->kept = twice < KEPT_MOST ? twice : KEPT_MOST;
	s->before = s->tod;
	seen_at(&o->seen, s->tod, o->kept);
}

int overlap_meets(const struct overlap *o, const struct overlap_source *other, const struct overlap_source *s)
{
	uint64_t until = overlap_order(s->tod) + o->kept;

	return other != s && (other->open || (other->tod && overlap_order(other->tod) <= until)) &&
	       strcmp(other->system_id, s->system_id) == 0;
}

int overlap_had(struct overlap *o, const struct overlap_source *s, const struct monread_ev *ev, int others)
{
	uint64_t hash;

	/* Configuration that was stored once more is in many captures. */
	if (ev->flags & MONREAD_REPEATED || (!others && !o->seen.now.n && !o->seen.old.n))
		return 0;
	hash = seen_hash(s->system_id, ev);
	if (seen_has(&o->seen, ev->tod, hash, s->number))
		return 1;
	return others && seen_add(&o->seen, ev->tod, hash, s->number) ? -1 : 0;
}
