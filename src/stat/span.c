/* span.c: the table of one row that tells which time is shown. */
#include "config.h"

#include "stat/source.h"

#ifdef HAVE_SQLITE3

#include <stdlib.h>
#include <string.h>

enum { SPAN_SYSTEM, SPAN_START, SPAN_TIME, SPAN_SECONDS, SPAN_INTERVALS, SPAN_AVERAGE };

struct vtab {
	sqlite3_vtab base;
	struct sources *sources;
};

struct cursor {
	sqlite3_vtab_cursor base;
	struct sources *sources;
	int end;
};

static int connect_span(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **error)
{
	struct sources *s = aux;
	struct vtab *v = calloc(1, sizeof *v);
	int code = SQLITE_NOMEM;

	(void)argc;
	(void)argv;
	(void)error;
	if (v)
		code = tables_declare(&s->tables, db,
		                      "CREATE TABLE t(system TEXT, start TEXT, time TEXT, seconds REAL, intervals INTEGER, "
		                      "average INTEGER)");
	if (code != SQLITE_OK) {
		free(v);
		return code;
	}
	v->sources = s;
	*vtab = &v->base;
	return SQLITE_OK;
}

static int disconnect(sqlite3_vtab *vtab)
{
	free(vtab);
	return SQLITE_OK;
}

static int best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	(void)vtab;
	info->estimatedCost = 1;
	info->estimatedRows = 1;
	return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
	struct cursor *c = calloc(1, sizeof *c);

	if (!c)
		return SQLITE_NOMEM;
	c->sources = ((struct vtab *)vtab)->sources;
	*cursor = &c->base;
	return SQLITE_OK;
}

static int close_cursor(sqlite3_vtab_cursor *cursor)
{
	free(cursor);
	return SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values)
{
	(void)number;
	(void)plan;
	(void)n;
	(void)values;
	((struct cursor *)cursor)->end = 0;
	return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *cursor)
{
	((struct cursor *)cursor)->end = 1;
	return SQLITE_OK;
}

static int eof(sqlite3_vtab_cursor *cursor)
{
	return ((struct cursor *)cursor)->end;
}

static void put_time(sqlite3_context *context, int64_t us)
{
	char text[MONREAD_TIME_SIZE];

	monread_time_text(us, text);
	sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
}

static int column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int i)
{
	const struct sources *all = ((struct cursor *)cursor)->sources;
	const struct sources_span *span = &all->span;

	switch (i) {
	case SPAN_SYSTEM:
		if (*span->system)
			sqlite3_result_text(context, span->system, -1, SQLITE_TRANSIENT);
		break;
	case SPAN_START:
		if (span->seconds > 0)
			put_time(context, span->start);
		break;
	case SPAN_TIME:
		put_time(context, span->end);
		break;
	case SPAN_SECONDS:
		if (span->seconds > 0)
			sqlite3_result_double(context, span->seconds);
		break;
	case SPAN_INTERVALS:
		sqlite3_result_int64(context, span->intervals);
		break;
	case SPAN_AVERAGE:
		sqlite3_result_int64(context, span->is_average);
		break;
	}
	return SQLITE_OK;
}

static int rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *id)
{
	(void)cursor;
	*id = 1;
	return SQLITE_OK;
}

static const sqlite3_module functions = {
	.xConnect = connect_span,
	.xBestIndex = best_index,
	.xDisconnect = disconnect,
	.xDestroy = disconnect,
	.xOpen = open_cursor,
	.xClose = close_cursor,
	.xFilter = filter,
	.xNext = next,
	.xEof = eof,
	.xColumn = column,
	.xRowid = rowid,
};

int sources_register_span(struct sources *s, sqlite3 *db)
{
	return sqlite3_create_module_v2(db, SOURCES_SPAN, &functions, s, NULL);
}

#endif
