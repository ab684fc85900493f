/* connect.c: connect a table to SQLite: choose and declare its columns, with short names. */
#include "config.h"

#include "sql/module.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "port/ascii.h"
#include "sql/columns.h"

int module_fail(struct module_vtab *v, int code, char *message)
{
	sqlite3_free(v->base.zErrMsg);
	v->base.zErrMsg = message;
	return code;
}

int module_problem(const struct module_vtab *v, struct indexed *c, const struct monread_ev *ev, const char *text)
{
	const struct tables *t = v->tables;

	if (indexed_is_noted(c, ev->offset, text))
		return 0;
	if (indexed_note(c, ev, text))
		return -1;
	c->problems[c->nproblems - 1].told = 1;
	if (t->problem)
		t->problem(t->arg, c);
	return 0;
}

/* ---- Kinds of records ---- */

int tables_kinds(const struct tables *tables, const struct table *t, unsigned char kinds[INDEXED_KINDS])
{
	const struct monread_layout *l;
	size_t i;

	memset(kinds, 0, INDEXED_KINDS);
	while (t->role == TABLE_OF_ENTRIES)
		t = t->parent;
	if (t->role == TABLE_OF_RECORD) {
		kinds[indexed_kind((unsigned)t->layout->domain, (unsigned)t->layout->record)] = 1;
		return 0;
	}
	/* Any record with application data may contain the data of any product. */
	errno = 0;
	for (i = 0; (l = monread_layouts_at(tables->layouts, i)) != NULL; i++)
		if (l->domain >= 0 && monread_layout_payload(l))
			kinds[indexed_kind((unsigned)l->domain, (unsigned)l->record)] = 1;
	return errno == ENOMEM ? -1 : 0;
}

static int find_kinds(struct module_vtab *v)
{
	int failed = 0;
	size_t i;

	if (v->module->about)
		memset(v->kinds, !v->module->about->next, sizeof v->kinds);
	else
		failed = tables_kinds(v->tables, v->table, v->kinds);
	for (i = 0; v->tables->kinds && i < INDEXED_KINDS; i++)
		v->tables->kinds[i] |= v->kinds[i];
	return failed;
}

/* ---- Columns ---- */

static int add_column(struct module_vtab *v, size_t *room, long of, const char *name, int hidden)
{
	struct module_column *c;

	if (ARRAY_GROW(v->columns, v->ncolumns, *room))
		return -1;
	c = &v->columns[v->ncolumns++];
	c->of = of;
	c->name = name;
	c->hidden = hidden;
	c->is_mixed = of >= 0 && table_column_is_mixed(v->table, (size_t)of);
	return 0;
}

/* By column: its short name, NULL if another column has the same. NULL: out of memory. */
static const char **short_names(const struct module_vtab *v)
{
	const char *ours = v->tables->functions ? COLUMNS_WEIGHT : COLUMNS_CAPTURE;
	const struct table *t = v->table;
	const char **names = calloc(t->ncolumns, sizeof *names);
	size_t i;

	for (i = 0; names && i < t->ncolumns; i++) {
		names[i] = columns_short_only(t, i);
		if (names[i] && mr_same_word(names[i], ours))
			names[i] = NULL;
	}
	return names;
}

static int add_other_columns(struct module_vtab *v, size_t *room)
{
	if (v->module->about)
		return v->module->about->of_captures ? add_column(v, room, MODULE_CAPTURE, COLUMNS_CAPTURE, 1) : 0;
	if (v->tables->are_copied)
		return add_column(v, room, MODULE_HASH, "record_hash", 1) || add_column(v, room, MODULE_COPY, "copy", 1) ? -1 : 0;
	return v->tables->functions ? add_column(v, room, MODULE_WEIGHT, COLUMNS_WEIGHT, 1) :
	                              add_column(v, room, MODULE_CAPTURE, COLUMNS_CAPTURE, 1);
}

