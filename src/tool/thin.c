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
	int shown;
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
	struct thin *t = &r->thin;
	struct thin_event *e;

	if (ARRAY_GROW(t->events, t->n, t->room) || array_append(&t->bytes, ev->bytes, ev->length)) {
		out_no_memory(&r->out.main);
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

/* The first event that waits for a decision; NULL: none does. */
static struct thin_event *next_undecided(struct thin *t)
{
	for (; t->undecided < t->n; t->undecided++)
		if (t->events[t->undecided].shown == THIN_WAITS)
			return &t->events[t->undecided];
	return NULL;
}

void thin_store(struct run *r, const struct monread_ev *ev, int shown)
{
	struct thin_event *e;

	/* A control element is none without records: it waits for what follows. */
	if (shown != THIN_WAITS && ev->kind != MONREAD_CONTROL && !next_undecided(&r->thin)) {
		thin_flush(r);
		run_store(r, ev, shown);
		return;
	}
	e = add(r, ev);
	if (e)
		e->shown = shown;
}

void thin_lost(struct run *r, long sets, uint64_t bytes, const char *text)
{
	struct monread_ev ev = { .kind = MONREAD_GAP, .skipped = bytes, .bytes = (const unsigned char *)text,
	                         .length = (uint32_t)strlen(text) + 1 };
	struct thin_event *e;

	if (r->thin.n == 0) {
		store_lost(r->store, sets, bytes, text);
		return;
	}
	e = add(r, &ev);
	if (e)
		e->sets = sets;
}

void thin_decide(struct run *r, int shown)
{
	struct thin_event *e = next_undecided(&r->thin);

	if (e)
		e->shown = shown;
}

void thin_leave_out(struct run *r, int sample)
{
	struct thin_event *e;

	while ((e = next_undecided(&r->thin)) != NULL)
		e->shown = 0;
	if (sample)
		store_thinned(r->store, 1);
}

void thin_flush(struct run *r)
{
	struct thin *t = &r->thin;
	int stop = r->stop;
	size_t i;

	/* Whatever ends the run, what has come is stored; only where that fails it is not. */
	r->stop = 0;
	for (i = 0; i < t->n && !r->stop; i++) {
		struct thin_event *e = &t->events[i];

		if (e->ev.mce)
			e->ev.mce = &e->mce;
		e->ev.bytes = t->bytes.bytes + e->at;
		t->stored += e->ev.length;
		if (e->ev.kind == MONREAD_GAP)
			store_lost(r->store, e->sets, e->ev.skipped, (const char *)e->ev.bytes);
		else
			run_store(r, &e->ev, e->shown);
	}
	r->stop |= stop;
	t->n = t->bytes.length = t->stored = t->undecided = 0;
}

uint64_t thin_waiting(const struct thin *t)
{
	return t->bytes.length - t->stored;
}
