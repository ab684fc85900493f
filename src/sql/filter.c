/* filter.c: the virtual table of one row that a condition of --where is computed from.
 *
 * It is one endless scan, whose next row is the record that is asked about next. */
#include "config.h"

#include "sql/filter.h"

#ifdef HAVE_SQLITE3

#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "sql/cell.h"
#include "sql/columns.h"

struct vtab {
	sqlite3_vtab base;
	struct filter *filter;
};

struct cursor {
	sqlite3_vtab_cursor base;
	struct filter *filter;
	int is_end;
};

static const char *type_of(const struct filter *f, size_t i)
{
	if (!f->table)
		return "";
	return f->columns[i] == (long)TABLE_ELAPSED(f->table) ? "REAL" : columns_type(f->table, f->columns[i]);
}

static int declare(struct filter *f, sqlite3 *db)
{
	struct where *w = f->where;
	struct columns_text text;
	int code = SQLITE_NOMEM;
	size_t i;

	columns_text_begin(&text, "CREATE TABLE t(");
	for (i = 0; i < w->nnames; i++)
		if (f->table ? f->columns[i] >= 0 : w->names[i].known)
			columns_text_add(&text, w->names[i].name, type_of(f, i), 0);
	if (!text.any)
		columns_text_add(&text, "", "", 0);
	columns_text_put(&text, ")");
	if (!text.failed) {
		w->declaring = 1;
		code = sqlite3_declare_vtab(db, text.text);
		w->declaring = 0;
	}
	columns_text_done(&text);
	return code;
}

static int vtab_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **error)
{
	struct filter *f = aux;
	struct vtab *v = calloc(1, sizeof *v);
	int code = v ? declare(f, db) : SQLITE_NOMEM;

	(void)argc;
	(void)argv;
	(void)error;
	if (code != SQLITE_OK) {
		free(v);
		return code;
	}
	v->filter = f;
	*vtab = &v->base;
	return SQLITE_OK;
}

static int vtab_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	const struct filter *f = ((struct vtab *)vtab)->filter;
	struct where *w = f->where;
	const char *text;
	int i;

	for (i = 0; f->table && !w->is_again && !w->iso_time && i < info->nConstraint; i++) {
		long column = info->aConstraint[i].iColumn < 0 ? -1 : f->columns[info->aConstraint[i].iColumn];

		if (column != TABLE_TIME_OF && column != TABLE_INTERVAL)
			continue;
		text = moments_iso_constant(info, i);
		if (text)
			diag_note("--where: " MOMENTS_ISO, text);
		w->iso_time = text != NULL;
	}
	info->estimatedCost = 1;
	return SQLITE_OK;
}

static int vtab_disconnect(sqlite3_vtab *vtab)
{
	free(vtab);
	return SQLITE_OK;
}

static int cursor_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
	struct cursor *c = calloc(1, sizeof *c);

	if (!c)
		return SQLITE_NOMEM;
	c->filter = ((struct vtab *)vtab)->filter;
	*cursor = &c->base;
	return SQLITE_OK;
}

static int cursor_close(sqlite3_vtab_cursor *cursor)
{
	free(cursor);
	return SQLITE_OK;
}

/* Each evaluation has one row; a query that goes on gets the end of the data. */
static int cursor_next(sqlite3_vtab_cursor *cursor)
{
	struct cursor *c = (struct cursor *)cursor;

	c->is_end = !c->filter->fresh;
	c->filter->fresh = 0;
	return SQLITE_OK;
}

static int cursor_filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values)
{
	(void)number;
	(void)plan;
	(void)n;
	(void)values;
	return cursor_next(cursor);
}

static int cursor_eof(sqlite3_vtab_cursor *cursor)
{
	return ((struct cursor *)cursor)->is_end;
}

/* TEXT is valid until the next evaluation, so SQLite need not copy it; with a length it would. */
static void put_text(sqlite3_context *context, const char *text)
{
	sqlite3_result_text(context, text, -1, SQLITE_STATIC);
}

size_t filter_utf8(const struct where *w, const struct table_cell *c, char *to)
{
	char *p = to;
	uint32_t i;

	for (i = 0; i < c->length; i++) {
		const struct character *ch = &w->characters[c->bytes[i]];

		memcpy(p, ch->bytes, sizeof ch->bytes);
		p += ch->length;
	}
	*p = '\0';
	return (size_t)(p - to);
}

int filter_is_short(const struct table_cell *c)
{
	return c->kind == TABLE_EBCDIC && c->length <= SHORT;
}

static int cursor_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
	struct filter *f = ((struct cursor *)cursor)->filter;
	struct where *w = f->where;
	const struct table_cell *c = &f->cells[f->columns[column]];
	struct cell_value v;

	if ((size_t)f->columns[column] == f->table->bytes) {
		sqlite3_result_blob(context, c->bytes, (int)c->length, SQLITE_STATIC);
		return SQLITE_OK;
	}
	if (filter_is_short(c)) {
		filter_utf8(w, c, f->texts[column]);
		put_text(context, f->texts[column]);
		return SQLITE_OK;
	}
	if (cell_value(&w->text, c, table_column_is_mixed(f->table, (size_t)f->columns[column]), &v))
		return SQLITE_NOMEM;
	cell_result(context, &v);
	return SQLITE_OK;
}

static int cursor_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
	(void)cursor;
	*rowid = 0;
	return SQLITE_OK;
}

const sqlite3_module filter_module = {
	.xConnect = vtab_connect,
	.xBestIndex = vtab_best_index,
	.xDisconnect = vtab_disconnect,
	.xDestroy = vtab_disconnect,
	.xOpen = cursor_open,
	.xClose = cursor_close,
	.xFilter = cursor_filter,
	.xNext = cursor_next,
	.xEof = cursor_eof,
	.xColumn = cursor_column,
	.xRowid = cursor_rowid,
};

#endif
