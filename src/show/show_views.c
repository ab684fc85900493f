/* show_views.c: print the reports as views for SQLite, DuckDB or PostgreSQL (--views). Each view
 * begins with a subquery per table, which has the short names of columns that queries use. */
#include "config.h"

#include "show/show_output.h"
#include "sql/columns.h"
#include "sql/views.h"
#include "stat/queries.h"

/* Prefix of subqueries: SQLite does not allow a subquery with the name of the table that it
 * reads. */
#define ALIAS "of_"

struct views {
	enum stat_views dialect;
	/* 1: print the query of a function of PostgreSQL. $1 to $3 are the parameters of this
	 * function: systems, and the times of the first and last interval */
	int is_function;
	struct out_buffer b;
	const struct queries *queries;
};

static const char *schema_of(const struct views *v)
{
	return v->dialect == STAT_VIEWS_POSTGRESQL ? "public." : "main.";
}

/* Return the type of column COLUMN of the table T. Only SQLite has a type for values of any
 * kind. */
static const char *views_type(const struct views *v, const struct table *t, size_t column)
{
	const char *type = column == TABLE_ELAPSED(t) ? "REAL" : columns_type(t, (long)column);

	if (v->dialect == STAT_VIEWS_SQLITE)
		return type;
	if (strcmp(type, "INTEGER") == 0)
		return "BIGINT";
	return strcmp(type, "REAL") == 0 || strcmp(type, "ANY") == 0 ? "DOUBLE PRECISION" : "TEXT";
}

static const char *views_name(const struct table *t, size_t column)
{
	return column == TABLE_ELAPSED(t) ? TABLE_ELAPSED_NAME : t->columns[column].name;
}

static int is_used(const struct source *s, size_t column)
{
	return s->wanted[column] && column != LEAD_SYSTEM && column != LEAD_INTERVAL;
}

/* Print the columns of the source S that queries read, under their short names, after the prefix
 * ALIAS. */
static void views_put_columns(struct views *v, const struct source *s, const char *alias)
{
	size_t i, k;

	for (i = 0; i <= TABLE_ELAPSED(s->table); i++)
		for (k = 0; is_used(s, i) && k < s->vtab->ncolumns; k++) {
			if (s->vtab->columns[k].of != (long)i)
				continue;
			out_printf(&v->b, ", %s\"%s\" AS %s", alias,
			           views_name(s->table, i), s->vtab->columns[k].name);
		}
	if (s->view == MODULE_DELTA)
		out_str(&v->b, ", \"elapsed\" AS span");
}

/* Return the name of the table that the source S reads. For NAME_asof and NAME_before, this is
 * NAME. */
static const char *views_base(const struct source *s)
{
	return s->view == MODULE_LAST ? s->table->name : s->name;
}

/* Return the first source, from index AT on, that reads the same table as the source S, or NULL. */
static const struct source *next_source(const struct views *v, const struct source *s, size_t at)
{
	const struct sources *all = &v->queries->sources;

	while (at < all->n && strcmp(views_base(all->list[at]), views_base(s)) != 0)
		at++;
	return at < all->n ? all->list[at] : NULL;
}

/* Return 1 if a source of the same table as the source S reads COLUMN. S is the first source of
 * this table. */
static int is_read(const struct views *v, const struct source *s, size_t column)
{
	const struct source *one = s;

	while (one && !is_used(one, column))
		one = next_source(v, s, one->number + 1);
	return one != NULL;
}

static void put_columns(struct views *v, const struct source *s)
{
	const struct table *t = s->table;
	size_t i;

	for (i = 0; i <= TABLE_ELAPSED(t); i++)
		if (is_read(v, s, i) && i != LEAD_TIME)
			out_printf(&v->b, ", \"%s\" %s", views_name(t, i), views_type(v, t, i));
}

/* Print a statement that creates a table of PostgreSQL, with the same key as in a database of
 * monread --sqlite. Print all columns in one line, from which load-postgresql.sh reads their
 * names. */
