/* walk.c: iterate over the rows of a table, in the order of the captures and of the records in them. See walk.h. */
#include "config.h"

#include "sql/walk.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "port/record.h"

static const struct indexed *capture_of(const struct walk *w)
{
	return w->captures->list[w->capture];
}

static const struct indexed_run *run_of(const struct walk *w)
{
	return &capture_of(w)->runs[w->run];
}

/* ---- Columns ---- */

int walk_begin(struct walk *w, const struct module_vtab *v)
{
	memset(w, 0, sizeof *w);
	w->v = v;
	w->wanted = calloc(WALK_CELLS(v->table), 1);
	w->list = calloc(WALK_CELLS(v->table), sizeof *w->list);
	w->system = monread_system_new(v->tables->layouts);
	w->ev.kind = MONREAD_RECORD;
	w->ev.flags = MONREAD_NUMBERED;
	w->ev.mce = &w->mce;
	w->record.ev = &w->ev;
	/* A table about captures makes one row for each record. */
	if (v->module->about && w->wanted)
		memset(w->wanted, 1, WALK_CELLS(v->table));
	if (w->wanted && w->list && w->system &&
	    (!v->module->about || ARRAY_EXTEND(w->cells, w->ncells, WALK_CELLS(v->table)) == 0))
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

void walk_want(struct walk *w, long column)
{
	if (w->wanted[column])
		return;
	w->wanted[column] = 1;
	w->list[w->nlist++] = (uint32_t)column;
	table_rows_free(w->rows);
	w->rows = NULL;
}

/* ---- The rows of a record ---- */

static int add_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct walk *w = arg;
	struct table_cell *to;
	size_t i, n = WALK_CELLS(t);

	if (t != w->v->table)
		return 0;
	if (ARRAY_EXTEND(w->cells, w->ncells, (w->nrows + 1) * n))
		return SQLITE_NOMEM;
	to = w->cells + w->nrows++ * n;
	for (i = 0; i < w->nlist; i++)
		to[w->list[i]] = cells[w->list[i]];
	return 0;
}

