/* sources.c: the tables that queries of reports read, as virtual tables of SQLite. A record is
 * converted to rows when it arrives, with only the columns that queries read. */
#include "config.h"

#include "stat/sources.h"

#include <stdio.h>

#include "base/array.h"
#include "base/find.h"
#include "table/cell.h"
#include "table/instance.h"

/* number of columns of table T, including TABLE_ELAPSED() */
#define CELLS(t) (TABLE_ELAPSED(t) + 1)

static void free_source(struct source *one)
{
	free(one->name);
	free(one->wanted);
	free(one->cells);
	free(one->places);
	table_rows_free(one->maker);
	rows_done(&one->now);
	rows_done(&one->begun);
	rows_done(&one->ended);
	lookup_index_free(&one->ended_index);
	sums_done(&one->last);
	sums_done(&one->sums[SOURCE_STEP]);
	sums_done(&one->sums[SOURCE_ALL]);
	free(one);
}

/* Return 1 if column OF has the same value in all rows that a query reads in one run. */
static int is_constant(long of)
{
	return of == LEAD_SYSTEM || of == LEAD_INTERVAL;
}

static struct source *source_new(struct sources *s, const char *name, struct module_vtab *v)
{
	struct source *one = s->n < SOURCES_MOST ? calloc(1, sizeof *one) : NULL;

	if (!one)
		return NULL;
	one->table = one->root = v->table;
	while (one->root->role == TABLE_OF_ENTRIES)
		one->root = one->root->parent;
	one->view = v->module->view;
	one->vtab = v;
	one->number = (unsigned)s->n;
	one->is_event = one->view != MODULE_LAST && strcmp(one->root->layout->kind, "event") == 0;
	one->name = strdup(name);
	one->wanted = calloc(CELLS(v->table), 1);
	if (!one->name || !one->wanted || ARRAY_GROW(s->list, s->n, s->room)) {
		free_source(one);
		return NULL;
	}
	s->list[s->n++] = one;
	return one;
}

/* ---- Columns that queries read ---- */

static struct source *find_named(const struct sources *s, const char *name)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (s->list[i]->vtab && sqlite3_stricmp(s->list[i]->name, name) == 0)
			return s->list[i];
	return NULL;
}

struct source *sources_want(struct sources *s, const char *table, const char *name,
                            const struct table_column **column)
{
	struct source *one = find_named(s, table);
	size_t i;

	*column = NULL;
	for (i = 0; one && i < one->vtab->ncolumns; i++) {
		const struct module_column *c = &one->vtab->columns[i];

		if (c->of < 0 || sqlite3_stricmp(c->name, name) != 0)
			continue;
		one->wanted[c->of] = !is_constant(c->of);
		if ((size_t)c->of != TABLE_ELAPSED(one->table))
			*column = &one->table->columns[c->of];
	}
	return one;
}

/* The source ONE also needs the key columns of its table, because they identify rows. Array entries
 * without keys are identified by their index. */
static void want_keys(struct source *one)
{
	const struct table *t = one->table;
	size_t i;

	for (i = 0; i < t->ncolumns; i++)
		if (t->columns[i].kind == KIND_KEY && !(t->columns[i].flags & TABLE_LEADING))
			one->wanted[i] = 1;
	if (table_counts_entries(t))
		one->wanted[LEAD_ENTRY] = 1;
	if (one->view == MODULE_DELTA)
		one->wanted[TABLE_ELAPSED(t)] = 1;
}

/* Return 1 if the values of column C of table T must be combined as SUMS_IDENTITY. */
static int is_identity(const struct table *t, const struct table_column *c)
{
	const struct monread_break *b;
	size_t i = 0;

	for (b = monread_layout_break(t->layout, 0); b; b = monread_layout_break(t->layout, ++i))
		if (b->kind == MONREAD_BREAK_IDENTITY && b->field == c->field)
			return 1;
	return 0;
}

static enum sums_way way_of(const struct source *one, size_t column)
{
	const struct table *t = one->table;
	const struct table_column *c = &t->columns[column];

