/* load_database.c: --sqlite: load captures into a database, each in one transaction. A table is
 * created with its first row, and filled from a virtual table. */
#include "config.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>

#include "base/array.h"
#include "base/ascii.h"
#include "cli/descriptors.h"
#include "cli/diag.h"
#include "cli/escape.h"
#include "cli/inputs.h"
#include "cli/stop.h"
#include "sql/columns.h"
#include "sql/edges.h"
#include "sql/files.h"
#include "sql/functions.h"
#include "sql/module.h"
#include "sql/views.h"

/* Version of the tables and views, stored in each database. Increase it if they change: monread
 * then refuses older databases. */
#define SCHEMA_VERSION 2
/* "mrSQ", by which file(1) recognizes a database of monread */
#define APPLICATION_ID 0x6D725351

/* Milliseconds between two tries to lock the database; the first tries come faster. After
 * NOTE_AFTER tries, which take five seconds, a note is printed. */
#define PAUSE_MS   50
#define NOTE_AFTER 124

/* the table with the first and last samples of each capture, see edges.h */
#define EDGES "monread_edges"

/* prefix of virtual tables: MRSYTPRP is filled from capture_MRSYTPRP */
#define DATABASE_SOURCE "capture_"

/* Seconds by which records of one sample may differ in time; the shortest interval of CP is 6 s. */
#define SEAM_SLACK "3"

struct loading {
	const struct sql_options *o;
	sqlite3 *db; /* NULL until the first capture with records */
	struct files files;
	struct tables tables; /* with DATABASE_SOURCE as ->prefix */
	struct indexed *now; /* the capture that is being loaded */
	/* for --delta: the captures with which ->now is compared, and then ->now itself */
	struct indexed **read;
	size_t nread;
	int merged; /* 1: the captures of ->read may overlap: read them in the order of time */
	/* If ->now is the first sample of a capture that was loaded earlier: the time of the last
	 * sample before ->now; then only differences are added to the rows of ->now. Else NULL. */
	const char *seam;
	/* ->before: the last samples of the capture before ->now; ->after: the first sample of the
	 * capture after ->now. Both captures were loaded earlier. If no such capture was loaded,
	 * ->name is NULL. */
	struct indexed before, after;
	struct tables_captures captures; /* captures from which the virtual tables make rows */
	size_t table;   /* index of the table that is being copied, to show progress */
	size_t ntables; /* number of all tables; 0 until the first capture was copied */
	char *name;     /* name of ->now, as UTF-8 */
	uint64_t added; /* number of records of ->now that the database did not have */
	/* for table->id N: [2 * N] is 1 if the database has the table with all columns, [2 * N + 1]
	 * is 1 if the database has NAME_delta of this table */
	unsigned char *known;
	size_t nknown;
	int failed; /* 1: an error occurred and was reported */
};

/* ---- Statements; functions return -1 after an error was reported ---- */

/* Report the error of SQLite, unless an error was reported before or the user asked to stop. */
static int fail(struct loading *l)
{
	int code = l->db ? sqlite3_errcode(l->db) : SQLITE_OK;
	/* Without an error of SQLite, the caller ran out of memory. */
	int is_ours = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;

	if (!l->failed && !stop_asked())
		diag_fail("%s: %s", l->o->database,
		          is_ours ? "out of memory" : sqlite3_errmsg(l->db));
	l->failed = 1;
	return -1;
}

/* Report that reading NAME failed with errno; ESTALE was reported already. */
static int fail_read(struct loading *l, const char *name)
{
	int code = errno;

	l->failed |= code == ESTALE;
	if (code && code != ENOMEM && code != EINTR && !l->failed && !stop_asked()) {
		diag_fail("%s: %s", name, strerror(code));
		l->failed = 1;
	}
	return fail(l);
}

static int take_number(void *number, int n, char **values, char **names)
{
	(void)n, (void)names;
	*(int64_t *)number = values[0] ? strtoll(values[0], NULL, 10) : 0;
	return 0;
}

/* Run the statements in TEXT, and free TEXT. If NUMBER is not NULL, TEXT is a query: set *NUMBER to
 * its result. */
