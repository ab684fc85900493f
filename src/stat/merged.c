/* merged.c: of several captures that one is next whose next data set begins with the oldest record. */
#include "config.h"

#include "stat/merged.h"

#ifdef HAVE_SQLITE3

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/epochs.h"
#include "cli/overlap.h"
#include "cli/stop.h"
#include "port/heap.h"
#include "port/tod.h"

/* Of a capture so much is read at once, at most. */
#define PIECE_MOST (256u * 1024u)
/* What a data set may span before anything is known: CP's usual interval, in TOD units; and what it spans at most. */
#define SPAN_FIRST (60 * MR_TOD_SECOND)
#define SPAN_MOST (7200 * MR_TOD_SECOND)
/* So many captures are open without that one that waits for its turn gives back what it can. */
#define FEW 4u

struct capture {
	struct overlap_source common;
	const char *name;
	struct input in;
	struct feed_input feed;
	const struct monread_ev *first; /* of its next data set; NULL: it is not open, or has ended */
	int ended;
	int is_other; /* from here on it is of another system */
	uint64_t setno; /* of the first record set of its data set */
	uint64_t corrected; /* the last data set of which times were */
};

struct merged {
	struct reading *r;
	struct capture *captures;
	void **heap; /* captures */
	unsigned n, open;
	unsigned ended; /* of those that are open */
	struct overlap overlap;
	uint64_t span;  /* the longest time between two data sets of a capture */
	/* TOD clocks as of overlap_order(): */
	uint64_t from;  /* of samples, others may have those from here on, */
	uint64_t until; /* and what they may have had is no later */
};

/* ---- The order ---- */

/* What begins as another capture ends waits until that has ended, and that is closed when what goes on with its last
 * sample has begun: else nothing would tell the release of the system. */
static uint64_t turn_of(const struct capture *s)
{
	return overlap_order(s->common.tod) + (s->ended ? 2 * SERIES_SAME_SAMPLE : s->common.open ? 0 : SERIES_SAME_SAMPLE);
}

static int is_before(const void *a, const void *b)
{
	const struct capture *x = a, *y = b;

	if (x->is_other != y->is_other)
		return y->is_other;
	if (!x->common.tod != !y->common.tod)
		return !x->common.tod;
	if (x->common.epoch != y->common.epoch)
		return x->common.epoch < y->common.epoch;
	return turn_of(x) != turn_of(y) ? turn_of(x) < turn_of(y) : x->common.number < y->common.number;
}

/* A data set has nothing from before the one in front of it. */
static void note_span(struct merged *m, const struct capture *s)
{
	uint64_t span = s->common.before && s->common.tod > s->common.before ? s->common.tod - s->common.before : 0;

	if (span > m->span)
		m->span = span < SPAN_MOST ? span : SPAN_MOST;
}

/* Whether another capture may have what is in the next data set of S.  Most captures follow one another: where one that
 * begins soon may have events of before, it has no samples of before. */
static int has_others(struct merged *m, const struct capture *s)
{
	uint64_t soon = overlap_order(overlap_turn_of(&s->common)) + m->span;
	unsigned i;

	m->from = UINT64_MAX;
	for (i = 0; i < m->n; i++) {
		const struct capture *other = m->heap[i];
		uint64_t from = other->common.open || !other->common.tod ? 0 : overlap_order(other->common.tod);

		if (!other->ended && overlap_is_beside(&other->common, &s->common) && from <= soon && from < m->from)
			m->from = from;
	}
	return m->from < UINT64_MAX;
}

/* Whether another capture than S goes on with the interval that is being read. */
static int has_samples(const struct merged *m, const struct capture *s)
{
	unsigned i;

	for (i = 0; i < m->n; i++) {
		const struct capture *other = m->heap[i];

		if (other != s && !other->ended && other->common.epoch == s->common.epoch &&
		    (!other->first || other->first->mce->type == MONREAD_SAMPLE) && feed_goes_on(m->r->feed, other->common.tod))
			return 1;
	}
	return 0;
}

/* ---- Data sets ---- */

static void enter(struct merged *m, struct capture *s)
{
	struct input *before = m->r->in;

	if (before && before != &s->in && m->open > FEW)
		input_rest(before);
	m->r->in = &s->in;
	m->r->feed->is_covered = m->open - m->ended > 1;
}

/* The next data set of S begins with configuration.  Where it is that of another system, what all others have comes first. */
static void check_system(struct merged *m, struct capture *s)
{
	const char *id;

	reading_check(m->r, feed_again(m->r->feed, s->first));
	id = monread_system_id(s->feed.system);
	s->is_other |= *id && strcmp(id, s->common.system_id) != 0;
}

static const struct monread_ev *next(struct merged *m, struct capture *s)
{
	const struct monread_ev *ev = peek_take(&s->common.peek);

	return ev || s->common.peek.ended ? ev : reading_next(m->r);
}

