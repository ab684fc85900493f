/* pairs.c: find the earlier record with which a record is compared, for tables with differences of counters. */
#include "config.h"

#include "sql/walk.h"

#include <errno.h>
#include <stdlib.h>

#include "port/array.h"
#include "table/intervals.h"

/* A record, and the earlier record with which NAME_delta compares it. */
struct pair {
	uint64_t offset;  /* of the record */
	uint32_t capture; /* number of its capture */
	enum series_kind kind;
	/* Only for SERIES_KNOWN: number of the capture, length and offset of the earlier record, and the time between the
	 * records in TOD units. */
	uint32_t before_capture, length;
	uint64_t before, elapsed;
};

struct pairing {
	const struct module_vtab *v;
	struct lookup *l;
	struct series *series;
	/* the capture that add_capture() reads, and its number */
	struct indexed *c;
	uint32_t capture;
	struct monread_system *system;
	uint64_t apart_set; /* number of the last record set whose wrong clock was reported */
};

static int wanted(void *arg, unsigned domain, unsigned record)
{
	const struct module_vtab *v = arg;

	return v->kinds[indexed_kind(domain, record)];
}

/* Set *BEFORE to the record to compare with EV, a record of the table. 0, or -1: out of memory. */
static int find_before(struct pairing *g, const struct monread_ev *ev, const struct series_place *place,
                       struct series_before *before)
{
	const struct monread_layout *l;

	if (!series_keeps(g->series, ev))
		return 0;
	errno = 0;
	l = monread_system_layout(g->system, ev->domain, ev->record, ev->bytes, ev->length);
	if (!l && errno == ENOMEM)
		return -1;
	return series_take(g->series, place, ev, l, monread_system_release(g->system), before);
}

/* Compare the record EV, and add its pair if it belongs to the table. Report once for each record set that its clock
 * is far from the clock of its sample. 0, or -1: out of memory. */
static int take_record(struct pairing *g, const struct monread_ev *ev)
{
	int is_left_out = ev->flags & MONREAD_REPEATED || indexed_is_again(g->c, ev->offset);
	int is_wanted = !is_left_out && wanted((void *)g->v, ev->domain, ev->record);
	struct series_before before = { .kind = SERIES_LEVEL };
	char text[INTERVALS_TEXT];
	struct series_place place;
	struct lookup *l = g->l;

	if (ev->flags & MONREAD_APART)
		g->apart_set = ev->setno; /* indexed_scan() has already reported the wrong clock */
	if ((is_left_out || !series_ignores(g->series, ev)) &&
	    (monread_system_learn(g->system, ev->domain, ev->record, ev->bytes, ev->length) ||
	     (!is_left_out && series_arrive(g->series, g->system, ev, &place)) ||
	     (is_wanted && find_before(g, ev, &place, &before))))
		return -1;
	if (!is_wanted)
		return 0;
	if (ARRAY_GROW(l->pairs, l->n, l->room))
		return -1;
	l->pairs[l->n++] = (struct pair){
		.offset = ev->offset, .capture = g->capture, .kind = before.kind, .before_capture = (uint32_t)(before.file - 1),
		.before = before.offset, .length = (uint32_t)before.length, .elapsed = before.elapsed
	};
	if (!before.apart || ev->setno == g->apart_set)
		return 0;
	g->apart_set = ev->setno;
	intervals_apart(ev, text);
	return module_problem(g->v, g->c, ev, text);
}

/* Read the capture G->c and add the pairs of its records. SQLITE_OK, or an error. */
static int add_capture(struct pairing *g)
{
	const struct tables *t = g->v->tables;
	const struct monread_ev *ev;
	struct events events = { .m = NULL };
	int rc = -1;

	g->apart_set = 0;
	g->system = monread_system_new(t->layouts);
	errno = ENOMEM;
	if (g->system && events_open(&events, g->c, t) == 0) {
		monread_system_set_release(g->system, t->release);
		series_begin_file(g->series);
		while ((rc = events_next(&events, &ev)) > 0) {
			if (ev->kind >= MONREAD_BAD)
				series_lost(g->series);
			if (ev->kind == MONREAD_RECORD && take_record(g, ev)) {
				errno = ENOMEM;
				break;
			}
		}
		events_close(&events);
	}
	monread_system_free(g->system);
	return rc == 0 ? SQLITE_OK : errno == EINTR ? SQLITE_INTERRUPT : SQLITE_NOMEM;
}

int pairs_make(const struct module_vtab *v, const struct tables_captures *captures, struct lookup *l)
{
	struct pairing g = { .v = v, .l = l, .series = series_new(v->tables->layouts, wanted, (void *)v, 0) };
	int code = g.series ? SQLITE_OK : SQLITE_NOMEM;

	for (; code == SQLITE_OK && g.capture < captures->n; g.capture++) {
		g.c = captures->list[g.capture];
		code = add_capture(&g);
	}
	series_free(g.series);
	return code;
}

static int compare_pairs(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;

	return x->capture != y->capture ? (x->capture > y->capture) - (x->capture < y->capture) :
	                                  (x->offset > y->offset) - (x->offset < y->offset);
}

int pairs_find(const struct lookup *l, const struct tables_captures *captures, struct indexed_window *w, size_t capture,
               uint64_t offset, struct series_before *before)
{
	const struct pair key = { .capture = (uint32_t)capture, .offset = offset };
	const struct pair *one = l->n ? bsearch(&key, l->pairs, l->n, sizeof key, compare_pairs) : NULL;

	if (!one)
		return SQLITE_IOERR;
	*before = (struct series_before){ .kind = one->kind, .length = one->length, .elapsed = one->elapsed };
	if (one->kind != SERIES_KNOWN)
		return SQLITE_OK;
	before->bytes = indexed_read(captures->list[one->before_capture], w, one->before, one->length);
	return before->bytes ? SQLITE_OK : errno == ENOMEM ? SQLITE_NOMEM : SQLITE_IOERR;
}
