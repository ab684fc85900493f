/* ordered.c: see ordered.h.
 *
 * Data sets are ordered by the time of their first record that is neither configuration nor
 * repeated. If a stream does not mark the ends of data sets, a record set begins a new data set if
 * its time differs too much from the time of the current data set. */
#include "config.h"

#include "session/session.h"

#include <stdio.h>

#include "base/array.h"
#include "base/heap.h"
#include "base/tod.h"
#include "cli/descriptors.h"

/* The time of a record is wrong if the two records after it agree on a time that differs by more
 * than APART_SAMPLE (for a sample record) or APART_EVENT (for an event record). */
#define APART_SAMPLE (60 * MR_TOD_SECOND)
#define APART_EVENT  (3600 * MR_TOD_SECOND)
/* Record sets in one data set of a stream belong to different samples if their times differ by at
 * least OTHER_SAMPLE. */
#define OTHER_SAMPLE (30 * MR_TOD_SECOND)
/* Keep the hash of a returned record for at least the time KEPT, even if the clock of the system is
 * set back by at most SET_BACK. */
#define KEPT     (7200 * MR_TOD_SECOND)
#define SET_BACK (10800 * MR_TOD_SECOND)
/* Maximum bytes to read ahead for the time of the next data set. */
#define PEEK_MOST (4u * 1024u * 1024u)
/* Bytes of memory for reading: PIECES for all captures together, but at least PIECE_LEAST and at
 * most PIECE_MOST for each capture. */
#define PIECES      (4u * 1024u * 1024u)
#define PIECE_LEAST (8u * 1024u)
#define PIECE_MOST  (256u * 1024u)
#define ORDERED_TEXT 240u
/* Maximum number of data sets to read for the record that names the system (D1R4). */
#define LOOK_SETS 3u

/* ---- Times ---- */

/* Return a number for TOD by which TOD clocks can be ordered: the TOD clock wraps in 2042, so a
 * clock whose top bit is 0 is later than a clock whose top bit is 1. */
static uint64_t order(uint64_t tod)
{
	return tod ^ UINT64_C(1) << 63;
}

int ordered_is_before(uint64_t a, uint64_t b)
{
	return order(a) < order(b);
}

/* Return 1 if the TOD clock A is earlier than the TOD clock B by more than MOST. */
static int is_long_before(uint64_t a, uint64_t b, uint64_t most)
{
	return order(a) < order(b) && b - a > most;
}

static int is_apart(uint64_t a, uint64_t b, uint64_t most)
{
	return is_long_before(a, b, most) || is_long_before(b, a, most);
}

/* Return 1 if EV is an original record of its capture; 0 for marks and repeated configuration,
 * which programs have added later, and whose times are different. */
static int is_own(const struct monread_ev *ev)
{
	return ev->kind == MONREAD_RECORD && !(ev->flags & MONREAD_REPEATED) &&
	       !monread_is_mark(ev->bytes, ev->length);
}

/* Return 1 if the record EV has the time of its data set. Configuration records, for which
 * *CONFIGURED is set to 1, may have the time at which monitoring started. D1R11, the end of an
 * interval, has the time of the configuration if *CONFIGURED is 1, because configuration precedes
 * it in its data set. */
static int tells_time(const struct monread_ev *ev, int *configured)
{
	if (!is_own(ev))
		return 0;
	if (ev->domain != 1 || ev->mce->type != MONREAD_SAMPLE)
		return 1;
	*configured |= ev->record != 11;
	return !*configured;
}

/* Return 1 if there are three times in TODS (N is 3), and the first is wrong: the other two times
 * differ by at most MOST from each other, but by more from the first. */
static int is_first_wrong(const uint64_t tods[ORDERED_FIRST], unsigned n, uint64_t most)
{
	return n == ORDERED_FIRST && is_apart(tods[0], tods[1], most) &&
	       is_apart(tods[0], tods[2], most) && !is_apart(tods[1], tods[2], most);
}

int ordered_learn(struct ordered_look *l, struct monread_system *system,
                  const struct monread_ev *ev)
{
	int configured = 1;

	if (l->n < ORDERED_FIRST && tells_time(ev, &configured)) {
		l->tods[l->n++] = ev->tod;
		l->tod = l->tods[is_first_wrong(l->tods, l->n, APART_EVENT)];
	} else if (!l->tod && is_own(ev)) {
		l->tod = ev->tod;
	}
	if (!system)
		return l->n == ORDERED_FIRST;
	if (monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length))
		return -1;
	return l->tod && ((l->n == ORDERED_FIRST && *monread_system_id(system)) ||
	                  (ev->dataset > LOOK_SETS && !(ev->flags & MONREAD_REPEATED)));
}

