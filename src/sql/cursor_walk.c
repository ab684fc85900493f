/* cursor_walk.c: go through the rows of a table, in the order of the captures and their records.
 * See indexed.h for runs and stretches. Functions without another comment return SQLITE_OK, or an
 * error. */
#include "config.h"

#include "sql/cursor_walk.h"

#include "base/array.h"
#include "base/record.h"
#include "table/cell.h"

static struct indexed *capture_of(const struct module_cursor *c)
{
	return c->captures->list[c->place.capture];
}

static const struct indexed_run *run_of(const struct module_cursor *c)
{
	return &capture_of(c)->runs.list[c->place.run];
}

void walk_want(struct module_cursor *c, long column)
{
	if (c->rows.wanted[column])
		return;
	c->rows.wanted[column] = 1;
	table_rows_free(c->rows.make);
	c->rows.make = NULL;
}

/* ---- The rows of a record ---- */

static int walk_add_row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct module_cursor *c = arg;
	size_t n = WALK_CELLS(t);

	if (t != c->v->table)
		return 0;
	/* Copy only the rows of array entries, because the next entry overwrites CELLS. */
	if (t->role == TABLE_OF_RECORD) {
		c->rows.now = cells;
		c->rows.n = 1;
		return 0;
	}
	if (ARRAY_EXTEND(c->rows.cells, c->rows.ncells, (c->rows.n + 1) * n))
		return SQLITE_NOMEM;
	memcpy(c->rows.cells + c->rows.n++ * n, cells, n * sizeof *cells);
	return 0;
}

static int walk_tell_problem(void *arg, const char *text)
{
	struct module_cursor *c = arg;

	if (indexed_problem(capture_of(c), VERDICT_CONTENTS, &c->ev, text))
		return SQLITE_NOMEM;
	return 0;
}

static int walk_make_rows(struct module_cursor *c)
{
	static const struct table_sink sink = { .row = walk_add_row, .problem = walk_tell_problem };
	const struct module_vtab *v = c->v;
	int rc;

	if (v->module->about) {
		memset(c->rows.cells, 0, WALK_CELLS(v->table) * sizeof *c->rows.cells);
		c->rows.n = 1;
		return about_record(v->tables->layouts, &c->record, c->rows.cells);
	}
	if (!c->rows.make)
		c->rows.make = table_rows_new(v->tables->schema, v->tables->layouts, v->table,
		                              v->tables->are_copied ? NULL : c->rows.wanted);
	if (!c->rows.make)
		return SQLITE_NOMEM;
	c->rows.n = 0;
	rc = table_rows_make(c->rows.make, &c->record, &sink, c);
	return rc < 0 ? SQLITE_NOMEM : rc;
}

/* Go to row number ROW of the current record. Return SQLITE_ROW, or SQLITE_DONE if the record has
 * no such row. */
static int set_row(struct module_cursor *c, size_t row)
{
	c->rows.at = row;
	if (c->v->table->role != TABLE_OF_RECORD)
		c->rows.now = c->rows.cells + row * WALK_CELLS(c->v->table);
	return row < c->rows.n ? SQLITE_ROW : SQLITE_DONE;
}

int walk_need(struct module_cursor *c, long column)
{
	walk_want(c, column);
	return walk_make_rows(c) == SQLITE_OK && set_row(c, c->rows.at) == SQLITE_ROW ? 0 : -1;
}

/* Return 1 if records of the current run can meet the conditions. All runs of a stretch have the
 * same result. */
static int run_fits(struct module_cursor *c)
{
	const struct module_conditions *all = c->pushed;
	const struct indexed_stretch *s = &capture_of(c)->stretches.list[run_of(c)->stretch];

	if (run_of(c)->stretch != c->place.stretch) {
		c->place.stretch = run_of(c)->stretch;
		/* Configuration that --write repeated makes rows only in NAME_last: if the file
		 * with the original record is not read, the repeated record can be the last record
		 * of an instance. */
		c->place.stretch_fits = (!s->repeated || c->v->module->view == MODULE_LAST) &&
		                  module_fits(all, LEAD_TIME, NULL, s->first, s->last) &&
		                  module_fits(all, LEAD_SYSTEM, s->system.name, 0, 0) &&
		                  (!s->in_interval ||
		                   module_fits(all, LEAD_INTERVAL, NULL, s->interval, s->interval));
	}
	return c->place.stretch_fits;
}

/* Go to the first run of the current capture, or to the end of the capture if a condition excludes
 * the file. */
static void begin_capture(struct module_cursor *c)
{
	c->place.bytes = NULL;
	c->place.run = c->place.behind = 0;
	c->place.stretch = UINT32_MAX;
	if (c->place.capture >= c->captures->n)
		return;
	c->record.file = capture_of(c)->name;
	if (!module_fits(c->pushed, LEAD_FILE, c->record.file, 0, 0))
		c->place.run = (uint32_t)capture_of(c)->runs.n;
}

static int changed(const struct module_cursor *c)
{
	return module_fail(
		(struct module_vtab *)c->v, SQLITE_IOERR,
		sqlite3_mprintf(
			"%s: was changed or truncated while it was being read; run the query again",
			capture_of(c)->name));
}

static int load_run(struct module_cursor *c)
{
	c->place.behind = 0;
	c->place.bytes = indexed_read(capture_of(c), &c->place.window, run_of(c)->offset,
	                              run_of(c)->bytes);
	if (c->place.bytes)
		return SQLITE_OK;
	return errno == ENOMEM ? SQLITE_NOMEM : changed(c);
}

