/* thin.c: --every with --write: events in their order, until it is known which samples are left out. */
#include "config.h"

#include "tool/thin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "tool/run.h"

struct thin_event {
	struct monread_ev ev; /* MONREAD_GAP: its ->skipped bytes were lost, and ->bytes are the text */
	struct monread_mce mce;
	size_t at; /* its bytes */
	long sets; /* that were lost */
	const struct hold *of; /* where it waits */
	int shown;
	int ends; /* it is none, but the end of an input */
};

void thin_done(struct thin *t)
{
	free(t->events);
	free(t->bytes.bytes);
	memset(t, 0, sizeof *t);
}

/* NULL: out of memory, which was said. */
static struct thin_event *add(struct run *r, const struct monread_ev *ev)
{
	struct thin *t = &r->storing.thin;
	struct thin_event *e;

	if (ARRAY_GROW(t->events, t->n, t->room) || array_append(&t->bytes, ev->bytes, ev->length)) {
		out_no_memory(&r->writer.out.main);
		r->stop = 1;
		return NULL;
	}
	e = &t->events[t->n++];
	memset(e, 0, sizeof *e);
	e->ev = *ev;
	if (ev->mce)
		e->mce = *ev->mce;
	e->at = t->bytes.length - ev->length;
	return e;
}

void thin_store(struct run *r, const struct monread_ev *ev, int shown)
{
	struct thin_event *e;

	/* A control element is none without records: it waits for what follows. */
	if (shown != THIN_WAITS && ev->kind != MONREAD_CONTROL && !r->storing.thin.waiting) {
		thin_flush(r);
		run_store(r, ev, shown);
		return;
	}
	e = add(r, ev);
	if (!e)
		return;
	e->shown = shown;
	if (shown == THIN_WAITS) {
		e->of = r->compare.last;
		r->storing.thin.waiting++;
	}
	/* Not before: if there is no room, and never will be, what is lost is known to the end of this set. */
	if (ev->kind == MONREAD_SET_END)
		thin_flush(r);
}

void thin_lost(struct run *r, long sets, uint64_t bytes, const char *text)
{
	struct monread_ev ev = { .kind = MONREAD_GAP, .skipped = bytes, .bytes = (const unsigned char *)text,
	                         .length = (uint32_t)strlen(text) + 1 };
	struct thin_event *e;

	if (r->storing.thin.n == 0) {
		store_lost(r->storing.store, sets, bytes, text);
		return;
	}
	e = add(r, &ev);
	if (e)
		e->sets = sets;
}

void thin_end(struct run *r)
{
	const struct monread_ev none = { .kind = MONREAD_SET_END };
	struct thin_event *e;

	if (r->storing.thin.n == 0) {
		run_store(r, NULL, 0);
		return;
	}
	e = add(r, &none);
	if (e)
		e->ends = 1;
	if (!r->storing.thin.waiting)
		thin_flush(r);
}

/* The next event of H, from number AT on, that waits for a decision; NULL: there is none. */
static struct thin_event *next_of(struct thin *t, const struct hold *h, size_t *at)
{
	for (*at = *at < t->gone ? t->gone : *at; *at < thin_next(t); (*at)++) {
		struct thin_event *e = &t->events[*at - t->gone];

		if (e->of == h && e->shown == THIN_WAITS)
			return e;
	}
	return NULL;
}

static void decide(struct thin *t, struct thin_event *e, int shown)
{
	e->shown = shown;
	t->waiting--;
}

void thin_decide(struct run *r, const struct hold *h, size_t *at, int shown)
{
	struct thin_event *e = next_of(&r->storing.thin, h, at);

	if (e)
		decide(&r->storing.thin, e, shown);
}

void thin_leave_out(struct run *r, const struct hold *h, size_t at, int sample)
{
	struct thin_event *e;

	while ((e = next_of(&r->storing.thin, h, &at)) != NULL)
		decide(&r->storing.thin, e, 0);
	if (sample)
		store_thinned(r->storing.store);
}

/* The first I events have gone to the store. */
static void forget(struct thin *t, size_t i)
{
	size_t k;

	if (i == 0)
		return;
	t->gone += i;
	t->n -= i;
	if (t->n) {
		memmove(t->events, t->events + i, t->n * sizeof *t->events);
		memmove(t->bytes.bytes, t->bytes.bytes + t->stored, t->bytes.length - t->stored);
	}
	for (k = 0; k < t->n; k++)
		t->events[k].at -= t->stored;
	t->bytes.length -= t->stored;
	t->stored = t->nstored = 0;
}

void thin_flush(struct run *r)
{
	struct thin *t = &r->storing.thin;
	int stop = r->stop;
	size_t i;

	/* Whatever ends the run, what has come is stored; only where that fails it is not. */
	r->stop = 0;
	for (i = 0; i < t->n && t->events[i].shown != THIN_WAITS && !r->stop; i++) {
		struct thin_event *e = &t->events[i];

		if (e->ev.mce)
			e->ev.mce = &e->mce;
		e->ev.bytes = t->bytes.bytes + e->at;
		t->stored += e->ev.length;
		t->nstored = i + 1;
		if (e->ev.kind == MONREAD_GAP)
			store_lost(r->storing.store, e->sets, e->ev.skipped, (const char *)e->ev.bytes);
		else
			run_store(r, e->ends ? NULL : &e->ev, e->shown);
	}
	if (r->stop)
		i = t->n, t->stored = t->bytes.length, t->waiting = 0;
	r->stop |= stop;
	forget(t, i);
}

uint64_t thin_waiting(const struct thin *t, uint64_t *sets, struct unstored *u)
{
	size_t i;

	/* The one that is being stored may be the end of a set, which is lost with it. */
	for (i = t->nstored ? t->nstored - 1 : 0; i < t->n; i++)
		*sets += t->events[i].ev.kind == MONREAD_SET_END && !t->events[i].ends;
	for (i = t->nstored; i < t->n; i++)
		run_count_unstored(u, &t->events[i].ev, t->events[i].shown);
	return t->bytes.length - t->stored;
}
