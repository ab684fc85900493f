/* source.c: the tables of reports.  Rows are made as records come, with the columns alone that queries read. */
#include "config.h"

#include "stat/source.h"

#ifdef HAVE_SQLITE3

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "port/hash.h"
#include "sql/columns.h"
#include "stat/arrange.h"

#define NO_PLACE UINT32_MAX

/* Of a row as it is made: a cell for each column, and TABLE_ELAPSED(). */
#define CELLS(t) (TABLE_ELAPSED(t) + 1)

/* ---- What SQLite asks ---- */

struct cursor {
	sqlite3_vtab_cursor base;
	const struct sources *sources;
	struct source *source;
	size_t row;
	/* Rows with one value are looked for: */
	const struct find *find; /* NULL: all of them */
	struct cell_value value;
	char *text; /* of the value */
	/* ->row counts places in it: */
	struct arrange arrange;
};

static struct sources *sources_of(const struct module_vtab *v)
{
	return v->tables->arg;
}

static struct source *find_vtab(struct sources *s, const struct module_vtab *v)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (s->list[i]->vtab == v)
			return s->list[i];
	return NULL;
}

static void free_source(struct source *one)
{
	unsigned i;

	free(one->name);
	free(one->wanted);
	free(one->ways);
	free(one->columns);
	free(one->mixed);
	free(one->places);
	table_rows_free(one->maker);
	for (i = 0; i < SOURCE_FINDS; i++)
		find_done(&one->found[i]);
	for (i = 0; i < SOURCE_TURNS; i++)
		rows_done(&one->now[i]);
	kept_done(&one->last);
	kept_done(&one->sums[SOURCE_STEP]);
	kept_done(&one->sums[SOURCE_ALL]);
	free(one);
}

static struct source *add_source(struct sources *s, const char *name, const struct module_vtab *v)
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
	one->name = strdup(name);
	one->wanted = calloc(CELLS(v->table), 1);
	if (!one->name || !one->wanted || ARRAY_GROW(s->list, s->n, s->room)) {
		free_source(one);
		return NULL;
	}
	s->list[s->n++] = one;
	return one;
}

static int connect_source(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **error)
{
	int code = module_connect(db, aux, argc, argv, vtab, error);
	const struct module_vtab *v;

	if (code != SQLITE_OK)
		return code;
	v = (const struct module_vtab *)*vtab;
	if (add_source(sources_of(v), argv[0], v))
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

/* A column that a condition says equal to something, by which rows can be found. */
static int can_find(const struct module_vtab *v, sqlite3_index_info *info, int i)
{
	int column = info->aConstraint[i].iColumn;
	long of = column < 0 ? -1 : v->columns[column].of;
	const char *collation;

	if (!info->aConstraint[i].usable || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ || of < 0 ||
	    (size_t)of == TABLE_ELAPSED(v->table) || v->table->columns[of].flags & TABLE_LIST)
		return 0;
	collation = v->tables->sqlite->vtab_collation(info, i);
	return !collation || v->tables->sqlite->stricmp(collation, "BINARY") == 0;
}

/* Whether rows can be given in the order that is asked for, of which *PLAN tells filter().  SQLITE_OK, or an error. */
static int can_arrange(const struct module_vtab *v, sqlite3_index_info *info)
{
	char text[ARRANGE_TERMS * 24], *p = text;
	int i, column;

	if (info->nOrderBy < 1 || info->nOrderBy > (int)ARRANGE_TERMS)
		return SQLITE_OK;
	for (i = 0; i < info->nOrderBy; i++) {
		column = info->aOrderBy[i].iColumn;
		if (column < 0 || v->columns[column].of < 0)
			return SQLITE_OK;
		p += snprintf(p, 24, "%ld%c", v->columns[column].of, info->aOrderBy[i].desc ? '>' : '<');
	}
	info->idxStr = v->tables->sqlite->mprintf("%s", text);
	if (!info->idxStr)
		return SQLITE_NOMEM;
	info->needToFreeIdxStr = 1;
	info->orderByConsumed = 1;
	return SQLITE_OK;
}

/* Keys tell more rows apart than anything else. */
static int best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	const struct module_vtab *v = (const struct module_vtab *)vtab;
	int i, best = -1;

	for (i = 0; i < info->nConstraint; i++)
		if (can_find(v, info, i) &&
		    (best < 0 || v->table->columns[v->columns[info->aConstraint[i].iColumn].of].kind == TABLE_KEY))
			best = i;
	info->estimatedCost = best < 0 ? 1000 : 5;
	info->estimatedRows = best < 0 ? 1000 : 1;
	if (best < 0)
		return can_arrange(v, info);
	info->aConstraintUsage[best].argvIndex = 1;
	info->idxNum = (int)v->columns[info->aConstraint[best].iColumn].of + 1;
	return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
	const struct module_vtab *v = (const struct module_vtab *)vtab;
	struct cursor *c = calloc(1, sizeof *c);

	if (!c)
		return SQLITE_NOMEM;
	c->sources = sources_of(v);
	c->source = find_vtab(sources_of(v), v);
	*cursor = &c->base;
	return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *cursor)
{
	struct cursor *c = (struct cursor *)cursor;

	free(c->text);
	arrange_done(&c->arrange);
	free(c);
	return SQLITE_OK;
}

