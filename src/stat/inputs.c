/* inputs.c: read inputs, one after the other or merged by time, pass their events to feed.c, and report damage and
 * losses. Called by run.c. */
#include "config.h"

#include "stat/inputs.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/rate.h"
#include "cli/stop.h"
#include "cli/words.h"
#include "input/input.h"
#include "port/array.h"
#include "port/tod.h"

static void reading_check(struct reading *r, int rc)
{
	if (!rc)
		return;
	if (!r->stop && errno == ENOMEM)
		diag_fail("out of memory");
	r->stop = 1;
}

/* ---- Messages about problems ---- */

struct often_one {
	unsigned domain, record;
	enum often_why why;
	unsigned said;
	uint64_t left_out;
};

/* Find the counters for this kind of problem, and add new ones if needed. NULL: out of memory. */
static struct often_one *find(struct often *o, unsigned domain, unsigned record, enum often_why why)
{
	size_t i;

	for (i = 0; i < o->n; i++)
		if (o->list[i].domain == domain && o->list[i].record == record && o->list[i].why == why)
			return &o->list[i];
	if (ARRAY_GROW(o->list, o->n, o->room))
		return NULL;
	o->list[o->n] = (struct often_one){ .domain = domain, .record = record, .why = why };
	return &o->list[o->n++];
}

static int often_allows(struct often *o, unsigned domain, unsigned record, enum often_why why)
{
	struct often_one *one = find(o, domain, record, why);

	/* Report a duplicate record once, because it mostly occurs in all samples. Each damage is at a different
	 * place. */
	if (!one || one->said < (why == OFTEN_DOUBLED ? 1 : RATE_MOST)) {
		if (one)
			one->said++;
		return 1;
	}
	one->left_out++;
	return 0;
}

static void say(const struct often_one *one, const char *system)
{
	const char *colon = *system ? ": " : "";
	unsigned long long n = one->left_out;

	switch (one->why) {
	case OFTEN_DOUBLED:
		diag_damage("%s%sD%uR%u: %llu further sample%s with a repeated record; only the first one counts", system,
		            colon, one->domain, one->record, n, words_plural(n));
		break;
	case OFTEN_CLOCK:
		diag_damage("%s%sD%uR%u: %llu further message%s about TOD clocks left out", system, colon, one->domain, one->record, n,
		            words_plural(n));
		break;
	default:
		diag_damage("%s%sD%uR%u: %llu further message%s about damage left out", system, colon, one->domain, one->record, n,
		            words_plural(n));
	}
}

void reading_end_system(struct reading *r, const char *system)
{
	struct often *o = &r->often;
	size_t i;

	for (i = 0; i < o->n; i++)
		if (o->list[i].left_out)
			say(&o->list[i], system);
	o->n = 0;
}

void reading_problem(void *arg, const struct monread_ev *ev, enum often_why why, const char *text)
{
	struct reading *r = arg;

	if (!often_allows(&r->often, ev->domain, ev->record, why))
		diag_disagree(); /* count it for the exit status, without a message */
	else
		diag_damage("%s: offset 0x%llx: D%uR%u: %s", r->in->name, (unsigned long long)ev->offset, ev->domain, ev->record,
		            text);
}

static void reading_say(const struct reading *r, const struct monread_ev *ev)
{
	/* A loss that a device reports has no offset; a mark in a capture has an offset. */
	int is_loss = ev->kind == MONREAD_GAP && !(ev->flags & MONREAD_NUMBERED);

	if (is_loss)
		diag_damage("%s: %s", r->in->name, ev->text);
	else if (ev->flags & MONREAD_NUMBERED)
		diag_damage("%s: offset 0x%llx: D%uR%u: %s", r->in->name, (unsigned long long)ev->offset, ev->domain, ev->record, ev->text);
	else
		diag_damage("%s: offset 0x%llx: %s", r->in->name, (unsigned long long)ev->offset, ev->text);
}

/* ---- Events ---- */

/* Call this if monread_next() returned no event: it reads more input. Returns 0: go on. */
static int no_event(struct reading *r)
{
	struct input_gap gap;
	enum input_more more = input_step(r->in, &gap);

	if (more != INPUT_GAP)
		return more != INPUT_FED;
	feed_lost(r->feed, gap.text);
	if (*gap.text)
		diag_damage("%s: %s", r->in->name, gap.text);
	else
		diag_disagree();
	r->failed |= gap.severed;
	return gap.severed;
}

static const struct monread_ev *reading_next(struct reading *r)
{
	const struct monread_ev *ev;

	while (!(ev = monread_next(r->in->m)))
		if (no_event(r))
			return NULL;
	return ev;
}

