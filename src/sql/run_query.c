/* run_query.c: --sql: run one statement that reads captures and cannot change anything. */
#include "config.h"

#include <stdio.h>

#include "cli/again.h"
#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/stop.h"
#include "base/ascii.h"
#include "base/read_file.h"
#include "sql/module.h"
#include "sql/columns.h"
#include "sql/files.h"
#include "sql/functions.h"
#include "sql/result.h"
#include "sql/views.h"

#define ONLY_READS "only reads: it begins with SELECT, VALUES, WITH or EXPLAIN"

/* instructions of SQLite between two calls of query_interrupted(); they take about a millisecond */
#define STEPS 100000

struct query_run {
	const struct sql_options *o;
	sqlite3 *db;
	struct tables tables;
	struct table_schema *schema;
	struct files files;
	struct tables_captures captures;
	int declaring;       /* see sqlite_authorize() */
	struct {
		const char *name; /* "--sql", or the name of the file with the statement */
		const char *text;
		char *read; /* content of the file, or NULL */
	} statement;
	int failed; /* 1: an error occurred and was reported */
	uint64_t limit; /* maximum size of all temporary files together, in bytes */
	int is_full;
	int has_reports; /* 1: the statement names a report of monstat */
	char *command; /* the SELECT for .tables or .schema; NULL: SQL was given */
	unsigned char kinds[INDEXED_KINDS];
	struct moments moments;
};

/* Return 1 to end the statement. */
static int query_interrupted(void *arg)
{
	struct query_run *q = arg;

	q->is_full = temporary_used() > q->limit;
	return stop_asked() || q->is_full;
}

static int query_stopped(void *arg, const struct indexed *c, uint64_t done)
{
	files_progress(&((struct query_run *)arg)->files, c, done);
	return stop_asked();
}

/* Set q->statement to ARG or, if ARG is @FILE, to the content of FILE or of the installed query
 * FILE. Return 0, or -1 after a message. */
static int read_statement(struct query_run *q, const char *arg)
{
	const char *file = arg + 1;
	char path[sizeof QUERIES_DIR + 256];
	size_t n;
	int fd;

	q->statement.name = *arg == '@' ? arg + 1 : "--sql";
	q->statement.text = arg;
	if (*arg != '@')
		return 0;
	if (strcmp(file, "-") == 0)
		fd = dup(STDIN_FILENO);
	else
		fd = again_open_unless_stopped(file, O_RDONLY | O_CLOEXEC, 0);
	if (fd < 0 && errno == ENOENT && !strchr(file, '/') &&
	    snprintf(path, sizeof path, QUERIES_DIR "/%s", file) < (int)sizeof path)
		fd = again_open_unless_stopped(path, O_RDONLY | O_CLOEXEC, 0);
	q->statement.read = mr_read_descriptor(fd, SQL_LENGTH_MAX, &n);
	q->statement.text = q->statement.read;
	if (q->statement.read)
		return 0;
	diag_fail("--sql=%s: cannot be read: %s", arg, strerror(errno));
	return -1;
}

static int query_open_captures(void *arg, const char *name, struct tables_captures **captures,
                         char **text)
{
	struct query_run *q = arg;

	(void)name;
	*captures = &q->captures;
	if (q->captures.list)
		return SQLITE_OK;
	if (!q->o->nfiles) {
		*text = sqlite3_mprintf("there is no FILE to read records from");
		return SQLITE_ERROR;
	}
	if (files_open(&q->files))
		return stop_asked() ? SQLITE_INTERRUPT : SQLITE_NOMEM;
	/* Fail if a FILE is missing: the answer would look complete, but be wrong. */
	if (q->files.missing) {
		q->failed = 1;
		return SQLITE_ERROR;
	}
	/* Merge the captures for reports, which join rows by interval: a record that is in two
	 * captures would otherwise count twice. */
	q->captures.merged = q->o->once || q->has_reports;
	q->captures.list = q->files.list;
	q->captures.n = q->files.n;
	return SQLITE_OK;
}

/* ->start() of struct moments */
static const char *first_start(void *arg, const char *name, int64_t *us)
{
	struct query_run *q = arg;
	uint64_t first;

	(void)name;
	if (files_open(&q->files))
		return "out of memory";
	if (q->files.missing)
		return "a FILE is missing";
	/* The captures are in the order of their first records. */
	first = q->files.n ? q->files.list[0]->first_tod : 0;
	if (!first)
		return "there is no record whose day or time it could start from";
	*us = monread_tod_to_unix_us(first);
	return NULL;
}

/* ---- .tables and .schema, as in the shell of SQLite ---- */

/* Append to TO a SELECT that lists the tables whose names match PATTERN. COUNT: 1 to list only
 * tables that have rows, with their number of rows. */