/* ---- Records that were returned ---- */

static const struct ordered_record *find_seen(const struct ordered_seen *t, uint64_t hash)
{
	const struct hash_slot *s;

	for (s = hash_first(&t->by_hash, hash); s->item; s = hash_next(&t->by_hash, s))
		if (t->records[s->item - 1].hash == hash)
			return &t->records[s->item - 1];
	return NULL;
}

/* Remember that capture number SOURCE had a record with the hash HASH. Return 0, or -1 if out of
 * memory. */
static int add_seen(struct ordered_seen *t, uint64_t hash, unsigned source)
{
	if (ARRAY_GROW(t->records, t->n, t->room) || hash_put(&t->by_hash, hash, t->n))
		return -1;
	t->records[t->n++] = (struct ordered_record){ hash, source };
	return 0;
}

/* Forget the hashes of records that were returned more than KEPT before TOD, the time of the
 * current data set. */
static void forget_seen(struct ordered *o, uint64_t tod)
{
	struct ordered_seen old = o->before;
	int64_t on = (int64_t)(tod - o->seen_from);

	/* If TOD is before o->seen_from, the clock may have been set back, or TOD may be wrong:
	 * forget nothing. */
	if (on >= -(int64_t)SET_BACK && on <= (int64_t)KEPT)
		return;
	o->seen_from = tod;
	if (on < 0 || (!o->seen.n && !old.n))
		return;
	hash_clear(&old.by_hash);
	old.n = 0;
	o->before = o->seen;
	o->seen = old;
}

static void free_seen(struct ordered_seen *t)
{
	free(t->records);
	hash_free(&t->by_hash);
}

/* ---- Captures ---- */

static int is_next(const void *a, const void *b)
{
	const struct session_source *x = a, *y = b;

	if (x->is_last != y->is_last)
		return y->is_last;
	/* A capture with an unknown time comes first, because it must be opened to learn the
	 * time. */
	if (!x->tod != !y->tod)
		return !x->tod;
	return x->tod != y->tod ? ordered_is_before(x->tod, y->tod) : x->number < y->number;
}

static int is_same_system(const struct session_source *a, const struct session_source *b)
{
	return a->order.system_hash == b->order.system_hash &&
	       strcmp(a->system_id, b->system_id) == 0;
}

static void ordered_find_systems(struct ordered *o)
{
	struct hash_table systems = { NULL, 0, 0 };
	const struct hash_slot *slot;
	unsigned i;

	for (i = 0; i < o->n; i++) {
		struct session_source *c = o->heap[i], *other;
		size_t length = strlen(c->system_id);
		uint64_t hash = mr_hash(0, (const unsigned char *)c->system_id, length);

		c->order.system_hash = hash;
		slot = hash_first(&systems, hash);
		while (slot->item && !is_same_system(o->heap[slot->item - 1], c))
			slot = hash_next(&systems, slot);
		c->order.is_alone = !slot->item;
		if (slot->item) {
			other = o->heap[slot->item - 1];
			other->order.is_alone = 0;
		} else {
			o->failed |= hash_put(&systems, hash, i) != 0;
		}
	}
	hash_free(&systems);
}

static void ordered_begin(struct session *s)
{
	struct ordered *o = &s->order;
	size_t piece = PIECES / (o->n ? o->n : 1) & ~(size_t)4095;

	descriptors_allow(o->n);
	piece = piece > PIECE_MOST ? PIECE_MOST : piece;
	s->input.piece = piece < PIECE_LEAST ? PIECE_LEAST : piece;
	ordered_find_systems(o);
	heap_make(o->heap, o->n, is_next);
	o->is_begun = 1;
}

void ordered_leave(struct session *s, struct session_source *c)
{
	s->order.n = heap_remove(s->order.heap, s->order.n, is_next);
	s->order.now = NULL;
	session_close(s, c);
	free(c->order.peek.list);
	free(c->order.peek.bytes.bytes);
	memset(&c->order.peek, 0, sizeof c->order.peek);
}