/* The value as the column's comparisons see it.  1: rows cannot be found by it; 0; -1: out of memory. */
static int take_value(struct cursor *c, long of, sqlite3_value *from)
{
	const struct sqlite *s = c->sources->tables.sqlite;
	int is_text = c->source->table->columns[of].type == TABLE_TEXT;
	struct cell_value *v = &c->value;
	const char *text;

	v->type = is_text ? s->value_type(from) : s->value_numeric_type(from);
	if (v->type == SQLITE_INTEGER && !is_text) {
		v->integer = s->value_int64(from);
	} else if (v->type == SQLITE_FLOAT && !is_text) {
		v->real = s->value_double(from);
	} else if (v->type == SQLITE_TEXT && is_text) {
		text = (const char *)s->value_text(from);
		v->length = (size_t)s->value_bytes(from);
		free(c->text);
		c->text = text ? malloc(v->length + 1) : NULL;
		if (!c->text)
			return -1;
		memcpy(c->text, text, v->length);
		v->text = c->text;
	} else if (v->type != SQLITE_NULL) {
		return 1;
	}
	return 0;
}

/* What finds rows of the source by a cell; NULL: it finds by as many others. */
static struct find *find_by(struct source *one, uint32_t cell)
{
	unsigned i;

	for (i = 0; i < SOURCE_FINDS; i++)
		if (!one->found[i].buckets || one->found[i].cell == cell)
			return &one->found[i];
	return NULL;
}

/* The rows behind number AT, from 1. */
static void go_on(struct cursor *c, uint32_t at)
{
	uint32_t row = find_next(c->find, c->source->shown, &c->value, at);

	c->row = row ? row - 1 : SIZE_MAX;
}

/* Rows in the order of PLAN, which can_arrange() has made.  SQLITE_OK, or an error. */
static int arrange(struct cursor *c, const char *plan)
{
	struct arrange *a = &c->arrange;
	char *end;

	for (a->n = 0; *plan && a->n < ARRANGE_TERMS; plan = end + 1) {
		a->terms[a->n].cell = c->source->places[strtoul(plan, &end, 10)];
		a->terms[a->n].falling = *end == '>';
		/* A column that nobody reads has no order. */
		if (a->terms[a->n].cell == NO_PLACE)
			return SQLITE_ERROR;
		a->n++;
	}
	return arrange_rows(a, c->source->shown) ? SQLITE_NOMEM : SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values)
{
	struct cursor *c = (struct cursor *)cursor;
	uint32_t cell = number > 0 && c->source ? c->source->places[number - 1] : NO_PLACE;
	struct find *find;
	int rc;

	c->row = 0;
	c->find = NULL;
	c->arrange.as_is = 1;
	if (plan && c->source && c->source->shown)
		return arrange(c, plan);
	if (cell == NO_PLACE || n != 1 || !c->source->shown)
		return SQLITE_OK;
	rc = take_value(c, number - 1, values[0]);
	if (rc)
		return rc < 0 ? SQLITE_NOMEM : SQLITE_OK;
	if (c->value.type == SQLITE_NULL) {
		/* Nothing is equal to NULL. */
		c->row = SIZE_MAX;
		return SQLITE_OK;
	}
	find = find_by(c->source, cell);
	if (!find)
		return SQLITE_OK;
	if (find_begin(find, c->source->shown, cell, c->sources->version))
		return SQLITE_NOMEM;
	c->find = find;
	go_on(c, 0);
	return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *cursor)
{
	struct cursor *c = (struct cursor *)cursor;

	if (c->find)
		go_on(c, (uint32_t)c->row + 1);
	else
		c->row++;
	return SQLITE_OK;
}