static void query_list_tables(const struct tables *t, const char *pattern, int count,
                              sqlite3_str *to)
{
	const struct table *table;
	size_t i, k;
	int n;

	sqlite3_str_appendf(to, "WITH t(name, %scolumns, title) AS (VALUES ",
	                    count ? "rows, " : "");
	table = table_at(t->schema, 0);
	for (i = 0; table; table = table_at(t->schema, ++i)) {
		n = 0;
		for (k = 0; k < table->ncolumns; k++)
			n += !(table->columns[k].flags & TABLE_HIDDEN);
		sqlite3_str_appendf(to, "%s(%Q, ", i ? ", " : "", table->name);
		if (count)
			sqlite3_str_appendf(to, "(SELECT count(*) FROM \"%w\"), ", table->name);
		sqlite3_str_appendf(to, "%d, %Q)", n, table->layout->title);
	}
	sqlite3_str_appendf(to, ") SELECT * FROM t WHERE %sname LIKE %Q",
	                    count ? "rows > 0 AND " : "", *pattern ? pattern : "%");
}

/* Append to TO a SELECT of the columns of the table NAME. If this table is unknown, SQLite refuses
 * the SELECT. */
static void list_columns(const struct tables *t, const char *name, sqlite3_str *to)
{
	const struct about *about = about_find(name);
	char base[NAMES_ROOM];
	int is_delta = names_cut_view(strcpy(base, name));
	const struct table *table = about ? &about->table : table_find(t->schema, base);
	size_t i;

	if (!table) {
		sqlite3_str_appendf(to, "SELECT * FROM \"%w\"", name);
		return;
	}
	sqlite3_str_appendall(to, "WITH t(name, type, unit, kind, description) AS (VALUES ");
	for (i = 0; i < table->ncolumns; i++) {
		const struct table_column *c = &table->columns[i];

		if (!(c->flags & TABLE_HIDDEN))
			sqlite3_str_appendf(to, "%s(%Q, %Q, nullif(%Q, ''), %Q, nullif(%Q, ''))",
			                    i ? ", " : "", c->name, table_type_name(c->type),
			                    c->unit, table_kind_name(c->kind), c->text);
	}
	if (is_delta)
		sqlite3_str_appendall(to,
		                      ", ('" TABLE_ELAPSED_NAME "', 'REAL', 's', 'level', NULL)");
	sqlite3_str_appendall(to, ") SELECT * FROM t");
}

/* Append to TO the SELECT for TEXT, a command .tables or .schema. COUNT: see query_list_tables().
 * Return 0, or -1 if the command is wrong. */
static int dot_select(const struct tables *t, const char *text, int count, sqlite3_str *to)
{
	char command[16], name[NAMES_ROOM] = "", rest[2];
	_Static_assert(NAMES_ROOM == 191 + 1, "%191[ fills a name of NAMES_ROOM bytes");
	int n = sscanf(text, " %15[^ \t\n;] %191[^ \t\n;]%*[ \t\n;]%1s", command, name, rest);

	if (n < 3 && mr_same_word(command, ".tables"))
		query_list_tables(t, name, count, to);
	else if (n == 2 && mr_same_word(command, ".schema"))
		list_columns(t, name, to);
	else
		return -1;
	return 0;
}

static void failed(struct query_run *q, int code)
{
	const char *message = sqlite3_errmsg(q->db), *text = q->statement.text;
	int at = sqlite3_error_offset(q->db), line = 1, column = 1, i;
	char place[60] = "", near[UNKNOWN_ROOM];

	if (q->failed || (code == SQLITE_INTERRUPT && !q->is_full))
		return;
	q->failed = 1;
	for (i = 0; i < at && text[i]; i++) {
		column = text[i] == '\n' ? 1 : column + ((text[i] & 0xC0) != 0x80);
		line += text[i] == '\n';
	}
	if (at >= 0)
		snprintf(place, sizeof place, "line %d, column %d: ", line, column);
	if (q->is_full)
		diag_fail("%s: " TEMPORARY_FULL, q->statement.name);
	else if (code == SQLITE_NOMEM)
		diag_fail("--sql: out of memory; the query takes more than %d MB",
		          SQL_HEAP_MAX / 1024 / 1024);
	else if (code == SQLITE_AUTH)
		diag_fail("%s: not allowed: a query " ONLY_READS, q->statement.name);
	else
		diag_fail("%s: %s%s%s", q->statement.name, place, message,
		          unknown_near(&q->tables, q->db, text, near));
}

/* Compile the next statement of *TEXT, and move *TEXT past it. *STATEMENT is NULL if only blanks,
 * comments and semicolons follow. Return SQLITE_OK, or an error. */
