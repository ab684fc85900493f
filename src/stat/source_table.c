/* source_table.c: what SQLite asks the tables of reports. */
#include "config.h"

#include "stat/source.h"

#ifdef HAVE_SQLITE3

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stat/arrange.h"

struct cursor {
	sqlite3_vtab_cursor base;
	struct sources *sources;
	struct source *source;
	size_t row;
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

static int connect_source(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **error)
{
	int code = module_connect(db, aux, argc, argv, vtab, error);
	const struct module_vtab *v;

	if (code != SQLITE_OK)
		return code;
	v = (const struct module_vtab *)*vtab;
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

/* Whether rows can be given in the order that is asked for, of which *PLAN tells filter().  SQLITE_OK, or an error. */
static int can_arrange(const struct module_vtab *v, sqlite3_index_info *info)
{
	char text[ARRANGE_TERMS * 24], *p = text;
	int i, column, terms = 0;

	if (info->nOrderBy < 1)
		return SQLITE_OK;
	*p = '\0';
	for (i = 0; i < info->nOrderBy; i++) {
		column = info->aOrderBy[i].iColumn;
		if (column < 0 || v->columns[column].of < 0)
			return SQLITE_OK;
		if (source_is_constant(v->columns[column].of))
			continue;
		if (terms++ == (int)ARRANGE_TERMS)
			return SQLITE_OK;
		p += snprintf(p, 24, "%ld%c", v->columns[column].of, info->aOrderBy[i].desc ? '>' : '<');
	}
	info->idxStr = sqlite3_mprintf("%s", text);
	if (!info->idxStr)
		return SQLITE_NOMEM;
	info->needToFreeIdxStr = 1;
	info->orderByConsumed = 1;
	return SQLITE_OK;
}

static int best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	info->estimatedCost = 1000;
	info->estimatedRows = 1000;
	return can_arrange((const struct module_vtab *)vtab, info);
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

	arrange_done(&c->arrange);
	free(c);
	return SQLITE_OK;
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
		if (a->terms[a->n].cell == SOURCE_NO_PLACE)
			return SQLITE_ERROR;
		a->n++;
	}
	return arrange_rows(a, c->source->shown) ? SQLITE_NOMEM : SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values)
{
	struct cursor *c = (struct cursor *)cursor;

	(void)number;
	(void)n;
	(void)values;
	c->row = 0;
	c->arrange.as_is = 1;
	return plan && c->source && c->source->shown ? arrange(c, plan) : SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *cursor)
{
	((struct cursor *)cursor)->row++;
	return SQLITE_OK;
}

static int eof(sqlite3_vtab_cursor *cursor)
{
	const struct cursor *c = (const struct cursor *)cursor;

	return !c->source || !c->source->shown || c->row >= c->source->shown->n;
}

/* Texts stay as long as the rows are shown, so that SQLite needs no copy: which it makes where the length is told. */
static void put_value(sqlite3_context *context, const struct cell_value *v)
{
	if (v->type == SQLITE_TEXT && memchr(v->text, '\0', v->length) == NULL)
		sqlite3_result_text(context, v->text, -1, SQLITE_STATIC);
	else
		cell_result(context, v);
}

/* The system, or the time at which the interval or the last of several intervals ended. */
static void put_constant(struct sources *s, sqlite3_context *context, long of)
{
	const char *text = of == TABLE_SYSTEM ? s->span.system : s->interval;

	if (!*s->interval || s->interval_us != s->span.end) {
		monread_time_text(s->span.end, s->interval);
		s->interval_us = s->span.end;
	}
	if (*text)
		sqlite3_result_text(context, text, -1, SQLITE_STATIC);
}

static int column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
	const struct cursor *c = (const struct cursor *)cursor;
	const struct source *s = c->source;
	size_t row = arrange_at(&c->arrange, c->row);
	long of = s->vtab->columns[i].of;
	const struct cell_value *cells = rows_at(s->shown, row), *weight = &cells[s->width - 1];
	uint32_t place = of == MODULE_WEIGHT ? (uint32_t)s->width - 1 :
	                 s->places[of == MODULE_SPAN ? (long)TABLE_ELAPSED(s->table) : of];

	if (source_is_constant(of))
		put_constant(c->sources, context, of);
	else if (place == SOURCE_NO_PLACE)
		sqlite3_result_error(context, "a column was not expected", -1);
	else if (of != MODULE_SPAN)
		put_value(context, &cells[place]);
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

#endif
