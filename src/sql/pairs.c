/* pairs.c: find the earlier record with which a record is compared. See pairs.h. */
#include "config.h"

#include "sql/pairs.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "sql/events.h"
#include "table/intervals.h"

/* Bytes to read at once: earlier records are close together, too. */
#define AHEAD (16u * 1024u)

struct pairing {
	const struct module_vtab *v;
	const struct tables_captures *captures;
	struct indexed_scan how;
	struct series *series;
	/* the capture that is being read */
	size_t capture;
	struct events events;
	struct monread_system *system;
	uint64_t apart_set; /* last record set with a reported wrong time */
};

static int is_wanted(const struct module_vtab *v, unsigned domain, unsigned record)
{
	unsigned kind = indexed_kind(domain, record);
	size_t i;

	for (i = 0; i < v->kinds.n && v->kinds.list[i] != kind; i++)
		;
	return i < v->kinds.n;
}

static int wanted(void *arg, unsigned domain, unsigned record)
{
	return is_wanted(arg, domain, record);
}

static void close_capture(struct pairing *g)
{
	events_close(&g->events);
	monread_system_free(g->system);
	g->system = NULL;
}

/* Start with capture number g->capture. SQLITE_OK, or an error. */
static int open_capture(struct pairing *g)
{
	g->apart_set = 0;
	g->system = monread_system_new(g->how.layouts);
	if (!g->system)
		return SQLITE_NOMEM;
	monread_system_set_release(g->system, g->how.release);
	series_begin_file(g->series);
	return events_open(&g->events, g->captures->list[g->capture], &g->how) ? SQLITE_NOMEM : SQLITE_OK;
}

/* Report that the clock of EV is far from that of its sample, once for each record set. 0, or -1: out of memory. */
static int say_apart(struct pairing *g, const struct monread_ev *ev)
{
	const struct tables *t = g->v->tables;
	struct indexed *c = g->captures->list[g->capture];
	char text[INTERVALS_TEXT];
	struct monread_ev doubt = *ev;

	if (ev->setno == g->apart_set)
		return 0;
	g->apart_set = ev->setno;
	intervals_apart(ev, text);
	if (indexed_is_noted(c, ev->offset, text))
		return 0;
	doubt.text = text;
	if (indexed_note(c, &doubt))
		return -1;
	c->problems[c->nproblems - 1].told = 1;
	if (t->problem)
		t->problem(t->arg, c, ev, text);
	return 0;
}

/* Find the earlier record for EV, a record of the table. 0, or -1: out of memory. */
static int take_record(struct pairing *g, const struct monread_ev *ev, const struct series_place *place,
                       struct series_before *before)
{
	const struct monread_layout *l;

	memset(before, 0, sizeof *before);
	if (!series_keeps(g->series, ev))
		return 0;
	l = monread_system_layout(g->system, ev->domain, ev->record, ev->bytes, ev->length);
	if (!l && errno == ENOMEM)
		return -1;
	if (series_take(g->series, place, ev, l, monread_system_release(g->system), before))
		return -1;
	return before->apart ? say_apart(g, ev) : 0;
}

/* Read on to the next record of the table. 1: *EV is the record, *BEFORE describes the earlier one; 0: the end of
 * this capture; -1: out of memory, or stopped. */
static int next_record(struct pairing *g, const struct monread_ev **event, struct series_before *before)
{
	const struct monread_ev *ev;
	struct series_place place;
	int rc;

	while ((rc = events_next(&g->events, &ev)) > 0) {
		if (ev->kind >= MONREAD_BAD)
			series_lost(g->series);
		if (ev->kind != MONREAD_RECORD)
			continue;
		if (ev->flags & MONREAD_APART)
			g->apart_set = ev->setno; /* the scan has reported it */
		if (ev->flags & MONREAD_REPEATED || indexed_is_again(g->events.c, ev->offset)) {
			errno = ENOMEM;
			if (monread_system_learn(g->system, ev->domain, ev->record, ev->bytes, ev->length))
				return -1;
			continue;
		}
		if (series_ignores(g->series, ev)) {
			if (!is_wanted(g->v, ev->domain, ev->record))
				continue;
			memset(before, 0, sizeof *before);
		} else {
			errno = ENOMEM;
			if (monread_system_learn(g->system, ev->domain, ev->record, ev->bytes, ev->length) ||
			    series_arrive(g->series, g->system, ev, &place))
				return -1;
			if (!is_wanted(g->v, ev->domain, ev->record))
				continue;
			if (take_record(g, ev, &place, before))
				return -1;
		}
		*event = ev;
		return 1;
	}
	return rc;
}