static int run_text(struct loading *l, sqlite3_str *text, int64_t *number)
{
	int code = sqlite3_str_errcode(text);
	char *statements = sqlite3_str_finish(text);

	if (code == SQLITE_OK && statements)
		code = sqlite3_exec(l->db, statements, number ? take_number : NULL, number, NULL);
	sqlite3_free(statements);
	return code == SQLITE_OK ? 0 : fail(l);
}

/* Like run_text(), with statements in a format of sqlite3_mprintf(). */
static int run(struct loading *l, int64_t *number, const char *format, ...)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	va_list ap;

	va_start(ap, format);
	sqlite3_str_vappendf(text, format, ap);
	va_end(ap);
	return run_text(l, text, number);
}

static int has_table(struct loading *l, const char *name)
{
	int64_t n = 0;

	if (run(l, &n,
	        "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = %Q COLLATE NOCASE",
	        name))
		return -1;
	return n > 0;
}

/* Create the tables of about_tables.c, except "records", which would double the size of the
 * database. */
static int make_first_tables(struct loading *l)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	const struct about *a;

	sqlite3_str_appendf(
		text,
		"CREATE TABLE monread_schema(schema_version INTEGER, monread_version TEXT) STRICT;"
		"INSERT INTO monread_schema VALUES(%d, %Q); PRAGMA application_id = %d;",
		SCHEMA_VERSION, monread_version(), APPLICATION_ID);
	for (a = about_tables; a->table.name; a++)
		if (a->next)
			sqlite3_str_appendf(
				text,
				"CREATE TABLE monread_%s AS SELECT * FROM " DATABASE_SOURCE "%s%s;",
				a->table.name, a->table.name, a->of_captures ? " WHERE false" : "");
	return run_text(l, text, NULL);
}

/* Another program has locked the database, for TIMES tries so far. Return 1 to try again. */
static int busy(void *arg, int times)
{
	struct pollfd p = { .fd = stop_fd(), .events = POLLIN };

	if (stop_asked())
		return 0;
	if (times == NOTE_AFTER)
		diag_note("%s: locked by another program; waiting until it is unlocked",
		          ((const struct loading *)arg)->o->database);
	poll(&p, 1, times < PAUSE_MS ? times + 1 : PAUSE_MS);
	return 1;
}

static int open_database(struct loading *l)
{
	/* If a directory precedes the name, SQLite treats :memory: and file:NAME as names of
	 * files. */
	char *path = sqlite3_mprintf("%s%s", *l->o->database == '/' ? "" : "./", l->o->database);
	int code = path ? sqlite3_open_v2(path, &l->db,
	                                  SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE |
	                                          SQLITE_OPEN_NOMUTEX,
	                                  NULL) :
	                  SQLITE_NOMEM;

	sqlite3_free(path);
	if (code != SQLITE_OK)
		return fail(l);
	sqlite3_busy_handler(l->db, busy, l);
	if (tables_register(&l->tables, l->db, NULL) != SQLITE_OK)
		return fail(l);
	/* SQLite fills pages of 8 KB faster than pages of the usual 4 KB. The sorter of CREATE
	 * INDEX may use as much memory as the cache. */
	return run(l, NULL,
	           "PRAGMA page_size = 8192; PRAGMA temp_store = FILE; PRAGMA cache_size = -16384");
}

/* Add the column "complete" to the table monread_files, which lacks it in databases of monread
 * 1.1. */
static int add_complete(struct loading *l)
{
	int64_t has_complete = 0;

	if (run(l, &has_complete,
	        "SELECT count(*) FROM pragma_table_info('monread_files') WHERE name = 'complete'"))
		return -1;
	if (has_complete)
		return 0;
	return run(l, NULL, "ALTER TABLE monread_files ADD COLUMN complete TEXT");
}

/* Create tables in an empty database. Refuse a database of another program or version. */
static int begin_tables(struct loading *l)
{
	/* kind of database: 0 if empty, 2 if it has the table monread_schema, else 1 */
	int64_t kind = 0, version = 0;

	if (run(l, &kind, "SELECT ifnull(1 + max(name = 'monread_schema'), 0) FROM sqlite_schema"))
		return -1;
	if (kind == 2 && run(l, &version, "SELECT max(schema_version) FROM monread_schema"))
		return -1;
	if (kind == 0)
		return make_first_tables(l);
	if (version == SCHEMA_VERSION)
		return add_complete(l);
	if (kind == 2)
		diag_fail(
			"%s: its tables have version %lld, expected %d; load its captures into a new database: "
			"sqlite3 %s 'SELECT quote(file) FROM monread_files' | xargs monread --sqlite=NEW.db",
			l->o->database, (long long)version, SCHEMA_VERSION, l->o->database);
	else
		diag_fail(
			"%s: is a database that monread did not make; choose a new name for --sqlite",
			l->o->database);
	l->failed = 1;
	return -1;
}

