/* merged.c: find the records that several captures of a system have, so that --sql makes one row of each. */
#include "config.h"

#include "sql/indexed.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/words.h"
#include "input/input.h"
#include "port/array.h"

struct source {
	struct ordered_source order;
	struct indexed *c;
	struct events events;
	int left_out; /* the last record was left out */
};

struct merging {
	struct ordered order;
	struct source *sources;
	const struct tables *tables;
	size_t piece; /* bytes for each read */
	uint64_t left_out;
	int failed; /* 0, or the errno of a failure that ends the search */
};

static struct source *source_of(struct ordered_source *s)
{
	return (struct source *)((char *)s - offsetof(struct source, order));
}

/* ---- Callbacks of the ordered reader ---- */

static int open_source(void *arg, struct ordered_source *source)
{
	struct source *s = source_of(source);
	struct merging *o = arg;

	if (events_open(&s->events, s->c, o->tables, o->piece) == 0)
		return 0;
	o->failed = errno;
	return -1;
}

static const struct monread_ev *next(void *arg, struct ordered_source *source)
{
	const struct monread_ev *ev = NULL;
	struct merging *o = arg;

	if (!o->failed && events_next(&source_of(source)->events, &ev) < 0)
		o->failed = errno;
	return ev;
}

static void close_source(void *arg, struct ordered_source *source)
{
	(void)arg;
	events_close(&source_of(source)->events);
}

/* The scan reports it. */
static void doubt(void *arg, struct ordered_source *source, const struct monread_ev *ev, const char *text)
{
	struct merging *o = arg;

	if (indexed_note(source_of(source)->c, ev, text))
		o->failed = ENOMEM;
}

/* Handle the event EV; AGAIN: an earlier capture has its record, too. 0, or -1: out of memory. */
static int take(struct merging *o, struct source *s, const struct monread_ev *ev, int again)
{
	struct indexed *c = s->c;

	/* Record 13 of domain 1 ends a frame. */
	if (ev->kind != MONREAD_RECORD || (ev->domain == 1 && ev->record == 13))
		return 0;
	if (again && !s->left_out) {
		if (ARRAY_GROW(c->again, c->nagain, c->again_room))
			return -1;
		c->again[c->nagain++].from = ev->offset;
	}
	if (again)
		c->again[c->nagain - 1].to = ev->offset;
	o->left_out += (unsigned)again;
	s->left_out = again;
	return 0;
}

int indexed_merge(struct indexed *const *list, size_t n, const struct tables *t)
{
	struct merging o = { .tables = t, .piece = ordered_piece(n, INDEXED_WINDOW), .order.calls = { open_source, next, close_source, doubt, &o } };
	const struct monread_ev *ev;
	struct ordered_source *s;
	int again;
	size_t i;

	o.sources = calloc(n + 1, sizeof *o.sources);
	o.failed = o.sources ? 0 : ENOMEM;
	for (i = 0; i < n && !o.failed; i++) {
		o.sources[i].c = list[i];
		s = &o.sources[i].order;
		s->name = list[i]->name;
		s->tod = list[i]->begins;
		memcpy(s->system_id, list[i]->system, sizeof s->system_id);
		o.failed = ordered_add(&o.order, s) ? ENOMEM : 0;
	}
	while (!o.failed && (ev = ordered_next(&o.order, &s, &again)) != NULL)
		if (take(&o, source_of(s), ev, again))
			o.failed = ENOMEM;
	if (o.order.failed)
		o.failed = ENOMEM;
	ordered_done(&o.order);
	free(o.sources);
	if (!o.failed && o.left_out)
		diag_note("%llu duplicate record%s of overlapping captures left out", (unsigned long long)o.left_out,
		          words_plural(o.left_out));
	errno = o.failed;
	return o.failed ? -1 : 0;
}
