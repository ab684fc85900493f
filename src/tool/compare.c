/* compare.c: records are compared with those before them, before any of them is selected.  With --every, a sample data
 * set waits until the next one shows whether it is the last of its step. */
#include "config.h"

#include "tool/compare.h"

#include <stdlib.h>
#include <string.h>

#include "tool/run.h"

static int wanted(void *arg, unsigned domain, unsigned record)
{
	const struct options *o = arg;

	return o->counters != OUT_LEVELS && select_number(&o->select, domain, record);
}

int compare_begin(struct run *r, const struct monread_layouts *layouts)
{
	const struct options *o = r->opt;
	struct compare *c = &r->compare;

	c->every = o->every > 0 && o->every < 1e-6 ? 1 : (uint64_t)(o->every * 1e6);
	if (o->counters == OUT_LEVELS && !c->every)
		return 0;
	c->series = series_new(layouts, wanted, r->opt, c->every > 0);
	return c->series ? 0 : -1;
}

void compare_done(struct compare *c)
{
	series_free(c->series);
	free(c->held);
	free(c->bytes);
	free(c->system);
}

static int no_memory(struct run *r)
{
	r->stop = 1;
	return out_no_memory(&r->out.main);
}

void compare_begin_file(struct run *r)
{
	if (r->compare.series)
		series_begin_file(r->compare.series);
}

void compare_lost(struct run *r)
{
	if (r->compare.series)
		series_lost(r->compare.series);
}

/* ---- One record ---- */

static int take_one(struct run *r, const struct monread_ev *ev, const struct series_place *place)
{
	struct compare *c = &r->compare;
	const struct monread_layout *l;

	memset(&c->before, 0, sizeof c->before);
	if (series_keeps(c->series, ev)) {
		l = monread_system_layout(r->out.system, ev->domain, ev->record, ev->bytes, ev->length);
		if ((!l && monread_layouts_failed(r->out.settings.layouts)) ||
		    series_take(c->series, place, ev, l, monread_system_release(r->out.system), &c->before))
			return no_memory(r);
	}
	r->out.before = &c->before;
	return 0;
}

/* ---- Sets that wait ---- */

static int hold(struct run *r, const struct monread_ev *ev, const struct series_place *place)
{
	struct compare *c = &r->compare;
	struct held *h;

	if (c->nheld == c->held_room) {
		size_t room = c->held_room ? 2 * c->held_room : 64;

		h = realloc(c->held, room * sizeof *h);
		if (!h)
			return no_memory(r);
		c->held = h;
		c->held_room = room;
	}
	if (c->room - c->used < ev->length) {
		size_t room = 2 * c->room + ev->length;
		unsigned char *bytes = realloc(c->bytes, room);

		if (!bytes)
			return no_memory(r);
		c->bytes = bytes;
		c->room = room;
	}
	h = &c->held[c->nheld++];
	h->ev = *ev;
	h->mce = *ev->mce;
	h->at = c->used;
	h->place = *place;
	memcpy(c->bytes + c->used, ev->bytes, ev->length);
	c->used += ev->length;
	return 0;
}

static void forget_held(struct compare *c)
{
	c->nheld = 0;
	c->used = 0;
}

static void take_held(struct run *r)
{
	struct compare *c = &r->compare;
	size_t i;

	for (i = 0; i < c->nheld && !r->stop; i++) {
		struct held *h = &c->held[i];

		h->ev.mce = &h->mce;
		h->ev.bytes = c->bytes + h->at;
		if (take_one(r, &h->ev, &h->place) == 0)
			run_take(r, &h->ev);
	}
	forget_held(c);
}

void compare_end_file(struct run *r)
{
	if (r->compare.nheld)
		take_held(r);
}

/* Which of the steps the set of PLACE is in. */
static int64_t step_of(const struct compare *c, const struct series_place *place)
{
	int64_t us = monread_tod_to_unix_us(place->first), every = (int64_t)c->every;

	return us / every - (us % every < 0);
}

/* Another system, or the same one after an IPL: what waits is still of the one before. */
static int is_other_system(struct run *r, const struct monread_ev *ev)
{
	struct compare *c = &r->compare;
	unsigned char *bytes;
	int other;

	if (ev->domain != 1 || ev->record != 4)
		return 0;
	other = c->system_length != ev->length || memcmp(c->system + 20, ev->bytes + 20, ev->length - 20) != 0;
	if (other) {
		bytes = realloc(c->system, ev->length);
		if (!bytes)
			return no_memory(r);
		c->system = memcpy(bytes, ev->bytes, ev->length);
		c->system_length = ev->length;
	}
	return other;
}

static void make_way(struct run *r, const struct series_place *place)
{
	struct compare *c = &r->compare;

	if (!c->nheld || (place->in_set && place->set == c->held[0].place.set))
		return;
	if (place->in_set && place->system == c->held[0].place.system &&
	    step_of(c, place) == step_of(c, &c->held[0].place))
		forget_held(c);
	else if (place->in_set)
		take_held(r);
}

/* A record that is kept, or says something of others. */
static int __attribute__((noinline)) compare_one(struct run *r, const struct monread_ev *ev)
{
	struct compare *c = &r->compare;
	struct series_place place;

	if (c->every && is_other_system(r, ev))
		take_held(r);
	if (monread_system_learn(r->out.system, ev->domain, ev->record, ev->bytes, ev->length) ||
	    series_arrive(c->series, r->out.system, ev, &place))
		return no_memory(r);
	if (c->every)
		make_way(r, &place);
	if (c->every && place.in_set) {
		hold(r, ev, &place);
		return 0;
	}
	return take_one(r, ev, &place) ? 0 : run_take(r, ev);
}

/* Nearly all go through here. */
int compare_record(struct run *r, const struct monread_ev *ev)
{
	struct compare *c = &r->compare;

	if (c->every || !series_ignores(c->series, ev))
		return compare_one(r, ev);
	if (c->before.kind != SERIES_LEVEL)
		memset(&c->before, 0, sizeof c->before);
	r->out.before = NULL;
	return run_take(r, ev);
}
