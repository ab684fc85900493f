/* meta.c: tables about layouts and captures.  They are small, or have one row a record: nothing goes down to them. */
#include "config.h"

#include "sql/meta.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "port/page.h"
#include "sql/cell.h"
#include "sql/columns.h"
#include "sql/metarows.h"
#include "sql/moments.h"

struct meta_module {
	const struct tables *tables;
	const struct meta_table *table;
};

struct meta_vtab {
	sqlite3_vtab base;
	const struct tables *tables;
	const struct meta_table *table;
};

struct meta_cursor {
	sqlite3_vtab_cursor base;
	const struct meta_vtab *v;
	struct meta_rows rows;
	char *capture; /* the name that the table was called with, */
	struct indexed *of; /* and which one that is; NULL: none */
};

static int fail(struct meta_vtab *v, int code, char *text)
{
	sqlite3_free(v->base.zErrMsg);
	v->base.zErrMsg = text;
	return code;
}

/* The hidden column with the name of the capture stands behind those that are seen. */
static int is_capture(const struct meta_vtab *v, int column)
{
	return v->table->of_captures && column == (int)v->table->ncolumns;
}

static int refuse_call(struct meta_vtab *v)
{
	return fail(v, SQLITE_ERROR, tables_not_called(v->table->name));
}

/* ---- Connecting ---- */

static int meta_disconnect(sqlite3_vtab *vtab)
{
	free(vtab);
	return SQLITE_OK;
}

static int meta_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **error)
{
	const struct meta_module *m = aux;
	struct meta_vtab *v = calloc(1, sizeof *v);
	struct columns_text text;
	size_t i;
	int code;

	(void)argc;
	(void)argv;
	(void)error;
	if (!v)
		return SQLITE_NOMEM;
	v->tables = m->tables;
	v->table = m->table;
	columns_text_begin(&text, "CREATE TABLE t(");
	for (i = 0; i < m->table->ncolumns; i++)
		columns_text_add(&text, m->table->columns[i].name, m->table->columns[i].type, 0);
	if (m->table->of_captures)
		columns_text_add(&text, COLUMNS_CAPTURE, "TEXT", 1);
	if (m->table->has_bytes)
		columns_text_add(&text, "bytes", "BLOB", 1);
	code = columns_text_end(&text, NULL, NULL, NULL) ? SQLITE_NOMEM : tables_declare(v->tables, db, text.text);
	columns_text_done(&text);
	if (code == SQLITE_OK)
		*vtab = &v->base;
	else
		meta_disconnect(&v->base);
	return code;
}

static int meta_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	struct meta_vtab *v = (struct meta_vtab *)vtab;
	const char *text;
	int i;

	for (i = 0; v->tables->iso_time && i < info->nConstraint; i++)
		if ((text = moments_iso_constant(info, i)) != NULL)
			v->tables->iso_time(v->tables->arg, text);
	info->estimatedCost = v->table->has_bytes ? 1e7 : 1e4;
	info->estimatedRows = v->table->has_bytes ? 1000000 : 1000;
	for (i = 0; i < info->nConstraint; i++)
		if (is_capture(v, info->aConstraint[i].iColumn) && info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ) {
			if (!v->tables->are_called)
				return refuse_call(v);
			if (!info->aConstraint[i].usable)
				return SQLITE_CONSTRAINT;
			info->aConstraintUsage[i].argvIndex = 1;
			info->aConstraintUsage[i].omit = 1;
			info->idxNum = 1;
			break;
		}
	return SQLITE_OK;
}

/* ---- Cursors ---- */

static int meta_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
	struct meta_cursor *c = calloc(1, sizeof *c);

	if (!c)
		return SQLITE_NOMEM;
	c->v = (const struct meta_vtab *)vtab;
	c->rows.tables = c->v->tables;
	*cursor = &c->base;
	return SQLITE_OK;
}

static int meta_close(sqlite3_vtab_cursor *cursor)
{
	struct meta_cursor *c = (struct meta_cursor *)cursor;
	const struct tables *t = c->v->tables;

	meta_rows_done(&c->rows);
	if (t->close && c->of)
		t->close(t->arg, c->of);
	free(c->capture);
	free(c);
	return SQLITE_OK;
}