static int error_code(void)
{
	return errno == EINTR ? SQLITE_INTERRUPT : SQLITE_NOMEM;
}

void pairs_free(struct pairs *p)
{
	struct pairs *next;

	for (; p; p = next) {
		next = p->next;
		free(p->list);
		free(p);
	}
}

/* Add the pair of the record at OFFSET. 0, or -1: out of memory. */
static int add_pair(struct pairs *p, size_t capture, uint64_t offset, const struct series_before *before)
{
	struct pair *one;

	if (ARRAY_GROW(p->list, p->n, p->room))
		return -1;
	one = &p->list[p->n++];
	memset(one, 0, sizeof *one);
	one->offset = offset;
	one->capture = (uint32_t)capture;
	one->kind = before->kind;
	if (before->kind == SERIES_KNOWN) {
		one->before_capture = (uint32_t)(before->file - 1);
		one->before = before->offset;
		one->length = (uint32_t)before->length;
		one->elapsed = before->elapsed;
	}
	return 0;
}

/* Add the pairs of all records of capture number g->capture. SQLITE_OK, or an error. */
static int add_capture(struct pairing *g, struct pairs *p)
{
	const struct monread_ev *ev;
	struct series_before before;
	int code = open_capture(g), rc = 0;

	while (code == SQLITE_OK && (rc = next_record(g, &ev, &before)) > 0)
		if (add_pair(p, g->capture, ev->offset, &before))
			code = SQLITE_NOMEM;
	if (rc < 0)
		code = error_code();
	close_capture(g);
	return code;
}

int pairs_make(const struct module_vtab *v, const struct tables_captures *captures, struct pairs **pairs)
{
	const struct tables *t = v->tables;
	struct pairing g = {
		.v = v, .captures = captures,
		.how = { .layouts = t->layouts, .release = t->release, .stopped = t->stopped, .arg = t->arg },
		.series = series_new(t->layouts, wanted, (void *)v, 0)
	};
	struct pairs *p = calloc(1, sizeof *p);
	int code = g.series && p ? SQLITE_OK : SQLITE_NOMEM;

	for (; code == SQLITE_OK && g.capture < captures->n; g.capture++)
		code = add_capture(&g, p);
	series_free(g.series);
	if (code != SQLITE_OK) {
		pairs_free(p);
		return code;
	}
	p->of = captures->one ? captures->one->id : 0;
	*pairs = p;
	return SQLITE_OK;
}

int pairs_find(const struct pairs *p, const struct tables_captures *captures, struct indexed_window *w, size_t capture,
               uint64_t offset, struct series_before *before)
{
	size_t low = 0, high = p->n, middle;
	const struct indexed *c;
	const struct pair *one;

	while (low < high) {
		middle = low + (high - low) / 2;
		one = &p->list[middle];
		if (one->capture < capture || (one->capture == capture && one->offset < offset))
			low = middle + 1;
		else
			high = middle;
	}
	one = low < p->n ? &p->list[low] : NULL;
	if (!one || one->capture != capture || one->offset != offset)
		return SQLITE_IOERR;
	*before = (struct series_before){ .kind = one->kind, .length = one->length, .elapsed = one->elapsed };
	if (one->kind != SERIES_KNOWN)
		return SQLITE_OK;
	c = captures->list[one->before_capture];
	if (!indexed_has(w, c, one->before, one->length) && indexed_read(c, w, one->before, one->length, AHEAD))
		return errno == ENOMEM ? SQLITE_NOMEM : SQLITE_IOERR;
	before->bytes = indexed_window_bytes(w, one->before);
	return SQLITE_OK;
}

#endif
