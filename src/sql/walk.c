/* walk.c: iterate over the rows of a table, in the order of the captures and of the records in them. See walk.h. */
#include "config.h"

#include "sql/walk.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "port/record.h"

/* Runs with gaps up to this size are read together: faster than two reads. */
#define NEAR (32u * 1024u)

static const struct indexed *capture_of(const struct walk *w)
{
	return w->captures->list[w->capture];
}

static const struct indexed_list *list_of(const struct walk *w, size_t kind)
{
	return &capture_of(w)->lists[w->v->kinds.list[kind]];
}

static const struct indexed_run *run_of(const struct walk *w)
{
	return &list_of(w, w->kind)->runs[w->run];
}

/* ---- Columns ---- */

int walk_begin(struct walk *w, const struct module_vtab *v)
{
	memset(w, 0, sizeof *w);
	w->v = v;
	w->next = calloc(v->kinds.n + 1, sizeof *w->next);
	w->wanted = calloc(WALK_CELLS(v->table), 1);
	w->list = calloc(WALK_CELLS(v->table), sizeof *w->list);
	w->system = monread_system_new(v->tables->layouts);
	w->ev.kind = MONREAD_RECORD;
	w->ev.flags = MONREAD_NUMBERED;
	w->ev.mce = &w->mce;
	w->record.ev = &w->ev;
	/* A table about captures makes one row for each record. */
	if (v->module->about && w->wanted) {
		memset(w->wanted, 1, WALK_CELLS(v->table));
		w->cells = calloc(WALK_CELLS(v->table), sizeof *w->cells);
	}
	if (w->next && w->wanted && w->list && w->system && (w->cells || !v->module->about))
		return 0;
	walk_end(w);
	return -1;
}

void walk_end(struct walk *w)
{
	table_rows_free(w->rows);
	monread_system_free(w->system);
	indexed_window_done(&w->window);
	indexed_window_done(&w->before);
	delta_free(w->delta);
	free(w->next);
	free(w->wanted);
	free(w->list);
	free(w->cells);
	memset(w, 0, sizeof *w);
}

void walk_leave(struct walk *w)
{
	w->window.of = NULL;
	w->before.of = NULL;
}

int walk_want(struct walk *w, long column)
{
	if (w->wanted[column])
		return 0;
	w->wanted[column] = 1;
	w->list[w->nlist++] = (uint32_t)column;
	table_rows_free(w->rows);
	w->rows = NULL;
	return 0;
}

/* ---- The rows of a record ---- */

static int add_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct walk *w = arg;
	struct table_cell *to;
	size_t i, n = WALK_CELLS(t), room;

	if (t != w->v->table)
		return 0;
	if (w->nrows == w->rows_room) {
		room = w->rows_room ? w->rows_room * 2 : 1;
		to = realloc(w->cells, room * n * sizeof *to);
		if (!to)
			return SQLITE_NOMEM;
		memset(to + w->rows_room * n, 0, (room - w->rows_room) * n * sizeof *to);
		w->cells = to;
		w->rows_room = room;
	}
	to = w->cells + w->nrows++ * n;
	for (i = 0; i < w->nlist; i++)
		to[w->list[i]] = cells[w->list[i]];
	return 0;
}

static int tell_problem(void *arg, const char *text)
{
	struct walk *w = arg;
	const struct tables *t = w->v->tables;
	struct indexed *c = w->captures->list[w->capture];
	struct monread_ev ev = w->ev;

	/* Another table may have reported the problem of this record. */
	if (indexed_is_noted(c, w->ev.offset, text))
		return 0;
	ev.text = text;
	if (indexed_note(c, &ev))
		return SQLITE_NOMEM;
	c->problems[c->nproblems - 1].told = 1;
	if (t->problem)
		t->problem(t->arg, c, &w->ev, text);
	return 0;
}

