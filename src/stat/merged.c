/* merged.c: read the captures of one system in the order of time, and hand their records to the feed. */
#include "config.h"

#include "stat/merged.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/stop.h"
#include "input/input.h"
#include "port/tod.h"

/* Bytes of a capture that are read at once, at most. */
#define PIECE_MOST (256u * 1024u)
/* A record of a sample that is so far from its data set has a wrong time, in TOD units. */
#define APART (60 * MR_TOD_SECOND)

struct capture {
	struct ordered_source order;
	struct input in;
	struct feed_input feed;
	uint64_t setno;     /* of the first record set of its data set */
	uint64_t corrected; /* the last data set of which times were corrected */
};

struct merged {
	struct reading *r;
	struct capture *captures;
	struct ordered order;
	unsigned open;
};

static struct capture *capture_of(struct ordered_source *s)
{
	return (struct capture *)((char *)s - offsetof(struct capture, order));
}

static void enter(struct merged *m, struct capture *s)
{
	m->r->in = &s->in;
	m->r->feed->is_covered = m->open > 1;
}

/* ---- Calls of the ordered reader ---- */

static int open_capture(void *arg, struct ordered_source *source)
{
	struct capture *s = capture_of(source);
	struct merged *m = arg;

	if (feed_begin_input(m->r->feed, &s->feed, source->system_id)) {
		reading_check(m->r, -1);
		return -1;
	}
	if (reading_open(m->r, &s->in, source->name)) {
		feed_end_input(m->r->feed, &s->feed);
		return -1;
	}
	m->open++;
	return 0;
}

/* EV tells the system.  If a capture goes on with another system, all records of the first one come first. */
static void check_system(struct merged *m, struct capture *s, const struct monread_ev *ev)
{
	const char *id;

	reading_check(m->r, feed_again(m->r->feed, ev));
	id = monread_system_id(s->feed.system);
	s->order.is_last |= *id && strcmp(id, s->order.system_id) != 0;
}

static const struct monread_ev *next(void *arg, struct ordered_source *source)
{
	const struct monread_ev *ev;
	struct merged *m = arg;

	enter(m, capture_of(source));
	ev = m->r->stop ? NULL : reading_next(m->r);
	if (ev && ev->kind == MONREAD_RECORD && ev->domain == 1 && ev->record == 4)
		check_system(m, capture_of(source), ev);
	return ev;
}

static void close_capture(void *arg, struct ordered_source *source)
{
	struct capture *s = capture_of(source);
	struct merged *m = arg;

	m->r->in = &s->in;
	/* The next capture may go on with the last sample of this one. */
	if (m->order.n == 0 && !m->r->stop)
		reading_check(m->r, feed_end_file(m->r->feed));
	input_say_losses(&s->in);
	input_close(&s->in);
	m->r->in = NULL;
	feed_end_input(m->r->feed, &s->feed);
	m->open--;
}

static void doubt(void *arg, struct ordered_source *source, const struct monread_ev *ev, const char *text)
{
	struct merged *m = arg;

	enter(m, capture_of(source));
	reading_problem(m->r, ev, OFTEN_CLOCK, text);
	capture_of(source)->corrected = ev->dataset;
}

/* ---- Records ---- */

/* Whether another capture than S goes on with the interval that is being read. */
static int has_samples(const struct merged *m, const struct ordered_source *s)
{
	unsigned i;

	for (i = 0; i < m->order.n; i++) {
		const struct ordered_source *other = m->order.heap[i];

		if (other != s && (!other->is_open || (other->has_set && other->is_sample)) && feed_goes_on(m->r->feed, other->tod))
			return 1;
	}
	return 0;
}

/* Give the record EV, whose time is wrong, the time of its data set; report that once for a data set. */
static void correct(struct merged *m, struct capture *s, struct monread_ev *ev)
{
	char is[MONREAD_TIME_SIZE], taken[MONREAD_TIME_SIZE], text[FEED_TEXT];

	if (s->corrected != ev->dataset) {
		monread_time_text(monread_tod_to_unix_us(ev->tod), is);
		monread_time_text(monread_tod_to_unix_us(s->order.tod), taken);
		snprintf(text, sizeof text, "its time is %s, that of its data set %s, which is taken", is, taken);
		reading_problem(m->r, ev, OFTEN_CLOCK, text);
	}
	s->corrected = ev->dataset;
	ev->tod = s->order.tod;
}

static int is_apart(uint64_t a, uint64_t b)
{
	return a - b > APART && b - a > APART;
}

/* EV is the first record of a data set of S. */
static void begin_set(struct merged *m, struct capture *s, const struct monread_ev *ev)
{
	s->setno = ev->setno;
	/* Configuration alone may come while samples of others are read.  It ends the interval if it is later than these, as after
	 * an IPL, or of another system. */
	if (s->order.is_last && s->order.is_aside)
		reading_check(m->r, feed_end_file(m->r->feed));
	else if (!s->order.is_aside || (!(ev->flags & MONREAD_REPEATED) && ordered_is_before(m->r->feed->end, ev->tod)))
		reading_check(m->r, feed_begin_set(m->r->feed, ev, s->order.tod, has_samples(m, &s->order)));
}

static void take(struct merged *m, struct capture *s, const struct monread_ev *ev, int again)
{
	struct monread_ev corrected;

	enter(m, s);
	if (m->order.is_first)
		begin_set(m, s, ev);
	feed_turn(m->r->feed, &s->feed);
	if (again) {
		reading_check(m->r, feed_again(m->r->feed, ev));
		return;
	}
	if (ev->kind == MONREAD_RECORD && !s->order.is_aside && ev->setno == s->setno && ev->mce->type == MONREAD_SAMPLE &&
	    ev->domain != 1 && is_apart(ev->tod, s->order.tod)) {
		corrected = *ev;
		correct(m, s, &corrected);
		ev = &corrected;
	}
	reading_take(m->r, ev);
}

void merged_read(struct reading *r, const struct order_look *looks, unsigned n)
{
	struct input_options *o = &r->o->input;
	const struct input_options alone = *o;
	struct merged m = { .r = r, .order.calls = { open_capture, next, close_capture, doubt, &m } };
	struct ordered_source *s;
	const struct monread_ev *ev;
	int again, failed;
	unsigned i;

	m.captures = calloc(n, sizeof *m.captures);
	failed = !m.captures;
	for (i = 0; i < n && !failed; i++) {
		s = &m.captures[i].order;
		s->name = looks[i].name;
		/* A capture that begins as another one ends waits for that. */
		s->tod = looks[i].tod ? looks[i].tod + SERIES_SAME_SAMPLE : 0;
		memcpy(s->system_id, looks[i].id, sizeof s->system_id);
		failed = ordered_add(&m.order, s);
	}
	if (failed) {
		reading_check(r, -1);
	} else {
		descriptors_allow(n);
		o->piece = ordered_piece(n, PIECE_MOST);
		while (!r->stop && !stop_asked() && (ev = ordered_next(&m.order, &s, &again)))
			take(&m, capture_of(s), ev, again);
		if (m.order.failed)
			reading_check(r, -1);
		for (i = 0; i < n; i++)
			if (m.captures[i].order.is_open)
				close_capture(&m, &m.captures[i].order);
		*o = alone;
	}
	ordered_done(&m.order);
	free(m.captures);
}