void ordered_done(struct session *s)
{
	struct ordered *o = &s->order;

	while (o->n)
		ordered_leave(s, o->heap[0]);
	free(o->heap);
	free_seen(&o->seen);
	free_seen(&o->before);
	memset(o, 0, sizeof *o);
}

/* ---- The next data set ---- */

/* Return the next event of the capture C, or NULL at the end of C or if the user asked to stop. */
static const struct monread_ev *ordered_next_event(struct session *s, struct session_source *c)
{
	const struct monread_ev *ev;
	const char *id;

	if (s->calls.next)
		return s->calls.next(s->arg, c);
	session_turn(s, c);
	for (ev = monread_next(c->in.m); !ev; ev = monread_next(c->in.m))
		if (input_step(&c->in) != INPUT_FED)
			return NULL;
	if (c->may_change && ev->kind == MONREAD_RECORD && ev->domain == 1 && ev->record == 4) {
		s->order.failed |= monread_system_learn(c->system, 1, 4, ev->bytes, ev->length) !=
		                   0;
		id = monread_system_id(c->system);
		/* If this D1R4 names a second system, read the rest of the capture last. */
		c->is_last |= *id && strcmp(id, c->system_id) != 0;
	}
	return ev;
}

/* ---- Events that were read ahead ---- */

struct peek_event {
	struct monread_ev ev;
	struct monread_mce mce;
	/* offset, in ->bytes of struct ordered_peek, of the bytes of the event; the text of the
	 * event follows its bytes */
	size_t at;
};

static int peek_add(struct ordered_peek *p, const struct monread_ev *ev)
{
	struct peek_event *e;
	size_t at;

	/* If all events were taken, reuse their memory. */
	if (p->at == p->n)
		p->at = p->n = p->bytes.length = 0;
	at = p->bytes.length;
	if (ARRAY_GROW(p->list, p->n, p->room) ||
	    array_append(&p->bytes, ev->bytes, ev->bytes ? ev->length : 0) ||
	    array_append(&p->bytes, ev->text, ev->text ? strlen(ev->text) + 1 : 0))
		return -1;
	e = &p->list[p->n++];
	e->ev = *ev;
	e->at = at;
	if (ev->mce)
		e->mce = *ev->mce;
	return 0;
}

/* Return event N (0: the next event) of the queue P, valid until an event is added to P; NULL if P
 * has fewer events. */
static const struct monread_ev *peek_look(struct ordered_peek *p, size_t n)
{
	struct peek_event *e = n < p->n - p->at ? &p->list[p->at + n] : NULL;

	if (!e)
		return NULL;
	/* The arrays may have moved since the event was added, so set the pointers of the event
	 * again. */
	if (e->ev.mce)
		e->ev.mce = &e->mce;
	if (e->ev.text)
		e->ev.text = (const char *)p->bytes.bytes + e->at +
		             (e->ev.bytes ? e->ev.length : 0);
	if (e->ev.bytes)
		e->ev.bytes = p->bytes.bytes + e->at;
	return &e->ev;
}

static const struct monread_ev *peek_take(struct ordered_peek *p)
{
	const struct monread_ev *ev = peek_look(p, 0);

	p->at += ev != NULL;
	return ev;
}

/* Return event N (0: the next event) of the capture C without taking it; NULL if C ends before
 * event N, or if more than PEEK_MOST bytes would be read ahead. */
static const struct monread_ev *ordered_look_ahead(struct session *s, struct session_source *c,
                                                   size_t n)
{
	struct ordered_peek *peek = &c->order.peek;
	const struct monread_ev *ev = peek_look(peek, n);

	if (ev || peek->ended || s->order.failed)
		return ev;
	/* The limit does not apply to an empty queue, whose bytes are those of events that were
	 * already taken. */
	if (peek->at < peek->n && peek->bytes.length > PEEK_MOST)
		return NULL;
	ev = ordered_next_event(s, c);
	peek->ended = !ev;
	s->order.failed |= ev && peek_add(peek, ev);
	return peek_look(peek, n);
}

static void doubt(struct session *s, struct session_source *c, const struct monread_ev *ev,
                  const char *format, uint64_t a, uint64_t b)
{
	char first[MONREAD_TIME_SIZE], second[MONREAD_TIME_SIZE], text[ORDERED_TEXT];

	monread_time_text(monread_tod_to_unix_us(a), first);
	monread_time_text(monread_tod_to_unix_us(b), second);
	snprintf(text, sizeof text, format, first, second);
	session_turn(s, c);
	session_doubt(s, c, ev, text);
}