static int load_begin(struct loading *l)
{
	int moved = 0;

	if (run(l, NULL, "BEGIN IMMEDIATE"))
		return -1;
	if (sqlite3_file_control(l->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
	    moved) {
		diag_fail(
			"%s: was removed or renamed since it was opened; nothing more is loaded; run again",
			l->o->database);
		l->failed = 1;
	}
	if (!l->failed && begin_tables(l) == 0)
		return 0;
	run(l, NULL, "ROLLBACK");
	return -1;
}

/* A table in the database. */
struct target {
	const struct table *table;
	int is_delta; /* 1: NAME_delta, with differences of the records of ->table */
	char name[NAMES_ROOM + 8];
};

/* ---- Views; the column "bytes", the last one of a virtual table, is not in the database ---- */

/* Append to TEXT a SELECT of the rows of the table TO. The SELECT uses short names if IS_SHORT is
 * 1, and selects only the last row of each instance, such as a CPU or a user, if IS_LAST is 1. */
static void put_select(sqlite3_str *text, const struct target *to, int is_short, int is_last)
{
	const struct table *t = to->table;
	const char *other;
	size_t i;

	for (i = 0; i < t->bytes; i++) {
		other = is_short ? columns_short_only(t, i) : NULL;
		sqlite3_str_appendf(text, other ? "%s\"%w\" AS \"%w\"" : "%s\"%w\"",
		                    i ? ", " : "SELECT ", t->columns[i].name, other);
	}
	sqlite3_str_appendf(text, "%s FROM \"%w\"", to->is_delta ? ", " TABLE_ELAPSED_NAME : "",
	                    to->name);
	for (i = 0; is_last && i < t->bytes; i++)
		if (t->columns[i].kind == KIND_KEY || (i == LEAD_ENTRY && table_counts_entries(t)))
			sqlite3_str_appendf(text, "%s\"%w\"",
			                    i == LEAD_SYSTEM ? " GROUP BY " : ", ",
			                    t->columns[i].name);
	/* With max(), SQLite takes the other columns from the row that has the maximum. */
	sqlite3_str_appendall(text, is_last ? " HAVING max(time) NOT NULL" : "");
}

/* Make the views of the table TO that have suffixes[FIRST] or a later element of suffixes[]. The
 * view NAME_asof needs the table VIEWS_INTERVALS. */
static int make_views(struct loading *l, const struct target *to, int first)
{
	static const char *const suffixes[] = { "", "_last", "_asof" };
	char *records;
	sqlite3_str *text;
	char base[NAMES_ROOM], name[NAMES_ROOM + 8];
	int has_short = columns_short_table(to->table, base), is_short, i, n = 1;
	int has_intervals = has_table(l, VIEWS_INTERVALS);

	if (has_intervals < 0)
		return -1;
	text = sqlite3_str_new(NULL);
	records = sqlite3_mprintf("\"%w\"", to->name);
	if (!to->is_delta)
		n = 2 + has_intervals;
	for (is_short = 0; is_short <= has_short; is_short++)
		/* The long name without a suffix is the table itself. */
		for (i = first > 0 ? first : !is_short; i < n; i++) {
			snprintf(name, sizeof name, "%s%s%s", is_short ? base : to->table->name,
			         to->is_delta ? "_delta" : "", suffixes[i]);
			sqlite3_str_appendf(text,
			                    "DROP VIEW IF EXISTS \"%w\"; CREATE VIEW \"%w\" AS ",
			                    name, name);
			if (i == 2 && is_short)
				sqlite3_str_appendf(text, "SELECT * FROM \"%w_asof\"",
				                    to->table->name);
			else if (i == 2)
				views_put_asof_select(text, to->table, 0, records ? records : "");
			else
				put_select(text, to, is_short, i == 1);
			sqlite3_str_appendall(text, ";");
		}
	sqlite3_free(records);
	return run_text(l, text, NULL);
}

static const char *unique_columns(const struct table *t)
{
	return t->role == TABLE_OF_ENTRIES ? "system, time, record_hash, copy, entry" :
	                                     "system, time, record_hash, copy";
}

static int make_table(struct loading *l, const struct target *to)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	const struct table *t = to->table;
	int is_unique;
	size_t i;

	sqlite3_str_appendf(text, "CREATE TABLE \"%w\"(", to->name);
	for (i = 0; i < t->bytes; i++) {
		is_unique = i == LEAD_SYSTEM || i == LEAD_TIME ||
		            (i == LEAD_ENTRY && t->role == TABLE_OF_ENTRIES);
		sqlite3_str_appendf(text, "\"%w\" %s%s, ", t->columns[i].name,
		                    columns_type(t, (long)i), is_unique ? " NOT NULL" : "");
	}
	sqlite3_str_appendf(
		text, "%srecord_hash INTEGER NOT NULL, copy INTEGER NOT NULL, UNIQUE(%s)) STRICT",
		to->is_delta ? TABLE_ELAPSED_NAME " REAL, " : "", unique_columns(t));
	return run_text(l, text, NULL) ? -1 : make_views(l, to, 0);
}

