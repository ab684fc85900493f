/* compare.c: for --delta, finds the previous record of the same instance, such as a user. For
 * --every, selects the first sample of each time step. */
#include "config.h"

#include "tool/run.h"

/* For --every: the last sample of one system. */
struct step {
	struct step *next;
	const struct series_system *system;
	int64_t number; /* time of the sample divided by ->every of struct compare */
	uint64_t set;   /* see struct series_place */
	int shown;
};

static int compare_wanted(void *arg, unsigned domain, unsigned record)
{
	const struct options *o = arg;

	return o->shown.counters != OUT_LEVELS && select_number(&o->select, domain, record);
}

int compare_begin(struct compare *c, const struct options *o, const struct monread_layouts *layouts)
{
	c->layouts = layouts;
	c->every = (uint64_t)(o->store.every * 1e6);
	if (o->store.every > 0 && !c->every)
		c->every = 1;
	if (o->shown.counters == OUT_LEVELS && !c->every)
		return 0;
	c->series = series_new(layouts, compare_wanted, (void *)(uintptr_t)o, c->every > 0);
	if (!c->every || o->shown.counters == OUT_LEVELS)
		return c->series ? 0 : -1;
	c->delta = delta_new(layouts);
	return c->series && c->delta ? 0 : -1;
}

void compare_done(struct compare *c)
{
	struct step *s;

	for (s = c->steps; s; s = c->steps) {
		c->steps = s->next;
		free(s);
	}
	delta_free(c->delta);
	series_free(c->series);
}

/* Set c->before and c->layout for the record EV, and keep EV as the previous record of the next
 * sample. Return 0, or -1 if out of memory. */
static int exchange_before(struct compare *c, struct monread_system *system,
                           const struct monread_ev *ev, const struct series_place *place)
{
	memset(&c->before, 0, sizeof c->before);
	c->layout = NULL;
	if (!series_keeps(c->series, ev))
		return 0;
	c->layout = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
	if (!c->layout && monread_layouts_failed(c->layouts))
		return -1;
	return series_take(c->series, place, ev, c->layout, monread_system_release(system),
	                   &c->before);
}

/* Return the struct step of place->system, which is created if it is missing; NULL if out of
 * memory. */
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

/* Return 1 if the sample at PLACE is the first sample of its time step, else 0; -1 if out of
 * memory. */
static int is_shown(struct compare *c, const struct series_place *place)
{
	int64_t us = monread_tod_to_unix_us(place->first), every = (int64_t)c->every,
		number = us / every - (us % every < 0);
	struct step *s = step_of(c, place);

	if (!s)
		return -1;
	if (s->set != place->set) {
		s->set = place->set;
		s->shown = number != s->number;
		s->number = number;
		c->is_thinned = !s->shown;
	}
	return s->shown;
}

/* Save the differences of the record EV, which --every leaves out, for the next record of the same
 * instance that is shown. Return 0, or -1 if out of memory. */
static int leave_out(struct compare *c, struct monread_system *system, const struct monread_ev *ev,
                     const struct series_place *place)
{
	struct series_before *before = &c->before;

	if (exchange_before(c, system, ev, place))
		return -1;
	if (c->delta && before->kind == SERIES_KNOWN &&
	    (delta_begin(c->delta, c->layout, monread_system_release(system), ev->bytes, ev->length,
	                 before) ||
	     series_sum(place, before, c->delta)))
		return -1;
	memset(before, 0, sizeof *before);
	return 0;
}

static int __attribute__((noinline)) compare_one(struct compare *c, struct monread_system *system,
                                                 const struct monread_ev *ev)
{
	struct series_place place;
	int shown = 1;

	if (monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length) ||
	    series_arrive(c->series, system, ev, &place))
		return -1;
	if (c->every && place.in_set)
		shown = is_shown(c, &place);
	if (shown <= 0)
		return shown < 0 ? -1 : leave_out(c, system, ev, &place);
	if (exchange_before(c, system, ev, &place))
		return -1;
	if (c->every && place.in_set)
		series_shown(&place);
	return 1;
}

/* Most records need no comparison: do not call the expensive compare_one(). */
int compare_record(struct compare *c, struct monread_system *system, const struct monread_ev *ev)
{
	if (c->every || !series_ignores(c->series, ev))
		return compare_one(c, system, ev);
	if (c->before.kind != SERIES_LEVEL)
		memset(&c->before, 0, sizeof c->before);
	return 1;
}

int compare_repeated(struct compare *c, struct monread_system *system,
                     const struct monread_ev *ev)
{
	struct series_place place;

	memset(&c->before, 0, sizeof c->before);
	if (!series_has_ipl(ev))
		return 0;
	if (monread_system_learn(system, ev->domain, ev->record, ev->bytes, ev->length))
		return -1;
	return series_arrive(c->series, system, ev, &place);
}
