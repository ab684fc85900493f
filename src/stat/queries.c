/* queries.c: compile and run the queries of reports. SQLite compiles them before the first record
 * is read, so monstat knows which columns it needs. */
#include "config.h"

#include "stat/queries.h"

#include "base/ascii.h"
#include "base/clock.h"
#include "cli/diag.h"
#include "cli/lists.h"
#include "cli/stop.h"
#include "sql/functions.h"
#include "sql/views.h"

static int no_captures(void *arg, const char *name, struct tables_captures **captures, char **text)
{
	(void)arg;
	(void)name;
	(void)captures;
	*text = sqlite3_mprintf("reports have no tables of captures");
	return SQLITE_ERROR;
}

static int add_unproven(struct query *one, const struct table_column *c)
{
	char *old = one->unproven;
	const char *at = old ? old : "";
	size_t n;

	for (; *at; at += n + (at[n] == ' ')) {
		n = strcspn(at, " ");
		if (n == strlen(c->name) && memcmp(at, c->name, n) == 0)
			return 0;
	}
	one->unproven = sqlite3_mprintf("%s%s%s", old ? old : "", old ? " " : "", c->name);
	sqlite3_free(old);
	return one->unproven ? 0 : -1;
}

static void read_column(struct queries *q, const char *table, const char *name)
{
	const struct table_column *column;
	const struct source *source = sources_want(&q->sources, table, name, &column);

	if (!q->asked)
		return;
	q->asked->is_timed |= !source || source->view != MODULE_LAST || source_is_before(source);
	if (!source)
		return;
	q->asked->uses[source->number] = 1;
	q->asked->counts |= source->view == MODULE_DELTA;
	if (column && !column->proven)
		q->no_memory |= add_unproven(q->asked, column) != 0;
}

static int authorize(void *arg, int action, const char *a, const char *b, const char *database,
                     const char *view)
{
	struct queries *q = arg;

	if (action != SQLITE_READ || q->declaring)
		return sqlite_authorize(&q->declaring, action, a, b, database, view);
	read_column(q, a, b);
	return SQLITE_OK;
}

/* ---- sum_all(X): like sum(X), but NULL if any X is NULL ---- */

#define EXACT 9007199254740992.0 /* a double represents each integer up to this one */

/* The state of one sum_all() while SQLite adds rows. SQLite sets a new state to zeros. */
struct sum {
	double sum;
	int missing;
	int is_real; /* 1: some argument X was not an integer */
};

static void step_sum(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct sum *sum = sqlite3_aggregate_context(context, (int)sizeof *sum);
	int type = sqlite3_value_type(values[0]);

	(void)n;
	if (!sum) {
		sqlite3_result_error_nomem(context);
		return;
	}
	sum->missing |= type == SQLITE_NULL;
	sum->is_real |= type != SQLITE_INTEGER;
	sum->sum += sqlite3_value_double(values[0]);
}

static void finish_sum(sqlite3_context *context)
{
	const struct sum *sum = sqlite3_aggregate_context(context, 0);

	/* As in sum(), the sum of no rows is NULL. */
	if (!sum || sum->missing)
		sqlite3_result_null(context);
	else if (sum->is_real || fabs(sum->sum) > EXACT)
		sqlite3_result_double(context, sum->sum);
	else
		sqlite3_result_int64(context, (int64_t)sum->sum);
}

/* The SQL function class_of(TEXT): the first class of --group whose glob TEXT matches, or "-". */
static void put_class(sqlite3_context *context, int n, sqlite3_value **values)
{
	const struct queries *q = sqlite3_user_data(context);
	const char *text = (const char *)sqlite3_value_text(values[0]);
	char *const *c;

	(void)n;
	for (c = q->classes; text && c && *c; c++) {
		size_t length = strcspn(*c, "=");

		if (globs_match(*c + length + 1, text)) {
			sqlite3_result_text(context, *c, (int)length, SQLITE_TRANSIENT);
			return;
		}
	}
	sqlite3_result_text(context, "-", 1, SQLITE_STATIC);
}

/* Append SQL for the value of column number I of the report R in a class of rows. A sum is NULL if
 * one row has no value, because the sum of the other rows would look complete. */