/* Make the views NAME_asof of the tables that were created before the table VIEWS_INTERVALS. */
static int make_asof_views(struct loading *l)
{
	struct target to = { .is_delta = 0 };
	int is_there;
	size_t i;

	to.table = table_at(l->tables.schema, 0);
	for (i = 0; to.table; to.table = table_at(l->tables.schema, ++i)) {
		snprintf(to.name, sizeof to.name, "%s", to.table->name);
		is_there = has_table(l, to.name);
		if (is_there < 0 || (is_there && make_views(l, &to, 2)))
			return -1;
	}
	return 0;
}

/* The table TO may have been created with an older layout: add the columns that TO lacks. */
static int add_columns(struct loading *l, const struct target *to)
{
	const struct table *t = to->table;
	int64_t differs = 0; /* 1: the column has another type; -1: it does not exist */
	int lacks = 0;
	size_t i;

	for (i = 0; i < t->bytes; i++) {
		const char *column = t->columns[i].name, *type = columns_type(t, (long)i);

		if (run(l, &differs,
		        "SELECT ifnull(max(type <> %Q), -1) FROM pragma_table_info(%Q) WHERE name = %Q"
		        " COLLATE NOCASE",
		        type, to->name, column))
			return -1;
		if (differs < 0 && run(l, NULL, "ALTER TABLE \"%w\" ADD COLUMN \"%w\" %s", to->name,
		                       column, type))
			return -1;
		lacks |= differs < 0;
		if (differs > 0) {
			diag_fail(
				"%s: %s of %s has a type other than %s, its type with the layouts of this run; load into a new database",
				l->o->database, column, to->name, type);
			l->failed = 1;
			return -1;
		}
	}
	return lacks ? make_views(l, to, 0) : 0;
}

/* Create an index of the table TO by keys and interval, by which reports join tables; for events,
 * which have no interval, by keys and time. */
static int make_index(struct loading *l, const struct target *to)
{
	const char *kind = to->table->layout->kind;
	sqlite3_str *text = sqlite3_str_new(NULL);
	size_t i;

	sqlite3_str_appendf(text, "CREATE INDEX \"%w_by_key\" ON \"%w\"(", to->name, to->name);
	for (i = 0; i < to->table->bytes; i++)
		if (to->table->columns[i].kind == KIND_KEY)
			sqlite3_str_appendf(text, "\"%w\", ", to->table->columns[i].name);
	sqlite3_str_appendf(text, "%s)", kind && strcmp(kind, "event") == 0 ? "time" : "interval");
	return run_text(l, text, NULL);
}

/* Append to TEXT the update of a row that the table TO has already. If this row lacks differences,
 * for example because an overlapping capture was loaded later, take the differences of the new row.
 * If l->seam is not NULL, the new row was compared with the sample directly before it: always take
 * the differences of the new row, but let NULL replace only differences that were computed with a
 * sample before l->seam. */
