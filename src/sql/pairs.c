/* pairs.c: find the earlier record with which a record is compared, for tables with differences of
 * counters. */
#include "config.h"

#include "sql/cursor_walk.h"

#include <errno.h>
#include <stdlib.h>

#include "port/array.h"
#include "table/intervals.h"

/* A record, and the earlier record with which NAME_delta compares it. */
struct pair {
	uint64_t offset;  /* of the record */
	uint32_t capture; /* number of its capture */
	uint16_t kind;    /* enum series_kind */
	uint16_t again;   /* 1: the row belongs to another capture, which has the record, too */
	/* Only for SERIES_KNOWN: number of the capture, length and offset of the earlier record,
	 * and the time between the records in TOD units. */
	uint32_t before_capture, length;
	uint64_t before, elapsed;
};

struct pairing {
	const struct module_vtab *v;
	const struct tables_captures *captures;
	struct lookup *l;
	struct series *series;
	struct events events;
	size_t capture; /* number of the capture that has the last event */
};

static int pairs_wants(void *arg, unsigned domain, unsigned record)
{
	const struct module_vtab *v = arg;

	return v->kinds[indexed_kind(domain, record)];
}

/* Set *BEFORE to the record to compare with EV, a record of the table. 0, or -1: out of memory. */
static int pairs_find_before(struct pairing *g, const struct monread_ev *ev,
                       const struct series_place *place, struct series_before *before)
{
	struct monread_system *system = g->events.session.now->system;
	const struct monread_layout *l;

	if (!series_keeps(g->series, ev))
		return 0;
	errno = 0;
	l = monread_system_layout(system, ev->domain, ev->record, ev->bytes, ev->length);
	if (!l && errno == ENOMEM)
		return -1;
	return series_take(g->series, place, ev, l, monread_system_release(system), before);
}

/* Compare the record EV, and add its pair if it belongs to the table. Report once for each record
 * set that its clock is far from the clock of its sample. 0, or -1: out of memory. */
static int pairs_take_record(struct pairing *g, const struct monread_ev *ev)
{
	int is_repeated = ev->flags & MONREAD_REPEATED;
	int again = g->events.session.again;
	int is_left_out = is_repeated || again;
	int is_wanted = !is_repeated && pairs_wants((void *)g->v, ev->domain, ev->record);
	struct series_before before = { .kind = SERIES_LEVEL };
	struct session_source *now = g->events.session.now;
	char text[INTERVALS_TEXT];
	struct series_place place;
	struct lookup *l = g->l;

	if (ev->flags & MONREAD_APART)
		now->doubted = ev->setno; /* indexed_scan() has already reported the wrong clock */
	if ((is_left_out || !series_ignores(g->series, ev)) &&
	    (monread_system_learn(now->system, ev->domain, ev->record, ev->bytes, ev->length) ||
	     (!is_left_out && series_arrive(g->series, now->system, ev, &place)) ||
	     (is_wanted && !again && pairs_find_before(g, ev, &place, &before))))
		return -1;
	if (!is_wanted || g->capture < g->captures->first || (again && !g->v->tables->are_copied))
		return 0;
	if (ARRAY_GROW(l->pairs, l->n, l->room))
		return -1;
	l->pairs[l->n++] = (struct pair){ .offset = ev->offset,
		                          .capture = (uint32_t)g->capture,
		                          .kind = (uint16_t)before.kind,
		                          .again = (uint16_t)again,
		                          .before_capture = (uint32_t)(before.file - 1),
		                          .before = before.offset,
		                          .length = (uint32_t)before.length,
		                          .elapsed = before.elapsed };
	if (!before.apart || ev->setno == now->doubted)
		return 0;
	now->doubted = ev->setno;
	intervals_apart(ev, text);
	return indexed_problem(events_now(&g->events), VERDICT_CLOCK, ev, text);
}

/* Read N captures from number FIRST on, together if they are several, and add the pairs of their
 * records. SQLITE_OK, or an error. */
static int add_captures(struct pairing *g, size_t first, size_t n)
{
	const struct indexed *now = NULL;
	struct events *e = &g->events;
	const struct monread_ev *ev;
	int failed = 0, error;

	if (events_open(e, g->captures->list + first, n, g->v->tables, 0))
		return SQLITE_NOMEM;
	g->capture = first;
	if (n == 1)
		series_begin_file(g->series);
	while (!failed) {
		ev = events_next(e);
		if (!ev)
			break;
		if (n > 1 && events_now(e) != now) {
			now = events_now(e);
			g->capture = events_at(e);
			series_turn(g->series, g->capture + 1,
			            monread_system_id(e->session.now->system));
		}
		if (ev->kind >= MONREAD_BAD)
			series_lost(g->series);
		failed = ev->kind == MONREAD_RECORD && pairs_take_record(g, ev);
	}
	error = events_close(e);
	error = failed ? ENOMEM : error;
	return error ? tables_code(error) : SQLITE_OK;
}

static int compare_pairs(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	if (x->capture != y->capture)
		return (x->capture > y->capture) - (x->capture < y->capture);
	return (x->offset > y->offset) - (x->offset < y->offset);
}

int pairs_make(const struct module_vtab *v, const struct tables_captures *captures,
               struct lookup *l)
{
	struct pairing g = { .v = v,
		             .captures = captures,
		             .l = l,
		             .series = series_new(v->tables->layouts, pairs_wants, (void *)v, 0) };
	size_t i, together = captures->merged ? captures->n : 1;
	int code = g.series ? SQLITE_OK : SQLITE_NOMEM;

	for (i = 0; code == SQLITE_OK && i < captures->n; i += together)
		code = add_captures(&g, i, together);
	if (together > 1 && l->n)
		qsort(l->pairs, l->n, sizeof *l->pairs, compare_pairs);
	series_free(g.series);
	return code;
}

int pairs_find(struct module_cursor *c, struct series_before *before)
{
	const struct pair key = { .capture = (uint32_t)c->place.capture, .offset = c->ev.offset };
	const struct lookup *l = c->pairs;
	const struct pair *one = NULL;

	/* It is usually the pair after the last one that was found; else search. */
	if (l->n)
		one = &l->pairs[c->pair < l->n ? c->pair : 0];
	if (one && (one->offset != key.offset || one->capture != key.capture))
		one = bsearch(&key, l->pairs, l->n, sizeof key, compare_pairs);
	if (!one)
		return SQLITE_IOERR;
	c->pair = (size_t)(one - l->pairs) + 1;
	*before = (struct series_before){ .kind = one->kind,
		                          .length = one->length,
		                          .elapsed = one->elapsed };
	if (one->again || one->kind != SERIES_KNOWN)
		return one->again ? SQLITE_DONE : SQLITE_OK;
	before->bytes = indexed_read(c->captures->list[one->before_capture], &c->before,
	                             one->before, one->length);
	if (before->bytes)
		return SQLITE_OK;
	return errno == ENOMEM ? SQLITE_NOMEM : SQLITE_IOERR;
}