static int eof(sqlite3_vtab_cursor *cursor)
{
	const struct cursor *c = (const struct cursor *)cursor;

	return !c->source || !c->source->shown || c->row >= c->source->shown->n;
}

/* Texts stay as long as the rows are shown, so that SQLite needs no copy: which it makes where the length is told. */
static void put_value(const struct sqlite *s, sqlite3_context *context, const struct cell_value *v)
{
	if (v->type == SQLITE_TEXT && memchr(v->text, '\0', v->length) == NULL)
		s->result_text(context, v->text, -1, SQLITE_STATIC);
	else
		cell_result(s, context, v);
}

static int column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
	const struct cursor *c = (const struct cursor *)cursor;
	const struct source *s = c->source;
	size_t row = arrange_at(&c->arrange, c->row);
	long of = s->vtab->columns[i].of;
	uint32_t place = of == MODULE_WEIGHT ? (uint32_t)s->width - 1 : s->places[of];

	if (place == NO_PLACE)
		c->sources->tables.sqlite->result_error(context, "a column was not expected", -1);
	else
		put_value(c->sources->tables.sqlite, context, &rows_at(s->shown, row)[place]);
	return SQLITE_OK;
}

static const sqlite3_module functions = {
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

/* ---- Which columns ---- */

void sources_begin(struct sources *s)
{
	s->text.codepage = s->tables.codepage;
	s->tables.functions = &functions;
	s->tables.arg = s;
}

static struct source *find_named(const struct sources *s, const char *name)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		if (s->list[i]->vtab && s->tables.sqlite->stricmp(s->list[i]->name, name) == 0)
			return s->list[i];
	return NULL;
}

struct source *sources_want(struct sources *s, const char *table, const char *name, const struct table_column **column)
{
	struct source *one = find_named(s, table);
	size_t i;

	*column = NULL;
	for (i = 0; one && i < one->vtab->ncolumns; i++) {
		const struct module_column *c = &one->vtab->columns[i];

		if (c->of < 0 || s->tables.sqlite->stricmp(c->name, name) != 0)
			continue;
		one->wanted[c->of] = 1;
		if ((size_t)c->of != TABLE_ELAPSED(one->table))
			*column = &one->table->columns[c->of];
	}
	return one;
}

/* Keys tell which rows belong together; entries without keys are counted. */
static void want_keys(struct source *one)
{
	const struct table *t = one->table;
	size_t i;

	for (i = 0; i < t->ncolumns; i++)
		if (t->columns[i].kind == TABLE_KEY && !(t->columns[i].flags & TABLE_LEADING))
			one->wanted[i] = 1;
	if (table_counts_entries(t))
		one->wanted[TABLE_ENTRY] = 1;
	if (one->view == MODULE_DELTA)
		one->wanted[TABLE_ELAPSED(t)] = 1;
}

static enum kept_way way_of(const struct source *one, size_t column)
{
	const struct table *t = one->table;
	const struct table_column *c = &t->columns[column];

	if (column == TABLE_ELAPSED(t))
		return KEPT_SUM;
	if (t->role == TABLE_OF_ENTRIES && column == TABLE_ENTRY)
		return table_counts_entries(t) ? KEPT_KEY : KEPT_LAST;
	if (c->flags & TABLE_LEADING)
		return KEPT_LAST;
	if (c->kind == TABLE_KEY)
		return KEPT_KEY;
	if (one->view == MODULE_LAST || c->type == TABLE_TEXT || c->flags & TABLE_LIST)
		return KEPT_LAST;
	if (c->kind == TABLE_COUNTER || c->kind == TABLE_COUNTDOWN)
		return one->view == MODULE_DELTA ? KEPT_SUM : KEPT_LAST;
	return c->kind == TABLE_LEVEL ? KEPT_LEVEL : KEPT_LAST;
}

static void prepare_kept(const struct source *one, struct kept *k, int sums)
{
	k->ways = one->ways;
	k->width = one->width;
	k->weight = one->width - 1;
	k->elapsed = one->view == MODULE_DELTA ? one->places[TABLE_ELAPSED(one->table)] : one->width;
	k->sums = sums;
}