static void put_update(const struct loading *l, sqlite3_str *text, const struct target *to)
{
	const struct table *t = to->table;
	size_t i;

	sqlite3_str_appendall(text,
	                      "UPDATE SET " TABLE_ELAPSED_NAME " = excluded." TABLE_ELAPSED_NAME);
	for (i = 0; i < t->bytes; i++)
		if (t->columns[i].kind == KIND_COUNTER || t->columns[i].kind == KIND_COUNTDOWN)
			sqlite3_str_appendf(text, ", \"%w\" = excluded.\"%w\"", t->columns[i].name,
			                    t->columns[i].name);
	sqlite3_str_appendall(text, " WHERE excluded." TABLE_ELAPSED_NAME " IS NOT NULL");
	if (l->seam)
		sqlite3_str_appendf(text,
		                    " OR " TABLE_ELAPSED_NAME " > " SEAM_SLACK
		                    " + 86400 * (julianday(excluded.time) - julianday(%Q))",
		                    l->seam);
	else
		sqlite3_str_appendall(text, " AND " TABLE_ELAPSED_NAME " IS NULL");
}

/* Append to TEXT the names of the columns of the table TO after "system" and "file". */
static void name_columns(sqlite3_str *text, const struct target *to)
{
	size_t i;

	for (i = LEAD_FILE + 1; i < to->table->bytes; i++)
		sqlite3_str_appendf(text, ", \"%w\"", to->table->columns[i].name);
	sqlite3_str_appendall(text, to->is_delta ? ", record_hash, copy, " TABLE_ELAPSED_NAME :
	                                           ", record_hash, copy");
}

static int insert(struct loading *l, const struct target *to)
{
	sqlite3_str *text = sqlite3_str_new(NULL);

	sqlite3_str_appendf(text, "INSERT INTO \"%w\"(file, system", to->name);
	name_columns(text, to);
	sqlite3_str_appendf(text, ") SELECT %Q, ifnull(system, '')", l->name);
	name_columns(text, to);
	sqlite3_str_appendf(text,
	                    " FROM \"" DATABASE_SOURCE "%w\" WHERE true ON CONFLICT(%s) DO ",
	                    to->name, unique_columns(to->table));
	if (to->is_delta)
		put_update(l, text, to);
	else
		sqlite3_str_appendall(text, "NOTHING");
	return run_text(l, text, NULL);
}

/* Return 1 if --sqlite has filled the table TO, or -1 after an error. Else return 0, and set
 * *HAS_ROWS to 1 if l->now has rows for TO. */
static int find_target(struct loading *l, const struct target *to, int64_t *has_rows)
{
	int is_there = has_table(l, to->name);
	int64_t is_filled = 0;

	if (is_there < 0)
		return -1;
	/* A table without the column "record_hash" was made by monstat --views. */
	if (is_there && run(l, &is_filled,
	                    "SELECT EXISTS(SELECT 1 FROM pragma_table_info(%Q) WHERE name ="
	                    " 'record_hash') OR EXISTS(SELECT 1 FROM \"%w\")",
	                    to->name, to->name))
		return -1;
	if (!is_filled &&
	    run(l, has_rows, "SELECT EXISTS(SELECT 1 FROM \"" DATABASE_SOURCE "%w\")", to->name))
		return -1;
	return is_filled != 0;
}

/* Create the table TO in place of an empty table that monstat --views may have made. */
static int replace_table(struct loading *l, const struct target *to)
{
	if (run(l, NULL, "DROP TABLE IF EXISTS \"%w\"", to->name))
		return -1;
	if (make_table(l, to))
		return -1;
	return strcmp(to->name, VIEWS_INTERVALS) == 0 ? make_asof_views(l) : 0;
}

/* Copy the new rows of the table T or, if IS_DELTA is 1, of its NAME_delta. If there are rows but
 * the database does not have the table, create it. */
static int copy_table(struct loading *l, const struct table *t, int is_delta)
{
	size_t n = 2 * (size_t)t->id + (size_t)is_delta;
	struct target to = { .table = t, .is_delta = is_delta };
	int64_t has_rows = 0;
	int is_there = 1;

	snprintf(to.name, sizeof to.name, "%s%s", t->name, is_delta ? "_delta" : "");
	if (ARRAY_EXTEND(l->known, l->nknown, n + 1))
		return fail(l);
	if (!l->known[n]) {
		is_there = find_target(l, &to, &has_rows);
		if (is_there <= 0 && !has_rows)
			return is_there;
		if (is_there ? add_columns(l, &to) : replace_table(l, &to))
			return -1;
		l->known[n] = 1;
	}
	if (insert(l, &to))
		return -1;
	if (t->role == TABLE_OF_RECORD && !is_delta)
		l->added += (uint64_t)sqlite3_changes(l->db);
	/* Create the index after the rows: this is faster than an update of the index for each
	 * row. */
	return is_there ? 0 : make_index(l, &to);
}