static int tell_problem(void *arg, const char *text)
{
	struct walk *w = arg;

	return module_problem(w->v, w->captures->list[w->capture], &w->ev, text) ? SQLITE_NOMEM : 0;
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

static int stretch_fits(const struct walk *w, const struct indexed_stretch *s)
{
	const struct module_conditions *all = w->conditions;

	return (!s->repeated || w->repeated) && module_range_fits(all, TABLE_DATASET, s->dataset, s->dataset) &&
	       module_range_fits(all, TABLE_TIME_OF, s->first, s->last) &&
	       module_text_fits(all, TABLE_SYSTEM, capture_of(w)->eras[s->era].system) &&
	       (s->repeated || s->type != MONREAD_SAMPLE || module_range_fits(all, TABLE_INTERVAL, s->interval, s->interval));
}

static int run_fits(struct walk *w)
{
	const struct indexed_run *r = run_of(w);

	if (r->stretch != w->stretch) {
		w->stretch = r->stretch;
		w->stretch_fits = stretch_fits(w, &capture_of(w)->stretches[r->stretch]);
	}
	return w->stretch_fits && module_range_fits(w->conditions, TABLE_OFFSET, r->offset, r->offset + r->bytes - 1u);
}

/* Begin the capture, or go to its end if no record of it can meet the conditions. */
static void begin_capture(struct walk *w)
{
	w->bytes = NULL;
	w->run = w->behind = 0;
	w->stretch = UINT32_MAX;
	if (w->capture >= w->captures->n)
		return;
	w->record.file = capture_of(w)->name;
	if (!module_text_fits(w->conditions, TABLE_FILE, w->record.file))
		w->run = (uint32_t)capture_of(w)->nruns;
}

static int changed(const struct walk *w)
{
	return module_fail((struct module_vtab *)w->v, SQLITE_IOERR,
	                   sqlite3_mprintf("%s: was changed or truncated while it was being read", capture_of(w)->name));
}

/* Read the run. SQLITE_OK, or an error. */
static int load_run(struct walk *w)
{
	const struct tables *t = w->v->tables;

	w->behind = 0;
	w->bytes = indexed_read(capture_of(w), &w->window, run_of(w)->offset, run_of(w)->bytes);
	if (!w->bytes)
		return errno == ENOMEM ? SQLITE_NOMEM : changed(w);
	return t->stopped && t->stopped(t->arg, capture_of(w), run_of(w)->offset) ? SQLITE_INTERRUPT : SQLITE_OK;
}

/* Go to the next run of the capture that can meet the conditions. SQLITE_OK, SQLITE_DONE, or an error. */
static int next_run(struct walk *w)
{
	for (w->run += w->bytes != NULL; w->run < capture_of(w)->nruns; w->run++)
		if (w->v->kinds[run_of(w)->kind] && run_fits(w))
			return load_run(w);
	return SQLITE_DONE;
}

/* ---- Records ---- */

/* Compare the record with the earlier one of its pair. SQLITE_OK, or an error. */
static int compare(struct walk *w)
{
	struct series_before before;
	int code = pairs_find(w->pairs, w->captures, &w->before, w->capture, w->ev.offset, &before);

	if (code != SQLITE_OK || before.kind == SERIES_LEVEL)
		return code == SQLITE_IOERR ? changed(w) : code;
	if (!w->delta)
		w->delta = delta_new(w->v->tables->layouts);
	w->record.delta = w->delta;
	return w->delta && delta_begin(w->delta, w->record.layout, w->record.release, w->ev.bytes, w->ev.length,
	                               &before) == 0 ? SQLITE_OK : SQLITE_NOMEM;
}

/* Move the walk to record number w->at of the current run.  Return SQLITE_ROW, SQLITE_DONE if the record has no row, or
 * an error. */
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
	code = w->pairs ? compare(w) : SQLITE_OK;
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

static int next_record(struct walk *w)
{
	int code;

	do {
		while (!w->bytes || w->behind >= run_of(w)->bytes)
			if ((code = next_run(w)) != SQLITE_OK)
				return code;
		w->at = w->behind;
		w->behind = end_of(w, w->at);
		code = w->behind ? take_record(w) : changed(w);
	} while (code == SQLITE_DONE);
	return code;
}

void walk_start(struct walk *w, const struct tables_captures *captures, const struct module_conditions *conditions)
{
	w->about = (struct about_place){ .tables = w->v->tables, .captures = captures };
	w->captures = captures;
	w->conditions = conditions;
	w->row = w->nrows = 0;
	w->capture = captures ? captures->first : 0;
	if (captures)
		begin_capture(w);
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
		code = next_record(w);
		if (code != SQLITE_DONE)
			return code;
	}
	return SQLITE_DONE;
}

void walk_place(const struct walk *w, struct lookup_place *place)
{
	place->capture = (uint32_t)w->capture;
	place->run = w->run;
	place->at = (uint16_t)w->at;
	place->row = (uint32_t)w->row;
	place->tod = w->ev.tod;
}

/* Read the record at PLACE. SQLITE_ROW, or an error. */
static int go_to_record(struct walk *w, const struct lookup_place *place)
{
	int code;

	if (!w->bytes || place->capture != w->capture || place->run != w->run) {
		w->capture = place->capture;
		begin_capture(w);
		w->run = place->run;
		code = load_run(w);
		if (code != SQLITE_OK)
			return code;
	}
	w->at = place->at;
	w->behind = end_of(w, w->at);
	return w->behind ? take_record(w) : changed(w);
}

int walk_go(struct walk *w, const struct lookup_place *place)
{
	int is_current = w->nrows && place->capture == w->capture && place->run == w->run && place->at == w->at;
	int code = is_current ? SQLITE_ROW : go_to_record(w, place);

	w->row = place->row;
	return code == SQLITE_DONE || (code == SQLITE_ROW && w->row >= w->nrows) ? changed(w) : code;
}
