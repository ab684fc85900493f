/* pairs.c: find the earlier record with which NAME_delta compares a record. */
#include "config.h"

#include "sql/cursor_walk.h"

#include "base/array.h"

/* A record, and the earlier record to compare it with. */
struct pair {
	uint64_t offset;
	uint32_t capture; /* index of the capture */
	uint16_t kind;    /* enum series_kind */
	uint16_t again;   /* 1: another capture has the same record, and makes its row */
	/* if ->kind is SERIES_KNOWN: capture, length and offset of the earlier record, and the time
	 * between the records in TOD units */
	uint32_t before_capture, length;
	uint64_t before, elapsed;
};

struct pairing {
	const struct module_vtab *v;
	const struct tables_captures *captures;
	struct series *series;
	struct events events;
	int is_open;      /* 1: ->events is open */
	size_t next;      /* index of the next capture to open */
	size_t capture;   /* index of the capture of the last event */
	struct pair pair; /* pair of the last record of the table that was read */
	struct series_before before;
};

static int pairs_wants(void *arg, unsigned domain, unsigned record)
{
	const struct module_vtab *v = arg;

	return v->kinds[indexed_kind(domain, record)];
}

/* Set *BEFORE to the earlier record with which the record EV is compared. Return 0, or -1 if out of
 * memory. */
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

/* If EV is a record of the table, set g->pair and g->before to EV and the earlier record with which
 * EV is compared, and return 1; else return 0. Return -1 if out of memory. If the clock of EV is
 * far from the clock of its sample, report this. */
static int pairs_take_record(struct pairing *g, const struct monread_ev *ev)
{
	int is_repeated = ev->flags & MONREAD_REPEATED;
	int again = g->events.session.again;
	int is_left_out = again || (is_repeated && !series_has_ipl(ev));
	int is_wanted = !is_repeated && pairs_wants((void *)g->v, ev->domain, ev->record);
	struct series_before *before = &g->before;
	struct session_source *now = g->events.session.now;
	struct monread_pass *pass = &g->events.pass;
	struct series_place place;

	if (ev->flags & MONREAD_APART)
		now->doubted = ev->setno; /* indexed_scan() has already reported the wrong clock */
	if (!is_wanted && !is_left_out && series_ignores(g->series, ev)) {
		series_pass(pass, ev);
		return 0;
	}
	/* Skip no records for now: EV may change which records are needed. */
	pass->setno = 0;
	*before = (struct series_before){ .kind = SERIES_LEVEL };
	if ((is_left_out || !series_ignores(g->series, ev)) &&
	    (monread_system_learn(now->system, ev->domain, ev->record, ev->bytes, ev->length) ||
	     (!is_left_out && series_arrive(g->series, now->system, ev, &place)) ||
	     (is_wanted && !again && pairs_find_before(g, ev, &place, before))))
		return -1;
	if (!is_wanted || g->capture < g->captures->first || (again && !g->v->tables->are_copied))
		return 0;
	g->pair = (struct pair){
		.offset = ev->offset,
		.capture = (uint32_t)g->capture,
		.kind = (uint16_t)before->kind,
		.again = (uint16_t)again,
		.before_capture = (uint32_t)(before->file - 1),
		.before = before->offset,
		.length = (uint32_t)before->length,
		.elapsed = before->elapsed,
	};
	if (before->apart)
		session_apart(&g->events.session, now, ev);
	return g->events.error ? -1 : 1;
}

/* Open the next capture or, if captures are merged, all captures. Return SQLITE_OK, or an error. */
static int pairs_open(struct pairing *g)
{
	const struct tables_captures *captures = g->captures;
	size_t n = captures->merged ? captures->n : 1;

	if (events_open(&g->events, captures->list + g->next, n, g->v->tables, 0))
		return SQLITE_NOMEM;
	g->is_open = 1;
	/* SIZE_MAX is not the index of a capture, so that pairs_next() calls series_turn() at the
	 * first event. */
	g->capture = captures->merged ? SIZE_MAX : g->next;
	g->next += n;
	if (n == 1)
		series_begin_file(g->series);
	return SQLITE_OK;
}

/* Read the open captures up to the next record of the table, and set g->pair. Return SQLITE_ROW,
 * SQLITE_DONE at the end of the open captures, or an error. */