/* Go to the next run that can meet the conditions. Return SQLITE_OK, SQLITE_DONE after the last run
 * of the capture, or an error. */
static int next_run(struct module_cursor *c)
{
	const struct tables *t = c->v->tables;

	if (c->place.bytes)
		c->place.run++;
	for (; c->place.run < capture_of(c)->runs.n; c->place.run++) {
		if (!c->v->kinds[run_of(c)->kind] || !run_fits(c))
			continue;
		if (t->stopped && t->stopped(t->arg, capture_of(c), run_of(c)->offset))
			return SQLITE_INTERRUPT;
		return load_run(c);
	}
	return SQLITE_DONE;
}

/* For NAME_delta, compare the current record with the earlier record that pairs_find() returns, if
 * any. */
static int walk_compare(struct module_cursor *c)
{
	struct series_before before;
	int code = pairs_find(c, &before);

	if (code != SQLITE_OK || before.kind == SERIES_LEVEL)
		return code == SQLITE_IOERR ? changed(c) : code;
	c->record.delta = c->delta;
	if (delta_begin(c->delta, c->record.layout, c->record.release, c->ev.bytes, c->ev.length,
	                &before))
		return SQLITE_NOMEM;
	return SQLITE_OK;
}

/* Make the rows of the record at offset AT of the current run. Return SQLITE_ROW; SQLITE_DONE if
 * the record has no row; or an error. */
static int walk_take_record(struct module_cursor *c, uint32_t at)
{
	const struct indexed_run *r = run_of(c);
	const struct indexed_stretch *s = &capture_of(c)->stretches.list[r->stretch];
	const unsigned char *p = c->place.bytes + at;
	uint32_t length;
	int code;

	/* Another program may have changed the file after it was indexed. */
	if (at >= r->bytes || r->bytes - at < MR_HEADER_SIZE)
		return changed(c);
	length = (uint32_t)mr_be(p, 2);
	if (length < MR_HEADER_SIZE || length > r->bytes - at)
		return changed(c);
	c->place.at = at;
	c->place.behind = at + length;
	c->ev.offset = r->offset + at;
	c->ev.dataset = s->dataset;
	c->ev.bytes = p;
	c->ev.length = length;
	c->ev.domain = p[4];
	c->ev.record = (uint16_t)mr_be(p + 6, 2);
	c->ev.tod = mr_be(p + 8, 8);
	c->mce.type = s->type;
	if (monread_system_release(c->system) != s->system.release)
		monread_system_set_release(c->system, s->system.release);
	errno = 0;
	if (!c->v->module->about)
		c->record.layout = monread_system_layout(c->system, c->ev.domain, c->ev.record, p,
		                                         c->ev.length);
	if (!c->record.layout && errno == ENOMEM)
		return SQLITE_NOMEM;
	c->record.release = s->system.release;
	c->record.system = s->system.name;
	c->record.interval = s->interval;
	c->record.in_interval = s->in_interval;
	c->record.delta = NULL;
	code = c->pairs || c->pairing ? walk_compare(c) : SQLITE_OK;
	if (code == SQLITE_OK)
		code = walk_make_rows(c);
	return code != SQLITE_OK ? code : set_row(c, 0);
}

static int next_record(struct module_cursor *c)
{
	int code;

	do {
		while (!c->place.bytes || c->place.behind >= run_of(c)->bytes) {
			code = next_run(c);
			if (code != SQLITE_OK)
				return code;
		}
		code = walk_take_record(c, c->place.behind);
	} while (code == SQLITE_DONE);
	return code;
}

void walk_start(struct module_cursor *c, const struct module_conditions *pushed)
{
	c->about = (struct about_place){ .tables = c->v->tables, .captures = c->captures };
	c->pushed = pushed;
	c->rows.at = c->rows.n = 0;
	c->place.capture = c->captures ? c->captures->first : 0;
	if (c->captures)
		begin_capture(c);
}

int walk_next(struct module_cursor *c)
{
	const struct about *about = c->v->module->about;
	int code;

	if (about && about->next) {
		c->about.number++;
		memset(c->rows.cells, 0, WALK_CELLS(c->v->table) * sizeof *c->rows.cells);
		return about->next(&c->about, c->rows.cells);
	}
	if (c->rows.at + 1 < c->rows.n)
		return set_row(c, c->rows.at + 1);
	c->rows.n = c->rows.at = 0;
	for (; c->place.capture < c->captures->n; c->place.capture++, begin_capture(c)) {
		code = next_record(c);
		if (code != SQLITE_DONE)
			return code;
	}
	return SQLITE_DONE;
}

int walk_go(struct module_cursor *c, const struct lookup_place *place)
{
	int code = SQLITE_OK;

	if (!c->place.bytes || place->capture != c->place.capture || place->run != c->place.run) {
		c->place.capture = place->capture;
		begin_capture(c);
		c->place.run = place->run;
		c->rows.n = 0;
		code = load_run(c);
	}
	if (code == SQLITE_OK && (!c->rows.n || place->at != c->place.at))
		code = walk_take_record(c, place->at);
	if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
		return code;
	return set_row(c, place->row) == SQLITE_ROW ? SQLITE_ROW : changed(c);
}
