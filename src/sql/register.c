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

static void free_module(void *module)
{
	const struct tables *t = ((const struct module *)module)->tables;

	free(module);
	if (t->used)
		t->used(t->arg, -1);
}

/* Register a table, with the prefix unless it is a table of records that is not copied. SQLITE_OK, or an error. */
static int add(sqlite3 *db, const char *name, const struct module *of)
{
	const struct tables *t = of->tables;
	struct module *m = malloc(sizeof *m);
	char whole[2 * NAMES_ROOM];

	if (!m)
		return SQLITE_NOMEM;
	*m = *of;
	if (t->used)
		t->used(t->arg, 1);
	snprintf(whole, sizeof whole, "%s%s", of->about || t->are_copied ? t->prefix : "", name);
	return sqlite3_create_module_v2(db, whole, t->functions && !m->about ? t->functions : &module_methods, m, free_module);
}

static int add_about(const struct tables *t, sqlite3 *db, const struct about *a)
{
	const struct module m = { .tables = t, .about = a, .table = &a->table };

	return add(db, a->table.name, &m);
}

/* Register the table that the name WHOLE may mean. SQLITE_OK, or an error. */
static int add_named(const struct tables *t, sqlite3 *db, const char *whole)
{
	const struct about *about = about_find(whole);
	struct module m = { .tables = t };
	char base[NAMES_ROOM];
	unsigned domain, record;
	const char *rest = base;

	strcpy(base, whole);
	if (names_cut(base, "_last") || (t->functions && names_cut(base, "_asof")))
		m.view = MODULE_LAST;
	else if (names_cut(base, "_delta"))
		m.view = MODULE_DELTA;
	m.table = table_find(t->schema, base);
	if (!m.table && errno == ENOMEM)
		return SQLITE_NOMEM;
	if (!m.table)
		return about ? add_about(t, db, about) : SQLITE_OK;
	/* Short names are like D0R23 and D0R23__CALLKDATA. */
	m.is_short = mr_read_record(&rest, &domain, &record) == 0 && (!*rest || strncmp(rest, "__", 2) == 0);
	/* Options accept further names of a record; statements do not. */
	if (!m.is_short && !strstr(base, "__") && sqlite3_stricmp(m.table->name, base) != 0)
		return SQLITE_OK;
	return add(db, whole, &m);
}

/* Register NAME, NAME_last and NAME_delta. SQLITE_OK, or an error. */
static int add_views(const struct tables *t, sqlite3 *db, const char *name)
{
	static const char *const suffixes[] = { "", "_last", "_delta" };
	char whole[NAMES_ROOM];
	int code = SQLITE_OK;
	size_t i;

	for (i = 0; code == SQLITE_OK && i < sizeof suffixes / sizeof suffixes[0]; i++)
		if (snprintf(whole, sizeof whole, "%s%s", name, suffixes[i]) < (int)sizeof whole)
			code = add_named(t, db, whole);
	return code;
}

static int add_all(const struct tables *t, sqlite3 *db)
{
	const struct about *a;
	const struct table *table;
	char name[NAMES_ROOM];
	int code = SQLITE_OK;
	size_t i;

	for (a = about_tables; code == SQLITE_OK && a->table.name; a++)
		code = add_about(t, db, a);
	for (i = 0; code == SQLITE_OK && (table = table_at(t->schema, i)) != NULL; i++) {
		code = add_views(t, db, table->name);
		if (code == SQLITE_OK && columns_short_table(table, name))
			code = add_views(t, db, name);
	}
	return code == SQLITE_OK && errno == ENOMEM ? SQLITE_NOMEM : code;
}

int tables_declare(const struct tables *t, sqlite3 *db, const char *text)
{
	int code;

	if (t->declaring)
		*t->declaring = 1;
	code = sqlite3_declare_vtab(db, text);
	if (t->declaring)
		*t->declaring = 0;
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
