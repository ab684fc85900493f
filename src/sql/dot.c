/* dot.c: translate the commands .tables and .schema of SQLite's shell to a SELECT. */
#include "config.h"

#include "sql/dot.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/diag.h"
#include "port/ascii.h"
#include "sql/about.h"
#include "sql/columns.h"

int dot_is_command(const char *text)
{
	return text[strspn(text, " \t\n")] == '.';
}

/* Print the text of VALUES, which is freed, and PATTERN by FORMAT. Free the result by sqlite3_free(). NULL: out of
 * memory. */
static char *finish(sqlite3_str *values, const char *format, const char *pattern)
{
	char *text = sqlite3_str_finish(values), *select = text ? sqlite3_mprintf(format, text, pattern) : NULL;

	sqlite3_free(text);
	return select;
}

static char *list_tables(const struct tables *t, const char *pattern, int count)
{
	sqlite3_str *values = sqlite3_str_new(NULL);
	const struct table *table;
	size_t i, k;

	errno = 0;
	for (i = 0; (table = table_at(t->schema, i)) != NULL; i++) {
		int n = 0;

		for (k = 0; k < table->ncolumns; k++)
			n += !(table->columns[k].flags & TABLE_HIDDEN);
		sqlite3_str_appendf(values, "%s(%Q, ", i ? ", " : "", table->name);
		if (count)
			sqlite3_str_appendf(values, "(SELECT count(*) FROM \"%w\"), ", table->name);
		sqlite3_str_appendf(values, "%d, %Q)", n, table->layout->title);
	}
	pattern = *pattern ? pattern : "%";
	return finish(values, count ? "WITH t(name, rows, columns, title) AS (VALUES %s)"
	                              " SELECT * FROM t WHERE rows > 0 AND name LIKE %Q" :
	                              "WITH t(name, columns, title) AS (VALUES %s) SELECT * FROM t WHERE name LIKE %Q",
	              pattern);
}

/* The columns of the table NAME; if there is no such table, a SELECT that fails with the usual message. */
static char *list_columns(const struct tables *t, const char *name)
{
	const struct about *about = about_find(name);
	const struct table *table;
	sqlite3_str *values;
	char base[NAMES_ROOM];
	size_t i;
	int is_delta;

	snprintf(base, sizeof base, "%s", name);
	is_delta = names_cut(base, "_delta");
	if (!is_delta)
		names_cut(base, "_last");
	table = about ? &about->table : table_find(t->schema, base);
	if (!table)
		return sqlite3_mprintf("SELECT * FROM \"%w\"", name);
	values = sqlite3_str_new(NULL);
	for (i = 0; i < table->ncolumns; i++) {
		const struct table_column *c = &table->columns[i];

		if (!(c->flags & TABLE_HIDDEN))
			sqlite3_str_appendf(values, "%s(%Q, %Q, nullif(%Q, ''), %Q, nullif(%Q, ''))", i ? ", " : "",
			                    c->name, table_type_name(c->type), c->unit, table_kind_name(c->kind), c->text);
	}
	if (is_delta)
		sqlite3_str_appendall(values, ", ('" TABLE_ELAPSED_NAME "', 'REAL', 's', 'level', NULL)");
	return finish(values, "WITH t(name, type, unit, kind, description) AS (VALUES %s) SELECT * FROM t", NULL);
}

char *dot_select(const struct tables *t, const char *text, int count, int *code)
{
	char command[16], name[NAMES_ROOM], rest[2], *select = NULL;
	int n;

	*name = '\0';
	n = sscanf(text, " %15s %191s %1s", command, name, rest);
	name[strcspn(name, ";")] = '\0';
	*code = SQLITE_OK;
	if (n < 3 && mr_same_word(command, ".tables"))
		select = list_tables(t, name, count);
	else if (n == 2 && mr_same_word(command, ".schema"))
		select = list_columns(t, name);
	else {
		diag_fail("--sql: expected SQL, .tables, .tables PATTERN or .schema NAME");
		return NULL;
	}
	*code = select ? SQLITE_OK : SQLITE_NOMEM;
	return select;
}
