/* views.c: creates the views that a query names, replaces fields that no layout has by NULL, and
 * suggests names for unknown ones. */
#include "config.h"

#include "sql/views.h"

#include <stdio.h>

#include "base/ascii.h"
#include "sql/columns.h"
#include "sql/module.h"
#include "report/reports.h"

/* Return 1 if LIST, "TABLE FIELD FIELD ...", has the field NAME. */
static int optional_has(const char *list, const char *name)
{
	char word[NAMES_ROOM];

	names_next(&list, word);
	while (names_next(&list, word))
		if (mr_same_word(word, name))
			return 1;
	return 0;
}

/* Return 1 if no layout describes the table in LIST, or one of its fields; -1 if out of memory. */
static int optional_lacks(const struct table_schema *s, const char *list)
{
	char word[NAMES_ROOM];
	const struct table *t;

	names_next(&list, word);
	t = table_find(s, word);
	if (!t && errno == ENOMEM)
		return -1;
	while (t && names_next(&list, word))
		if (columns_find(t, word) < 0)
			return 1;
	return !t;
}

static int is_absent(const struct report *r, const char *name)
{
	size_t i;

	for (i = 0; i < r->ncolumns; i++)
		if (r->columns[i].is_absent && optional_has(r->columns[i].optional, name))
			return 1;
	return 0;
}

char *views_query(const struct table_schema *s, struct report *r)
{
	const char *query = r->query, *at = query, *name;
	char word[NAMES_ROOM];
	sqlite3_str *to;
	int lacks;
	size_t i;

	for (i = 0; i < r->ncolumns; i++) {
		lacks = r->columns[i].optional ? optional_lacks(s, r->columns[i].optional) : 0;
		if (lacks < 0)
			return NULL;
		r->columns[i].is_absent = lacks;
		if (lacks)
			r->columns[i].role = REPORT_HIDDEN;
	}
	to = sqlite3_str_new(NULL);
	for (name = names_next(&at, word); name; name = names_next(&at, word)) {
		if (!is_absent(r, word))
			continue;
		sqlite3_str_append(to, query, (int)(name - query));
		sqlite3_str_appendall(to, "CAST(NULL AS DOUBLE PRECISION)");
		query = name + strlen(word);
	}
	sqlite3_str_appendall(to, query);
	return sqlite3_str_finish(to);
}

/* Return the query of the report NAME, to be freed by sqlite3_free(); NULL: no such report, or out
 * of memory, which sets *FAILED to 1. */
static char *query_of(const struct tables *t, const char *name, int *failed)
{
	const struct reports_source *source = reports_built_in;
	struct report *r;
	char *query;

	while (source->name && sqlite3_stricmp(source->name, name) != 0)
		source++;
	if (!source->name)
		return NULL;
	r = reports_read(source);
	query = r ? views_query(t->schema, r) : NULL;
	report_free(r);
	*failed |= !query;
	return query;
}

void views_put_asof(sqlite3_str *to, const struct table *t, int before, const char *schema,
                    const char *records, const char *cast)
{
	const char *until = "d.\"interval\"";
	size_t i;

	if (before)
		until = "lag(d.\"interval\")"
			" OVER (PARTITION BY d.\"system\" ORDER BY d.\"interval\")";

	sqlite3_str_appendf(
		to,
		" FROM (SELECT d.*, %s AS until FROM (SELECT DISTINCT \"system\", \"interval\""
		" FROM %s\"" VIEWS_INTERVALS "\" WHERE \"interval\" IS NOT NULL) AS d) AS i"
		" JOIN (SELECT t.*, coalesce(t.\"interval\", t.\"time\") AS since,"
		" lead(coalesce(t.\"interval\", t.\"time\")) OVER (PARTITION BY t.\"system\"",
		until, schema);
	for (i = 0; i < t->ncolumns; i++)
		if (t->columns[i].kind == KIND_KEY && !(t->columns[i].flags & TABLE_LEADING))
			sqlite3_str_appendf(to, ", t.\"%w\"", t->columns[i].name);
	sqlite3_str_appendf(
		to,
		" ORDER BY t.\"time\") AS next FROM %s AS t) AS r"
		" ON coalesce(r.\"system\", '') = coalesce(i.\"system\", '')"
		" AND r.since%s <= i.until%s AND (r.next%s > i.until%s OR r.next IS NULL)",
		records, cast, cast, cast, cast);
}