/* Prepare the differences between the record and the earlier one, BEFORE. SQLITE_OK, or an error. */
static int begin_delta(struct walk *w, const struct series_before *before)
{
	w->record.delta = NULL;
	if (before->kind == SERIES_LEVEL)
		return SQLITE_OK;
	if (!w->delta && !(w->delta = delta_new(w->v->tables->layouts)))
		return SQLITE_NOMEM;
	if (delta_begin(w->delta, w->record.layout, w->record.release, w->ev.bytes, w->ev.length, before))
		return SQLITE_NOMEM;
	w->record.delta = w->delta;
	return SQLITE_OK;
}

/* Make the rows of the current record. SQLITE_OK, or an error. */
static int make_rows(struct walk *w)
{
	static const struct table_sink sink = { add_row, tell_problem };
	const struct module_vtab *v = w->v;
	int rc;

	if (v->module->about) {
		memset(w->cells, 0, WALK_CELLS(v->table) * sizeof *w->cells);
		w->nrows = 1;
		return about_record(v->tables->layouts, &w->record, w->cells);
	}
	if (!w->rows)
		w->rows = table_rows_new(v->tables->schema, v->tables->layouts, v->table, w->wanted);
	if (!w->rows)
		return SQLITE_NOMEM;
	w->nrows = 0;
	rc = table_rows_make(w->rows, &w->record, &sink, w);
	return rc < 0 ? SQLITE_NOMEM : rc;
}

int walk_need(struct walk *w, long column)
{
	if (w->wanted[column])
		return 0;
	walk_want(w, column);
	return make_rows(w) == SQLITE_OK && w->row < w->nrows ? 0 : -1;
}

/* ---- Runs ---- */

static int run_fits(struct walk *w)
{
	uint32_t stretch = run_of(w)->stretch;
	const struct indexed_stretch *s = &capture_of(w)->stretches[stretch];

	if (stretch != w->stretch) {
		w->stretch = stretch;
		w->stretch_fits = (!s->repeated || w->repeated) && module_stretch_fits(w->conditions, capture_of(w), s);
	}
	return w->stretch_fits;
}

/* Set the next run of each kind to the first that can meet the conditions. */
static void find_start(struct walk *w)
{
	const struct indexed *c = capture_of(w);
	uint64_t offset = module_least(w->conditions, TABLE_OFFSET), dataset = module_least(w->conditions, TABLE_DATASET);
	size_t k, low, high, middle;

	for (k = 0; k < w->v->kinds.n; k++) {
		const struct indexed_list *l = list_of(w, k);

		for (low = 0, high = l->n; low < high;) {
			const struct indexed_run *r = &l->runs[middle = low + (high - low) / 2];

			if (r->offset + r->bytes <= offset || c->stretches[r->stretch].dataset < dataset)
				low = middle + 1;
			else
				high = middle;
		}
		w->next[k] = low;
	}
}

static void begin_capture(struct walk *w)
{
	w->behind = 0;
	w->bytes = NULL;
	w->stretch = UINT32_MAX;
	w->record.file = NULL;
	if (w->capture < w->captures->n) {
		w->record.file = capture_of(w)->name;
		find_start(w);
	}
}

/* Set w->run to the next run of the capture. 0: the end of the capture. */
static int next_run(struct walk *w)
{
	size_t k, best = w->v->kinds.n;
	uint64_t offset = UINT64_MAX;

	for (k = 0; k < w->v->kinds.n; k++) {
		const struct indexed_list *l = list_of(w, k);

		if (w->next[k] < l->n && l->runs[w->next[k]].offset < offset) {
			offset = l->runs[w->next[k]].offset;
			best = k;
		}
	}
	if (best == w->v->kinds.n)
		return 0;
	w->kind = (uint32_t)best;
	w->run = (uint32_t)w->next[best]++;
	return 1;
}