static int query_prepare(struct query_run *q, const char **text, sqlite3_stmt **statement)
{
	int code = SQLITE_OK;

	*statement = NULL;
	while (code == SQLITE_OK && !*statement && **text)
		code = sqlite3_prepare_v2(q->db, *text, -1, statement, text);
	return code & 0xFF;
}

static void prepare_and_run(struct query_run *q, struct out_buffer *b)
{
	const char *rest = q->statement.text;
	sqlite3_stmt *statement, *more = NULL;
	int code = query_prepare(q, &rest, &statement);
	const char *parameter = sqlite3_bind_parameter_name(statement, 1);
	const char *iso = moments_iso(q->statement.text);

	if (code != SQLITE_OK)
		failed(q, code);
	else if (!statement)
		diag_fail("%s: expected a statement", q->statement.name);
	else if (query_prepare(q, &rest, &more) != SQLITE_OK || more)
		diag_fail("%s: expected one statement", q->statement.name);
	/* SQLite calls no authorizer for REINDEX without an index: refuse it here. */
	else if (!sqlite3_column_count(statement))
		diag_fail("%s: not allowed: a query " ONLY_READS, q->statement.name);
	else if (sqlite3_bind_parameter_count(statement))
		diag_fail("%s: %s is a parameter, which has no value; write the value itself",
		          q->statement.name, parameter ? parameter : "?");
	else {
		if (iso)
			diag_note("%s: " MOMENTS_ISO, q->statement.name, (int)strcspn(iso, "'"),
			          iso);
		if (q->o->format == SQL_ARROW)
			code = result_write_arrow(statement, b);
		else
			code = result_write(statement, q->o->format, b);
		if (code != SQLITE_DONE)
			failed(q, code);
	}
	sqlite3_finalize(statement);
	sqlite3_finalize(more);
}

/* Open a database with the functions and tables that the statement may use. Return 0, or -1 after a
 * message. */
static int query_begin(struct query_run *q)
{
	int code;

	sqlite_prepare();
	q->schema = table_schema_new(q->o->layouts);
	q->tables = (struct tables){
		.layouts = q->o->layouts,
		.schema = q->schema,
		.codepage = q->o->codepage,
		.release = q->o->release,
		.prefix = "",
		.kinds = q->kinds,
		.open = query_open_captures,
		.stopped = query_stopped,
		.declaring = &q->declaring,
		.arg = q,
	};
	q->moments = (struct moments){ .start = first_start, .arg = q };
	code = q->schema ? sqlite_open_restricted(&q->db) : SQLITE_NOMEM;
	if (code == SQLITE_OK) {
		sqlite3_set_authorizer(q->db, sqlite_authorize, &q->declaring);
		/* Without TMPDIR, SQLite would use /var/tmp, but monread uses /tmp. */
		setenv("SQLITE_TMPDIR", temporary_directory(), 1);
		q->limit = temporary_limit();
		sqlite3_progress_handler(q->db, STEPS, query_interrupted, q);
		code = moments_register(&q->moments, q->db);
	}
	if (code == SQLITE_OK && q->statement.text[strspn(q->statement.text, " \t\n")] != '.') {
		code = views_register(&q->tables, q->db, q->statement.text, &q->has_reports);
	} else if (code == SQLITE_OK) {
		sqlite3_str *select = sqlite3_str_new(NULL);

		code = tables_register(&q->tables, q->db, NULL);
		/* SQLite opens tables one by one, but captures are indexed once, for all tables. */
		memset(q->kinds, 1, sizeof q->kinds);
		q->failed = code == SQLITE_OK &&
		            dot_select(&q->tables, q->statement.text, q->o->nfiles > 0, select);
		if (q->failed)
			diag_fail("--sql: expected SQL, .tables, .tables PATTERN or .schema NAME");
		q->command = sqlite3_str_finish(select);
		q->statement.text = q->command;
		if (!q->command)
			code = SQLITE_NOMEM;
	}
	if (code != SQLITE_OK)
		failed(q, code & 0xFF);
	return code == SQLITE_OK && q->statement.text ? 0 : -1;
}

void sql_query(const struct sql_options *o, struct out_buffer *b)
{
	struct query_run q = { .o = o, .files.o = o };

	if (files_refuse_device(&q.files))
		return;
	if (read_statement(&q, o->statement) == 0 && query_begin(&q) == 0)
		prepare_and_run(&q, b);
	sqlite3_free(q.command);
	sqlite3_close_v2(q.db);
	lookup_free(q.captures.lookups);
	files_say_verdicts(&q.files);
	progress_next(o->progress, files_size(&q.files));
	files_close(&q.files);
	table_schema_free(q.schema);
	free(q.statement.read);
}
