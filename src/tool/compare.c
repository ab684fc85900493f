/* compare.c: compare each record with the record of the same instance in the sample before; for --every, select the
 * first sample of each step. */
#include "config.h"

#include "tool/run.h"

#include <stdlib.h>
#include <string.h>

#include "table/delta.h"

/* --every: the last sample of a system. */
struct step {
	struct step *next;
	const struct series_system *system;
	int64_t number; /* number of the step of the last sample */
	uint64_t set;   /* the last sample: see struct series_place */
	int shown;      /* the last sample is the first one of its step */
};

static int wanted(void *arg, unsigned domain, unsigned record)
{
	const struct options *o = arg;

	return o->counters != OUT_LEVELS && select_number(&o->select, domain, record);
}

int compare_begin(struct compare *c, const struct options *o, const struct monread_layouts *layouts)
{
	c->every = o->every > 0 && o->every < 1e-6 ? 1 : (uint64_t)(o->every * 1e6);
	if (o->counters == OUT_LEVELS && !c->every)
		return 0;
	c->series = series_new(layouts, wanted, (void *)(uintptr_t)o, c->every > 0);
	if (c->every && o->counters != OUT_LEVELS) {
		c->delta = delta_new(layouts);
		return c->series && c->delta ? 0 : -1;
	}
	return c->series ? 0 : -1;
}

void compare_done(struct compare *c)
{
	struct step *s, *next;

	for (s = c->steps; s; s = next) {
		next = s->next;
		free(s);
	}
	delta_free(c->delta);
	series_free(c->series);
}

static int no_memory(struct run *r)
{
	r->stop = 1;
	return out_no_memory(&r->writer.out.main);
}

/* ---- One record ---- */

/* Find the record to compare with EV. *LAYOUT: the layout of EV, or NULL. */
static int find_before(struct run *r, const struct monread_ev *ev, const struct series_place *place,
                       struct series_before *before, const struct monread_layout **layout)
{
	const struct monread_layout *l = NULL;

	memset(before, 0, sizeof *before);
	if (series_keeps(r->compare.series, ev)) {
		l = monread_system_layout(r->writer.out.system, ev->domain, ev->record, ev->bytes, ev->length);
		if ((!l && monread_layouts_failed(r->writer.out.settings.layouts)) ||
		    series_take(r->compare.series, place, ev, l, monread_system_release(r->writer.out.system), before))
			return no_memory(r);
	}
	*layout = l;
	return 0;
}

static int take_one(struct run *r, const struct monread_ev *ev, const struct series_place *place)
{
	const struct monread_layout *l;
	char text[INTERVALS_TEXT];

	if (find_before(r, ev, place, &r->compare.before, &l))
		return -1;
	if (r->compare.every && place->in_set)
		series_shown(place);
	if (r->compare.before.apart && !(ev->flags & MONREAD_APART) &&
	    (r->report.doubted != ev->setno || r->report.doubted_in != r->writer.file.name)) {
		intervals_apart(ev, text);
		run_doubt(r, ev, text);
	}
	r->writer.out.before = &r->compare.before;
	return 0;
}

/* ---- --every ---- */

/* The step of the last sample of the system of PLACE. NULL: out of memory. */
static struct step *step_of(struct compare *c, const struct series_place *place)
{
	struct step *s = c->steps;

	while (s && s->system != place->system)
		s = s->next;
	if (s)
		return s;
	s = calloc(1, sizeof *s);
	if (s) {
		*s = (struct step){ c->steps, place->system, INT64_MIN, ~place->set, 0 };
		c->steps = s;
	}
	return s;
}

/* Whether the sample at PLACE is the first one of its step. -1: out of memory. */
static int is_shown(struct run *r, const struct series_place *place)
{
	struct compare *c = &r->compare;
	int64_t us = monread_tod_to_unix_us(place->first), every = (int64_t)c->every, number = us / every - (us % every < 0);
	struct step *s = step_of(c, place);

	if (!s)
		return no_memory(r);
	if (s->set != place->set) {
		s->set = place->set;
		s->shown = number != s->number;
		s->number = number;
		if (!s->shown && r->storing.store)
			store_thinned(r->storing.store);
	}
	return s->shown;
}

/* EV is left out: add its differences to the next shown record of the instance. */
static int leave_out(struct run *r, const struct monread_ev *ev, const struct series_place *place)
{
	struct delta *d = r->compare.delta;
	const struct monread_layout *l;
	struct series_before before;

	if (find_before(r, ev, place, &before, &l))
		return COMPARE_LEFT_OUT;
	if (d && before.kind == SERIES_KNOWN &&
	    (delta_begin(d, l, monread_system_release(r->writer.out.system), ev->bytes, ev->length, &before) ||
	     series_sum(place, &before, d)))
		no_memory(r);
	return COMPARE_LEFT_OUT;
}

/* The slow path: a record that the comparison keeps or learns from. */
static int __attribute__((noinline)) compare_one(struct run *r, const struct monread_ev *ev)
{
	struct compare *c = &r->compare;
	struct series_place place;
	int shown = 1;

	if (monread_system_learn(r->writer.out.system, ev->domain, ev->record, ev->bytes, ev->length) ||
	    series_arrive(c->series, r->writer.out.system, ev, &place))
		return no_memory(r);
	if (c->every && place.in_set)
		shown = is_shown(r, &place);
	if (shown <= 0)
		return leave_out(r, ev, &place);
	return take_one(r, ev, &place) ? 0 : run_take(r, ev);
}

/* The fast path for nearly all records. */
int compare_record(struct run *r, const struct monread_ev *ev)
{
	struct compare *c = &r->compare;

	if (c->every || !series_ignores(c->series, ev))
		return compare_one(r, ev);
	if (c->before.kind != SERIES_LEVEL)
		memset(&c->before, 0, sizeof c->before);
	r->writer.out.before = NULL;
	return run_take(r, ev);
}