	if (column == TABLE_ELAPSED(t))
		return SUMS_SUM;
	if (t->role == TABLE_OF_ENTRIES && column == LEAD_ENTRY)
		return table_counts_entries(t) ? SUMS_KEY : SUMS_LAST;
	if (c->flags & TABLE_LEADING)
		return SUMS_LAST;
	if (c->kind == KIND_KEY)
		return SUMS_KEY;
	if (one->view != MODULE_LAST && is_identity(t, c))
		return SUMS_IDENTITY;
	if (c->flags & TABLE_LIST)
		return SUMS_LIST;
	if (one->view == MODULE_LAST || c->type == TABLE_TEXT)
		return SUMS_LAST;
	if (one->is_event && (c->kind == KIND_COUNTER || c->kind == KIND_COUNTDOWN))
		return SUMS_SUM;
	if (c->kind == KIND_COUNTER || c->kind == KIND_COUNTDOWN)
		return one->view == MODULE_DELTA ? SUMS_SUM : SUMS_LAST;
	return c->kind == KIND_LEVEL ? SUMS_LEVEL : SUMS_LAST;
}

static int source_settle(struct sources *s, struct source *one)
{
	const struct table *t = one->table;
	size_t i, n = 0;

	want_keys(one);
	one->cells = calloc(CELLS(t) + 1, sizeof *one->cells);
	one->places = malloc(CELLS(t) * sizeof *one->places);
	if (!one->cells || !one->places)
		return -1;
	one->is_single = !one->is_event;
	for (i = 0; i < CELLS(t); i++) {
		struct source_cell *cell = &one->cells[n];

		one->places[i] = one->wanted[i] ? (uint32_t)n++ : UINT32_MAX;
		if (!one->wanted[i])
			continue;
		cell->column = (uint32_t)i;
		cell->way = (unsigned char)way_of(one, i);
		cell->is_mixed = (unsigned char)table_column_is_mixed(t, i);
		one->is_single &= cell->way != SUMS_KEY;
	}
	one->cells[n].way = SUMS_LAST;
	one->width = n + 1;
	one->now.width = one->begun.width = one->ended.width = one->width;
	one->elapsed = one->view == MODULE_DELTA ? one->places[TABLE_ELAPSED(t)] : one->width;
	one->last.of = one->sums[SOURCE_STEP].of = one->sums[SOURCE_ALL].of = one;
	one->sums[SOURCE_STEP].is_summed = one->sums[SOURCE_ALL].is_summed = 1;
	one->maker = table_rows_new(s->tables.schema, s->tables.layouts, t, one->wanted);
	return one->maker ? 0 : -1;
}

/* Extend the range OF so that it includes I, the index of a source. */
static void note_source(struct sources_range *of, size_t i)
{
	of->first = of->end ? of->first : (uint16_t)i;
	of->end = (uint16_t)(i + 1);
}

static void note_used(struct sources *s)
{
	const unsigned char *kinds, *end, *at;
	size_t i;

	memset(s->used, 0, INDEXED_KINDS * sizeof *s->used);
	for (i = 0; i < s->n; i++) {
		kinds = s->list[i]->vtab->kinds;
		end = kinds + INDEXED_KINDS;
		for (at = memchr(kinds, 1, INDEXED_KINDS); at;
		     at = memchr(at + 1, 1, (size_t)(end - at - 1)))
			note_source(&s->used[at - kinds], i);
	}
}

int sources_settle(struct sources *s)
{
	size_t i;

	s->used = calloc(INDEXED_KINDS, sizeof *s->used);
	if (!s->used)
		return -1;
	for (i = 0; i < s->n; i++)
		if (!s->list[i]->vtab || source_settle(s, s->list[i]))
			return -1;
	note_used(s);
	return 0;
}

void sources_limit(struct sources *s, const unsigned char *wanted)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (!wanted[i])
			memset(s->list[i]->vtab->kinds, 0, INDEXED_KINDS);
	note_used(s);
}