static void put_combined(sqlite3_str *to, const struct report *r, size_t i)
{
	const struct report_column *c = &r->columns[i];
	const char *name = c->name, *of = r->columns[c->of].name, *by = r->columns[c->by].name;

	if ((int)i == r->special.group)
		sqlite3_str_appendall(to, "\"class of row\"");
	else if (i + 1 == r->ncolumns)
		sqlite3_str_appendall(to, "count(*)");
	else if (c->combine == REPORT_SUM)
		sqlite3_str_appendf(to, "sum_all(\"%w\")", name);
	else if (c->combine == REPORT_MAX || report_is_note(r, i))
		sqlite3_str_appendf(to, "max(\"%w\")", name);
	else if (c->combine == REPORT_MEAN)
		sqlite3_str_appendf(
			to,
			"CASE WHEN sum(\"%w\" IS NULL OR \"%w\" > 0 AND \"%w\" IS NULL) = 0 "
			"THEN 1.0 * sum(\"%w\" * \"%w\") / nullif(sum(\"%w\"), 0) END",
			by, by, name, name, by, by);
	else if (c->combine == REPORT_RATIO)
		sqlite3_str_appendf(to, "1.0 * sum_all(\"%w\") / nullif(sum_all(\"%w\"), 0)", of,
		                    by);
	else
		sqlite3_str_appendall(to, "NULL");
	sqlite3_str_appendf(to, " AS \"%w\"", name);
}

/* For --group: return a query that groups the rows of QUERY, the query of the report R, by class.
 * The new query ignores rows without values to add up, such as the row of a device that has just
 * come. NULL: out of memory. */
static char *group_query(const struct report *r, const char *query)
{
	sqlite3_str *to = sqlite3_str_new(NULL);
	const char *rest = "1";
	size_t i;

	sqlite3_str_appendall(to, "SELECT system, interval");
	for (i = 0; i < r->ncolumns; i++) {
		sqlite3_str_appendall(to, ", ");
		put_combined(to, r, i);
	}
	sqlite3_str_appendf(to,
	                    " FROM (SELECT *, class_of(\"%w\") AS \"class of row\" FROM (%s\n)) "
	                    "WHERE coalesce(",
	                    r->columns[r->special.group].name, query);
	for (i = 0; i + 1 < r->ncolumns; i++) {
		if (r->columns[i].combine != REPORT_SUM && r->columns[i].combine != REPORT_MEAN)
			continue;
		sqlite3_str_appendf(to, "\"%w\", ", r->columns[i].name);
		rest = "NULL";
	}
	sqlite3_str_appendf(to,
	                    "%s, NULL) IS NOT NULL GROUP BY system, interval, \"class of row\"",
	                    rest);
	return sqlite3_str_finish(to);
}

/* steps of SQLite between two calls of has_to_end(): so many steps take less than a millisecond */
#define STEPS 10000
/* most rows of a result; no real system needs so many */
#define ROWS_MOST 1000000u

/* Return 1 to interrupt the running query, one second after a request to end monstat. */
static int has_to_end(void *arg)
{
	struct queries *q = arg;
	int64_t now;

	if (!stop_asked())
		return 0;
	now = clock_now();
	if (!q->stop)
		q->stop = now + CLOCK_SECOND;
	return now >= q->stop;
}