static int settle(struct sources *s, struct source *one)
{
	const struct table *t = one->table;
	size_t i, n = 0, all = CELLS(t);

	want_keys(one);
	for (i = 0; i < all; i++)
		n += one->wanted[i];
	one->width = n + 1;
	one->columns = calloc(one->width, sizeof *one->columns);
	one->ways = calloc(one->width, 1);
	one->mixed = calloc(one->width, 1);
	one->places = malloc(all * sizeof *one->places);
	if (!one->columns || !one->ways || !one->mixed || !one->places)
		return -1;
	for (i = n = 0; i < all; i++) {
		one->places[i] = one->wanted[i] ? (uint32_t)n : NO_PLACE;
		if (!one->wanted[i])
			continue;
		one->columns[n] = (uint32_t)i;
		one->mixed[n] = (unsigned char)table_column_is_mixed(t, i);
		one->ways[n++] = (unsigned char)way_of(one, i);
	}
	one->ways[n] = KEPT_LAST;
	for (i = 0; i < SOURCE_TURNS; i++)
		one->now[i].width = one->width;
	prepare_kept(one, &one->last, 0);
	prepare_kept(one, &one->sums[SOURCE_STEP], 1);
	prepare_kept(one, &one->sums[SOURCE_ALL], 1);
	one->maker = table_rows_new(s->tables.schema, s->tables.layouts, t, one->wanted);
	return one->maker ? 0 : -1;
}

/* A source may be of several kinds of records, and a kind of several sources. */
static int count_links(const struct sources *s)
{
	size_t i, n = 0;

	for (i = 0; i < s->n; i++)
		n += s->list[i]->vtab ? s->list[i]->vtab->kinds.n : 0;
	return (int)n;
}

int sources_settle(struct sources *s)
{
	size_t i, k, n = 1;
	const struct module_kinds *kinds;

	s->first = calloc(INDEXED_KINDS, sizeof *s->first);
	s->links = calloc((size_t)count_links(s) + 1, sizeof *s->links);
	if (!s->first || !s->links)
		return -1;
	for (i = 0; i < s->n; i++) {
		if (!s->list[i]->vtab || settle(s, s->list[i]))
			return -1;
		kinds = &s->list[i]->vtab->kinds;
		for (k = 0; k < kinds->n; k++, n++) {
			s->links[n].source = s->list[i];
			s->links[n].next = s->first[kinds->list[k]];
			s->first[kinds->list[k]] = (uint16_t)n;
		}
	}
	return 0;
}

void sources_done(struct sources *s)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		free_source(s->list[i]);
	free(s->list);
	free(s->first);
	free(s->links);
	table_text_free(&s->text);
}

/* ---- Records ---- */

int sources_compare(const struct sources *s, unsigned domain, unsigned record)
{
	size_t at;

	for (at = s->first[indexed_kind(domain, record)]; at; at = s->links[at].next)
		if (s->links[at].source->view == MODULE_DELTA)
			return 1;
	return 0;
}

struct taking {
	struct sources *sources;
	struct source *source;
	const struct monread_ev *ev;
};

/* What ends the rows of a record: out of memory. */
#define NO_MEMORY 1

/* A row of MODULE_LAST takes the place of the one before. */
static int keep_last(struct taking *t)
{
	struct source *one = t->source;
	const struct rows *now = &one->now[t->sources->filling];
	enum kept_stay stay = KEPT_STAYED;

	if (kept_add(&one->last, rows_at(now, now->n - 1), &stay))
		return NO_MEMORY;
	return 0;
}

static int add_row(void *arg, const struct table *table, const struct table_cell *cells)
{
	struct taking *t = arg;
	struct source *one = t->source;
	struct rows *now = &one->now[t->sources->filling];
	struct cell_value *row, value;
	size_t i;

	if (table != one->table)
		return 0;
	row = rows_add(now);
	if (!row)
		return NO_MEMORY;
	for (i = 0; i + 1 < one->width; i++) {
		const struct table_cell *cell = &cells[one->columns[i]];

		/* Which nearly all are: numbers, and NULL, which they are by now. */
		if (cell->kind == TABLE_NUMBER && !one->mixed[i]) {
			cell_integer(&row[i], cell->integer);
			continue;
		}
		if (cell->kind == TABLE_NULL)
			continue;
		if (cell_value(&t->sources->text, cell, one->mixed[i], &value) || rows_set(now, &row[i], &value))
			return NO_MEMORY;
	}
	rows_real(&row[i], 1);
	one->met = 1;
	return one->view == MODULE_LAST ? keep_last(t) : 0;
}

static int tell_problem(void *arg, const char *text)
{
	struct taking *t = arg;

	if (t->sources->problem)
		t->sources->problem(t->sources->problem_arg, t->ev, OFTEN_WITHIN, text);
	return 0;
}

