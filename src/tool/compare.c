/* compare.c: records are compared with those before them, before any of them is selected.  With --every, a sample data
 * set waits until the next one shows whether it is the last of its step. */
#include "config.h"

#include "tool/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "port/bounds.h"
#include "port/tod.h"
#include "table/delta.h"
#include "table/row.h"
#include "tool/merge.h"
#include "tool/run.h"

/* A record that waits. */
struct held {
	struct monread_ev ev;
	struct monread_mce mce;
	size_t at; /* its bytes */
	struct series_place place;
	struct series_before before;         /* what it is compared with */
	const struct monread_layout *layout; /* NULL: it is not */
	unsigned release;
	struct source *source; /* which of several inputs it is from; NULL: there is one at a time */
};

/* The last sample data set of a system, of which it is not known yet whether it is the last one of its step. */
struct hold {
	struct hold *next;
	char id[MR_SYSTEM_ID_SIZE]; /* "": not known, and SOURCE stands for it */
	struct source *source;      /* of its last record */
	size_t begins;              /* the number of its first record: see thin_next() */
	uint64_t identity;          /* of its first record: see input_identity(); 0: not known */
	struct table_state state;   /* of that, too */
	int sample_known, sample_shown; /* of its data set, where that begins with configuration, which does not wait */
	struct held *list;
	size_t n, room;
	struct monread_buffer bytes;
};