static inline const struct monread_ev *next_but(struct reading *r, struct input *in)
{
	const struct monread_ev *ev;

	while (!(ev = monread_next_but(in->m, &r->pass)))
		if (no_event(r))
			return NULL;
	return ev;
}

static void note_record(struct reading *r, const struct monread_ev *ev)
{
	r->has_records = 1;
	if (ev->flags & MONREAD_REPEATED)
		return;
	r->has_first = 1;
	r->first(r->arg, ev->tod);
}

static void reading_take(struct reading *r, const struct monread_ev *ev)
{
	int rc;

	if (ev->kind >= MONREAD_BAD)
		reading_say(r, ev);
	if (!r->has_first && ev->kind == MONREAD_RECORD)
		note_record(r, ev);
	rc = feed_event(r->feed, ev);
	if (rc)
		reading_check(r, rc);
}

/* ---- A single input ---- */

static int reading_open(struct reading *r, struct input *in, const char *name)
{
	if (input_open(in, name, &r->o->input))
		return -1;
	r->in = in;
	r->begin(r->arg, in);
	return 0;
}

void reading_all(struct reading *r, const char *name)
{
	const struct monread_ev *ev;
	struct input in;

	reading_check(r, feed_begin_file(r->feed));
	if (r->stop || reading_open(r, &in, name))
		return;
	r->pass.setno = 0;
	while (!r->stop && (ev = next_but(r, &in)))
		if (r->has_first && feed_ignores(r->feed, ev)) {
			series_pass(&r->pass, ev);
		} else {
			/* Do not skip the next records: this record may change which of them are needed. */
			r->pass.setno = 0;
			reading_take(r, ev);
		}
	if (!r->stop)
		reading_check(r, feed_end_file(r->feed));
	input_say_losses(&in);
	r->failed |= in.is_device && in.sets == 0 && in.gaps > 0;
	input_close(&in);
	r->in = NULL;
}

/* Read the system and the first time from the beginning of a file. Both stay unknown for a pipe, which can be read only
 * once. Returns 0, or -1 after a message. */
static int look(struct order_look *l, const struct options *o, const struct monread_layouts *layouts)
{
	struct folder_look found;

	if (folder_look(&found, l->name, &o->input, 1, layouts))
		return -1;
	l->tod = found.begins.tod;
	memcpy(l->id, found.system, sizeof l->id);
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct order_look *x = a, *y = b;
	int c = strcmp(x->id, y->id);

	/* Inputs of unknown systems are read last, in the order of the command line. */
	if (!*x->id != !*y->id)
		return *x->id ? -1 : 1;
	if (c)
		return c;
	if (*x->id && x->tod != y->tod)
		return x->tod < y->tod ? -1 : 1;
	return x->place - y->place;
}

int order_look(struct order_look *looks, char *const *names, int n, const struct options *o,
               const struct monread_layouts *layouts)
{
	int i;

	memset(looks, 0, (size_t)n * sizeof *looks);
	for (i = 0; i < n; i++) {
		looks[i].name = names[i];
		looks[i].place = i;
		if (n > 1 && look(&looks[i], o, layouts))
			return -1;
	}
	qsort(looks, (size_t)n, sizeof *looks, compare);
	return 0;
}

unsigned order_systems(const struct order_look *looks, int n)
{
	unsigned systems = 1;
	int i;

	for (i = 1; i < n; i++)
		systems += !*looks[i].id || strcmp(looks[i].id, looks[i - 1].id) != 0;
	return systems;
}

/* Most bytes that are read from a capture at a time. */
#define PIECE_MOST (256u * 1024u)
/* If the time of a record is so far from the time of its sample, it is wrong. In TOD units. */
#define APART (60 * MR_TOD_SECOND)

struct capture {
	struct ordered_source order;
	struct input in;
	struct feed_input feed;
	uint64_t setno;     /* first record set of the current data set */
	uint64_t corrected; /* the last data set with a corrected time */
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

/* ---- Functions that the ordered reader calls ---- */

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

/* EV names the system. If it differs from the system so far, all records of the first system must be read before it. */
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
	/* End the interval only after the last capture: the next capture may have more of the same sample. */
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

/* Whether a capture other than S has more samples of the current interval. */
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

/* Replace the wrong time of record EV by the time of its data set. Reports it once per data set. */
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

/* Begin a data set of S, which has EV as its first record. */
static void begin_set(struct merged *m, struct capture *s, const struct monread_ev *ev)
{
	s->setno = ev->setno;
	/* A data set with configuration only may come while samples of other captures are read. It ends the interval if
	 * it is later than these, as after an IPL, or of another system. */
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
		/* If another capture ends where this one begins, that one is read first. */
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
