/* views.c: the reports of monstat as views over the tables of captures. */
#include "config.h"

#include "sql/views.h"

#include <string.h>

#include "sql/columns.h"
#include "sql/optional.h"
#include "sql/reports.h"

struct optional {
	const struct tables *tables;
	const char *text; /* of the report */
	int no_memory;
};

/* Return 1 if the report reads the field NAME only if a layout describes it, and no layout does. */
static int is_absent(void *arg, const char *name)
{
	static const char part[] = "\nOptional: ";
	struct optional *o = arg;
	const char *line = o->text;
	int lacks;

	while ((line = strstr(line, part)) != NULL) {
		line += strlen(part);
		line += strcspn(line, " ");
		lacks = optional_has(line, name) ? optional_lacks(o->tables->schema, line) : 0;
		o->no_memory |= lacks < 0;
		if (lacks)
			return 1;
	}
	return 0;
}

/* The query of the report NAME, to be freed; NULL: there is no such report, or out of memory (*FAILED is set). */
static char *query_of(const struct tables *t, const char *name, int *failed)
{
	static const char part[] = "\nQuery:\n";
	const struct reports_source *r;
	struct optional o = { t, NULL, 0 };
	sqlite3_str *to;
	char *query;

	for (r = reports_built_in; r->name && sqlite3_stricmp(r->name, name) != 0; r++)
		;
	if (!r->name || !strstr(r->text, part))
		return NULL;
	to = sqlite3_str_new(NULL);
	o.text = r->text;
	optional_put(to, strstr(r->text, part) + strlen(part), is_absent, &o);
	query = sqlite3_str_finish(to);
	*failed |= !query || o.no_memory;
	return query;
}

void views_put_asof(sqlite3_str *to, const struct table *t, const char *schema, const char *records)
{
	size_t i;

	sqlite3_str_appendf(to, " FROM (SELECT DISTINCT \"system\", \"interval\" FROM %s\"" VIEWS_INTERVALS "\""
	                        " WHERE \"interval\" IS NOT NULL) AS i"
	                        " JOIN (SELECT t.*, lead(t.\"time\") OVER (PARTITION BY t.\"system\"", schema);
	for (i = 0; i < t->ncolumns; i++)
		if (t->columns[i].kind == TABLE_KEY && !(t->columns[i].flags & TABLE_LEADING))
			sqlite3_str_appendf(to, ", t.\"%w\"", t->columns[i].name);
	sqlite3_str_appendf(to, " ORDER BY t.\"time\") AS next_time FROM %s AS t) AS r"
	                        " ON coalesce(r.\"system\", '') = coalesce(i.\"system\", '') AND r.\"time\" <= i.\"interval\""
	                        " AND (r.next_time > i.\"interval\" OR r.next_time IS NULL)", records);
}

void views_put_asof_select(sqlite3_str *to, const struct table *t, const char *records)
{
	const char *other;
	size_t i;

	sqlite3_str_appendall(to, "SELECT i.system, i.interval");
	for (i = 0; i < t->ncolumns; i++) {
		if (t->columns[i].flags & (TABLE_LEADING | TABLE_HIDDEN))
			continue;
		sqlite3_str_appendf(to, ", r.\"%w\"", t->columns[i].name);
		if ((other = columns_short_only(t, i)) != NULL)
			sqlite3_str_appendf(to, ", r.\"%w\" AS \"%w\"", t->columns[i].name, other);
	}
	views_put_asof(to, t, "", records);
}

/* Append the definitions of the reports in TEXT to VIEWS, and their queries to ALL. 0, or -1: out of memory. */
static int put_reports(const struct tables *t, const char *text, sqlite3_str *all, sqlite3_str *views)
{
	char name[NAMES_ROOM];
	char *query;
	int failed = 0;

	while (names_next(&text, name)) {
		query = query_of(t, name, &failed);
		if (!query)
			continue;
		sqlite3_str_appendf(views, "CREATE TEMP VIEW IF NOT EXISTS \"%w\" AS %s;\n", name, query);
		sqlite3_str_appendall(all, query);
		sqlite3_free(query);
	}
	return -failed;
}

/* Append a view for each NAME_asof in TEXT to VIEWS, and the names of its tables to TABLES. */
static void put_asofs(const struct tables *t, const char *text, sqlite3_str *tables, sqlite3_str *views)
{
	char name[NAMES_ROOM], base[NAMES_ROOM], *records;
	const struct table *table;

	while (names_next(&text, name)) {
		table = names_cut(strcpy(base, name), "_asof") ? table_find(t->schema, base) : NULL;
		if (!table)
			continue;
		/* NAME lacks the records that a file of --write repeats at its beginning; NAME_last has them. */
		records = sqlite3_mprintf("(SELECT * FROM \"%w\" UNION SELECT * FROM \"%w_last\")", table->name, table->name);
		sqlite3_str_appendf(views, "CREATE TEMP VIEW IF NOT EXISTS \"%w\" AS ", name);
		views_put_asof_select(views, table, records ? records : "");
		sqlite3_str_appendall(views, ";\n");
		sqlite3_str_appendf(tables, "%s %s_last " VIEWS_INTERVALS "\n", table->name, table->name);
		sqlite3_free(records);
	}
}

int views_register(const struct tables *t, sqlite3 *db, const char *text, int *has_reports)
{
	sqlite3_str *all = sqlite3_str_new(db), *tables = sqlite3_str_new(db), *views = sqlite3_str_new(db);
	char *named, *create;
	int code, failed;

	sqlite3_str_appendf(all, "%s\n", text);
	failed = put_reports(t, text, all, views);
	*has_reports = sqlite3_str_length(views) > 0;
	if (sqlite3_str_value(all))
		put_asofs(t, sqlite3_str_value(all), tables, views);
	sqlite3_str_appendall(tables, sqlite3_str_value(all));
	code = sqlite3_str_errcode(all) ? sqlite3_str_errcode(all) : sqlite3_str_errcode(views);
	code = failed ? SQLITE_NOMEM : code;
	sqlite3_free(sqlite3_str_finish(all));
	named = sqlite3_str_finish(tables);
	create = sqlite3_str_finish(views);
	if (code == SQLITE_OK)
		code = named ? tables_register(t, db, named) : SQLITE_NOMEM;
	if (code == SQLITE_OK && create) {
		*t->declaring = 1;
		code = sqlite3_exec(db, create, NULL, NULL, NULL);
		*t->declaring = 0;
	}
	sqlite3_free(named);
	sqlite3_free(create);
	return code;
}