/* A record, and what is known of it. */
struct taken {
	const struct table_record *record;
	const struct series_before *before;
	int has_delta;               /* its differences are worked out */
	const struct table *payload; /* of its application data; NULL: not known */
	struct table_record one;
};

static int take_one(struct sources *s, struct source *one, struct taken *r)
{
	static const struct table_sink sink = { add_row, tell_problem };
	const struct monread_ev *ev = r->record->ev;
	struct taking t = { s, one, ev };

	r->one.delta = one->view == MODULE_DELTA && r->before ? r->record->delta : NULL;
	if (r->one.delta && !r->has_delta) {
		if (delta_begin(r->one.delta, r->one.layout, r->one.release, ev->bytes, ev->length, r->before))
			return -1;
		r->has_delta = 1;
	}
	if (one->view == MODULE_LAST) {
		rows_clear(&one->now[s->filling]);
		kept_interval(&one->last, 0);
	}
	if (table_rows_make(one->maker, &r->one, &sink, &t))
		return -1;
	r->payload = table_rows_payload(one->maker);
	return 0;
}

/* Where the table is that the product of the record's application data had; NULL: it has none. */
static struct sources_product *product_of(struct sources *s, const struct table_record *record)
{
	const struct monread_payload *p = monread_layout_payload(record->layout);
	const struct monread_ev *ev = record->ev;
	const unsigned char *id;
	struct sources_product *known;

	if (!p || p->product->length != sizeof known->id || p->product->offset > ev->length ||
	    ev->length - p->product->offset < sizeof known->id)
		return NULL;
	id = ev->bytes + p->product->offset;
	known = &s->products[mr_hash(0, id, sizeof known->id) % SOURCES_PRODUCTS];
	if (memcmp(known->id, id, sizeof known->id) != 0) {
		memcpy(known->id, id, sizeof known->id);
		known->table = NULL;
	}
	return known;
}

/* Those whose rows come from application data of PAYLOAD, or all others: data of one application has no rows of others, of
 * which there are many, and each walk of a record costs more than its rows. */
static int take_those(struct sources *s, struct taken *r, int in_set, const struct table *payload, int others)
{
	int now = in_set || r->record->ev->mce->type != MONREAD_SAMPLE;
	size_t at;

	if (r->record->ev->flags & MONREAD_REPEATED)
		now = 0;
	for (at = s->first[indexed_kind(r->record->ev->domain, r->record->ev->record)]; at; at = s->links[at].next) {
		struct source *source = s->links[at].source;

		if ((payload && source->root == payload) == others ||
		    (r->payload && source->root->role == TABLE_OF_PAYLOAD && source->root != r->payload))
			continue;
		if ((source->view == MODULE_LAST || now) && take_one(s, source, r))
			return -1;
	}
	return 0;
}

int sources_take(struct sources *s, const struct table_record *record, const struct series_before *before, int in_set)
{
	struct taken r = { .record = record, .before = before };
	struct sources_product *product;
	const struct table *likely;

	if (!record->layout)
		return 0;
	r.one = *record;
	product = product_of(s, record);
	likely = product ? product->table : NULL;
	if ((likely && take_those(s, &r, in_set, likely, 0)) || take_those(s, &r, in_set, likely, 1))
		return -1;
	if (product)
		product->table = r.payload;
	return 0;
}

/* ---- Intervals ---- */

static struct rows *rows_of(const struct sources *s, struct source *one)
{
	return &one->now[s->is_handed ? s->showing : s->filling];
}

/* What an instance counted that is there no longer is not known: it has a row without values once more, so that the others'
 * sum is none of all. */
static int add_gone(struct source *one, struct rows *now, struct kept *step)
{
	struct kept *all = &one->sums[SOURCE_ALL];
	enum kept_stay stay = KEPT_LEFT;
	struct cell_value *row;
	size_t i, c;

	for (i = kept_gone(all, 0); i < all->cells.n; i = kept_gone(all, i + 1)) {
		row = rows_add(now);
		for (c = 0; row && c < one->width; c++)
			if ((one->ways[c] == KEPT_KEY || one->ways[c] == KEPT_LAST) &&
			    rows_set(now, &row[c], &rows_at(&all->cells, i)[c]))
				return -1;
		if (!row)
			return -1;
		rows_real(&row[all->weight], 1);
		if (step && kept_add(step, row, &stay))
			return -1;
	}
	return 0;
}

