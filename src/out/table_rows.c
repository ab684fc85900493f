/* table_rows.c: makes the rows of a record, and selects columns for --fields and --delta. */
#include "config.h"

#include "out/table_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/find.h"
#include "cli/escape.h"
#include "cli/lists.h"

/* Return 1 if one of FIELDS names the column C, its field, or a bit of this field. */
static int tables_is_named(const char *const *fields, const struct table_column *c)
{
	const struct monread_bit *bit;
	size_t i;

	for (; *fields; fields++) {
		if (globs_is(*fields, c->name) || globs_is(*fields, c->field->name))
			return 1;
		MR_EACH(i, bit, monread_field_bit, c->field)
			if (globs_is(*fields, bit->name))
				return 1;
	}
	return 0;
}

static int tables_is_shown(const struct out_settings *s, const struct table_column *c)
{
	if (c->flags & TABLE_HIDDEN)
		return 0;
	return !s->fields || !c->field || c->flags & TABLE_INHERITED ||
	       tables_is_named(s->fields, c);
}

int out_has_field(const char *const *fields, const struct table *t)
{
	size_t i;

	for (i = 0; fields && i < t->ncolumns; i++)
		if (t->columns[i].field && !(t->columns[i].flags & TABLE_INHERITED) &&
		    tables_is_named(fields, &t->columns[i]))
			return 1;
	return !fields;
}

static int make_shown(const struct out_settings *s, const struct table *t, struct out_shown *shown)
{
	size_t i;

	shown->columns = malloc((t->ncolumns + 1) * sizeof *shown->columns);
	if (!shown->columns)
		return -1;
	for (i = 0; i < t->ncolumns; i++)
		if (tables_is_shown(s, &t->columns[i]))
			shown->columns[shown->n++] = (uint16_t)i;
	if (s->counters != OUT_LEVELS)
		shown->columns[shown->n++] = (uint16_t)TABLE_ELAPSED(t);
	return 0;
}

const struct out_shown *out_shown_of(struct out_worker *w, const struct table *t)
{
	struct out_table_worker *s = w->state;

	if (ARRAY_EXTEND(s->shown, s->nshown, t->id + 1u))
		return NULL;
	if (!s->shown[t->id].columns && make_shown(w->settings, t, &s->shown[t->id]))
		return NULL;
	return &s->shown[t->id];
}

/* ---- Workers ---- */

int out_tables_begin_worker(struct out_worker *w)
{
	const struct out_settings *s = w->settings;
	struct out_table_worker *t = w->state;

	t->text.codepage = s->codepage;
	t->rows = table_rows_new(s->schema, s->layouts, s->table, NULL);
	return t->rows ? 0 : out_no_memory(w);
}

void out_tables_end_worker(struct out_worker *w)
{
	struct out_table_worker *t = w->state;
	size_t i;

	for (i = 0; i < t->nshown; i++)
		free(t->shown[i].columns);
	free(t->shown);
	table_text_free(&t->text);
	free(t->file);
	table_rows_free(t->rows);
}

int out_rows(struct out_worker *w, const struct out_record *r,
             int (*row)(void *arg, const struct table *t, const struct table_cell *cells))
{
	const struct table_sink sink = { row, out_tell_problem };
	struct out_table_worker *t = w->state;
	struct table_record record = {
		.ev = r->ev,
		.layout = r->layout,
		.release = r->release,
		.system = r->system,
		.interval = r->interval,
		.in_interval = r->in_interval,
		.delta = r->before.kind != SERIES_LEVEL ? w->delta : NULL,
		.per_second = w->settings->counters == OUT_RATE,
	};

	if (t->file_of != w->file->name) {
		free(t->file);
		t->file = safe_utf8(w->file->name);
		t->file_of = w->file->name;
		t->nfiles++;
	}
	record.file = t->file;
	w->record = r;
	if (!t->file || table_rows_make(t->rows, &record, &sink, w) < 0)
		return out_no_memory(w);
	return *w->error ? -1 : 0;
}