static const struct monread_ev *next_of_reading(void *arg)
{
	struct merged *m = arg;

	return m->r->stop ? NULL : reading_next(m->r);
}

static void find_time(struct merged *m, struct capture *s)
{
	char wrong[OVERLAP_WRONG], text[FEED_TEXT];

	s->first = overlap_find_time(&m->overlap, &s->common, s->first, next_of_reading, m, wrong);
	if (!s->first) {
		reading_check(m->r, -1);
	} else if (*wrong) {
		snprintf(text, sizeof text, "%s, %s", wrong,
		         s->common.timeless ? "and its data set is passed over" : "which is taken");
		reading_problem(m->r, s->first, OFTEN_CLOCK, text);
		peek_correct(&s->common.peek, s->common.tod);
	}
}

/* To the first record of the next data set, which tells when that begins. */
static void look_ahead(struct merged *m, struct capture *s)
{
	const struct monread_ev *ev;

	s->first = NULL;
	while (!s->first && !m->r->stop && (ev = next(m, s))) {
		if (ev->kind >= MONREAD_BAD)
			reading_take(m->r, ev);
		if (ev->kind != MONREAD_RECORD)
			continue;
		s->first = ev;
		s->common.tod = ev->tod;
	}
	if (s->first)
		find_time(m, s);
	if (s->first && s->first->domain == 1 && s->first->record == 4)
		check_system(m, s);
}

/* Whether the record EV of S, which OTHERS may have, is passed over, as one of them had it.  -1: out of memory. */
static int is_again(struct merged *m, struct capture *s, const struct monread_ev *ev, int others)
{
	uint64_t tod = overlap_order(ev->tod);
	int had;

	if (s->common.timeless)
		return 1;
	others = others && (ev->mce->type != MONREAD_SAMPLE || tod >= m->from);
	if (!others && tod > m->until && !overlap_lasts(&m->overlap, &s->common, ev))
		return 0;
	had = overlap_had(&m->overlap, &s->common, ev, others);
	if (others && tod > m->until)
		m->until = tod;
	return had;
}

/* A sample has the time of its data set, but for configuration and the end of the interval, and where a stream has several
 * in a data set: a record of it is the first of all where another capture had those in front of it. */
static void correct(struct merged *m, struct capture *s, struct monread_ev *ev)
{
	char is[MONREAD_TIME_SIZE], taken[MONREAD_TIME_SIZE], text[FEED_TEXT];

	if (s->corrected != ev->dataset) {
		monread_time_text(monread_tod_to_unix_us(ev->tod), is);
		monread_time_text(monread_tod_to_unix_us(s->common.tod), taken);
		snprintf(text, sizeof text, "its time is %s, that of its data set %s, which is taken", is, taken);
		reading_problem(m->r, ev, OFTEN_CLOCK, text);
	}
	s->corrected = ev->dataset;
	ev->tod = s->common.tod;
}

static void take_record(struct merged *m, struct capture *s, const struct monread_ev *ev, int others)
{
	int again = is_again(m, s, ev, others);
	struct monread_ev corrected;

	if (!again && !s->common.aside && ev->setno == s->setno && ev->mce->type == MONREAD_SAMPLE && ev->domain != 1 &&
	    overlap_is_apart(ev->tod, s->common.tod)) {
		corrected = *ev;
		correct(m, s, &corrected);
		ev = &corrected;
	}
	if (again > 0)
		reading_check(m->r, feed_again(m->r->feed, ev));
	else if (again == 0)
		reading_take(m->r, ev);
	else
		reading_check(m->r, -1);
}

/* Whether the next data set of S may end the interval that is being read.  What is repeated does not, nor configuration of
 * before: it may come while samples of others are read.  That of a system which was IPLed behind them does, and that of
 * another system. */
static int ends_interval(const struct merged *m, const struct capture *s)
{
	const struct monread_ev *ev = s->first;

	if (!s->common.aside || s->is_other)
		return 1;
	return !(ev->flags & MONREAD_REPEATED) &&
	       (ev->mce->type != MONREAD_SAMPLE || overlap_order(s->common.tod) > overlap_order(m->r->feed->end));
}