void views_put_asof_select(sqlite3_str *to, const struct table *t, int before,
                           const char *records)
{
	const char *other;
	size_t i;

	sqlite3_str_appendall(to, "SELECT i.system, i.interval, r.time, r.unix_time");
	for (i = 0; i < t->ncolumns; i++) {
		if (t->columns[i].flags & (TABLE_LEADING | TABLE_HIDDEN))
			continue;
		sqlite3_str_appendf(to, ", r.\"%w\"", t->columns[i].name);
		other = columns_short_only(t, i);
		if (other)
			sqlite3_str_appendf(to, ", r.\"%w\" AS \"%w\"", t->columns[i].name, other);
	}
	views_put_asof(to, t, before, "", records, "");
}

/* Append to VIEWS statements that create the views NAME_asof and NAME_before and, unless
 * HAS_REPORTS is NULL, the reports that TEXT names. Set *FAILED to 1 if out of memory. */
static void views_add(const struct tables *t, const char *text, sqlite3_str *views,
                      int *has_reports, int *failed)
{
	char name[NAMES_ROOM], base[NAMES_ROOM], *query, *records;
	const struct table *table;
	int before;

	while (names_next(&text, name)) {
		before = names_cut(strcpy(base, name), "_before");
		table = before || names_cut(base, "_asof") ? table_find(t->schema, base) : NULL;
		query = has_reports ? query_of(t, name, failed) : NULL;
		if (table || query)
			sqlite3_str_appendf(views, "CREATE TEMP VIEW IF NOT EXISTS \"%w\" AS ",
			                    name);
		if (table) {
			/* Read both NAME and NAME_last, because only NAME_last has repeated
			 * configuration. */
			records = sqlite3_mprintf(
				"(SELECT * FROM \"%w\" UNION SELECT * FROM \"%w_last\")",
				table->name, table->name);
			*failed |= !records;
			views_put_asof_select(views, table, before, records ? records : "");
			sqlite3_str_appendall(views, ";\n");
			sqlite3_free(records);
		}
		if (query) {
			*has_reports = 1;
			sqlite3_str_appendf(views, "%s;\n", query);
			views_add(t, query, views, NULL, failed);
			sqlite3_free(query);
		}
	}
}

int views_register(const struct tables *t, sqlite3 *db, const char *text, int *has_reports)
{
	int code = tables_register(t, db, text), failed = 0;
	sqlite3_str *views = sqlite3_str_new(db);
	char *create;

	views_add(t, text, views, has_reports, &failed);
	if (code == SQLITE_OK)
		code = failed ? SQLITE_NOMEM : sqlite3_str_errcode(views);
	create = sqlite3_str_finish(views);
	if (code == SQLITE_OK && create)
		code = tables_register(t, db, create);
	*t->declaring = 1;
	if (code == SQLITE_OK && create)
		code = sqlite3_exec(db, create, NULL, NULL, NULL);
	*t->declaring = 0;
	sqlite3_free(create);
	return code;
}

/* ---- Suggestions for unknown names ---- */

/* Write to ROOM the names of the tables whose titles contain WANTED, which may be a plural. */
static void views_list_tables(const struct tables *t, const char *wanted, char room[UNKNOWN_ROOM])
{
	size_t length = strlen(wanted), i, n = 0, found = 0;
	char pattern[NAMES_ROOM + 2];
	const struct table *table;

	length -= length > 3 && mr_lower(wanted[length - 1]) == 's';
	snprintf(pattern, sizeof pattern, "%%%.*s%%", (int)length, wanted);
	for (i = 0; length > 2 && n < UNKNOWN_ROOM && found < NEAR_MOST; i++) {
		table = table_at(t->schema, i);
		if (!table)
			break;
		if (table->role == TABLE_OF_RECORD &&
		    sqlite3_strlike(pattern, table->layout->title, 0) == 0)
			n += (size_t)snprintf(room + n, UNKNOWN_ROOM - n, "%s%s",
			                      found++ ? ", " : "; by title: ", table->name);
	}
	if (!found)
		snprintf(room, UNKNOWN_ROOM, "; .tables lists all tables");
}