void sources_done(struct sources *s)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		free_source(s->list[i]);
	free(s->list);
	free(s->used);
	table_text_free(&s->text);
}

/* A record whose rows are being added to the sources. */
struct taking {
	struct sources *sources;
	struct source *source;
	struct table_record record; /* ->delta is NULL if the source gets no counter differences */
	struct delta *delta;
	int has_delta;     /* 1: ->delta has the differences of the record */
	struct rows *rows; /* where to add the rows, such as ->now of the source */
	double last;       /* value of the last cell of each added row */
};

#define NO_MEMORY 1 /* result of add_row() */

static int add_row(void *arg, const struct table *table, const struct table_cell *cells)
{
	struct taking *t = arg;
	struct source *one = t->source;
	struct rows *now = t->rows;
	enum sums_stay stay = SUMS_STAYED;
	struct cell_value *row, value;
	size_t i;

	if (table != one->table)
		return 0;
	row = rows_add(now);
	if (!row)
		return NO_MEMORY;
	for (i = 0; i + 1 < one->width; i++) {
		const struct table_cell *cell = &cells[one->cells[i].column];

		/* Nearly all cells are numbers or NULL: avoid calls for them. */
		if (cell->kind == TABLE_NUMBER && !one->cells[i].is_mixed) {
			cell_integer(&row[i], cell->integer);
			continue;
		}
		if (cell->kind == TABLE_NULL)
			continue;
		if (cell_value(&t->sources->text, cell, one->cells[i].is_mixed, &value) ||
		    rows_set(now, &row[i], &value))
			return NO_MEMORY;
	}
	rows_real(&row[i], t->last);
	one->met = 1;
	/* In a table NAME_asof (MODULE_LAST), the new row replaces the last row with the same keys.
	 * In a table NAME_before, sources_pass() does this at the end of the interval. */
	if (one->view != MODULE_LAST ||
	    (source_is_before(one) && !(t->record.ev->flags & MONREAD_REPEATED)))
		return 0;
	return sums_add(&one->last, row, &stay) ? NO_MEMORY : 0;
}

static int tell_problem(void *arg, const char *text)
{
	struct taking *t = arg;

	t->sources->problem(t->sources->problem_arg, t->record.ev, VERDICT_CONTENTS, text);
	return 0;
}

static int make_rows(struct taking *t, struct rows *rows, double last)
{
	static const struct table_sink sink = { .row = add_row, .problem = tell_problem };

	t->rows = rows;
	t->last = last;
	return table_rows_make(t->source->maker, &t->record, &sink, t) ? -1 : 0;
}

/* The instance of the record, such as a user, began at the TOD clock BEGAN. Add a row with the
 * counters of the instance since BEGAN to ->begun of the source. */
static int take_begun(struct taking *t, uint64_t began)
{
	static unsigned char zeros[UINT16_MAX];
	const struct monread_ev *ev = t->record.ev;
	struct series_before zero = {
		.kind = SERIES_KNOWN,
		.bytes = zeros,
		.length = ev->length,
		.elapsed = ev->tod - began,
	};

	if (delta_begin(t->delta, t->record.layout, t->record.release, ev->bytes, ev->length,
	                &zero))
		return -1;
	t->has_delta = 0;
	return make_rows(t, &t->source->begun, (double)zero.elapsed / 4096e6);
}

static int take_one(struct taking *t, struct source *one, const struct series_before *before)
{
	const struct monread_ev *ev = t->record.ev;

	t->source = one;
	one->layout = t->record.layout;
	t->record.delta = one->view == MODULE_DELTA && before ? t->delta : NULL;
	if (t->record.delta && !t->has_delta) {
		if (delta_begin(t->delta, t->record.layout, t->record.release, ev->bytes,
		                ev->length, before))
			return -1;
		t->has_delta = 1;
	}
	if (one->view == MODULE_LAST && !source_is_before(one))
		rows_clear(&one->now);
	if (one->view == MODULE_LAST)
		sums_interval(&one->last, 0, 0);
	if (make_rows(t, &one->now, 1))
		return -1;
	return t->record.delta && before->began ? take_begun(t, before->began) : 0;
}

