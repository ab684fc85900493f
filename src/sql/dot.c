/* dot.c: the commands .tables and .schema of SQLite's shell, as a SELECT of their lists. */
#include "config.h"

#include "sql/dot.h"

#ifdef HAVE_SQLITE3

#include <stdio.h>
#include <string.h>

#include "cli/diag.h"
#include "port/ascii.h"
#include "sql/columns.h"
#include "sql/about.h"
#include "sql/names.h"
#include "table/row.h"


int dot_is_command(const char *text)
{
	return text[strspn(text, " \t\n")] == '.';
}

/* Add ROW, of mprintf(), to the list of values TEXT.  0, or -1: out of memory. */
static int add(struct columns_text *text, char *row)
{
	if (text->any)
		columns_text_put(text, ",");
	text->any = 1;
	if (row)
		columns_text_put(text, row);
	sqlite3_free(row);
	return row && !text->failed ? 0 : -1;
}

/* NULL for a text that is empty. */
static const char *unless_empty(const char *text)
{
	return text && *text ? text : NULL;
}

/* SELECT COLUMNS of the values in TEXT, if there are any, WHERE the condition holds.  NULL: out of memory. */
static char *finish(struct columns_text *text, const char *columns, const char *where)
{
	char *select = text->failed ? NULL : sqlite3_mprintf("WITH t(%s) AS (%s) SELECT * FROM t%s", columns,
	                                                       text->any ? text->text : "SELECT 1 WHERE 0", where);

	columns_text_done(text);
	return select;
}

/* *ROWS is how many rows TABLE has.  SQLITE_OK, or an error. */
static int count_rows(sqlite3 *db, const struct table *table, int64_t *rows)
{
	char *text = sqlite3_mprintf("SELECT count(*) FROM \"%w\"", table->name);
	sqlite3_stmt *s = NULL;
	int code = text ? sqlite3_prepare_v2(db, text, -1, &s, NULL) : SQLITE_NOMEM;

	if (code == SQLITE_OK)
		code = sqlite3_step(s);
	if (code == SQLITE_ROW)
		*rows = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	sqlite3_free(text);
	return code == SQLITE_ROW ? SQLITE_OK : code & 0xFF;
}

static size_t visible_columns(const struct table *table)
{
	size_t i, n = 0;

	for (i = 0; i < table->ncolumns; i++)
		n += !(table->columns[i].flags & TABLE_HIDDEN);
	return n;
}

static char *list_tables(const struct tables *t, sqlite3 *db, const char *pattern, int count, int *code)
{
	struct columns_text text;
	const struct table *table;
	char *where = sqlite3_mprintf(*pattern ? " WHERE name LIKE %Q" : "", pattern), *select;
	int64_t rows = 0;
	size_t i;

	*code = where ? SQLITE_OK : SQLITE_NOMEM;
	columns_text_begin(&text, "VALUES ");
	for (i = 0; *code == SQLITE_OK && (table = table_at(t->schema, i)) != NULL; i++) {
		int n = (int)visible_columns(table);

		if (count)
			*code = count_rows(db, table, &rows);
		if (*code == SQLITE_OK && (!count || rows) &&
		    add(&text, count ? sqlite3_mprintf("(%Q,%lld,%d,%Q)", table->name, (long long)rows, n, table->layout->title) :
		                          sqlite3_mprintf("(%Q,%d,%Q)", table->name, n, table->layout->title)))
			*code = SQLITE_NOMEM;
	}
	select = finish(&text, count ? "name,rows,columns,title" : "name,columns,title", where ? where : "");
	sqlite3_free(where);
	if (*code == SQLITE_OK && select)
		return select;
	sqlite3_free(select);
	*code = *code == SQLITE_OK ? SQLITE_NOMEM : *code;
	return NULL;
}

/* The columns of the table NAME; if there is no such table, a SELECT that fails with the usual message. */
static char *list_columns(const struct tables *t, const char *name, int *code)
{
	const struct about *about = about_find(name);
	const struct table *table;
	struct columns_text text;
	char base[NAMES_ROOM], *select;
	size_t i;
	int is_delta, failed = 0;

	snprintf(base, sizeof base, "%s", name);
	is_delta = names_cut(base, "_delta");
	if (!is_delta)
		names_cut(base, "_last");
	table = about ? &about->table : table_find(t->schema, base);
	columns_text_begin(&text, "VALUES ");
	for (i = 0; table && i < table->ncolumns; i++) {
		const struct table_column *c = &table->columns[i];

		if (!(c->flags & TABLE_HIDDEN))
			failed |= add(&text, sqlite3_mprintf("(%Q,%Q,%Q,%Q,%Q)", c->name, table_type_name(c->type), unless_empty(c->unit),
			                                   table_kind_name(c->kind), unless_empty(c->text)));
	}
	if (table && is_delta)
		failed |= add(&text, sqlite3_mprintf("(%Q,'REAL','s','level',NULL)", TABLE_ELAPSED_NAME));
	if (!text.any) {
		columns_text_done(&text);
		return sqlite3_mprintf("SELECT * FROM \"%w\"", name);
	}
	select = finish(&text, "name,type,unit,kind,description", "");
	*code = failed || !select ? SQLITE_NOMEM : SQLITE_OK;
	return select;
}

char *dot_select(const struct tables *t, sqlite3 *db, const char *text, int count, int *code)
{
	char command[16], name[NAMES_ROOM], rest[2];
	int n;

	*code = SQLITE_OK;
	*name = '\0';
	n = sscanf(text, " %15s %191s %1s", command, name, rest);
	name[strcspn(name, ";")] = '\0';
	if (n < 3 && mr_same_word(command, ".tables"))
		return list_tables(t, db, name, count, code);
	if (n == 2 && mr_same_word(command, ".schema"))
		return list_columns(t, name, code);
	diag_fail("--sql: expected SQL, .tables, .tables PATTERN or .schema NAME");
	return NULL;
}

#endif