/* The number of bytes to read at OFFSET: up to END, and on to later runs that are close. */
static size_t worth(const struct walk *w, uint64_t offset, uint64_t end)
{
	size_t k, i;

	for (k = 0; k < w->v->kinds.n; k++) {
		const struct indexed_list *l = list_of(w, k);

		for (i = w->next[k]; i < l->n; i++) {
			const struct indexed_run *next = &l->runs[i];

			if (next->offset > end + NEAR || next->offset + next->bytes > offset + INDEXED_WINDOW)
				break;
			if (next->offset + next->bytes > end)
				end = next->offset + next->bytes;
		}
	}
	return (size_t)(end - offset);
}

/* Read the run into the window. SQLITE_OK, or an error. */
static int load_window(struct walk *w, int ahead)
{
	const struct indexed_run *r = run_of(w);
	const struct indexed *c = capture_of(w);

	if (indexed_read(c, &w->window, r->offset, r->bytes, ahead ? worth(w, r->offset, r->offset + r->bytes) : r->bytes))
		return errno == ENOMEM ? SQLITE_NOMEM : SQLITE_IOERR;
	return SQLITE_OK;
}

/* Make sure that the window has the run. SQLITE_OK, or an error. */
static int load_run(struct walk *w, int ahead)
{
	const struct indexed_run *r = run_of(w);
	const struct indexed *c = capture_of(w);
	const struct tables *t = w->v->tables;
	int code = SQLITE_OK;

	if (!indexed_has(&w->window, c, r->offset, r->bytes)) {
		if (ahead && t->stopped && t->stopped(t->arg, c, r->offset))
			return SQLITE_INTERRUPT;
		code = load_window(w, ahead);
	}
	if (code == SQLITE_OK)
		w->bytes = indexed_window_bytes(&w->window, r->offset);
	return code;
}

/* ---- Records ---- */

static int changed(const struct walk *w)
{
	return module_fail((struct module_vtab *)w->v, SQLITE_IOERR,
	                   sqlite3_mprintf("%s: was changed or truncated while it was being read",
	                                                 capture_of(w)->name));
}

static int take_before(struct walk *w)
{
	struct series_before before;
	int code = pairs_find(w->pairs, w->captures, &w->before, w->capture, w->ev.offset, &before);

	return code == SQLITE_IOERR ? changed(w) : code == SQLITE_OK ? begin_delta(w, &before) : code;
}

/* The record at w->at of the run becomes the one of the walk.  SQLITE_ROW; SQLITE_DONE: it has no row; or an error. */
static int take_record(struct walk *w)
{
	const struct indexed *c = capture_of(w);
	const struct indexed_run *r = run_of(w);
	const struct indexed_stretch *s = &c->stretches[r->stretch];
	const struct indexed_era *e = &c->eras[s->era];
	const unsigned char *p = w->bytes + w->at;
	int code;

	w->ev.offset = r->offset + w->at;
	w->ev.dataset = s->dataset;
	w->ev.bytes = p;
	w->ev.length = w->behind - w->at;
	w->ev.domain = p[4];
	w->ev.record = indexed_be16(p + 6);
	w->ev.tod = indexed_be64(p + 8);
	w->mce.type = s->type;
	if (monread_system_release(w->system) != e->release)
		monread_system_set_release(w->system, e->release);
	errno = 0;
	if (!w->v->module->about)
		w->record.layout = monread_system_layout(w->system, w->ev.domain, w->ev.record, p, w->ev.length);
	if (!w->record.layout && errno == ENOMEM)
		return SQLITE_NOMEM;
	w->record.release = e->release;
	w->record.system = e->system;
	w->record.interval = s->interval;
	w->record.in_interval = s->type == MONREAD_SAMPLE && !s->repeated;
	w->row = 0;
	w->record.delta = NULL;
	code = w->pairs ? take_before(w) : SQLITE_OK;
	if (code == SQLITE_OK)
		code = make_rows(w);
	return code != SQLITE_OK ? code : w->nrows ? SQLITE_ROW : SQLITE_DONE;
}

/* The end of the record at AT in the run; 0: invalid, because the file has changed. */
static uint32_t end_of(const struct walk *w, uint32_t at)
{
	uint32_t room = run_of(w)->bytes, length;

	if (at >= room || room - at < MR_HEADER_SIZE)
		return 0;
	length = indexed_be16(w->bytes + at);
	return length < MR_HEADER_SIZE || length > room - at ? 0 : at + length;
}