int sources_take(struct sources *s, const struct table_record *record,
                 const struct series_before *before, int in_set)
{
	struct taking t = { .sources = s, .record = *record, .delta = record->delta };
	int now = !(record->ev->flags & MONREAD_REPEATED) &&
	          (in_set || record->ev->mce->type != MONREAD_SAMPLE);
	/* table of the application whose data is in the record; NULL: unknown */
	const struct table *payload = NULL;
	unsigned kind = indexed_kind(record->ev->domain, record->ev->record);
	size_t i;

	for (i = s->used[kind].first; i < s->used[kind].end; i++) {
		struct source *one = s->list[i];

		if (!one->vtab->kinds[kind])
			continue;
		/* Skip tables of other applications. */
		if ((payload && one->root->role == TABLE_OF_PAYLOAD && one->root != payload) ||
		    (one->view != MODULE_LAST && !now))
			continue;
		if (take_one(&t, one, before))
			return -1;
		payload = table_rows_payload(one->maker);
	}
	return 0;
}

/* ---- Ends of instances ---- */

/* The end of an instance, such as a user. */
struct ending {
	const struct monread_ev *ev; /* the event record that reports the end */
	struct series_before before; /* the last sample record of the instance */
	const struct monread_layout *layout, *sample; /* layouts of the two records */
};

/* Return the field of the layout L that corresponds to F, a field of another layout: both fields
 * have the same format, the same length and, after the first underline, the same name. Search only
 * the first structure of L. NULL: the first LENGTH bytes of the record have no such field. */
static const struct monread_field *field_like(const struct monread_layout *l,
                                              const struct monread_field *f, size_t length)
{
	const struct monread_structure *s = l->nstructures ? monread_layout_structure(l, 0) : NULL;
	const struct monread_field *other = s ? monread_structure_field(s, 0) : NULL;
	size_t i = 0;

	while (other && (instance_name(other) != instance_name(f) || other->format != f->format ||
	                 other->length != f->length))
		other = monread_structure_field(s, ++i);
	return other && mr_field_is_inside(other, length) ? other : NULL;
}

/* Set *CELL to the value of field F in the event record of the ending E or, if F is a counter, to
 * the difference between this value and the value in the last sample. The difference is unknown if
 * the counter is 0, or lower than in the sample. */
static void end_value(const struct ending *e, const struct monread_field *f,
                      struct table_cell *cell)
{
	const struct monread_field *end = field_like(e->layout, f, e->ev->length), *old;
	uint64_t value, then = 0;

	if (end && !delta_counts(f)) {
		table_cell_field(cell, end, e->ev->bytes + end->offset, end->length);
		return;
	}
	old = e->before.began ? NULL : field_like(e->sample, f, e->before.length);
	if (!end || (!old && !e->before.began))
		return;
	value = table_number(end, e->ev->bytes + end->offset, end->length);
	if (old)
		then = table_number(old, e->before.bytes + old->offset, old->length);
	if (value && value >= then)
		table_cell_value(cell, f->format, value - then, NULL, 0);
}

/* Add a row for the ending E of an instance to one->ended. The last cell of the row is SECONDS, the
 * time since the last sample or, if the instance began later, since its begin. */