static void put_keyed_table(struct views *v, const struct source *s)
{
	const char *name = views_base(s), *key = "";

	if (s->table->role == TABLE_OF_ENTRIES)
		key = ", \"entry\"";
	out_printf(&v->b, "CREATE TABLE IF NOT EXISTS public.\"%s\" (\"system\" TEXT NOT NULL, "
	           "\"interval\" TIMESTAMPTZ, \"time\" TIMESTAMPTZ NOT NULL, "
	           "\"record_hash\" BIGINT NOT NULL, \"copy\" BIGINT NOT NULL%s",
	           name, *key && !is_read(v, s, LEAD_ENTRY) ? ", \"entry\" BIGINT" : "");
	put_columns(v, s);
	out_printf(&v->b, ",\n\tPRIMARY KEY (\"system\", \"time\", \"record_hash\", \"copy\"%s));\n"
	           "CREATE INDEX IF NOT EXISTS \"%s_by_interval\" ON public.\"%s\""
	           " (\"system\", \"interval\");\n",
	           key, name, name);
}

/* If the source S is the first one of its table, print the statement that creates this table. */
static void put_empty_table(struct views *v, const struct source *s)
{
	if (next_source(v, s, 0) != s)
		return;
	if (v->dialect == STAT_VIEWS_POSTGRESQL) {
		put_keyed_table(v, s);
		return;
	}
	out_printf(&v->b,
		"CREATE TABLE IF NOT EXISTS main.\"%s\" (\"system\" TEXT, \"interval\" TEXT, \"time\" TEXT",
		views_base(s));
	put_columns(v, s);
	out_str(&v->b, ");\n");
}

static void put_asof(struct views *v, const struct source *s)
{
	sqlite3_str *from = sqlite3_str_new(NULL);
	char *records = sqlite3_mprintf("%s\"%w\"", schema_of(v), views_base(s)), *text;

	/* In tables of a lake, times are timestamps, but in a table that no capture had, times are
	 * texts. DuckDB compares timestamps with texts only after a cast. */
	views_put_asof(from, s->table, source_is_before(s), schema_of(v), records ? records : "",
	               v->dialect == STAT_VIEWS_DUCKDB ? "::TIMESTAMPTZ" : "");
	text = sqlite3_str_finish(from);
	out_str(&v->b, "SELECT i.\"system\" AS system, i.\"interval\" AS interval");
	views_put_columns(v, s, "r.");
	if (text && records)
		out_str(&v->b, text);
	else
		v->b.error = ENOMEM;
	/* The conditions on the columns since and next follow from the other conditions. But
	 * PostgreSQL does not see this, and would join each interval with all records. Records of
	 * NAME_before may end before $2, so for them the column next has no condition. */
	if (v->is_function)
		out_printf(&v->b, " WHERE i.\"system\" = ANY ($1) AND r.\"system\" = ANY ($1)"
		           " AND i.\"interval\" BETWEEN $2 AND $3 AND r.since <= $3%s",
		           source_is_before(s) ? "" : " AND (r.next > $2 OR r.next IS NULL)");
	sqlite3_free(records);
	sqlite3_free(text);
}

static void put_alias(struct views *v, const struct source *s, int first)
{
	out_printf(&v->b, "%s" ALIAS "%s AS (", first ? "WITH " : ",\n", s->name);
	if (s->view == MODULE_LAST) {
		put_asof(v, s);
	} else {
		out_str(&v->b, "SELECT \"system\" AS system, \"interval\" AS interval");
		views_put_columns(v, s, "");
		out_printf(&v->b, " FROM %s\"%s\"", schema_of(v), s->name);
		if (v->is_function)
			out_str(&v->b,
			        " WHERE \"system\" = ANY ($1) AND \"interval\" BETWEEN $2 AND $3");
	}
	out_char(&v->b, ')');
}

static const struct source *source_named(const struct views *v, const struct query *q,
                                         const char *word)
{
	const struct sources *s = &v->queries->sources;
	size_t i;

	for (i = 0; i < s->n; i++)
		if (q->uses[i] && strcmp(s->list[i]->name, word) == 0)
			return s->list[i];
	return NULL;
}

/* Print the query Q with subqueries in place of tables. Lists are stored as text, so DuckDB and
 * PostgreSQL need a cast before ->>. */
