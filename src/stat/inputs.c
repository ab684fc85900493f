/* inputs.c: inputs to events. */
#include "config.h"

#include "stat/inputs.h"

#include <errno.h>

#include "cli/diag.h"

void reading_check(struct reading *r, int rc)
{
	if (!rc)
		return;
	if (!r->stop && errno == ENOMEM)
		diag_fail("out of memory");
	r->stop = 1;
}

/* ---- What is wrong ---- */

void reading_problem(void *arg, const struct monread_ev *ev, enum often_why why, const char *text)
{
	struct reading *r = arg;

	if (!often_allows(&r->often, ev->domain, ev->record, why))
		diag_disagree(); /* only counted */
	else
		diag_damage("%s: offset 0x%llx: D%uR%u: %s", r->in->name, (unsigned long long)ev->offset, ev->domain, ev->record,
		            text);
}

void reading_say(const struct reading *r, const struct monread_ev *ev)
{
	/* A loss of a device has no offset; a mark in a capture has one. */
	int is_loss = ev->kind == MONREAD_GAP && !(ev->flags & MONREAD_NUMBERED);

	if (is_loss)
		diag_damage("%s: %s", r->in->name, ev->text);
	else if (ev->flags & MONREAD_NUMBERED)
		diag_damage("%s: offset 0x%llx: D%uR%u: %s", r->in->name, (unsigned long long)ev->offset, ev->domain, ev->record, ev->text);
	else
		diag_damage("%s: offset 0x%llx: %s", r->in->name, (unsigned long long)ev->offset, ev->text);
}

/* ---- Events ---- */

/* The reader needs more.  0: it has some. */
static int feed_more(struct reading *r)
{
	struct input_gap gap;

	switch (input_more(r->in, &gap)) {
	case INPUT_FED:
		return 0;
	case INPUT_GAP:
		feed_lost(r->feed, gap.text);
		if (*gap.text)
			diag_damage("%s: %s", r->in->name, gap.text);
		else
			diag_disagree();
		r->failed |= gap.severed;
		return gap.severed;
	default:
		return -1;
	}
}

/* monread_next() has returned no event.  0: go on. */
static int no_event(struct reading *r)
{
	switch (monread_code(r->in->m)) {
	case MONREAD_AGAIN:
		return feed_more(r);
	case MONREAD_FATAL:
		input_say_fatal(r->in);
		return -1;
	default:
		if (monread_offset(r->in->m) == 0)
			diag_damaged_rest("%s: empty", r->in->name);
		return -1;
	}
}

static inline const struct monread_ev *next(struct reading *r, struct input *in)
{
	const struct monread_ev *ev;

	while (!(ev = monread_next(in->m)))
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

const struct monread_ev *reading_next(struct reading *r)
{
	return next(r, r->in);
}

static void note_record(struct reading *r, const struct monread_ev *ev)
{
	r->has_records = 1;
	if (ev->flags & MONREAD_REPEATED)
		return;
	r->has_first = 1;
	r->first(r->arg, ev->tod);
}

static inline void take(struct reading *r, const struct monread_ev *ev)
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

/* What follows it is looked at again. */
static void take_alone(struct reading *r, const struct monread_ev *ev)
{
	r->pass.setno = 0;
	take(r, ev);
}

void reading_take(struct reading *r, const struct monread_ev *ev)
{
	take(r, ev);
}

/* ---- An input ---- */

int reading_open(struct reading *r, struct input *in, const char *name)
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
	r->feed->is_device = in.is_device;
	r->pass.setno = 0;
	while (!r->stop && (ev = next_but(r, &in)))
		if (r->has_first && feed_ignores(r->feed, ev))
			series_pass(&r->pass, ev);
		else
			take_alone(r, ev);
	if (!r->stop)
		reading_check(r, feed_end_file(r->feed));
	input_say_losses(&in);
	r->failed |= in.is_device && in.sets == 0 && in.gaps > 0;
	input_close(&in);
	r->in = NULL;
}