/* The data set that look_ahead() has begun, up to its end. */
static void play(struct merged *m, struct capture *s)
{
	const struct monread_ev *ev = s->first;
	uint64_t dataset = ev->dataset;
	int others = has_others(m, s), cut = 0;

	s->setno = ev->setno;
	if (ends_interval(m, s))
		reading_check(m->r, feed_begin_set(m->r->feed, ev, s->common.tod, has_samples(m, s)));
	feed_turn(m->r->feed, &s->feed);
	take_record(m, s, ev, others);
	while (!m->r->stop && (ev = next(m, s))) {
		cut = overlap_is_cut(&s->common, dataset, ev);
		if (!cut)
			cut = overlap_is_other(&s->common, SERIES_OTHER_SAMPLE, &ev, next_of_reading, m);
		if (cut < 0)
			reading_check(m->r, -1);
		if (cut)
			break;
		if (ev->kind == MONREAD_RECORD)
			take_record(m, s, ev, others);
		else
			reading_take(m->r, ev);
		if (ev->kind == MONREAD_SET_END)
			break;
	}
	s->first = NULL;
	if (ev)
		look_ahead(m, s);
}

/* ---- Captures ---- */

static int begin_source(struct merged *m, struct capture *s)
{
	if (feed_begin_input(m->r->feed, &s->feed, s->common.system_id)) {
		reading_check(m->r, -1);
		return -1;
	}
	if (m->r->in && m->open >= FEW)
		input_rest(m->r->in);
	if (reading_open(m->r, &s->in, s->name)) {
		feed_end_input(m->r->feed, &s->feed);
		return -1;
	}
	m->open++;
	s->common.open = 1;
	enter(m, s);
	look_ahead(m, s);
	return 0;
}

static void end_source(struct merged *m, struct capture *s)
{
	m->r->in = &s->in;
	/* Nothing else tells the release of its system. */
	if (m->open == 1 && !m->r->stop)
		reading_check(m->r, feed_end_file(m->r->feed));
	input_say_losses(&s->in);
	input_close(&s->in);
	m->r->in = NULL;
	feed_end_input(m->r->feed, &s->feed);
	peek_done(&s->common.peek);
	s->common.open = 0;
	m->open--;
	m->ended -= s->ended ? 1 : 0;
}

/* The beginning of S, or its next data set.  0, or -1: it cannot be opened. */
static int go_on(struct merged *m, struct capture *s)
{
	char doubt[EPOCHS_DOUBT];

	if (!s->common.open) {
		if (begin_source(m, s))
			return -1;
	} else {
		enter(m, s);
		if (!s->common.aside) {
			note_span(m, s);
			if (epochs_doubt(&m->overlap, &s->common, doubt))
				diag_damage("%s: offset 0x%llx: D%uR%u: %s; give the captures of before and those of after by themselves",
				            s->name, (unsigned long long)s->first->offset, s->first->domain, s->first->record, doubt);
			overlap_turn(&m->overlap, &s->common);
		}
		play(m, s);
	}
	s->ended = !s->first;
	m->ended += !s->first;
	return 0;
}

static void read_all(struct merged *m)
{
	while (m->n && !m->r->stop && !stop_asked()) {
		struct capture *s = m->heap[0];

		if (!s->ended && epochs_waits(&m->overlap, &s->common)) {
			heap_sink(m->heap, m->n, 0, is_before);
			continue;
		}
		if (s->ended)
			end_source(m, s);
		if (s->ended || go_on(m, s))
			m->n = heap_remove(m->heap, m->n, is_before);
		else
			heap_sink(m->heap, m->n, 0, is_before);
	}
}

static int begin(struct merged *m, const struct order_look *looks, unsigned n)
{
	m->captures = calloc(n, sizeof *m->captures);
	m->heap = calloc(n, sizeof *m->heap);
	if (!m->captures || !m->heap) {
		diag_fail("out of memory");
		m->r->stop = 1;
		return -1;
	}
	for (m->n = 0; m->n < n; m->n++) {
		struct capture *s = &m->captures[m->n];

		s->name = s->common.name = looks[m->n].name;
		s->common.number = m->n + 1;
		s->common.tod = looks[m->n].tod;
		s->common.apart = looks[m->n].apart;
		memcpy(s->common.system_id, looks[m->n].id, sizeof s->common.system_id);
		epochs_add(&m->overlap, &s->common);
		m->heap[m->n] = s;
	}
	heap_make(m->heap, m->n, is_before);
	descriptors_allow(m->n);
	return 0;
}

void merged_read(struct reading *r, const struct order_look *looks, unsigned n)
{
	struct input_options *o = &r->o->input;
	const struct input_options alone = *o;
	struct merged m = { .r = r, .span = SPAN_FIRST };
	unsigned i;

	overlap_begin(&m.overlap);
	if (begin(&m, looks, n) == 0) {
		o->spill = spill_new();
		o->piece = overlap_piece(n, PIECE_MOST);
		read_all(&m);
		if (!r->stop)
			reading_check(r, feed_end_file(r->feed));
		for (i = 0; i < n; i++)
			if (m.captures[i].common.open)
				end_source(&m, &m.captures[i]);
		spill_free(o->spill);
		*o = alone;
	}
	overlap_done(&m.overlap);
	free(m.heap);
	free(m.captures);
}

#endif
