/* thin.c: --every with --write: events in their order, until it is known which samples are left out. */
#include "config.h"

#include "tool/thin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	free(t->bytes);
	memset(t, 0, sizeof *t);
}

static void no_memory(struct run *r)
{
	out_no_memory(&r->out.main);
	r->stop = 1;
}

/* NULL: out of memory, which was said. */
static struct thin_event *add(struct run *r, const struct monread_ev *ev)
{
	struct thin *t = &r->thin;
	struct thin_event *e;

	if (t->n == t->room) {
		size_t room = t->room ? 2 * t->room : 64;

		e = realloc(t->events, room * sizeof *e);
		if (!e) {
			no_memory(r);
			return NULL;
		}
		t->events = e;
		t->room = room;
	}
	if (t->bytes_room - t->used < ev->length) {
		size_t room = 2 * t->bytes_room + ev->length;
		unsigned char *bytes = realloc(t->bytes, room);

		if (!bytes) {
			no_memory(r);
			return NULL;
		}
		t->bytes = bytes;
		t->bytes_room = room;
	}
	e = &t->events[t->n++];
	memset(e, 0, sizeof *e);
	e->ev = *ev;
	if (ev->mce)
		e->mce = *ev->mce;
	e->at = t->used;
	if (ev->length)
		memcpy(t->bytes + t->used, ev->bytes, ev->length);
	t->used += ev->length;
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
		e->ev.bytes = t->bytes + e->at;
		t->used -= e->ev.length;
		if (e->ev.kind == MONREAD_GAP)
			store_lost(r->store, e->sets, e->ev.skipped, (const char *)e->ev.bytes);
		else
			run_store(r, &e->ev, e->shown);
	}
	r->stop |= stop;
	t->n = t->used = t->undecided = 0;
}

uint64_t thin_waiting(const struct thin *t)
{
	return t->used;
}