/* Read the next run that can meet the conditions. SQLITE_OK; SQLITE_DONE: the end of this capture; or an error. */
static int begin_run(struct walk *w)
{
	int code;

	do {
		if (!next_run(w) || module_is_behind(w->conditions, capture_of(w), run_of(w)))
			return SQLITE_DONE;
	} while (!run_fits(w));
	code = load_run(w, 1);
	w->behind = 0;
	return code == SQLITE_IOERR ? changed(w) : code;
}

static int next_record(struct walk *w)
{
	int code;

	for (;;) {
		if (w->bytes && w->behind < run_of(w)->bytes) {
			w->at = w->behind;
			w->behind = end_of(w, w->at);
			if (!w->behind)
				return changed(w);
			if (!module_offset_fits(w->conditions, run_of(w)->offset + w->at))
				continue;
			code = take_record(w);
			if (code != SQLITE_DONE)
				return code;
		} else {
			code = begin_run(w);
			if (code != SQLITE_OK)
				return code;
		}
	}
}

int walk_start(struct walk *w, const struct tables_captures *captures, const struct module_conditions *conditions)
{
	w->about = (struct about_place){ .tables = w->v->tables, .captures = captures };
	w->captures = captures;
	w->conditions = conditions;
	w->capture = captures->first;
	w->row = w->nrows = 0;
	begin_capture(w);
	return SQLITE_OK;
}

int walk_next(struct walk *w)
{
	const struct about *about = w->v->module->about;
	int code;

	if (about && about->next) {
		w->about.number++;
		memset(w->cells, 0, WALK_CELLS(w->v->table) * sizeof *w->cells);
		return about->next(&w->about, w->cells);
	}
	if (w->row + 1 < w->nrows) {
		w->row++;
		return SQLITE_ROW;
	}
	w->nrows = w->row = 0;
	for (; w->capture < w->captures->n; w->capture++, begin_capture(w)) {
		if (!module_file_fits(w->conditions, capture_of(w)->name))
			continue;
		code = next_record(w);
		if (code != SQLITE_DONE)
			return code;
	}
	return SQLITE_DONE;
}

void walk_place(const struct walk *w, struct lookup_place *place)
{
	place->capture = (uint32_t)w->capture;
	place->kind = (uint16_t)w->kind;
	place->run = w->run;
	place->at = (uint16_t)w->at;
	place->row = (uint32_t)w->row;
}

/* Read the record at PLACE, unless it is the current one. SQLITE_ROW, or as walk_go(). */
static int go_to_record(struct walk *w, const struct lookup_place *place)
{
	int same = w->bytes && place->capture == w->capture && place->kind == w->kind && place->run == w->run, code;

	if (same && w->nrows && place->at == w->at)
		return SQLITE_ROW;
	w->nrows = 0;
	if (!same) {
		w->stretch = place->capture == w->capture ? w->stretch : UINT32_MAX;
		w->capture = place->capture;
		w->kind = place->kind;
		w->run = place->run;
		w->record.file = capture_of(w)->name;
		code = load_run(w, 0);
		if (code != SQLITE_OK)
			return code == SQLITE_IOERR ? changed(w) : code;
	}
	w->at = place->at;
	w->behind = end_of(w, w->at);
	return w->behind ? take_record(w) : changed(w);
}

int walk_go(struct walk *w, const struct lookup_place *place)
{
	int code = go_to_record(w, place);

	if (code != SQLITE_ROW)
		return code;
	w->row = place->row;
	if (w->row >= w->nrows)
		return changed(w);
	if (!module_file_fits(w->conditions, capture_of(w)->name) || !run_fits(w) ||
	    !module_offset_fits(w->conditions, w->ev.offset))
		return SQLITE_DONE;
	return SQLITE_ROW;
}

#endif