static int load_stopped(void *arg, const struct indexed *c, uint64_t done)
{
	struct loading *l = arg;

	(void)done;
	files_progress(&l->files, c, l->ntables ? c->size / l->ntables * l->table : 0);
	return stop_asked();
}

static int load_open_captures(void *arg, const char *name, struct tables_captures **captures,
                         char **text)
{
	(void)name;
	(void)text;
	*captures = &((struct loading *)arg)->captures;
	return SQLITE_OK;
}

/* Let the virtual tables make rows of l->now. COMPARES: 1 to compare its records with the captures
 * of l->read. */
static void load_read_captures(struct loading *l, int compares)
{
	lookup_free(l->captures.lookups);
	l->captures = (struct tables_captures){ .list = &l->now, .n = 1 };
	if (compares)
		l->captures = (struct tables_captures){
			.list = l->read,
			.n = l->nread,
			.first = l->nread - 1,
			.merged = l->merged,
		};
}

static int copy_tables(struct loading *l)
{
	const struct table_schema *schema = l->tables.schema;
	/* by kind of records: 1 if l->now has such records */
	unsigned char has[INDEXED_KINDS] = { 0 };
	const struct table *t, *of;
	int compares;
	size_t i;

	for (i = 0; i < l->now->runs.n; i++)
		has[l->now->runs.list[i].kind] = 1;
	errno = 0;
	l->table = 0;
	for (t = table_at(schema, 0); t; t = table_at(schema, ++l->table)) {
		for (of = t; of->role == TABLE_OF_ENTRIES;)
			of = of->parent;
		/* Skip a table if the capture l->now has no records of the table. A table of
		 * application data is never skipped, because several kinds of records can contain
		 * application data. */
		if (of->role == TABLE_OF_RECORD &&
		    !has[indexed_kind((unsigned)of->layout->domain, (unsigned)of->layout->record)])
			continue;
		for (compares = l->seam != NULL; compares <= l->o->delta; compares++) {
			load_read_captures(l, compares);
			if (copy_table(l, t, compares))
				return -1;
		}
		errno = 0;
	}
	l->ntables = l->table;
	l->table = 0;
	load_read_captures(l, 0);
	return errno == ENOMEM ? fail(l) : 0;
}

static int note_capture(struct loading *l)
{
	return run(
		l, NULL,
		"DELETE FROM monread_files WHERE file = %Q; DELETE FROM monread_problems WHERE file = %Q;"
		"INSERT INTO monread_files SELECT %Q, container, bytes, datasets, records, first_time, last_time,"
		" system, problems, complete FROM " DATABASE_SOURCE
		"files; INSERT INTO monread_problems"
		" SELECT %Q, \"offset\", dataset, domain, record, problem FROM " DATABASE_SOURCE
		"problems",
		l->name, l->name, l->name, l->name);
}

/* ---- Captures that were loaded earlier: their first and last samples ---- */

struct sql_time {
	char text[MONREAD_TIME_SIZE];
};

/* Return the clock TOD as a time in SQL; if TOD is 0, return "", which is less than all times. */
static struct sql_time sql_time(uint64_t tod)
{
	struct sql_time t = { "" };

	if (tod)
		table_sql_time(monread_tod_to_unix_us(tod), t.text);
	return t;
}

static void close_edge(struct indexed *c)
{
	if (c->name)
		indexed_close(c);
}

/* Run the query FORMAT for samples that put_edges() stored, and open the samples in the first row
 * of its result as the capture C. If the result has no row, c->name stays NULL. */