/* Create the SQL table "interval", see queries_show(). */
static int make_interval(struct queries *q)
{
	static const char table[] =
		"CREATE TABLE interval(system TEXT, start TEXT, time TEXT, seconds REAL, "
		"intervals INTEGER, average INTEGER)";
	static const char row[] =
		"REPLACE INTO interval(rowid, system, start, time, seconds, intervals, average) "
		"VALUES(1, nullif(?, ''), ?, ?, nullif(?, 0), ?, ?)";
	int code;

	q->declaring = 1;
	code = sqlite3_exec(q->db, table, NULL, NULL, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(q->db, row, -1, &q->interval, NULL);
	q->declaring = 0;
	return code;
}

int queries_show(struct queries *q, const struct show_span *span)
{
	char start[MONREAD_TIME_SIZE];
	int code;

	q->sources.span = span;
	monread_time_text(span->start, start);
	monread_time_text(span->end, q->sources.interval);
	sqlite3_bind_text(q->interval, 1, span->system, -1, SQLITE_TRANSIENT);
	sqlite3_bind_text(q->interval, 2, span->seconds > 0 ? start : NULL, -1, SQLITE_TRANSIENT);
	sqlite3_bind_text(q->interval, 3, q->sources.interval, -1, SQLITE_TRANSIENT);
	sqlite3_bind_double(q->interval, 4, span->seconds);
	sqlite3_bind_int64(q->interval, 5, span->intervals);
	sqlite3_bind_int64(q->interval, 6, span->kind == SHOW_AVERAGE);
	code = sqlite3_step(q->interval);
	sqlite3_reset(q->interval);
	return code == SQLITE_DONE ? 0 : -1;
}

int queries_begin(struct queries *q, const struct monread_layouts *layouts,
                  const struct monread_codepage *codepage, unsigned release)
{
	struct tables *t = &q->sources.tables;
	int code;

	memset(q, 0, sizeof *q);
	q->schema = table_schema_new(layouts);
	if (!q->schema)
		return diag_no_memory();
	t->layouts = layouts;
	t->schema = q->schema;
	t->codepage = codepage;
	t->release = release;
	t->prefix = "";
	t->open = no_captures;
	t->declaring = &q->declaring;
	t->functions = &source_module;
	t->arg = &q->sources;
	q->sources.text.codepage = codepage;
	sqlite_prepare();
	code = sqlite_open_restricted(&q->db);
	if (code == SQLITE_OK)
		code = sqlite3_set_authorizer(q->db, authorize, q);
	if (code == SQLITE_OK)
		code = make_interval(q);
	if (code == SQLITE_OK)
		code = sqlite3_create_function_v2(q->db, "sum_all", 1,
		                                  SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, NULL,
		                                  step_sum, finish_sum, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_create_function_v2(q->db, "class_of", 1, SQLITE_UTF8, q, put_class,
		                                  NULL, NULL, NULL);
	if (code == SQLITE_OK) {
		sqlite3_progress_handler(q->db, STEPS, has_to_end, q);
		return 0;
	}
	diag_fail("SQLite cannot be used: %s", sqlite3_errstr(code));
	return -1;
}

static unsigned line_of(const struct query *one, int at)
{
	unsigned line = one->report->query_line;
	int i;

	for (i = 0; i < at && one->text[i]; i++)
		line += one->text[i] == '\n';
	return line;
}

static void say_refused(struct queries *q, const struct query *one)
{
	const char *message = sqlite3_errmsg(q->db);
	const struct report *r = one->report;
	char near[UNKNOWN_ROOM];

	if (sqlite3_errcode(q->db) == SQLITE_AUTH)
		diag_fail(
			"%s:%u: not allowed: the query of a report must be a SELECT, which changes nothing",
			r->path, r->query_line);
	else
		q->say("%s:%u: %s%s", r->path, line_of(one, sqlite3_error_offset(q->db)), message,
		       unknown_near(&q->sources.tables, q->db, one->text, near));
}

static int check_columns(const struct query *one)
{
	const struct report *r = one->report;
	int n = sqlite3_column_count(one->statement) - one->leading, i;
	const char *name;

	for (i = 0; i < n && i < (int)r->ncolumns; i++) {
		name = sqlite3_column_name(one->statement, i + one->leading);
		if (mr_same_word(name, r->columns[i].name))
			continue;
		diag_fail("%s:%u: column %d is %s in Columns, but %s in the result of the query",
		          r->path, r->columns[i].line, i + 1, r->columns[i].name, name);
		return -1;
	}
	if (n == (int)r->ncolumns)
		return 0;
	diag_fail("%s:%u: the query returns %d columns, but Columns describes %zu", r->path,
	          r->query_line, n, r->ncolumns);
	return -1;
}

/* ---- Records that reports need ---- */

static const struct table *table_of(const struct queries *q, const char *record)
{
	const struct table *t = table_find(q->schema, record);

	while (t && t->role == TABLE_OF_ENTRIES)
		t = t->parent;
	return t;
}

/* Check that a layout describes each record that the report of the query ONE needs. Returns 0;
 * -1 after a message, or with q->no_memory set to 1 if out of memory. */
static int needs_check(struct queries *q, const struct query *one)
{
	const struct report *r = one->report;
	const struct report_need *n;
	char room[NEAR_ROOM];
	struct near near;

	for (n = r->needs; n < r->needs + r->nneeds; n++) {
		if (table_of(q, n->record))
			continue;
		if (errno == ENOMEM) {
			q->no_memory = 1;
			return -1;
		}
		near_begin(&near, n->record);
		near_records(&near, q->sources.tables.layouts);
		q->say("%s:%u: %s: %s: no such record; %s", r->path, n->line,
		       n->optional ? "Uses" : "Needs", n->record,
		       near_list(&near, room, "see monread --tables"));
		return -1;
	}
	return 0;
}

/* ->came of struct missing: return 1 if the record named RECORD has arrived, or if no query reads
 * this record. */
static int came(const void *queries, const char *record)
{
	const struct queries *q = queries;
	const struct table *wanted = table_of(q, record);
	int met = 1;
	size_t i;

	for (i = 0; i < q->sources.n; i++) {
		if (q->sources.list[i]->root != wanted)
			continue;
		if (q->sources.list[i]->met)
			return 1;
		met = 0;
	}
	return met;
}

int needs_missing(const struct queries *q, const struct report *r, struct missing_text *t)
{
	struct missing m = { r, q->sources.tables.layouts, came, q, q->samples };

	return missing_explain(&m, t);
}

/* Return the length of TEXT, which begins with a parenthesis, up to and including the parenthesis
 * that closes it; 0: none closes it. */
static size_t parenthesized(const char *text)
{
	size_t n = 0, depth = 0;

	do {
		depth += text[n] == '(';
		depth -= text[n] == ')';
	} while (text[n++] && depth);
	return depth ? 0 : n;
}

/* Return a copy of TEXT in which sum_all(X) replaces CASE WHEN count(*) = count(X) THEN sum(X) END.
 * Reports have this expression because other programs understand it, but sum_all() is faster. NULL:
 * out of memory. */
static char *shorten_sums(const char *text)
{
	static const char begin[] = "CASE WHEN count(*) = count(", then[] = " THEN sum";
	sqlite3_str *to = sqlite3_str_new(NULL);
	const char *at, *x, *end;
	size_t n;

	for (at = strstr(text, begin); at; at = strstr(at + 1, begin)) {
		x = at + strlen(begin) - 1;
		n = parenthesized(x);
		end = x + n;
		if (!n || strncmp(end, then, strlen(then)) != 0)
			continue;
		end += strlen(then);
		if (strncmp(end, x, n) != 0 || strncmp(end + n, " END", 4) != 0)
			continue;
		sqlite3_str_appendf(to, "%.*ssum_all%.*s", (int)(at - text), text, (int)n, x);
		text = end + n + strlen(" END");
	}
	sqlite3_str_appendall(to, text);
	return sqlite3_str_finish(to);
}

/* Compile TEXT, the text of the query ONE, possibly shortened. Set *IS_ONE to 1 if TEXT has exactly
 * one statement. Return SQLITE_OK, or an error. */
static int compile_text(struct queries *q, struct query *one, const char *text, int *is_one)
{
	const char *rest = "";
	int code = sqlite3_prepare_v2(q->db, text, -1, &one->statement, &rest) & 0xFF;

	*is_one = one->statement && !rest[strspn(rest, " \t\r\n;")];
	return code;
}

/* Compile the query ONE. Returns 0; -1 after a message, or with q->no_memory set to 1 if out
 * of memory. */
static int prepare(struct queries *q, struct query *one)
{
	char *text = shorten_sums(one->text);
	int code = SQLITE_NOMEM, is_one = 0;

	q->asked = one;
	if (text)
		code = compile_text(q, one, text, &is_one);
	/* Compile the original text, so that the error message has the line number in this text. */
	if (code == SQLITE_ERROR)
		code = compile_text(q, one, one->text, &is_one);
	sqlite3_free(text);
	q->no_memory |= code == SQLITE_NOMEM || monread_layouts_failed(q->sources.tables.layouts);
	if (q->no_memory)
		return -1;
	if (code != SQLITE_OK) {
		say_refused(q, one);
		return -1;
	}
	if (!is_one) {
		diag_fail("%s:%u: expected one query", one->report->path, one->report->query_line);
		return -1;
	}
	if (sqlite3_column_count(one->statement) > 2 &&
	    strcmp(sqlite3_column_name(one->statement, 0), "system") == 0 &&
	    strcmp(sqlite3_column_name(one->statement, 1), "interval") == 0)
		one->leading = 2;
	if (check_columns(one))
		return -1;
	return needs_check(q, one);
}

/* Register all tables that the queries of REPORTS name, with one call of tables_register(), because
 * a second call could create the same table again. */
static int register_all(struct queries *q, struct report *const *reports, size_t n)
{
	sqlite3_str *all = sqlite3_str_new(NULL);
	char *text;
	size_t i;
	int code;

	/* The newline ends a comment at the end of a query. */
	for (i = 0; i < n; i++)
		sqlite3_str_appendf(all, "%s\n", reports[i]->query);
	text = sqlite3_str_finish(all);
	code = text ? tables_register(&q->sources.tables, q->db, text) : SQLITE_NOMEM;
	sqlite3_free(text);
	if (code == SQLITE_OK)
		return 0;
	return diag_no_memory();
}

static void forget(struct query *one)
{
	sqlite3_finalize(one->statement);
	sqlite3_free(one->text);
	sqlite3_free(one->unproven);
}

int queries_add(struct queries *q, struct report *const *reports, size_t n, int forgiving)
{
	size_t i;

	q->say = forgiving ? diag_verbose : diag_fail;
	q->list = calloc(n + 1, sizeof *q->list);
	if (!q->list)
		return diag_no_memory();
	if (register_all(q, reports, n))
		return -1;
	for (i = 0; i < n; i++) {
		struct query *one = &q->list[q->n];

		memset(one, 0, sizeof *one);
		one->report = reports[i];
		one->rows.width = one->before.width = reports[i]->ncolumns;
		one->text = views_query(q->schema, reports[i]);
		if (one->text && q->classes) {
			char *text = one->text;

			one->text = group_query(reports[i], text);
			sqlite3_free(text);
		}
		q->no_memory |= !one->text;
		if (!q->no_memory && prepare(q, one) == 0)
			q->n++;
		else
			forget(one);
	}
	q->asked = NULL;
	if (q->no_memory || sources_settle(&q->sources))
		return diag_no_memory();
	return (int)q->n;
}

static int take_row(struct query *one)
{
	struct cell_value *row = rows_add(&one->rows), value;
	size_t i;

	for (i = 0; row && i < one->report->ncolumns; i++) {
		if (cell_take(sqlite3_column_value(one->statement, (int)i + one->leading), &value))
			return -1;
		/* Show infinite values and BLOBs as NULL. */
		if (value.type == SQLITE_BLOB ||
		    (value.type == SQLITE_FLOAT && !isfinite(value.real)))
			value.type = SQLITE_NULL;
		if (value.type != SQLITE_TEXT)
			row[i] = value;
		else if (rows_set(&one->rows, &row[i], &value))
			return -1;
	}
	return row ? 0 : -1;
}

static void say_failed(const struct queries *q, const struct query *one, int code)
{
	const char *path = one->report->path;
	unsigned line = one->report->query_line;

	if ((code & 0xFF) == SQLITE_NOMEM)
		diag_fail("%s: out of memory", one->report->name);
	else if (code == SQLITE_FULL)
		diag_fail("%s:%u: the query returned more than %u rows", path, line, ROWS_MOST);
	else if (code == SQLITE_TOOBIG)
		diag_fail("%s:%u: the query returned a value of more than %d MB", path, line,
		          SQL_LENGTH_MAX / 1024 / 1024);
	else if ((code & 0xFF) == SQLITE_INTERRUPT)
		diag_fail(
			"%s:%u: the query was stopped, because it still ran one second after the request to end monstat",
			path, line);
	else
		diag_fail("%s:%u: %s", path, line, sqlite3_errmsg(q->db));
}

void queries_clear(struct query *one)
{
	struct rows before = one->before;

	if (one->report->show.changes) {
		one->before = one->rows;
		one->rows = before;
	}
	rows_clear(&one->rows);
}

int queries_keep(const struct queries *q, struct query *one)
{
	uint64_t changes = 1;
	size_t i;

	for (i = 0; i < q->sources.n; i++)
		if (one->uses[i])
			changes += q->sources.list[i]->last.changes;
	one->is_same = one->report->show.changes && !one->is_timed && !one->failed &&
	               one->seen == changes;
	one->seen = changes;
	return one->is_same;
}

int queries_run(struct queries *q, struct query *one)
{
	int code;

	q->stop = 0;
	queries_clear(one);
	if (one->failed)
		return -1;
	do {
		code = sqlite3_step(one->statement);
		if (code == SQLITE_ROW && one->rows.n == ROWS_MOST)
			code = SQLITE_FULL;
		else if (code == SQLITE_ROW && take_row(one))
			code = SQLITE_NOMEM;
	} while (code == SQLITE_ROW);
	one->failed = code != SQLITE_DONE;
	if (one->failed)
		say_failed(q, one, code);
	sqlite3_reset(one->statement);
	return one->failed ? -1 : 0;
}

void queries_done(struct queries *q)
{
	size_t i;

	for (i = 0; i < q->n; i++) {
		rows_done(&q->list[i].rows);
		rows_done(&q->list[i].before);
		forget(&q->list[i]);
	}
	free(q->list);
	sqlite3_finalize(q->interval);
	sqlite3_close_v2(q->db);
	sources_done(&q->sources);
	table_schema_free(q->schema);
}