/* Open what the table was called with.  SQLITE_OK, or an error. */
static int open_captures(struct meta_cursor *c, int n, sqlite3_value **values)
{
	const struct tables *t = c->v->tables;
	struct meta_vtab *v = (struct meta_vtab *)c->base.pVtab;
	const char *name = n ? (const char *)sqlite3_value_text(values[0]) : NULL;
	char *text = NULL;
	int code;

	free(c->capture);
	c->capture = name ? strdup(name) : NULL;
	if (t->are_called && !c->capture)
		return fail(v, SQLITE_ERROR,
		            sqlite3_mprintf("name a capture, as in %s%s('capture.bin')", t->prefix, c->v->table->name));
	code = t->open(t->arg, c->capture, &c->rows.captures, &text);
	if (code != SQLITE_OK)
		return text ? fail(v, code, text) : code;
	if (t->close && c->of)
		t->close(t->arg, c->of);
	c->of = c->rows.captures.one;
	return SQLITE_OK;
}

static int meta_next(sqlite3_vtab_cursor *cursor)
{
	struct meta_cursor *c = (struct meta_cursor *)cursor;

	return c->v->table->next(&c->rows);
}

static int meta_filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values)
{
	struct meta_cursor *c = (struct meta_cursor *)cursor;
	int code = SQLITE_OK;

	(void)number;
	(void)plan;
	meta_rows_done(&c->rows);
	if (c->v->table->of_captures)
		code = open_captures(c, n, values);
	return code == SQLITE_OK ? meta_next(cursor) : code;
}

static int meta_eof(sqlite3_vtab_cursor *cursor)
{
	return ((struct meta_cursor *)cursor)->rows.end;
}

static int meta_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
	struct meta_cursor *c = (struct meta_cursor *)cursor;
	struct cell_value value;

	value.type = SQLITE_NULL;
	if (is_capture(c->v, column) && !c->v->tables->are_called)
		return refuse_call((struct meta_vtab *)cursor->pVtab);
	if (column < (int)c->v->table->ncolumns)
		c->v->table->value(&c->rows, (unsigned)column, &value);
	else if (is_capture(c->v, column))
		cell_text(&value, c->capture, strlen(c->capture));
	else
		meta_rows_bytes(&c->rows, &value);
	/* A name that there is no memory for is not unknown. */
	if (value.type == SQLITE_NULL && monread_layouts_failed(c->v->tables->layouts))
		return SQLITE_NOMEM;
	cell_result(context, &value);
	return SQLITE_OK;
}

static int meta_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
	*rowid = (sqlite3_int64)((struct meta_cursor *)cursor)->rows.number;
	return SQLITE_OK;
}

/* ---- Names ---- */

static const sqlite3_module meta_module = {
	.xConnect = meta_connect,
	.xBestIndex = meta_best_index,
	.xDisconnect = meta_disconnect,
	.xDestroy = meta_disconnect,
	.xOpen = meta_open,
	.xClose = meta_close,
	.xFilter = meta_filter,
	.xNext = meta_next,
	.xEof = meta_eof,
	.xColumn = meta_column,
	.xRowid = meta_rowid,
};

static int add(const struct tables *t, sqlite3 *db, const struct meta_table *table)
{
	struct meta_module *m = malloc(sizeof *m);
	char *name = sqlite3_mprintf("%s%s", t->prefix, table->name);
	int code = SQLITE_NOMEM;

	if (m && name) {
		m->tables = t;
		m->table = table;
		code = tables_add(t, db, name, &meta_module, m);
	} else {
		free(m);
	}
	sqlite3_free(name);
	return code;
}

int meta_register(const struct tables *t, sqlite3 *db, const char *name)
{
	const struct meta_table *table;
	int code = SQLITE_OK;

	for (table = meta_tables; code == SQLITE_OK && table->name; table++)
		if (!name || sqlite3_stricmp(name, table->name) == 0)
			code = add(t, db, table);
	return code;
}

#endif