/* The visible columns come first; then the capture, because SQLite assigns arguments to hidden columns in order. */
static int find_columns(struct module_vtab *v)
{
	const struct table *t = v->table;
	const char **names = short_names(v);
	int swap = v->module->is_short, rc = names ? 0 : -1;
	size_t room = 0, i;

	for (i = 0; !rc && i < t->ncolumns; i++)
		if (!(t->columns[i].flags & TABLE_HIDDEN))
			rc = add_column(v, &room, (long)i, swap && names[i] ? names[i] : t->columns[i].name, 0);
	if (!rc && v->module->view == MODULE_DELTA)
		rc = add_column(v, &room, (long)TABLE_ELAPSED(t), TABLE_ELAPSED_NAME, 0);
	if (!rc)
		rc = add_other_columns(v, &room);
	if (!rc && v->module->view == MODULE_DELTA && !v->tables->are_copied)
		rc = add_column(v, &room, v->tables->functions ? MODULE_SPAN : (long)TABLE_ELAPSED(t), COLUMNS_SPAN, 1);
	for (i = 0; !rc && i < t->ncolumns; i++)
		if (t->columns[i].flags & TABLE_HIDDEN)
			rc = add_column(v, &room, (long)i, t->columns[i].name, 1);
	for (i = 0; !rc && i < t->ncolumns; i++)
		if (names[i] && !v->tables->are_copied)
			rc = add_column(v, &room, (long)i, swap ? t->columns[i].name : names[i], 1);
	free(names);
	return rc;
}

/* ---- Connecting ---- */

static const char *type_of(const struct module_vtab *v, long of)
{
	if (of == MODULE_CAPTURE)
		return "TEXT";
	if (of == MODULE_HASH || of == MODULE_COPY)
		return "INTEGER";
	if (of == MODULE_WEIGHT || of == MODULE_SPAN || (size_t)of == TABLE_ELAPSED(v->table))
		return "REAL";
	return columns_type(v->table, of);
}

static int declare(struct module_vtab *v, sqlite3 *db)
{
	int has_rows = v->module->about && v->module->about->next, code = SQLITE_NOMEM;
	sqlite3_str *columns = sqlite3_str_new(NULL);
	char *text, *whole;
	size_t i;

	for (i = 0; i < v->ncolumns; i++) {
		columns_add(columns, v->columns[i].name, type_of(v, v->columns[i].of));
		sqlite3_str_appendall(columns, v->columns[i].hidden ? " HIDDEN" : "");
	}
	if (!has_rows)
		sqlite3_str_appendf(columns, ", PRIMARY KEY(file, \"offset\"%s)",
		                    v->table->role == TABLE_OF_ENTRIES ? ", entry" : "");
	text = sqlite3_str_finish(columns);
	whole = text ? sqlite3_mprintf("CREATE TABLE t(%s)%s", text, has_rows ? "" : " WITHOUT ROWID") : NULL;
	if (whole)
		code = tables_declare(v->tables, db, whole);
	sqlite3_free(whole);
	sqlite3_free(text);
	return code;
}

int module_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **error)
{
	const struct module *m = aux;
	struct module_vtab *v;
	int code = SQLITE_NOMEM;

	(void)argc, (void)argv, (void)error;
	v = calloc(1, sizeof *v);
	if (!v)
		return SQLITE_NOMEM;
	v->module = m;
	v->tables = m->tables;
	v->table = m->table;
	if (find_kinds(v) == 0 && find_columns(v) == 0)
		code = declare(v, db);
	if (code != SQLITE_OK) {
		module_disconnect(&v->base);
		return code;
	}
	*vtab = &v->base;
	return SQLITE_OK;
}

int module_disconnect(sqlite3_vtab *vtab)
{
	struct module_vtab *v = (struct module_vtab *)vtab;

	free(v->columns);
	free(v);
	return SQLITE_OK;
}
