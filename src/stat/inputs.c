/* inputs.c: read inputs, one after the other or merged by time, pass their events to feed.c, and report damage and
 * losses. Called by run.c. */
#include "config.h"

#include "stat/feed.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "cli/words.h"
#include "port/clock.h"
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

/* Report a duplicate record once, because it mostly occurs in all samples. Each damage is at a different place. */
static const struct {
	uint32_t most;
	const char *what, *about;
} often[OFTEN_KINDS] = {
	{ 1, "sample", " with a repeated record; only the first one counts" },
	{ RATE_MOST, "message", " about TOD clocks left out" },
	{ RATE_MOST, "message", " about damage left out" },
};

void reading_end_system(struct reading *r, const char *system)
{
	unsigned why, kind;

	for (why = 0; why < OFTEN_KINDS; why++)
		for (kind = 0; kind < MR_DOMAINS * MR_RECORDS; kind++) {
			uint32_t n = r->problems[why][kind], most = often[why].most;

			if (n > most)
				diag_damage("%s%sD%uR%u: %u further %s%s%s", system, *system ? ": " : "", kind / MR_RECORDS,
				            kind % MR_RECORDS, n - most, often[why].what, words_plural(n - most), often[why].about);
		}
	memset(r->problems, 0, sizeof r->problems);
}

void reading_problem(void *arg, const struct monread_ev *ev, enum often_why why, const char *text)
{
	struct reading *r = arg;

	if (mr_is_in_bounds(ev->domain, ev->record) &&
	    ++r->problems[why][ev->domain * MR_RECORDS + ev->record] > often[why].most)
		diag_disagree(); /* count it for the exit status, without a message */
	else
		diag_damage("%s: offset 0x%llx: D%uR%u: %s", r->in->name, (unsigned long long)ev->offset, ev->domain, ev->record,
		            text);
}