static int end_row(struct sources *s, struct source *one, const struct ending *e, double seconds)
{
	struct cell_value *row = rows_add(&one->ended), value;
	int known = 0;
	size_t i;

	for (i = 0; row && i + 1 < one->width; i++) {
		const struct monread_field *f =
		        i == one->elapsed ? NULL : one->table->columns[one->cells[i].column].field;
		struct table_cell cell = { .kind = TABLE_NULL };

		if (f && (one->cells[i].way == SUMS_KEY || one->cells[i].way == SUMS_SUM))
			end_value(e, f, &cell);
		known |= one->cells[i].way == SUMS_SUM && cell.kind != TABLE_NULL;
		if (cell_value(&s->text, &cell, one->cells[i].is_mixed, &value) ||
		    rows_set(&one->ended, &row[i], &value))
			return -1;
	}
	if (!row)
		return -1;
	rows_real(&row[i], seconds);
	if (known)
		rows_real(&row[one->elapsed], seconds);
	return lookup_index_add(&one->ended_index, lookup_hash(0, &row[one->ended_key]));
}

/* Set one->ended_key to the index of the cell that corresponds to KEY, a field of the event record.
 * Returns 1; 0: rows of the source ONE have no such cell. */
static int find_ended_key(struct source *one, const struct monread_field *key)
{
	const struct monread_field *f;
	size_t i;

	for (i = 0; i + 1 < one->width; i++) {
		f = one->cells[i].way == SUMS_KEY ? one->table->columns[one->cells[i].column].field
		                                  : NULL;
		if (!f || instance_name(f) != instance_name(key))
			continue;
		one->ended_key = i;
		return 1;
	}
	return 0;
}

int sources_end(struct sources *s, struct series *series, const struct series_place *place,
                const struct monread_ev *ev, unsigned release)
{
	struct ending e = { .ev = ev, .layout = place->layout };
	uint64_t since;
	size_t i;

	for (i = 0; i < s->n; i++) {
		struct source *one = s->list[i];

		if (one->view != MODULE_DELTA || !find_ended_key(one, place->ends))
			continue;
		e.sample = one->layout ? one->layout : one->root->layout;
		if (series_end(series, place, ev, e.sample, release, &e.before))
			return -1;
		since = e.before.began ? e.before.began : place->first;
		if (end_row(s, one, &e, (double)(ev->tod - since) / 4096e6))
			return -1;
	}
	return 0;
}

/* ---- The virtual tables ---- */

/* If ORDER BY has more terms, let SQLite sort the rows. */
#define TERMS_MOST 4

struct cursor {
	sqlite3_vtab_cursor base;
	struct source *source;
	size_t row;
	/* how often the row was returned; events are returned as often as their last cell says */
	double copy;
	size_t *order, room; /* indexes of the rows, in the order in which they are returned */
};

static struct sources *sources_of(const struct module_vtab *v)
{
	return v->tables->arg;
}

static struct source *find_vtab(const struct sources *s, const struct module_vtab *v)
{
	size_t i;

	for (i = 0; i < s->n && s->list[i]->vtab != v; i++)
		;
	return i < s->n ? s->list[i] : NULL;
}

static int connect_source(sqlite3 *db, void *aux, int argc, const char *const *argv,
                          sqlite3_vtab **vtab, char **error)
{
	int code = module_connect(db, aux, argc, argv, vtab, error);
	struct module_vtab *v;

	if (code != SQLITE_OK)
		return code;
	v = (struct module_vtab *)*vtab;
	if (source_new(sources_of(v), argv[0], v))
		return SQLITE_OK;
	module_disconnect(*vtab);
	return SQLITE_NOMEM;
}

static int disconnect_source(sqlite3_vtab *vtab)
{
	const struct module_vtab *v = (const struct module_vtab *)vtab;
	struct source *one = find_vtab(sources_of(v), v);

	if (one)
		one->vtab = NULL;
	return module_disconnect(vtab);
}

/* Offer SQLite to return rows sorted by their keys: the rows mostly have this order already, but
 * SQLite cannot know that. In idxStr, filter() gets the numbers of the columns to sort by. */
