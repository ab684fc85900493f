/* ordered.c: chooses the capture whose data set is next in time, and drops records that another
 * capture already had.
 *
 * --merge, --sql and monstat call it. A data set is ordered by its first record that is neither
 * configuration nor repeated. A stream may not mark the ends of data sets: then a new one begins if
 * the time of the record sets jumps. */
#include "config.h"

#include "input/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/words.h"
#include "port/array.h"
#include "port/heap.h"
#include "port/tod.h"

/* The time of a sample or event record is wrong if it differs by more than this from the times of
 * two next records. */
#define APART_SAMPLE (60 * MR_TOD_SECOND)
#define APART_EVENT  (3600 * MR_TOD_SECOND)
/* If the times of two record sets of a data set differ by this, the second set belongs to another
 * sample. */
#define OTHER_SAMPLE (30 * MR_TOD_SECOND)
/* Hashes of records are kept for at least KEPT, to drop the records from other captures. If the
 * clock is set back by at most SET_BACK, they are still kept. */
#define KEPT     (7200 * MR_TOD_SECOND)
#define SET_BACK (10800 * MR_TOD_SECOND)
/* Maximum bytes to read ahead for the time of a data set. */
#define PEEK_MOST (4u * 1024u * 1024u)
/* Memory for all open captures, and the minimum and maximum for each. */
#define PIECES      (4u * 1024u * 1024u)
#define PIECE_LEAST (8u * 1024u)
#define PIECE_MOST  (256u * 1024u)
/* Read at most this number of data sets to find the record that names the system (D1R4). */
#define LOOK_SETS 3u

/* ---- Times ---- */

/* Return a number by which TOD clocks can be compared. The TOD clock wraps in 2042: values with the
 * top bit come first. */
static uint64_t order(uint64_t tod)
{
	return tod ^ UINT64_C(1) << 63;
}

int ordered_is_before(uint64_t a, uint64_t b)
{
	return order(a) < order(b);
}

/* Return 1 if A is more than MOST before B. */
static int is_long_before(uint64_t a, uint64_t b, uint64_t most)
{
	return order(a) < order(b) && b - a > most;
}

static int is_apart(uint64_t a, uint64_t b, uint64_t most)
{
	return is_long_before(a, b, most) || is_long_before(b, a, most);
}

/* Return 1 if CP wrote the record EV here. Repeated configuration and marks were added later, with
 * other times. */
static int is_own(const struct monread_ev *ev)
{
	return ev->kind == MONREAD_RECORD && !(ev->flags & MONREAD_REPEATED) &&
	       !monread_is_mark(ev->bytes, ev->length);
}

/* Return 1 if EV is configuration, whose time may be the start of monitoring; 0 for D1R11, the end
 * of an interval. */
static int is_config(const struct monread_ev *ev)
{
	return ev->domain == 1 && ev->record != 11 && ev->mce->type == MONREAD_SAMPLE;
}

/* Return 1 if EV has the time of its data set. Set *CONFIGURED to 1 if EV is configuration: a D1R11
 * after it in the data set has the time of the configuration. */
static int tells_time(const struct monread_ev *ev, int *configured)
{
	if (!is_own(ev))
		return 0;
	*configured |= is_config(ev);
	return ev->domain != 1 || ev->mce->type != MONREAD_SAMPLE ||
	       (ev->record == 11 && !*configured);
}

/* Return 1 if the first of N TODS is wrong, because two others agree on another time. */
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

/* Remember that the capture number SOURCE had the record with HASH. Return 0, or -1 if out of
 * memory. */
static int add_seen(struct ordered_seen *t, uint64_t hash, unsigned source)
{
	if (ARRAY_GROW(t->records, t->n, t->room) || hash_put(&t->by_hash, hash, t->n))
		return -1;
	t->records[t->n++] = (struct ordered_record){ hash, source };
	return 0;
}

/* Forget the hashes of records that are more than KEPT older than TOD, the time of the current data
 * set. */