static void views_offer_columns(const struct tables *t, const char *text, struct near *n)
{
	char name[NAMES_ROOM];
	const struct about *about;
	const struct table *table;
	size_t i;

	while (names_next(&text, name)) {
		if (names_cut_view(name))
			near_offer(n, TABLE_ELAPSED_NAME);
		about = about_find(name);
		table = about ? &about->table : table_find(t->schema, name);
		for (i = 0; table && i < table->ncolumns; i++) {
			near_offer(n, table->columns[i].name);
			if (columns_short(&table->columns[i]))
				near_offer(n, columns_short(&table->columns[i]));
		}
	}
}

int unknown_name(sqlite3 *db, const char *text, char *name)
{
	int at = sqlite3_error_offset(db);
	const char *s;
	size_t n = 0;

	*name = '\0';
	if (at < 0)
		return 0;
	for (s = text + at; (names_is_word(*s) || *s == '.' || *s == '"') && n < NAMES_ROOM - 1;
	     s++)
		if (*s != '"')
			name[n++] = *s;
	name[n] = '\0';
	s += strspn(s, " \t\n");
	return n > 0 && !mr_is_digit(*name) && *s != '(' && !sqlite3_keyword_check(name, (int)n);
}

/* If MESSAGE contains a name that follows FROM or JOIN in the statement TEXT and is not a table,
 * copy it to NAME and return 1. */
static int unknown_table(const struct tables *t, const char *text, const char *message,
                         char name[NAMES_ROOM])
{
	int is_after = 0;

	while (names_next(&text, name)) {
		if (is_after && strstr(message, name) && !table_find(t->schema, name))
			return 1;
		is_after = mr_same_word(name, "FROM") || mr_same_word(name, "JOIN");
	}
	return 0;
}

const char *unknown_near(const struct tables *t, sqlite3 *db, const char *text,
                         char room[UNKNOWN_ROOM])
{
	const char *message = sqlite3_errmsg(db), *column = NULL;
	char name[NAMES_ROOM];
	int is_column = sqlite3_errcode(db) == SQLITE_ERROR && unknown_name(db, text, name) &&
	                strstr(message, name);
	/* For an unknown table, SQLite returns no offset, but the message has the name of the
	 * table. */
	int is_table = !is_column && sqlite3_errcode(db) == SQLITE_ERROR &&
	               sqlite3_error_offset(db) < 0 && unknown_table(t, text, message, name);
	char list[NEAR_ROOM], wanted[NAMES_ROOM];
	const struct table *other;
	const struct about *a;
	const char *names;
	struct near n;
	size_t i;

	*room = '\0';
	if (!is_table && !is_column)
		return room;
	if (is_table) {
		snprintf(wanted, sizeof wanted, "%s", name);
		names_cut_view(wanted);
		near_begin(&n, wanted);
		for (a = about_tables; a->table.name; a++)
			near_offer(&n, a->table.name);
		other = table_at(t->schema, 0);
		for (i = 0; other; other = table_at(t->schema, ++i))
			near_offer(&n, other->name);
	} else {
		/* In TABLE.COLUMN, ignore the name before the dot, which may be an alias of the
		 * table. */
		column = strrchr(name, '.');
		near_begin(&n, column ? column + 1 : name);
		views_offer_columns(t, text, &n);
	}
	names = near_list(&n, list, "");
	if (*names)
		snprintf(room, UNKNOWN_ROOM, "; %s", names);
	else if (is_table)
		views_list_tables(t, wanted, room);
	return room;
}