/* Steps forget what was before them, all of it knows. */
static int add_rows(struct source *one, struct rows *now, int stepped, double seconds)
{
	struct kept *all = &one->sums[SOURCE_ALL], *step = stepped ? &one->sums[SOURCE_STEP] : NULL;
	size_t i, n = now->n, before = one->before, stayed = 0;

	kept_interval(all, seconds);
	if (step)
		kept_interval(step, seconds);
	for (i = 0; i < now->n; i++) {
		enum kept_stay stay = KEPT_UNKNOWN;

		if (kept_add(all, rows_at(now, i), &stay) || (step && kept_add(step, rows_at(now, i), &stay)))
			return -1;
		stayed += stay == KEPT_STAYED;
	}
	one->before = n;
	/* Where none is left, no records come any more. */
	return one->view == MODULE_DELTA && seconds > 0 && n && stayed < before ? add_gone(one, now, step) : 0;
}

/* What was counted in an interval whose length is not known is not known either. */
static double length_of(const struct source *one, double seconds)
{
	return seconds > 0 ? seconds : one->view == MODULE_DELTA ? 0 : KEPT_NO_LENGTH;
}

int sources_add(struct sources *s, double seconds, int stepped)
{
	size_t i;

	for (i = 0; i < s->n; i++) {
		struct source *one = s->list[i];

		if (one->view == MODULE_LAST)
			continue;
		if (add_rows(one, rows_of(s, one), stepped, length_of(one, seconds)))
			return -1;
	}
	return 0;
}

int sources_are_mixed(const struct sources *s, const unsigned char *uses)
{
	size_t i;

	for (i = 0; s->shown != SOURCE_INTERVAL && i < s->n; i++)
		if (uses[i] && s->list[i]->view != MODULE_LAST && s->list[i]->sums[s->shown].mixed)
			return 1;
	return 0;
}

void sources_see(struct sources *s, enum kept_times times)
{
	enum source_span span = s->shown;
	size_t i;

	s->version++;
	for (i = 0; i < s->n; i++) {
		struct source *one = s->list[i];

		one->shown = rows_of(s, one);
		if (one->view == MODULE_LAST && !s->is_handed) {
			kept_settle(&one->last, times);
			one->shown = &one->last.cells;
		} else if (one->view != MODULE_LAST && span != SOURCE_INTERVAL) {
			kept_settle(&one->sums[span], times);
			one->shown = &one->sums[span].cells;
		}
	}
}

void sources_show(struct sources *s, enum source_span span)
{
	s->shown = span;
	sources_see(s, KEPT_EACH);
}

/* The last row of each instance goes on to change. */
static int hold_last(struct source *one, struct rows *now)
{
	kept_settle(&one->last, KEPT_EACH);
	rows_clear(now);
	return rows_copy(now, &one->last.cells);
}

int sources_hand_over(struct sources *s, unsigned next)
{
	unsigned turn = s->filling;
	size_t i;

	for (i = 0; i < s->n; i++)
		if (s->list[i]->view == MODULE_LAST && hold_last(s->list[i], &s->list[i]->now[turn]))
			return -1;
	s->filling = next;
	return 0;
}

size_t sources_size(const struct sources *s)
{
	size_t size = 0, i;

	for (i = 0; i < s->n; i++) {
		const struct source *one = s->list[i];

		size += (one->view == MODULE_LAST ? one->last.cells.n : one->now[s->filling].n) * one->width;
	}
	return size * sizeof(struct cell_value);
}

void sources_take_over(struct sources *s, unsigned turn)
{
	s->showing = turn;
	s->is_handed = 1;
}

static void clear_turn(struct sources *s, unsigned turn)
{
	size_t i;

	for (i = 0; i < s->n; i++)
		rows_clear(&s->list[i]->now[turn]);
}

void sources_give_back(struct sources *s)
{
	clear_turn(s, s->showing);
	s->is_handed = 0;
}

void sources_clear(struct sources *s, enum source_span span)
{
	size_t i;

	if (span == SOURCE_INTERVAL)
		clear_turn(s, s->filling);
	for (i = 0; span != SOURCE_INTERVAL && i < s->n; i++) {
		kept_clear(&s->list[i]->sums[span]);
		if (span == SOURCE_ALL)
			s->list[i]->before = 0;
	}
}

void sources_clear_all(struct sources *s)
{
	size_t i;

	sources_clear(s, SOURCE_INTERVAL);
	sources_clear(s, SOURCE_STEP);
	sources_clear(s, SOURCE_ALL);
	for (i = 0; i < s->n; i++)
		kept_clear(&s->list[i]->last);
}

#endif