static int take_edge(struct loading *l, struct indexed *c, const char *format, ...)
{
	sqlite3_stmt *statement = NULL;
	int code = SQLITE_NOMEM, failed = 0;
	va_list ap;
	char *text;

	va_start(ap, format);
	text = sqlite3_vmprintf(format, ap);
	va_end(ap);
	if (text)
		code = sqlite3_prepare_v2(l->db, text, -1, &statement, NULL);
	if (code == SQLITE_OK)
		code = sqlite3_step(statement);
	if (code == SQLITE_ROW &&
	    edges_open(c, sqlite3_column_blob(statement, 0),
	               (size_t)sqlite3_column_bytes(statement, 0), l->o->layouts))
		failed = fail_read(l, temporary_directory());
	else if (code != SQLITE_ROW && code != SQLITE_DONE)
		failed = fail(l);
	sqlite3_free(text);
	sqlite3_finalize(statement);
	return failed;
}

/* Store E, the first and last samples of l->now, with FIRST and LAST, the times of the first and of
 * the last sample. If two captures begin with the same sample, keep the samples of the capture that
 * ends later or, if both end with the same sample, the samples with more bytes. */
static int put_edges(struct loading *l, const struct edges *e, const char *first, const char *last)
{
	static const char insert[] =
		"INSERT INTO " EDGES " VALUES(?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET"
		" last_time = excluded.last_time, first_sample = excluded.first_sample,"
		" last_samples = excluded.last_samples WHERE excluded.last_time > last_time"
		" OR (excluded.last_time = last_time"
		" AND length(excluded.last_samples) >= length(last_samples))";
	sqlite3_stmt *s = NULL;
	int failed;

	failed = sqlite3_prepare_v2(l->db, insert, -1, &s, NULL) ||
	         sqlite3_bind_text(s, 1, l->now->system, -1, SQLITE_STATIC) ||
	         sqlite3_bind_text(s, 2, first, -1, SQLITE_STATIC) ||
	         sqlite3_bind_text(s, 3, last, -1, SQLITE_STATIC) ||
	         sqlite3_bind_blob64(s, 4, e->begin.bytes, e->begin.length, SQLITE_STATIC) ||
	         sqlite3_bind_blob64(s, 5, e->end.bytes, e->end.length, SQLITE_STATIC) ||
	         sqlite3_step(s) != SQLITE_DONE;
	sqlite3_finalize(s);
	return failed ? fail(l) : 0;
}

/* Fill l->read with the captures of the same system that overlap with l->now, with the last capture
 * before l->now, and with l->now. */
static int find_others(struct loading *l, const struct edges *e)
{
	struct indexed *previous = NULL, *c;
	int is_later = 0;
	size_t i;

	l->nread = 0;
	for (i = 0; i < l->files.n; i++) {
		c = l->files.list[i];
		is_later |= c == l->now;
		if (c == l->now || strcmp(c->system, l->now->system) != 0)
			continue;
		if (is_later ? ordered_is_before(l->now->last_tod, c->begins) :
		               ordered_is_before(c->last_tod, l->now->begins))
			previous = is_later ? previous : c;
		else
			l->read[l->nread++] = c;
	}
	l->merged = l->nread > 0;
	if (take_edge(l, &l->before,
	              "SELECT last_samples FROM " EDGES " WHERE system = %Q AND last_time < %Q"
	              " AND last_time > %Q ORDER BY last_time DESC LIMIT 1",
	              l->now->system, sql_time(e->first).text,
	              sql_time(previous ? previous->last_tod : 0).text))
		return -1;
	if (l->before.name) {
		previous = &l->before;
		if (indexed_scan(&previous, 1, &l->tables))
			return fail(l);
		l->merged |= !ordered_is_before(previous->last_tod, l->now->begins);
	}
	if (previous)
		l->read[l->nread++] = previous;
	l->read[l->nread++] = l->now;
	return 0;
}

/* Store E, the first and last samples of l->now. If the capture after l->now was loaded before
 * l->now, compute the differences between the first sample of that capture and l->now. */
static int join(struct loading *l, const struct edges *e)
{
	const struct sql_time first = sql_time(e->first), last = sql_time(e->last);
	struct indexed *const now = l->now;
	int code;

	if (put_edges(l, e, first.text, last.text))
		return -1;
	if (take_edge(l, &l->after,
	              "SELECT first_sample FROM " EDGES " AS e"
	              " WHERE system = %Q AND first_time > %Q AND NOT EXISTS"
	              " (SELECT 1 FROM " EDGES " AS o WHERE o.system = e.system"
	              " AND o.last_time > %Q AND o.last_time < e.first_time)"
	              " ORDER BY first_time LIMIT 1",
	              now->system, last.text, last.text))
		return -1;
	if (!l->after.name)
		return 0;
	l->now = &l->after;
	l->read[0] = now;
	l->read[1] = l->now;
	l->nread = 2;
	l->merged = !ordered_is_before(now->last_tod, l->now->begins);
	l->seam = last.text;
	code = indexed_scan(&l->now, 1, &l->tables) ? fail(l) : copy_tables(l);
	l->seam = NULL;
	l->now = now;
	return code;
}