static void say_damage(const struct reading *r, const struct monread_ev *ev)
{
	if (ev->flags & MONREAD_NUMBERED)
		diag_damage("%s: offset 0x%llx: D%uR%u: %s", r->in->name, (unsigned long long)ev->offset, ev->domain, ev->record,
		            ev->text);
	else if (ev->kind == MONREAD_GAP)
		/* A loss that a device reports has no offset; a mark in a capture has an offset. */
		diag_damage("%s: %s", r->in->name, ev->text);
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

static void reading_take(struct reading *r, const struct monread_ev *ev)
{
	if (ev->kind >= MONREAD_BAD)
		say_damage(r, ev);
	if (!r->has_first && ev->kind == MONREAD_RECORD) {
		r->has_records = 1;
		r->has_first = !(ev->flags & MONREAD_REPEATED);
		if (r->has_first)
			r->first(r->arg, ev->tod);
	}
	reading_check(r, feed_event(r->feed, ev));
}

struct capture {
	struct ordered_source order; /* the first member, see capture_of() */
	int place; /* on the command line */
	struct input in;
	struct feed_input feed;
	uint64_t setno; /* first record set of the current data set */
};

/* The capture S was opened. ID: its system; NULL: it is read alone. Returns 0, or -1 after a message. */
static int begin_capture(struct reading *r, struct capture *s, const char *id)
{
	if (feed_begin_input(r->feed, &s->feed, id)) {
		reading_check(r, -1);
		feed_end_input(r->feed, &s->feed);
		return -1;
	}
	s->order.system = id ? s->feed.system : NULL;
	r->in = &s->in;
	r->begin(r->arg, r->in);
	return 0;
}

static void end_capture(struct reading *r, struct capture *s, int ends_interval)
{
	if (ends_interval && !r->stop)
		reading_check(r, feed_end_interval(r->feed));
	input_say_losses(&s->in);
	r->failed |= s->in.is_device && s->in.sets == 0 && s->in.gaps > 0;
	r->in = NULL;
	feed_end_input(r->feed, &s->feed);
}

/* ---- A single input ---- */

static inline const struct monread_ev *next_but(struct reading *r, struct input *in)
{
	const struct monread_ev *ev;

	while (!(ev = monread_next_but(in->m, &r->pass)))
		if (no_event(r))
			return NULL;
	return ev;
}

static void read_one(struct reading *r, struct capture *s)
{
	const struct monread_ev *ev;

	if (input_open(&s->in, s->order.name, &r->o->input) || begin_capture(r, s, NULL)) {
		input_close(&s->in);
		return;
	}
	r->pass.setno = 0;
	while (!r->stop && (ev = next_but(r, &s->in)))
		if (r->has_first && feed_ignores(r->feed, ev)) {
			series_pass(&r->pass, ev);
		} else {
			/* Do not skip the next records: this record may change which of them are needed. */
			r->pass.setno = 0;
			reading_take(r, ev);
		}
	end_capture(r, s, 1);
	input_close(&s->in);
}

/* ---- Several captures of one system ---- */

/* If the time of a record is so far from the time of its sample, it is wrong. In TOD units. */
#define APART (60 * MR_TOD_SECOND)

static struct capture *capture_of(struct ordered_source *s)
{
	return (struct capture *)s;
}

static void turn(void *arg, struct ordered_source *source)
{
	struct reading *r = arg;

	r->in = source->in;
}

static int begin(void *arg, struct ordered_source *source)
{
	return begin_capture(arg, capture_of(source), source->system_id);
}

static void end(void *arg, struct ordered_source *source)
{
	struct reading *r = arg;

	/* End the interval only after the last capture: the next capture may have more of the same sample. */
	end_capture(r, capture_of(source), r->order.n == 0);
}

static void doubt(void *arg, struct ordered_source *source, const struct monread_ev *ev, const char *text)
{
	(void)source;
	reading_problem(arg, ev, OFTEN_CLOCK, text);
}

/* Return EV, or its copy TO with the time of its data set if EV is a sample record with a wrong time, which the ordered
 * reader or feed.c reports. */
static const struct monread_ev *correct(const struct capture *s, const struct monread_ev *ev, struct monread_ev *to)
{
	uint64_t tod = s->order.tod;

	if (ev->kind != MONREAD_RECORD || s->order.is_aside || ev->setno != s->setno || ev->mce->type != MONREAD_SAMPLE ||
	    ev->domain == 1 || ev->tod - tod <= APART || tod - ev->tod <= APART)
		return ev;
	*to = *ev;
	to->tod = tod;
	return to;
}

/* Begin a data set of S, which has EV as its first record. */
static void begin_set(struct reading *r, struct ordered_source *s, const struct monread_ev *ev)
{
	capture_of(s)->setno = ev->setno;
	/* A data set with configuration only may come while samples of other captures are read. It ends the interval if
	 * it is later than these, as after an IPL, or of another system. */
	if (s->is_last && s->is_aside)
		reading_check(r, feed_end_interval(r->feed));
	else if (!s->is_aside || (!(ev->flags & MONREAD_REPEATED) && ordered_is_before(r->feed->end, ev->tod)))
		reading_check(r, feed_begin_set(r->feed, ev, s->tod));
}

static void read_merged(struct reading *r, struct capture *captures, int n)
{
	const struct input_options alone = r->o->input;
	struct ordered *order = &r->order;
	struct ordered_source *s;
	struct monread_ev corrected;
	const struct monread_ev *ev;
	int again, i;

	order->calls = (struct ordered_calls){ .turn = turn, .begin = begin, .end = end, .doubt = doubt, .arg = r };
	order->input = &r->o->input;
	order->delay = SERIES_SAME_SAMPLE;
	for (i = 0; i < n; i++) {
		captures[i].order.in = &captures[i].in;
		ordered_add(order, &captures[i].order);
	}
	while (!r->stop && !stop_asked() && (ev = ordered_next(order, &s, &again))) {
		if (order->is_first)
			begin_set(r, s, ev);
		feed_turn(r->feed, &capture_of(s)->feed);
		if (again)
			reading_check(r, feed_again(r->feed, ev));
		else
			reading_take(r, correct(capture_of(s), ev, &corrected));
	}
	if (order->failed) {
		errno = ENOMEM;
		reading_check(r, -1);
	}
	ordered_done(order);
	r->o->input = alone;
}

/* ---- All captures ---- */

static int compare(const void *a, const void *b)
{
	const struct capture *x = a, *y = b;
	const char *id = x->order.system_id;
	int c = strcmp(id, y->order.system_id);

	/* Inputs of unknown systems are read last, in the order of the command line. */
	if (c)
		return *id && *y->order.system_id ? c : -c;
	if (*id && x->order.tod != y->order.tod)
		return x->order.tod < y->order.tod ? -1 : 1;
	return x->place - y->place;
}

/* Sort N captures by system and time. If N is above 1, this reads the beginnings of the files; of a pipe, which can be
 * read only once, nothing is known. Returns the number of systems, or -1 after a message. */
static int look(struct reading *r, struct capture *captures, char *const *names, int n)
{
	struct folder_look found;
	int i, systems = 0;

	for (i = 0; i < n; i++) {
		struct ordered_source *s = &captures[i].order;

		s->name = names[i];
		captures[i].place = i;
		if (n == 1)
			break;
		if (folder_look(&found, names[i], &r->o->input, 1, r->feed->layouts))
			return -1;
		s->tod = found.begins.tod;
		memcpy(s->system_id, found.system, sizeof s->system_id);
	}
	qsort(captures, (size_t)n, sizeof *captures, compare);
	for (i = 0; i < n; i++)
		systems += !i || !*captures[i].order.system_id ||
		           strcmp(captures[i].order.system_id, captures[i - 1].order.system_id) != 0;
	return systems;
}

void reading_captures(struct reading *r, char *const *names, int n, int *many)
{
	struct capture *captures = calloc((size_t)n + 1, sizeof *captures);
	int systems = captures ? look(r, captures, names, n) : 0, i, k;

	if (!captures) {
		errno = ENOMEM;
		reading_check(r, -1);
		return;
	}
	r->stop |= systems < 0;
	if (many)
		*many = systems > 1;
	if (n > 1)
		feed_several(r->feed);
	for (i = 0; i < n && !r->stop && !stop_asked(); i = k) {
		const char *id = captures[i].order.system_id;

		/* Devices are not merged, because their data is shown as it comes. */
		for (k = i + 1; k < n && *id && strcmp(id, captures[k].order.system_id) == 0 &&
		                r->o->input.container != MONREAD_CONTAINER_DEVICE; k++)
			;
		if (k > i + 1)
			read_merged(r, captures + i, k - i);
		else
			read_one(r, &captures[i]);
	}
	/* Report it, because the name may be a mistyped operand. */
	if (systems > 0 && i < n && r->o->count && r->lines >= r->o->count)
		diag_note("%s%s: not read, because COUNT lines (%u) were shown before", captures[i].order.name,
		          i + 1 < n ? " and the FILEs after it" : "", r->o->count);
	free(captures);
}