static void forget_seen(struct ordered *o, uint64_t tod)
{
	struct ordered_seen old = o->before;
	/* The difference is correct even if the TOD clock wrapped between the two values. */
	int64_t on = (int64_t)(tod - o->seen_from);

	/* If the clock was set back, or a single time is wrong, forget nothing. */
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

void ordered_add(struct ordered *o, struct ordered_source *s)
{
	if (ARRAY_GROW(o->heap, o->n, o->room)) {
		o->failed = 1;
		return;
	}
	s->number = o->n + 1;
	s->tod += s->tod ? o->delay : 0;
	o->heap[o->n++] = s;
}

static int is_next(const void *a, const void *b)
{
	const struct ordered_source *x = a, *y = b;

	if (x->is_last != y->is_last)
		return y->is_last;
	/* A capture whose time is not known yet comes first: it must be opened to learn the
	 * time. */
	if (!x->tod != !y->tod)
		return !x->tod;
	return x->tod != y->tod ? ordered_is_before(x->tod, y->tod) : x->number < y->number;
}

static int is_same_system(const struct ordered_source *a, const struct ordered_source *b)
{
	return a->system_hash == b->system_hash && strcmp(a->system_id, b->system_id) == 0;
}

/* Set ->system_hash and ->is_alone of all captures. */
static void ordered_find_systems(struct ordered *o)
{
	struct hash_table systems = { NULL, 0, 0 };
	const struct hash_slot *slot;
	unsigned i;

	for (i = 0; i < o->n; i++) {
		struct ordered_source *s = o->heap[i], *other = NULL;
		size_t length = strlen(s->system_id);

		s->system_hash = mr_hash(0, (const unsigned char *)s->system_id, length);
		slot = hash_first(&systems, s->system_hash);
		while (slot->item && !is_same_system(o->heap[slot->item - 1], s))
			slot = hash_next(&systems, slot);
		s->is_alone = !slot->item;
		if (slot->item) {
			other = o->heap[slot->item - 1];
			other->is_alone = 0;
		} else {
			o->failed |= hash_put(&systems, s->system_hash, i) != 0;
		}
	}
	hash_free(&systems);
}

static void ordered_begin(struct ordered *o)
{
	size_t piece = PIECES / (o->n ? o->n : 1) & ~(size_t)4095;

	descriptors_allow(o->n);
	piece = piece > PIECE_MOST ? PIECE_MOST : piece;
	if (o->input)
		o->input->piece = piece < PIECE_LEAST ? PIECE_LEAST : piece;
	ordered_find_systems(o);
	heap_make(o->heap, o->n, is_next);
	o->is_begun = 1;
}

static void ordered_turn(struct ordered *o, struct ordered_source *s)
{
	if (o->turn != s && o->calls.turn)
		o->calls.turn(o->calls.arg, s);
	o->turn = s;
}

static void close_source(struct ordered_source *s)
{
	input_close(s->in);
	s->is_open = 0;
}

void ordered_open(struct ordered *o, struct ordered_source *s)
{
	ordered_turn(o, s);
	if (s->fd)
		lseek(*s->fd, 0, SEEK_SET);
	s->is_open = o->calls.next ||
	             input_open_fd(s->in, s->name, s->fd ? *s->fd : -1, o->input) == 0;
	if (s->is_open && o->calls.begin && o->calls.begin(o->calls.arg, s))
		close_source(s);
}

/* Remove S, the first capture of the heap, because it is at its end or cannot be opened; close
 * it. */
static void leave(struct ordered *o, struct ordered_source *s)
{
	o->n = heap_remove(o->heap, o->n, is_next);
	o->now = NULL;
	if (s->is_open) {
		ordered_turn(o, s);
		if (o->calls.end)
			o->calls.end(o->calls.arg, s);
		if (!o->calls.next)
			close_source(s);
	}
	s->is_open = 0;
	peek_done(&s->peek);
}

void ordered_done(struct ordered *o)
{
	while (o->n)
		leave(o, o->heap[0]);
	free(o->heap);
	free_seen(&o->seen);
	free_seen(&o->before);
	*o = (struct ordered){ .left_out = o->left_out };
}

void ordered_say_left_out(const struct ordered *o)
{
	if (o->left_out)
		diag_note("%llu duplicate record%s of overlapping captures left out",
		          (unsigned long long)o->left_out, words_plural(o->left_out));
}

/* ---- The next data set ---- */

/* Return the next event of S from its file; NULL at its end, or if the user asked to stop. */
static const struct monread_ev *ordered_next_event(struct ordered *o, struct ordered_source *s)
{
	const struct monread_ev *ev;
	struct input_gap gap;
	const char *id;

	if (o->calls.next)
		return o->calls.next(o->calls.arg, s);
	ordered_turn(o, s);
	for (ev = monread_next(s->in->m); !ev; ev = monread_next(s->in->m))
		if (input_step(s->in, &gap) != INPUT_FED)
			return NULL;
	if (s->system && ev->kind == MONREAD_RECORD && ev->domain == 1 && ev->record == 4) {
		o->failed |= monread_system_learn(s->system, 1, 4, ev->bytes, ev->length) != 0;
		id = monread_system_id(s->system);
		/* Return the records of all captures of the first system before the records of the
		 * second system. */
		s->is_last |= *id && strcmp(id, s->system_id) != 0;
	}
	return ev;
}

/* Return event number N (from 0) of the next events of S, without removing it. NULL at the end, or
 * if more than PEEK_MOST bytes would be read ahead. */
static const struct monread_ev *ordered_look_ahead(struct ordered *o, struct ordered_source *s,
                                                   size_t n)
{
	const struct monread_ev *ev = peek_look(&s->peek, n);

	if (ev || s->peek.ended || o->failed || s->peek.bytes.length > PEEK_MOST)
		return ev;
	ev = ordered_next_event(o, s);
	s->peek.ended = !ev;
	o->failed = ev && peek_add(&s->peek, ev);
	return peek_look(&s->peek, n);
}

static const struct monread_ev *ordered_take(struct ordered *o, struct ordered_source *s)
{
	const struct monread_ev *ev = peek_take(&s->peek);

	return ev || s->peek.ended ? ev : ordered_next_event(o, s);
}

static void put_back(struct ordered *o, struct ordered_source *s, const struct monread_ev *ev)
{
	o->failed |= !peek_put_back(&s->peek, ev) && peek_add(&s->peek, ev);
}

static void doubt(struct ordered *o, struct ordered_source *s, const struct monread_ev *ev,
                  const char *format, uint64_t a, uint64_t b)
{
	char first[MONREAD_TIME_SIZE], second[MONREAD_TIME_SIZE], text[ORDERED_TEXT];

	monread_time_text(monread_tod_to_unix_us(a), first);
	monread_time_text(monread_tod_to_unix_us(b), second);
	snprintf(text, sizeof text, format, first, second);
	ordered_turn(o, s);
	o->calls.doubt(o->calls.arg, s, ev, text);
}

/* Put into TODS the times of the first three records of the next data set for which tells_time() is
 * true; of samples, all from the same record set. Returns how many. *RECORD: the event, as number N
 * of ordered_look_ahead(), that is the first record of the data set; *TOLD: the event with the
 * first time in TODS; SIZE_MAX: there is no such event. */
static unsigned first_times(struct ordered *o, struct ordered_source *s,
                            uint64_t tods[ORDERED_FIRST], size_t *record, size_t *told)
{
	const struct monread_ev *ev;
	int configured = 0;
	unsigned n = 0;
	size_t at;

	*record = *told = SIZE_MAX;
	for (at = 0; n < ORDERED_FIRST; at++) {
		ev = ordered_look_ahead(o, s, at);
		if (!ev || ev->kind == MONREAD_SET_END)
			break;
		if (ev->kind == MONREAD_CONTROL && *record != SIZE_MAX &&
		    ((n && s->is_sample) || ev->dataset != s->dataset))
			break;
		if (ev->kind != MONREAD_RECORD)
			continue;
		if (*record == SIZE_MAX) {
			*record = at;
			s->dataset = ev->dataset;
			s->is_sample = ev->mce->type == MONREAD_SAMPLE;
		}
		if (tells_time(ev, &configured)) {
			*told = n ? *told : at;
			tods[n++] = ev->tod;
		}
	}
	return n;
}

/* Read ahead in S to find its next data set, and set S->tod to the time of that data set. */
static void find_set(struct ordered *o, struct ordered_source *s)
{
	uint64_t tods[ORDERED_FIRST], most, tod = s->before ? s->before : s->tod;
	const struct monread_ev *ev;
	size_t record, told;
	unsigned n = first_times(o, s, tods, &record, &told);

	s->has_set = ordered_look_ahead(o, s, 0) != NULL;
	s->has_record = 0;
	s->is_aside = !n;
	most = s->is_sample ? APART_SAMPLE : APART_EVENT;
	record = n ? told : record;
	ev = record != SIZE_MAX ? ordered_look_ahead(o, s, record) : NULL;
	if (n) {
		int wrong = is_first_wrong(tods, n, most);

		s->before = tod = tods[wrong];
		if (wrong)
			doubt(o, s, ev,
			      "its time is %s, but the next records have %s; the data set is placed by the time "
			      "of the next records",
			      tods[0], tod);
	} else if (ev && (!tod || (is_own(ev) && ordered_is_before(tod, ev->tod)))) {
		/* A data set with configuration only comes after the data set before it in the
		 * capture, even if its times are older. */
		tod = ev->tod;
	}
	s->tod = tod;
}

/* Return 1 if *EV begins another data set of S, or another sample in a stream that does not mark
 * the ends of data sets; then *EV was put back. If 0 is returned, *EV is still valid. */
static int is_other_set(struct ordered *o, struct ordered_source *s, const struct monread_ev **ev)
{
	const struct monread_ev *first;
	int is_other;

	if ((*ev)->kind != MONREAD_CONTROL || !s->has_record)
		return 0;
	put_back(o, s, *ev);
	if ((*ev)->dataset != s->dataset)
		return 1;
	first = ordered_look_ahead(o, s, 1);
	is_other = first && is_own(first) && !s->is_aside &&
	           (first->domain != 1 || first->record != 11) &&
	           (is_long_before(s->tod, first->tod, OTHER_SAMPLE - 1) ||
	            (first->domain != 1 && is_long_before(first->tod, s->tod, APART_SAMPLE)) ||
	            (s->is_sample && first->mce->type != MONREAD_SAMPLE &&
	             ordered_is_before(s->tod, first->tod)));
	if (!is_other)
		*ev = peek_take(&s->peek);
	return is_other;
}

/* Return 1 if another capture of the system may have the same records as the next data set of S,
 * because the next data set of that capture is at most KEPT later. Look from place I of the heap
 * on: no capture below it has an earlier data set. */
static int has_others(const struct ordered *o, const struct ordered_source *s, unsigned i)
{
	const struct ordered_source *other = i < o->n && !s->is_alone ? o->heap[i] : NULL;

	if (!other || is_long_before(s->tod, other->tod, KEPT))
		return 0;
	return (other != s && is_same_system(s, other)) || has_others(o, s, 2 * i + 1) ||
	       has_others(o, s, 2 * i + 2);
}

/* Set O->now to the capture with the earliest data set; open captures to learn their times. Return
 * 0 if all are at their end. */
static int ordered_choose(struct ordered *o)
{
	while (o->n && !o->failed) {
		struct ordered_source *s = o->heap[0];

		if (!s->is_open) {
			ordered_open(o, s);
			if (s->is_open)
				find_set(o, s);
			else
				leave(o, s);
			heap_sink(o->heap, o->n, 0, is_next);
		} else if (!s->has_set) {
			leave(o, s);
		} else {
			o->now = s;
			o->others = has_others(o, s, 0);
			forget_seen(o, s->tod);
			return 1;
		}
	}
	return 0;
}

/* Report if the clock was set back before EV, a record of S. A single record may have a wrong time,
 * so report it only if the record before EV has about the same time as EV. */
static void check_clock(struct ordered *o, struct ordered_source *s, const struct monread_ev *ev)
{
	uint64_t last = s->last;

	if (ev->mce->type != MONREAD_SAMPLE || ev->domain == 1 || !is_own(ev) || s->is_alone ||
	    s->is_last)
		return;
	s->last = ev->tod;
	if (is_apart(ev->tod, last, OTHER_SAMPLE))
		return;
	if (s->sampled && is_long_before(ev->tod, s->sampled, APART_SAMPLE))
		doubt(o, s, ev,
		      "the clock was set back from %s to %s; the next data sets are placed by the new times",
		      s->sampled, ev->tod);
	s->sampled = ev->tod;
}

/* Return 1 if another capture had the record EV of S, with its time and type (sample or event); if
 * not, remember it. */
static int was_seen(struct ordered *o, const struct ordered_source *s, const struct monread_ev *ev)
{
	const struct ordered_record *now, *before;
	uint64_t hash;

	if (ev->kind != MONREAD_RECORD || ev->flags & MONREAD_REPEATED || s->is_alone ||
	    (!o->others && !o->seen.n && !o->before.n))
		return 0;
	hash = mr_hash((s->system_hash + ev->mce->type) ^ ev->tod, ev->bytes, ev->length);
	now = find_seen(&o->seen, hash);
	before = find_seen(&o->before, hash);
	if ((now && now->source != s->number) || (before && before->source != s->number))
		return 1;
	o->failed |= o->others && !now && add_seen(&o->seen, hash, s->number);
	return 0;
}

const struct monread_ev *ordered_next(struct ordered *o, struct ordered_source **s, int *again)
{
	const struct monread_ev *ev;

	if (!o->is_begun)
		ordered_begin(o);
	for (;;) {
		if (o->now && o->is_set_end) {
			find_set(o, o->now);
			heap_sink(o->heap, o->n, 0, is_next);
			o->now = NULL;
		}
		o->is_set_end = 0;
		if (!o->now && !ordered_choose(o))
			return NULL;
		*s = o->now;
		ev = ordered_take(o, *s);
		if (!ev) {
			(*s)->has_set = 0;
			leave(o, *s);
			continue;
		}
		/* is_other_set() reads on, so EV is invalid if it is put back. */
		o->is_set_end = is_other_set(o, *s, &ev);
		if (o->is_set_end)
			continue;
		o->is_set_end = ev->kind == MONREAD_SET_END;
		if (ev->kind == MONREAD_RECORD)
			check_clock(o, *s, ev);
		o->is_first = ev->kind == MONREAD_RECORD && !(*s)->has_record;
		(*s)->has_record |= o->is_first;
		*again = was_seen(o, *s, ev);
		if (*again && (ev->domain != 1 || ev->record != 13)) {
			(*s)->left_out++;
			o->left_out++;
		}
		ordered_turn(o, *s);
		return o->failed ? NULL : ev;
	}
}
