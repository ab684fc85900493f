/* once.c: find the records that several captures of a system have, so that --sql and --sqlite make one row of each. */
#include "config.h"

#include "sql/once.h"

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

struct once {
	struct ordered order;
	struct source *sources;
	size_t n;
	struct indexed_scan how;
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
	struct once *o = arg;

	if (events_open(&s->events, s->c, &o->how) == 0)
		return 0;
	o->failed = errno;
	return -1;
}

static const struct monread_ev *next(void *arg, struct ordered_source *source)
{
	const struct monread_ev *ev = NULL;
	struct once *o = arg;

	if (!o->failed && events_next(&source_of(source)->events, &ev) < 0)
		o->failed = errno;
	return ev;
}

static void close_source(void *arg, struct ordered_source *source)
{
	(void)arg;
	events_close(&source_of(source)->events);
}

static void doubt(void *arg, struct ordered_source *source, const struct monread_ev *ev, const char *text)
{
	struct verdict *v = &source_of(source)->c->verdict;

	(void)arg;
	verdict_begin(v);
	verdict_damage(v, 0, 0);
	diag_damage("%s: offset 0x%llx: D%uR%u: %s", source->name, (unsigned long long)ev->offset, ev->domain, ev->record, text);
	verdict_begin(NULL);
}

/* ---- Records ---- */

/* Leave out the record at OFFSET. 0, or -1: out of memory. */
static int leave_out(struct once *o, struct source *s, uint64_t offset)
{
	struct indexed *c = s->c;

	o->left_out++;
	if (s->left_out) {
		c->again[c->nagain - 1].to = offset;
		return 0;
	}
	if (ARRAY_GROW(c->again, c->nagain, c->again_room))
		return -1;
	c->again[c->nagain++] = (struct indexed_again){ offset, offset };
	s->left_out = 1;
	return 0;
}

/* Handle the event EV; AGAIN: an earlier capture has its record, too. Record 13 of domain 1 ends a frame. 0, or -1:
 * out of memory. */
static int take(struct once *o, struct source *s, const struct monread_ev *ev, int again)
{
	if (ev->kind != MONREAD_RECORD || (ev->domain == 1 && ev->record == 13))
		return 0;
	if (again)
		return leave_out(o, s, ev->offset);
	s->left_out = 0;
	return 0;
}

/* Read all captures in the order of time. 0, or -1 with errno. */
static int find_all(struct once *o)
{
	struct ordered_source *s;
	const struct monread_ev *ev;
	int again;

	while (!o->failed && (ev = ordered_next(&o->order, &s, &again)))
		if (take(o, source_of(s), ev, again))
			o->failed = ENOMEM;
	errno = o->order.failed ? ENOMEM : o->failed;
	return errno ? -1 : 0;
}

int once_find(struct indexed *const *list, size_t n, const struct indexed_scan *how)
{
	struct once o = { .n = n, .how = *how, .order.calls = { open_source, next, close_source, doubt, &o } };
	int rc = 0, error;
	size_t i;

	o.sources = calloc(n + 1, sizeof *o.sources);
	if (!o.sources) {
		errno = ENOMEM;
		return -1;
	}
	o.how.piece = ordered_piece(n, INDEXED_WINDOW);
	for (i = 0; i < n && !rc; i++) {
		o.sources[i].c = list[i];
		o.sources[i].order.name = list[i]->name;
		o.sources[i].order.tod = list[i]->begins;
		memcpy(o.sources[i].order.system_id, list[i]->system, sizeof o.sources[i].order.system_id);
		if ((rc = ordered_add(&o.order, &o.sources[i].order)) != 0)
			errno = ENOMEM;
	}
	if (!rc)
		rc = find_all(&o);
	error = errno;
	for (i = 0; i < n; i++)
		if (o.sources[i].order.is_open)
			events_close(&o.sources[i].events);
	ordered_done(&o.order);
	free(o.sources);
	if (!rc && o.left_out)
		diag_note("%llu duplicate record%s of overlapping captures left out", (unsigned long long)o.left_out,
		          words_plural(o.left_out));
	errno = error;
	return rc;
}
