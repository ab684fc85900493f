/* pairs.c: which record each record of a table is compared with.
 *
 * A series hands out as much of the record before as a difference needs: that is kept, so that rows can be made in any
 * order. */
#include "config.h"

#include "sql/pairs.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "sql/array.h"

struct pairing {
	const struct module_vtab *v;
	struct pairs *p;
	struct series *series;
	struct monread_system *system;
	const struct indexed *c;
	uint32_t capture;
	uint32_t run; /* of the last record */
};

void pairs_free(struct pairs *p)
{
	struct pairs *next;

	for (; p; p = next) {
		next = p->next;
		free(p->list);
		free(p->bytes);
		free(p);
	}
}

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

/* 0, or -1: out of memory. */
static int keep_bytes(struct pairs *p, const unsigned char *bytes, size_t length)
{
	size_t room = p->bytes_room ? p->bytes_room : 4096;
	unsigned char *more;

	while (room - p->used < length)
		room += room / 2;
	if (room != p->bytes_room) {
		more = realloc(p->bytes, room);
		if (!more)
			return -1;
		p->bytes = more;
		p->bytes_room = room;
	}
	memcpy(p->bytes + p->used, bytes, length);
	p->used += length;
	return 0;
}

/* The place of the record EV, behind the one before.  0: it is not there, as the capture has changed. */
static int find_place(struct pairing *g, const struct monread_ev *ev, struct lookup_place *place)
{
	const struct indexed *c = g->c;

	while (g->run < c->nruns && c->runs[g->run].offset + c->runs[g->run].bytes <= ev->offset)
		g->run++;
	if (g->run == c->nruns || c->runs[g->run].offset > ev->offset)
		return 0;
	place->capture = g->capture;
	place->run = g->run;
	place->at = (uint32_t)(ev->offset - c->runs[g->run].offset);
	place->row = 0;
	return 1;
}

/* 0, or -1: out of memory. */
static int add_pair(struct pairing *g, const struct monread_ev *ev, const struct series_before *before)
{
	struct pairs *p = g->p;
	struct pair *one;
	struct lookup_place place;

	if (!find_place(g, ev, &place))
		return 0;
	if (ARRAY_GROW(p->list, p->n, p->room))
		return -1;
	one = &p->list[p->n];
	memset(one, 0, sizeof *one);
	one->place = place;
	one->kind = before->kind;
	if (before->kind == SERIES_KNOWN) {
		one->before = p->used;
		one->length = (uint32_t)before->length;
		one->elapsed = before->elapsed;
		if (keep_bytes(p, before->bytes, before->length))
			return -1;
	}
	p->n++;
	return 0;
}

static int take_record(struct pairing *g, const struct monread_ev *ev)
{
	const struct monread_layout *l = NULL;
	struct series_before before = { .kind = SERIES_LEVEL };
	struct series_place place;

	if (monread_system_learn(g->system, ev->domain, ev->record, ev->bytes, ev->length) ||
	    series_arrive(g->series, g->system, ev, &place))
		return -1;
	if (!is_wanted(g->v, ev->domain, ev->record))
		return 0;
	if (series_keeps(g->series, ev)) {
		l = monread_system_layout(g->system, ev->domain, ev->record, ev->bytes, ev->length);
		if ((!l && errno == ENOMEM) ||
		    series_take(g->series, &place, ev, l, monread_system_release(g->system), &before))
			return -1;
	}
	return add_pair(g, ev, &before);
}

static int event(void *arg, const struct monread_ev *ev)
{
	struct pairing *g = arg;

	if (ev->kind >= MONREAD_BAD)
		series_lost(g->series);
	if (ev->kind != MONREAD_RECORD || take_record(g, ev) == 0)
		return 0;
	errno = ENOMEM;
	return -1;
}

/* SQLITE_OK, or an error. */
static int go_through(struct pairing *g, struct indexed *c)
{
	const struct tables *t = g->v->tables;
	const struct indexed_scan how = { t->layouts, t->release, t->stopped, t->arg };
	int rc;

	g->c = c;
	g->run = 0;
	g->system = monread_system_new(t->layouts);
	if (!g->system)
		return SQLITE_NOMEM;
	monread_system_set_release(g->system, t->release);
	series_begin_file(g->series);
	rc = indexed_each(c, 0, &how, event, g);
	monread_system_free(g->system);
	return !rc ? SQLITE_OK : errno == EINTR ? SQLITE_INTERRUPT : SQLITE_NOMEM;
}

int pairs_make(const struct module_vtab *v, const struct tables_captures *captures, struct pairs **pairs)
{
	struct pairing g = { .v = v, .p = calloc(1, sizeof *g.p) };
	int code = SQLITE_OK;

	g.series = series_new(v->tables->layouts, wanted, (void *)v, 0);
	if (!g.p || !g.series)
		code = SQLITE_NOMEM;
	for (; code == SQLITE_OK && g.capture < captures->n; g.capture++)
		code = go_through(&g, captures->list[g.capture]);
	series_free(g.series);
	if (code != SQLITE_OK) {
		pairs_free(g.p);
		return code;
	}
	g.p->of = captures->one;
	*pairs = g.p;
	return SQLITE_OK;
}

static int compare(const struct lookup_place *a, const struct lookup_place *b)
{
	if (a->capture != b->capture)
		return a->capture < b->capture ? -1 : 1;
	if (a->run != b->run)
		return a->run < b->run ? -1 : 1;
	return a->at < b->at ? -1 : a->at > b->at;
}

const struct pair *pairs_find(const struct pairs *p, const struct lookup_place *place)
{
	size_t low = 0, high = p->n, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (compare(&p->list[middle].place, place) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < p->n && compare(&p->list[low].place, place) == 0 ? &p->list[low] : NULL;
}

#endif