/* Read ahead to the next data set of the capture C. Store in TODS the times of its first records
 * for which tells_time() returns 1, and return the number of these times. If these records are
 * sample records, use only the records of one record set.
 *
 * Set *RECORD to the index, as for ordered_look_ahead(), of the first record of the data set, and
 * *TOLD to the index of the record with the time TODS[0]; SIZE_MAX: not found. */
static unsigned first_times(struct session *s, struct session_source *c,
                            uint64_t tods[ORDERED_FIRST], size_t *record, size_t *told)
{
	const struct monread_ev *ev;
	int configured = 0;
	unsigned n = 0;
	size_t at;

	*record = *told = SIZE_MAX;
	for (at = 0; n < ORDERED_FIRST; at++) {
		ev = ordered_look_ahead(s, c, at);
		if (!ev || ev->kind == MONREAD_SET_END)
			break;
		if (ev->kind == MONREAD_CONTROL && *record != SIZE_MAX &&
		    ((n && c->order.is_sample) || ev->dataset != c->order.dataset))
			break;
		if (ev->kind != MONREAD_RECORD)
			continue;
		if (*record == SIZE_MAX) {
			*record = at;
			c->order.dataset = ev->dataset;
			c->order.is_sample = ev->mce->type == MONREAD_SAMPLE;
		}
		if (tells_time(ev, &configured)) {
			*told = n ? *told : at;
			tods[n++] = ev->tod;
		}
	}
	return n;
}

static void find_set(struct session *s, struct session_source *c)
{
	uint64_t tods[ORDERED_FIRST], most, tod = c->order.before ? c->order.before : c->tod;
	const struct monread_ev *ev;
	size_t record, told;
	unsigned n = first_times(s, c, tods, &record, &told);

	c->order.has_set = ordered_look_ahead(s, c, 0) != NULL;
	c->order.has_record = 0;
	c->is_aside = !n;
	most = c->order.is_sample ? APART_SAMPLE : APART_EVENT;
	record = n ? told : record;
	ev = record != SIZE_MAX ? ordered_look_ahead(s, c, record) : NULL;
	if (n) {
		int wrong = is_first_wrong(tods, n, most);

		c->order.before = tod = tods[wrong];
		if (wrong)
			doubt(s, c, ev,
			      "its time is %s, but the next records have %s; the data set is placed by the time "
			      "of the next records",
			      tods[0], tod);
	} else if (ev && (!tod || (is_own(ev) && ordered_is_before(tod, ev->tod)))) {
		/* Place a data set that has only configuration after the previous data set of its
		 * capture, even if its records are older. */
		tod = ev->tod;
	}
	c->tod = tod;
}

/* Return 1 and put *EV back into the queue of the capture C if *EV begins another data set or, in a
 * stream that does not mark the ends of data sets, another sample. If the function returns 0, *EV
 * is still valid. */
static int is_other_set(struct session *s, struct session_source *c, const struct monread_ev **ev)
{
	struct ordered_peek *p = &c->order.peek;
	const struct monread_ev *first;
	int is_other;

	if ((*ev)->kind != MONREAD_CONTROL || !c->order.has_record)
		return 0;
	/* If *EV was taken from the queue, the queue still has a copy of *EV. */
	if (p->at > 0 && &p->list[p->at - 1].ev == *ev)
		p->at--;
	else
		s->order.failed |= peek_add(p, *ev) != 0;
	if (s->order.failed)
		return 0;
	if ((*ev)->dataset != c->order.dataset)
		return 1;
	first = ordered_look_ahead(s, c, 1);
	is_other = first && is_own(first) && !c->is_aside &&
	           (first->domain != 1 || first->record != 11) &&
	           (is_long_before(c->tod, first->tod, OTHER_SAMPLE - 1) ||
	            (first->domain != 1 && is_long_before(first->tod, c->tod, APART_SAMPLE)) ||
	            (c->order.is_sample && first->mce->type != MONREAD_SAMPLE &&
	             ordered_is_before(c->tod, first->tod)));
	if (!is_other)
		*ev = peek_take(p);
	return is_other;
}