static void put_query(struct views *v, const struct query *q)
{
	static const char element[] = " ->> ";
	const char *text = q->text, *end = text + strlen(text), *at = text, *word;
	char name[NAMES_ROOM];
	size_t n;
	int is_list;

	while (end > text && strchr(" \t\r\n;", end[-1]))
		end--;
	for (word = names_next(&at, name); word && word < end; word = names_next(&at, name)) {
		n = strlen(name);
		is_list = v->dialect != STAT_VIEWS_SQLITE &&
		          strncmp(word + n, element, strlen(element)) == 0;
		out_bytes(&v->b, text, (size_t)(word - text));
		if (is_list)
			out_str(&v->b, "CAST(");
		else if (source_named(v, q, name))
			out_str(&v->b, ALIAS);
		out_bytes(&v->b, word, n);
		out_str(&v->b, is_list ? " AS JSON)" : "");
		text = word + n;
	}
	if (text < end)
		out_bytes(&v->b, text, (size_t)(end - text));
}

/* Print the names of the columns of the query Q. Without this list, PostgreSQL would convert names
 * such as sizeMB, which have no quotes, to lower case. */
static void put_view_columns(struct views *v, const struct query *q)
{
	int i, n = sqlite3_column_count(q->statement);

	for (i = 0; i < n; i++)
		out_printf(&v->b, "%s\"%s\"", i ? ", " : "(", sqlite3_column_name(q->statement, i));
	out_char(&v->b, ')');
}

static void put_view_query(struct views *v, const struct query *q)
{
	const struct sources *s = &v->queries->sources;
	int first = 1;
	size_t i;

	for (i = 0; i < s->n; i++)
		if (q->uses[i]) {
			put_alias(v, s->list[i], first);
			first = 0;
		}
	out_str(&v->b, "\nSELECT * FROM (\n");
	put_query(v, q);
	out_str(&v->b, "\n) AS report");
}

/* Print a function of PostgreSQL that returns the rows of the view of the query Q for some systems
 * and a period. A condition on the view would not reach its tables, because PostgreSQL materializes
 * the subqueries. PostgreSQL also expects too few rows from the subqueries: permit only hash joins,
 * which are fast with many rows. */
static void put_function(struct views *v, const struct query *q)
{
	const char *name = q->report->name;

	out_printf(&v->b,
	           "CREATE OR REPLACE FUNCTION \"report_%s\"(systems TEXT[], since TIMESTAMPTZ, "
	           "until TIMESTAMPTZ)\nRETURNS SETOF \"report_%s\" LANGUAGE SQL STABLE "
	           "SET enable_nestloop = off SET enable_mergejoin = off AS $$\n",
	           name, name);
	v->is_function = 1;
	put_view_query(v, q);
	v->is_function = 0;
	out_str(&v->b, "\n$$;\n");
}

static void put_view(struct views *v, const struct query *q)
{
	const char *name = q->report->name;
	int is_sqlite = v->dialect == STAT_VIEWS_SQLITE;

	out_printf(&v->b, "%s \"report_%s\" AS\n",
	           is_sqlite ? "CREATE VIEW IF NOT EXISTS" : "CREATE OR REPLACE VIEW", name);
	put_view_query(v, q);
	if (v->dialect == STAT_VIEWS_POSTGRESQL)
		put_view_columns(v, q);
	out_str(&v->b, ";\n");
	if (is_sqlite)
		out_printf(&v->b,
		           "CREATE VIEW IF NOT EXISTS \"%s\" AS SELECT * FROM \"report_%s\";\n",
		           name, name);
	if (v->dialect == STAT_VIEWS_POSTGRESQL)
		put_function(v, q);
}

static void views_put_all(struct views *v)
{
	const struct queries *q = v->queries;
	size_t i;

	for (i = 0; i < q->sources.n; i++)
		put_empty_table(v, q->sources.list[i]);
	for (i = 0; i < q->n; i++)
		if (q->list[i].leading)
			put_view(v, &q->list[i]);
		else
			diag_note(
				"%s: left out of the views: the first columns of its query are not system and interval",
				q->list[i].report->path);
}

void views_print(const struct show_options *o, const struct collect *c,
                 const struct monread_layouts *layouts, const struct monread_codepage *codepage)
{
	struct views v = { .dialect = o->task.views };
	struct queries q;
	struct output out;

	if (queries_begin(&q, layouts, codepage, o->release) == 0 &&
	    queries_add(&q, c->list, c->n, 1) >= 0 && output_begin(&out, o, &v.b) == 0) {
		v.queries = &q;
		views_put_all(&v);
		output_end(&out, &v.b);
	}
	queries_done(&q);
}