static int copy_capture(struct loading *l)
{
	struct edges e = { .first = 0 };
	int failed = 0;

	if (l->o->delta) {
		failed = run(l, NULL,
		             "CREATE TABLE IF NOT EXISTS " EDGES
		             "(system TEXT, first_time TEXT, last_time TEXT, first_sample BLOB,"
		             " last_samples BLOB, PRIMARY KEY(system, first_time)) STRICT");
		if (!failed && edges_make(&e, l->now, &l->tables))
			failed = fail_read(l, l->now->name);
		if (!failed)
			failed = find_others(l, &e);
	}
	if (!failed)
		failed = copy_tables(l) || note_capture(l);
	if (!failed && e.first)
		failed = join(l, &e);
	edges_done(&e);
	close_edge(&l->before);
	close_edge(&l->after);
	return failed ? -1 : 0;
}

static int load_copy_capture(struct loading *l, struct indexed *c)
{
	l->now = c;
	if (!l->name)
		return fail(l);
	if (indexed_scan(&l->now, 1, &l->tables))
		return fail_read(l, c->name);
	verdict_begin(&c->verdict);
	c->verdict.unselected = 0;
	if (!c->records)
		return 0;
	if ((!l->db && open_database(l)) || load_begin(l))
		return -1;
	if (copy_capture(l) == 0 && run(l, NULL, "COMMIT") == 0)
		return 0;
	run(l, NULL, "ROLLBACK");
	return -1;
}

static void load_capture(struct loading *l, struct indexed *c)
{
	int rc;

	l->added = 0;
	l->name = safe_utf8(c->name);
	verdict_begin(&c->verdict);
	rc = load_copy_capture(l, c);
	verdict_begin(NULL);
	c->verdict.selected = rc ? 0 : l->added;
	if (!rc)
		diag_verbose("%s: %llu record%s, %llu of them new in %s", c->name,
		             (unsigned long long)c->records, mr_plural(c->records),
		             (unsigned long long)l->added, l->o->database);
	verdict_end(&c->verdict);
	lookup_free(l->captures.lookups);
	l->captures = (struct tables_captures){ .list = NULL };
	indexed_forget(c);
	if (l->o->verdicts && !(rc && stop_asked()))
		verdict_say(&c->verdict);
	free(l->name);
}

void sql_load(const struct sql_options *o)
{
	struct loading l = { .o = o, .files.o = o };
	struct table_schema *schema;
	const char *same;
	struct stat st;
	size_t i;
	int is_there;

	if (files_refuse_device(&l.files))
		return;
	is_there = stat(o->database, &st) == 0;
	if (is_there && !S_ISREG(st.st_mode)) {
		diag_fail("%s: is not a regular file; choose a different --sqlite", o->database);
		return;
	}
	same = is_there ? inputs_find(o->files, o->nfiles, &st) : NULL;
	if (same) {
		diag_fail("%s: is also the database; choose a different --sqlite", same);
		return;
	}
	sqlite_prepare();
	schema = table_schema_new(o->layouts);
	l.tables = (struct tables){
		.layouts = o->layouts,
		.schema = schema,
		.codepage = o->codepage,
		.release = o->release,
		.prefix = DATABASE_SOURCE,
		.are_copied = 1,
		.open = load_open_captures,
		.stopped = load_stopped,
		.arg = &l,
	};
	if (!schema || (files_open(&l.files) && !stop_asked()))
		fail(&l);
	l.read = malloc((l.files.n + 2) * sizeof(struct indexed *));
	if (!l.read)
		fail(&l);
	for (i = 0; i < l.files.n && !stop_asked() && !l.failed; i++)
		load_capture(&l, l.files.list[i]);
	sqlite3_close_v2(l.db);
	free(l.known);
	free(l.read);
	progress_next(o->progress, files_size(&l.files));
	files_close(&l.files);
	table_schema_free(schema);
}