/* Return 1 if another capture of the same system may have records of the next data set of the
 * capture C, because the next data set of the other capture is at most KEPT later. Search
 * o->heap[I] and the captures below o->heap[I] in the heap, whose next data sets are not
 * earlier. */
static int has_others(const struct ordered *o, const struct session_source *c, unsigned i)
{
	const struct session_source *other = i < o->n && !c->order.is_alone ? o->heap[i] : NULL;

	if (!other || is_long_before(c->tod, other->tod, KEPT))
		return 0;
	return (other != c && is_same_system(c, other)) || has_others(o, c, 2 * i + 1) ||
	       has_others(o, c, 2 * i + 2);
}

/* Set s->order.now to the capture with the earliest next data set. Return 0 at the end of all
 * captures. */
static int ordered_choose(struct session *s)
{
	struct ordered *o = &s->order;

	while (o->n && !o->failed) {
		struct session_source *c = o->heap[0];

		if (!c->is_open) {
			session_open(s, c);
			if (c->is_open)
				find_set(s, c);
			else
				ordered_leave(s, c);
			heap_sink(o->heap, o->n, 0, is_next);
		} else if (!c->order.has_set) {
			ordered_leave(s, c);
		} else {
			o->now = c;
			o->others = has_others(o, c, 0);
			forget_seen(o, c->tod);
			return 1;
		}
	}
	return 0;
}

/* Report if the clock of the system was set back before EV, a record of the capture C. A single
 * time may be wrong, so report this only if the sample record before EV has about the same time as
 * EV. */
static void check_clock(struct session *s, struct session_source *c, const struct monread_ev *ev)
{
	uint64_t last = c->order.last;

	if (ev->mce->type != MONREAD_SAMPLE || ev->domain == 1 || !is_own(ev) ||
	    c->order.is_alone || c->is_last)
		return;
	c->order.last = ev->tod;
	if (is_apart(ev->tod, last, OTHER_SAMPLE))
		return;
	if (c->order.sampled && is_long_before(ev->tod, c->order.sampled, APART_SAMPLE))
		doubt(s, c, ev,
		      "the clock was set back from %s to %s; the next data sets are placed by the new times",
		      c->order.sampled, ev->tod);
	c->order.sampled = ev->tod;
}

/* Return 1 if another capture already had EV, a record of the capture C; else remember EV and
 * return 0. */
static int was_seen(struct ordered *o, const struct session_source *c, const struct monread_ev *ev)
{
	const struct ordered_record *now, *before;
	uint64_t hash;

	if (ev->kind != MONREAD_RECORD || ev->flags & MONREAD_REPEATED || c->order.is_alone ||
	    (!o->others && !o->seen.n && !o->before.n))
		return 0;
	hash = mr_hash((c->order.system_hash + ev->mce->type) ^ ev->tod, ev->bytes, ev->length);
	now = find_seen(&o->seen, hash);
	before = find_seen(&o->before, hash);
	if ((now && now->source != c->number) || (before && before->source != c->number))
		return 1;
	o->failed |= o->others && !now && add_seen(&o->seen, hash, c->number);
	return 0;
}

const struct monread_ev *ordered_next(struct session *s)
{
	struct ordered *o = &s->order;
	const struct monread_ev *ev;
	struct session_source *c;

	if (!o->is_begun)
		ordered_begin(s);
	for (;;) {
		if (o->now && o->is_set_end) {
			find_set(s, o->now);
			heap_sink(o->heap, o->n, 0, is_next);
			o->now = NULL;
		}
		o->is_set_end = 0;
		if (!o->now && !ordered_choose(s))
			return NULL;
		c = o->now;
		ev = peek_take(&c->order.peek);
		if (!ev && !c->order.peek.ended)
			ev = ordered_next_event(s, c);
		if (!ev) {
			ordered_leave(s, c);
			continue;
		}
		o->is_set_end = is_other_set(s, c, &ev);
		if (o->is_set_end)
			continue;
		o->is_set_end = ev->kind == MONREAD_SET_END;
		if (ev->kind == MONREAD_RECORD)
			check_clock(s, c, ev);
		s->is_first = ev->kind == MONREAD_RECORD && !c->order.has_record;
		c->order.has_record |= s->is_first;
		s->again = was_seen(o, c, ev);
		if (s->again && (ev->domain != 1 || ev->record != 13)) {
			c->left_out++;
			s->left_out++;
		}
		session_turn(s, c);
		return o->failed ? NULL : ev;
	}
}