static int pairs_next(struct pairing *g)
{
	struct events *e = &g->events;
	const struct monread_ev *ev;
	int found = 0, error;

	while (!found) {
		ev = events_next(e);
		if (!ev)
			break;
		if (g->captures->merged && events_at(e) != g->capture) {
			g->capture = events_at(e);
			series_turn(g->series, g->capture + 1,
			            monread_system_id(e->session.now->system));
		}
		if (ev->kind >= MONREAD_BAD)
			series_lost(g->series);
		if (ev->kind == MONREAD_RECORD)
			found = pairs_take_record(g, ev);
	}
	if (found > 0)
		return SQLITE_ROW;
	g->is_open = 0;
	error = events_close(e);
	error = found < 0 ? ENOMEM : error;
	return error ? tables_code(error) : SQLITE_DONE;
}

/* Like pairs_next(), but at the end of the open captures, open and read the next captures. */
static int pairs_advance(struct pairing *g)
{
	int code = SQLITE_DONE;

	while (code == SQLITE_DONE && (g->is_open || g->next < g->captures->n)) {
		code = g->is_open ? SQLITE_OK : pairs_open(g);
		if (code == SQLITE_OK)
			code = pairs_next(g);
	}
	return code;
}

struct pairing *pairs_new(const struct module_vtab *v, const struct tables_captures *captures)
{
	struct pairing *g = calloc(1, sizeof *g);

	if (!g)
		return NULL;
	g->v = v;
	g->captures = captures;
	g->series = series_new(v->tables->layouts, pairs_wants, (void *)v, 0);
	if (g->series)
		return g;
	free(g);
	return NULL;
}

void pairs_free(struct pairing *g)
{
	if (!g)
		return;
	if (g->is_open)
		events_close(&g->events);
	series_free(g->series);
	free(g);
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
	struct pairing *g = pairs_new(v, captures);
	int code = g ? SQLITE_ROW : SQLITE_NOMEM;

	while (code == SQLITE_ROW) {
		code = pairs_advance(g);
		if (code != SQLITE_ROW)
			break;
		if (ARRAY_GROW(l->pairs, l->n, l->room))
			code = SQLITE_NOMEM;
		else
			l->pairs[l->n++] = g->pair;
	}
	if (captures->merged && l->n)
		qsort(l->pairs, l->n, sizeof *l->pairs, compare_pairs);
	pairs_free(g);
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* pairs_find() with the list c->pairs. KEY has the capture and the offset of the current record. */
static int find_in_list(struct module_cursor *c, const struct pair *key,
                        struct series_before *before)
{
	const struct lookup *l = c->pairs;
	const struct pair *one = NULL;

	/* First try the pair after the pair of the previous call. */
	if (l->n)
		one = &l->pairs[c->pair < l->n ? c->pair : 0];
	if (one && compare_pairs(one, key) != 0)
		one = bsearch(key, l->pairs, l->n, sizeof *key, compare_pairs);
	if (!one)
		return SQLITE_IOERR;
	c->pair = (size_t)(one - l->pairs) + 1;
	*before = (struct series_before){
		.kind = one->kind,
		.length = one->length,
		.elapsed = one->elapsed,
	};
	if (one->again || one->kind != SERIES_KNOWN)
		return one->again ? SQLITE_DONE : SQLITE_OK;
	before->bytes = indexed_read(c->captures->list[one->before_capture], &c->before,
	                             one->before, one->length);
	if (before->bytes)
		return SQLITE_OK;
	return errno == ENOMEM ? SQLITE_NOMEM : SQLITE_IOERR;
}

int pairs_find(struct module_cursor *c, struct series_before *before)
{
	const struct pair key = { .capture = (uint32_t)c->place.capture, .offset = c->ev.offset };
	struct pairing *g = c->pairing;
	int code;

	if (!g)
		return find_in_list(c, &key, before);
	/* Skip pairs of records that the scan has left out: the scan never goes back. */
	do {
		code = pairs_advance(g);
	} while (code == SQLITE_ROW && compare_pairs(&g->pair, &key) < 0);
	if (code != SQLITE_ROW || compare_pairs(&g->pair, &key) != 0)
		return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_IOERR : code;
	*before = g->before;
	return SQLITE_OK;
}
