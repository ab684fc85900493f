/* register.c: register the tables as modules of SQLite. */
#include "config.h"

#include "sql/tables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "port/record.h"
#include "sql/module.h"
#include "sql/columns.h"

static const sqlite3_module table_module = {
	/* Without xCreate the tables exist under their names, and CREATE VIRTUAL TABLE is refused. */
	.xConnect = module_connect,
	.xBestIndex = module_best_index,
	.xDisconnect = module_disconnect,
	.xDestroy = module_disconnect,
	.xOpen = module_open,
	.xClose = module_close,
	.xFilter = module_filter,
	.xNext = module_next,
	.xEof = module_eof,
	.xColumn = module_column,
	.xRowid = module_rowid,
};

static int add_module(sqlite3 *db, const char *name, const struct module *of)
{
	struct module *m = malloc(sizeof *m);

	if (!m)
		return SQLITE_NOMEM;
	*m = *of;
	return tables_add(m->tables, db, name,
	                  m->tables->functions && !m->about ? m->tables->functions : &table_module, m);
}

/* Register a table. TABLE is NULL if it has too many columns. SQLITE_OK, or an error. */
static int add(const struct tables *t, sqlite3 *db, const char *name, const struct table *table, enum module_view view,
               int is_short)
{
	const struct module m = { .tables = t, .table = table, .view = view, .is_short = is_short };

	return add_module(db, name, &m);
}

static int add_about(const struct tables *t, sqlite3 *db, const struct about *a)
{
	const struct module m = { .tables = t, .about = a, .table = &a->table };
	char name[NAMES_ROOM];

	snprintf(name, sizeof name, "%s%s", t->prefix, a->table.name);
	return add_module(db, name, &m);
}

int tables_register_about(const struct tables *t, sqlite3 *db)
{
	const struct about *a;
	int code = SQLITE_OK;

	for (a = about_tables; code == SQLITE_OK && a->table.name; a++)
		code = add_about(t, db, a);
	return code;
}

/* Register NAME, NAME_last and NAME_delta. SQLITE_OK, or an error. */
static int add_views(const struct tables *t, sqlite3 *db, const char *name, const struct table *table, int is_short)
{
	static const struct {
		const char *suffix;
		enum module_view view;
	} views[] = { { "", MODULE_TABLE }, { "_last", MODULE_LAST }, { "_delta", MODULE_DELTA } };
	char whole[NAMES_ROOM];
	int code = SQLITE_OK;
	size_t i;

	for (i = 0; code == SQLITE_OK && i < sizeof views / sizeof views[0]; i++)
		if (snprintf(whole, sizeof whole, "%s%s", name, views[i].suffix) < (int)sizeof whole)
			code = add(t, db, whole, table, views[i].view, is_short);
	return code;
}

/* Register the table that the name WHOLE may mean. SQLITE_OK, or an error. */
static int add_named(const struct tables *t, sqlite3 *db, const char *whole)
{
	char base[NAMES_ROOM];
	enum module_view view = MODULE_TABLE;
	const struct table *table;
	unsigned domain, record;
	const char *rest = base;
	int is_short, is_entries;

	strcpy(base, whole);
	if (names_cut(base, "_last") || (t->functions && names_cut(base, "_asof")))
		view = MODULE_LAST;
	else if (names_cut(base, "_delta"))
		view = MODULE_DELTA;
	/* Short names are like D0R23 and D0R23__CALLKDATA. */
	is_entries = strstr(base, "__") != NULL;
	is_short = mr_read_record(&rest, &domain, &record) == 0 && (!*rest || strncmp(rest, "__", 2) == 0);
	table = table_find(t->schema, base);
	if (!table && errno == ENOMEM)
		return SQLITE_NOMEM;
	if (!table && errno != E2BIG) {
		const struct about *about = about_find(whole);

		return about ? add_about(t, db, about) : SQLITE_OK;
	}
	/* Options accept further names of a record; statements do not. */
	if (table && !is_short && !is_entries && sqlite3_stricmp(table->name, base) != 0)
		return SQLITE_OK;
	return add(t, db, whole, table, view, is_short);
}

static int add_all(const struct tables *t, sqlite3 *db)
{
	const struct table *table;
	char name[NAMES_ROOM];
	int code = tables_register_about(t, db);
	size_t i;

	for (i = 0; code == SQLITE_OK && (table = table_at(t->schema, i)) != NULL; i++) {
		code = add_views(t, db, table->name, table, 0);
		if (code == SQLITE_OK && columns_short_table(table, name))
			code = add_views(t, db, name, table, 1);
	}
	return code == SQLITE_OK && errno == ENOMEM ? SQLITE_NOMEM : code;
}

static void free_module(void *module)
{
	const struct tables *t = *(const struct tables *const *)module;

	free(module);
	if (t->used)
		t->used(t->arg, -1);
}

int tables_add(const struct tables *t, sqlite3 *db, const char *name, const sqlite3_module *functions, void *module)
{
	if (t->used)
		t->used(t->arg, 1);
	return sqlite3_create_module_v2(db, name, functions, module, free_module);
}

int tables_declare(const struct tables *t, sqlite3 *db, const char *text)
{
	int code;

	if (t->declaring)
		t->declaring(t->arg, 1);
	code = sqlite3_declare_vtab(db, text);
	if (t->declaring)
		t->declaring(t->arg, 0);
	/* Views and triggers in a foreign database must not read files. */
	if (code == SQLITE_OK && (t->are_called || t->are_copied))
		code = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
	return code;
}

char *tables_not_called(const char *name)
{
	return sqlite3_mprintf("%s is not called with a capture here; a FILE is an operand: "
	                       "monread --sql='SELECT * FROM %s' FILE", name, name);
}

int tables_register_source(const struct tables *t, sqlite3 *db, const struct table *table, int is_delta)
{
	char name[NAMES_ROOM];

	snprintf(name, sizeof name, "%s%s%s", t->prefix, table->name, is_delta ? "_delta" : "");
	return add(t, db, name, table, is_delta ? MODULE_DELTA : MODULE_TABLE, 0);
}

int tables_register(const struct tables *t, sqlite3 *db, const char *text)
{
	char name[NAMES_ROOM];
	int code = SQLITE_OK;

	errno = 0;
	if (!text)
		return add_all(t, db);
	while (code == SQLITE_OK && names_next(&text, name))
		code = add_named(t, db, name);
	return code;
}