static int best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	const struct module_vtab *v = (const struct module_vtab *)vtab;
	char text[TERMS_MOST * 24] = "", *p = text;
	int i, column, terms = 0;

	info->estimatedCost = 1000;
	info->estimatedRows = 1000;
	for (i = 0; i < info->nOrderBy; i++) {
		column = info->aOrderBy[i].iColumn;
		if (column < 0 || v->columns[column].of < 0 || info->aOrderBy[i].desc)
			return SQLITE_OK;
		if (is_constant(v->columns[column].of))
			continue;
		if (terms++ == TERMS_MOST)
			return SQLITE_OK;
		p += snprintf(p, 24, "%ld,", v->columns[column].of);
	}
	info->idxStr = sqlite3_mprintf("%s", text);
	info->needToFreeIdxStr = 1;
	info->orderByConsumed = info->nOrderBy > 0;
	return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
}

static int open_cursor(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
	const struct module_vtab *v = (const struct module_vtab *)vtab;
	struct cursor *c = calloc(1, sizeof *c);

	if (!c)
		return SQLITE_NOMEM;
	c->source = find_vtab(sources_of(v), v);
	*cursor = &c->base;
	return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *cursor)
{
	struct cursor *c = (struct cursor *)cursor;

	free(c->order);
	free(c);
	return SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n,
                  sqlite3_value **values)
{
	struct cursor *c = (struct cursor *)cursor;
	uint32_t columns[TERMS_MOST];
	size_t terms = 0;
	char *end;

	(void)number;
	(void)n;
	(void)values;
	c->row = 0;
	c->copy = 0;
	for (; plan && *plan && c->source; plan = end + 1) {
		columns[terms] = c->source->places[strtoul(plan, &end, 10)];
		if (columns[terms++] == UINT32_MAX)
			return SQLITE_ERROR;
	}
	if (!c->source || !c->source->shown)
		return SQLITE_OK;
	if (ARRAY_EXTEND(c->order, c->room, c->source->shown->n))
		return SQLITE_NOMEM;
	rows_sort(c->source->shown, columns, terms, 0, c->order);
	return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *cursor)
{
	struct cursor *c = (struct cursor *)cursor;
	const struct source *one = c->source;

	c->copy += 1;
	if (one->is_event && c->copy < rows_at(one->shown, c->order[c->row])[one->width - 1].real)
		return SQLITE_OK;
	c->copy = 0;
	c->row++;
	return SQLITE_OK;
}

static int eof(sqlite3_vtab_cursor *cursor)
{
	const struct cursor *c = (const struct cursor *)cursor;

	return !c->source || !c->source->shown || c->row >= c->source->shown->n;
}

static int column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
	const struct cursor *c = (const struct cursor *)cursor;
	const struct source *s = c->source;
	long of = s->vtab->columns[i].of;
	const struct cell_value *cells = rows_at(s->shown, c->order[c->row]);
	const struct cell_value *weight = &cells[s->width - 1];
	uint32_t place = (uint32_t)s->width - 1;

	if (of == MODULE_SPAN)
		place = s->places[TABLE_ELAPSED(s->table)];
	else if (of != MODULE_WEIGHT)
		place = s->places[of];
	if (is_constant(of)) {
		const struct sources *all = sources_of(s->vtab);
		const char *text = of == LEAD_SYSTEM ? all->span->system : all->interval;

		if (*text)
			sqlite3_result_text(context, text, -1, SQLITE_STATIC);
	} else if (place == UINT32_MAX)
		sqlite3_result_error(context, "a column was not expected", -1);
	else if (of == MODULE_WEIGHT && s->is_event)
		sqlite3_result_double(context, 1);
	else if (of != MODULE_SPAN)
		/* SQLITE_STATIC: the text stays valid while the rows are shown */
		cell_result(context, &cells[place], SQLITE_STATIC);
	else if (cells[place].type == SQLITE_FLOAT && weight->real > 0)
		sqlite3_result_double(context, cells[place].real / weight->real);
	return SQLITE_OK;
}

const sqlite3_module source_module = {
	.xConnect = connect_source,
	.xBestIndex = best_index,
	.xDisconnect = disconnect_source,
	.xDestroy = disconnect_source,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = filter,
	.xNext = next,
	.xEof = eof,
	.xColumn = column,
	.xRowid = module_rowid,
};