/* When the samples of a FILE begin. */
struct ahead {
	struct input_sample sample;
	int looked, rc; /* it was looked at, with what result */
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

void compare_settle(struct run *r)
{
	const struct select *s = r->selection.select;
	struct compare *c = &r->compare;
	unsigned domain, record;

	if (!c->series || c->every || !s->by_number || r->selection.inside.where || r->opt->store.file ||
	    r->writer.out.format->wants & OUT_WANTS_OTHERS)
		return;
	/* Records of the monitor domain tell about the whole input; ends of frames, of which there are many, do not. */
	for (domain = 0; domain < MR_DOMAINS; domain++)
		for (record = 0; domain != 1 && record < MR_RECORDS; record++)
			c->passed[domain][record] = !s->wanted[domain][record];
	c->passed[1][13] = !s->wanted[1][13];
}

void compare_done(struct compare *c)
{
	struct hold *h, *next;

	for (h = c->holds; h; h = next) {
		next = h->next;
		free(h->list);
		free(h->bytes.bytes);
		free(h);
	}
	free(c->ahead);
	delta_free(c->delta);
	series_free(c->series);
}

static int no_memory(struct run *r)
{
	r->stop = 1;
	return out_no_memory(&r->writer.out.main);
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

/* What is said of wrong times, of EV or another record, is said of its record set once. */
static int is_said(struct run *r, const struct monread_ev *ev)
{
	struct compare *c = &r->compare;

	if (c->apart_set == ev->setno && c->apart_in == r->writer.file.name)
		return 1;
	c->apart_set = ev->setno;
	c->apart_in = r->writer.file.name;
	return 0;
}

void compare_doubted(struct run *r, const struct monread_ev *ev)
{
	is_said(r, ev);
}

static void say_apart(struct run *r, const struct monread_ev *ev)
{
	char text[INTERVALS_TEXT];

	if (ev->flags & MONREAD_APART || is_said(r, ev))
		return;
	intervals_apart(ev, text);
	run_doubt(r, ev, text);
}

/* *BEFORE is what EV is compared with; its layout, or NULL, in *LAYOUT. */
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

/* Of EV it is known what it is compared with. */
static void take_compared(struct run *r, const struct monread_ev *ev)
{
	if (r->compare.before.apart)
		say_apart(r, ev);
	r->writer.out.before = &r->compare.before;
}

static int take_one(struct run *r, const struct monread_ev *ev, const struct series_place *place)
{
	const struct monread_layout *l;

	if (find_before(r, ev, place, &r->compare.before, &l))
		return -1;
	take_compared(r, ev);
	return 0;
}

/* ---- Sets that wait ---- */

/* NULL: there is none. */
static struct hold *find_hold(const struct run *r, const char *id)
{
	const struct source *source = merge_turn(r);
	struct hold *h = r->compare.holds;

	while (h && (strncmp(h->id, id, sizeof h->id - 1) != 0 || (!*id && h->source != source)))
		h = h->next;
	return h;
}

/* Of the system that the input is from now.  NULL: out of memory. */
static struct hold *hold_of(struct run *r)
{
	const char *id = monread_system_id(r->writer.out.system);
	struct hold *h = find_hold(r, id);

	if (h)
		return h;
	h = calloc(1, sizeof *h);
	if (!h) {
		no_memory(r);
		return NULL;
	}
	snprintf(h->id, sizeof h->id, "%s", id);
	h->source = merge_turn(r);
	h->next = r->compare.holds;
	r->compare.holds = h;
	return h;
}

/* What is known of records in their order, while those that were held are shown. */
struct order {
	struct table_state shown, inside;
	uint64_t sample_set;
	int sample_known, sample_shown;
};

static void go_back_to(struct run *r, const struct hold *h, struct order *now)
{
	struct select *s = r->selection.select;

	*now = (struct order){ r->writer.out.state, r->selection.inside.state, s->sample_set, s->sample_known,
	                       s->sample_shown };
	r->writer.out.state = r->selection.inside.state = h->state;
	s->sample_set = h->list[0].ev.dataset;
	s->sample_known = h->sample_known;
	s->sample_shown = h->sample_shown;
}

static void go_on(struct run *r, const struct order *now)
{
	struct select *s = r->selection.select;

	r->writer.out.state = now->shown;
	r->selection.inside.state = now->inside;
	s->sample_set = now->sample_set;
	s->sample_known = now->sample_known;
	s->sample_shown = now->sample_shown;
}

/* The sample goes on in another input. */
static void go_over_to(struct run *r, struct source *source)
{
	struct table_state inside = r->selection.inside.state, shown = r->writer.out.state;

	merge_go_to(r, source);
	r->selection.inside.state = inside;
	r->writer.out.state = shown;
}

static int hold(struct run *r, struct hold *h, const struct monread_ev *ev, const struct series_place *place)
{
	const struct select *s = r->selection.select;
	struct held *one;
	int known;

	if (ARRAY_GROW(h->list, h->n, h->room) || array_append(&h->bytes, ev->bytes, ev->length))
		return no_memory(r);
	h->source = merge_turn(r);
	r->compare.last = h;
	table_state_record(&r->writer.out.state, ev, &known);
	if (h->n == 0) {
		h->state = r->writer.out.state;
		h->identity = r->now.identity;
		h->begins = thin_next(&r->storing.thin);
		h->sample_known = s->sample_known && s->sample_set == ev->dataset;
		h->sample_shown = s->sample_shown;
	}
	one = &h->list[h->n++];
	one->ev = *ev;
	one->mce = *ev->mce;
	one->at = h->bytes.length - ev->length;
	one->place = *place;
	one->release = monread_system_release(r->writer.out.system);
	one->source = h->source;
	return find_before(r, ev, place, &one->before, &one->layout);
}

static void empty(struct run *r, struct hold *h)
{
	size_t n = h->n, i;

	h->n = h->bytes.length = 0;
	/* While the system is there that it is stored for. */
	if (r->storing.store && r->merge)
		thin_flush(r);
	for (i = 0; i < n; i++)
		if (i == 0 || h->list[i].source != h->list[i - 1].source)
			merge_let_go(r, h->list[i].source);
}

/* What the records have counted counts for the next ones. */
static void sum(struct run *r, const struct hold *h)
{
	struct delta *d = r->compare.delta;
	size_t i;

	for (i = 0; d && i < h->n && !r->stop; i++) {
		const struct held *one = &h->list[i];

		if (one->before.kind != SERIES_KNOWN)
			continue;
		if (delta_begin(d, one->layout, one->release, h->bytes.bytes + one->at, one->ev.length, &one->before) ||
		    series_sum(&one->place, &one->before, d))
			no_memory(r);
	}
}

static void leave_out(struct run *r, struct hold *h)
{
	sum(r, h);
	if (r->storing.store)
		thin_leave_out(r, h, h->begins, 1);
	empty(r, h);
}

static void take_held(struct run *r, struct hold *h)
{
	struct source *turn = merge_turn(r);
	size_t i, decided = h->begins;
	struct order now;

	if (!h->n)
		return;
	series_shown(&h->list[0].place);
	merge_go_to(r, h->list[0].source);
	go_back_to(r, h, &now);
	for (i = 0; i < h->n && !r->stop; i++) {
		struct held *one = &h->list[i];
		int shown = 0;

		if (i && one->source != h->list[i - 1].source)
			go_over_to(r, one->source);
		one->ev.mce = &one->mce;
		one->ev.bytes = h->bytes.bytes + one->at;
		r->compare.before = one->before;
		take_compared(r, &one->ev);
		shown = run_take(r, &one->ev);
		if (r->storing.store)
			thin_decide(r, h, &decided, shown);
	}
	if (r->storing.store)
		thin_leave_out(r, h, decided, 0);
	merge_go_to(r, turn);
	go_on(r, &now);
	empty(r, h);
}

static void take_all(struct run *r)
{
	struct hold *h;

	for (h = r->compare.holds; h; h = h->next)
		take_held(r, h);
}

/* Which of the steps a set is in whose first record has TOD. */
static int64_t step_of(const struct compare *c, uint64_t tod)
{
	int64_t us = monread_tod_to_unix_us(tod), every = (int64_t)c->every;

	return us / every - (us % every < 0);
}

/* NULL: out of memory. */
static const struct ahead *look_at(struct run *r, int i)
{
	const struct options *o = r->opt;
	struct ahead *a;

	if (!r->compare.ahead)
		r->compare.ahead = calloc((size_t)o->nfiles, sizeof *r->compare.ahead);
	if (!r->compare.ahead) {
		no_memory(r);
		return NULL;
	}
	a = &r->compare.ahead[i];
	if (!a->looked)
		a->rc = input_first_sample(&a->sample, o->files[i], &o->input, o->release, r->writer.out.settings.layouts);
	a->looked = 1;
	return a;
}

/* The next input of the system that is held; NULL: there is none, or that is not known. */
static const struct input_sample *next_of(struct run *r, const struct hold *h)
{
	const struct ahead *a;
	int i;

	for (i = r->number + 1; i < r->opt->nfiles; i++) {
		a = look_at(r, i);
		if (!a || a->rc < 0)
			return NULL;
		if (a->rc == 0 && strcmp(a->sample.system, h->id) == 0)
			return &a->sample;
	}
	return NULL;
}

/* Whether both are known, and are not the same. */
static int differs(uint64_t identity, uint64_t other)
{
	return identity && other && identity != other;
}

/* Whether an input that follows has a sample of the step of the one that is held. */
static int goes_on(struct run *r, const struct hold *h)
{
	const struct input_sample *next;

	if (r->merge || r->stop || r->now.in.is_live || !h->n || !*h->id)
		return 0;
	next = next_of(r, h);
	return next && mr_tod_is_later(next->tod, h->list[0].place.first) && !differs(next->identity, h->identity) &&
	       step_of(&r->compare, next->tod) == step_of(&r->compare, h->list[0].place.first);
}

void compare_end_file(struct run *r)
{
	struct hold *h;

	for (h = r->compare.holds; h; h = h->next)
		if (goes_on(r, h))
			leave_out(r, h);
	take_all(r);
	if (r->storing.store && r->compare.every)
		thin_flush(r);
}

void compare_end_source(struct run *r, const struct source *source)
{
	struct hold *h;

	/* What is not known to be a system's ends with its input. */
	for (h = r->compare.holds; h; h = h->next)
		if (!*h->id && h->source == source)
			take_held(r, h);
}

int compare_holds(const struct run *r, const struct source *source)
{
	const struct hold *h;

	size_t i;

	for (h = r->compare.holds; h; h = h->next)
		for (i = 0; i < h->n; i++)
			if (h->list[i].source == source)
				return 1;
	return 0;
}

/* Another system, or the same one after an IPL: what waits is still of the one before. */
static void check_system(struct run *r, const struct monread_ev *ev)
{
	uint64_t identity = input_identity(ev);
	struct hold *h;

	if (identity == r->now.identity)
		return;
	r->now.identity = identity;
	h = find_hold(r, monread_system_id(r->writer.out.system));
	if (h)
		take_held(r, h);
}

static void make_way(struct run *r, struct hold *h, const struct series_place *place)
{
	struct compare *c = &r->compare;

	if (!h->n || !place->in_set || place->set == h->list[0].place.set)
		return;
	if (place->system == h->list[0].place.system && !differs(h->identity, r->now.identity) &&
	    step_of(c, place->first) == step_of(c, h->list[0].place.first))
		leave_out(r, h);
	else
		take_held(r, h);
}

static int hold_one(struct run *r, const struct monread_ev *ev, const struct series_place *place)
{
	struct hold *h = hold_of(r);

	if (!h)
		return 0;
	make_way(r, h, place);
	return hold(r, h, ev, place) ? 0 : THIN_WAITS;
}

/* A record that is kept, or says something of others. */
static int __attribute__((noinline)) compare_one(struct run *r, const struct monread_ev *ev)
{
	struct compare *c = &r->compare;
	struct series_place place;

	if (c->every && ev->domain == 1 && ev->record == 4)
		check_system(r, ev);
	if (monread_system_learn(r->writer.out.system, ev->domain, ev->record, ev->bytes, ev->length) ||
	    series_arrive(c->series, r->writer.out.system, ev, &place))
		return no_memory(r);
	if (c->every && place.in_set)
		return hold_one(r, ev, &place);
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
	r->writer.out.before = NULL;
	return run_take(r, ev);
}
