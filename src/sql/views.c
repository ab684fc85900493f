/* views.c: the reports of monstat as views over the tables of captures. */
#include "config.h"

#include "sql/views.h"

#ifdef HAVE_SQLITE3

#include <stdio.h>
#include <string.h>

#include "sql/columns.h"
#include "sql/names.h"
#include "sql/reports.h"


/* CP writes D0R2 in each sample: its intervals are those of the capture. */
#define INTERVALS_OF "MRSYTPRP"

/* The query of the report NAME; NULL: there is no such report. */
static const char *query_of(const char *name)
{
	static const char part[] = "\nQuery:\n";
	const struct reports_source *r;
	const char *query;

	for (r = reports_built_in; r->name; r++)
		if (sqlite3_stricmp(r->name, name) == 0) {
			query = strstr(r->text, part);
			return query ? query + strlen(part) : NULL;
		}
	return NULL;
}

static void put_begin(struct columns_text *views, const char *name)
{
	columns_text_put(views, "CREATE TEMP VIEW IF NOT EXISTS ");
	columns_text_name(views, name);
	columns_text_put(views, " AS ");
}

/* A column of a table, and by its short name, too. */
static void put_column(struct columns_text *views, const struct table_column *c)
{
	const char *name = columns_short(c);

	columns_text_put(views, ", r.");
	columns_text_name(views, c->name);
	if (!name)
		return;
	columns_text_put(views, ", r.");
	columns_text_name(views, c->name);
	columns_text_put(views, " AS ");
	columns_text_name(views, name);
}

/* A record is valid from its time to that of the next one of the same instance. */
static void put_asof(struct columns_text *views, const char *name, const struct table *table)
{
	char last[NAMES_ROOM + sizeof "_last"];
	size_t i;

	put_begin(views, name);
	columns_text_put(views, "WITH i AS MATERIALIZED (SELECT DISTINCT system, interval FROM " INTERVALS_OF
	                        " WHERE interval IS NOT NULL), r AS MATERIALIZED "
	                        "(SELECT *, lead(time) OVER (PARTITION BY system");
	for (i = 0; i < table->ncolumns; i++)
		if (table->columns[i].kind == TABLE_KEY && !(table->columns[i].flags & TABLE_LEADING)) {
			columns_text_put(views, ", ");
			columns_text_name(views, table->columns[i].name);
		}
	columns_text_put(views, " ORDER BY time) AS next FROM (SELECT * FROM ");
	columns_text_name(views, table->name);
	/* Records that a file of --write repeats at its beginning are in NAME_last alone. */
	snprintf(last, sizeof last, "%s_last", table->name);
	columns_text_put(views, " UNION SELECT * FROM ");
	columns_text_name(views, last);
	columns_text_put(views, ")) SELECT i.system, i.interval");
	for (i = 0; i < table->ncolumns; i++)
		if (!(table->columns[i].flags & (TABLE_LEADING | TABLE_HIDDEN)))
			put_column(views, &table->columns[i]);
	columns_text_put(views, " FROM i JOIN r ON r.system IS i.system AND r.time <= i.interval"
	                        " AND (r.next > i.interval OR r.next IS NULL);\n");
}

/* The reports that TEXT names to VIEWS, and what they read to ALL. */
static void put_reports(const char *text, struct columns_text *all, struct columns_text *views)
{
	char name[NAMES_ROOM];
	const char *query;

	while (names_next(&text, name)) {
		query = query_of(name);
		if (!query)
			continue;
		put_begin(views, name);
		columns_text_put(views, query);
		columns_text_put(views, ";\n");
		columns_text_put(all, query);
	}
}

/* A view for each NAME_asof that TEXT names to VIEWS, and the names of the tables that it reads to TABLES. */
static void put_asofs(const struct tables *t, const char *text, struct columns_text *tables, struct columns_text *views)
{
	char name[NAMES_ROOM], base[NAMES_ROOM];
	const struct table *table;

	while (names_next(&text, name)) {
		if (!names_cut(strcpy(base, name), "_asof"))
			continue;
		table = table_find(t->schema, base);
		if (!table)
			continue;
		put_asof(views, name, table);
		columns_text_put(tables, table->name);
		columns_text_put(tables, " ");
		columns_text_put(tables, table->name);
		columns_text_put(tables, "_last " INTERVALS_OF "\n");
	}
}

int views_register(const struct tables *t, sqlite3 *db, const char *text, int *has_reports)
{
	struct columns_text all, tables, views;
	int code;

	columns_text_begin(&all, text);
	columns_text_put(&all, "\n");
	columns_text_begin(&views, "");
	put_reports(text, &all, &views);
	*has_reports = views.length > 0;
	columns_text_begin(&tables, all.failed ? "" : all.text);
	if (!all.failed)
		put_asofs(t, all.text, &tables, &views);
	code = all.failed || tables.failed || views.failed ? SQLITE_NOMEM : tables_register(t, db, tables.text);
	if (code == SQLITE_OK && views.length) {
		if (t->declaring)
			t->declaring(t->arg, 1);
		code = sqlite3_exec(db, views.text, NULL, NULL, NULL);
		if (t->declaring)
			t->declaring(t->arg, 0);
	}
	columns_text_done(&all);
	columns_text_done(&tables);
	columns_text_done(&views);
	return code;
}

#endif
