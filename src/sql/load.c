/* load.c: --sqlite: load captures into a database, each in one transaction. A table is created with its first row, and
 * filled from the virtual table of the same name. */
#include "config.h"

#include "sql/sql.h"

#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/escape.h"
#include "cli/inputs.h"
#include "cli/stop.h"
#include "cli/words.h"
#include "port/array.h"
#include "sql/columns.h"
#include "sql/files.h"
#include "sql/module.h"
#include "sql/views.h"

/* Changes whenever tables or views are laid out in another way.  Release 1.0 had 1. */
#define SCHEMA_VERSION 2
/* file(1) and monread know such a database by this number: "mrSQ". */
#define APPLICATION_ID 0x6D725351

/* Milliseconds between two tries to lock the database, after some shorter ones; so many take five seconds. */
#define PAUSE_MS   50
#define NOTE_AFTER 124

/* The virtual tables that rows are copied from have their usual names with this in front: the others are real. */
#define DATABASE_SOURCE "capture_"

struct database {
	const struct tables *tables; /* with DATABASE_SOURCE as ->prefix */
	const char *name;
	sqlite3 *db; /* NULL: not opened yet */
	/* by twice the table's id, plus 1 for differences: 1: the table exists and has all columns */
	unsigned char *known;
	size_t nknown;
	int failed; /* the reason was reported */
};

/* ---- Statements; functions return -1 after an error was reported ---- */

/* Report the error of SQLite, unless an error was reported before or the user asked to stop. Return -1. */
static int database_fail(struct database *d)
{
	int code = d->db ? sqlite3_errcode(d->db) : SQLITE_OK;
	/* If SQLite knows of no error, an allocation of monread failed. */
	int is_ours = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;

	if (!d->failed && !stop_asked())
		diag_fail("%s: %s", d->name, is_ours ? "out of memory" : sqlite3_errmsg(d->db));
	d->failed = 1;
	return -1;
}

/* Set *N to the number that a query with one row returns. */
static int database_number(struct database *d, int64_t *n, const char *format, ...)
{
	sqlite3_stmt *s = NULL;
	char *text;
	va_list ap;
	int code = SQLITE_NOMEM;

	va_start(ap, format);
	text = sqlite3_vmprintf(format, ap);
	va_end(ap);
	if (text && (code = sqlite3_prepare_v2(d->db, text, -1, &s, NULL)) == SQLITE_OK)
		code = sqlite3_step(s);
	if (code == SQLITE_ROW)
		*n = sqlite3_column_int64(s, 0);
	else
		database_fail(d);
	sqlite3_finalize(s);
	sqlite3_free(text);
	return code == SQLITE_ROW ? 0 : -1;
}

/* Run statements that return no rows, and free TEXT. */
static int database_exec(struct database *d, sqlite3_str *text)
{
	int code = sqlite3_str_errcode(text);
	char *statements = sqlite3_str_finish(text);

	/* SQLite returns NULL for an empty text. */
	if (code == SQLITE_OK && statements)
		code = sqlite3_exec(d->db, statements, NULL, NULL, NULL);
	sqlite3_free(statements);
	return code == SQLITE_OK ? 0 : database_fail(d);
}

static int database_run(struct database *d, const char *format, ...)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	va_list ap;

	va_start(ap, format);
	sqlite3_str_vappendf(text, format, ap);
	va_end(ap);
	return database_exec(d, text);
}

/* ---- Opening ---- */

/* Make the tables about layouts and captures.  The table of all records would be as large as all others together. */
static int make_first_tables(struct database *d)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	const struct about *a;

	sqlite3_str_appendf(text,
	                    "CREATE TABLE monread_schema(schema_version INTEGER, monread_version TEXT) STRICT;"
	                    "INSERT INTO monread_schema VALUES(%d, %Q); PRAGMA application_id = %d;",
	                    SCHEMA_VERSION, monread_version(), APPLICATION_ID);
	for (a = about_tables; a->table.name; a++)
		if (a->next)
			sqlite3_str_appendf(text, "CREATE TABLE monread_%s AS SELECT * FROM " DATABASE_SOURCE "%s%s;",
			                    a->table.name, a->table.name, a->of_captures ? " WHERE false" : "");
	return database_exec(d, text);
}

/* Wait for a lock: SQLite calls it before each new try, after TIMES tries, and gives up if it returns 0. */
static int busy(void *arg, int times)
{
	struct pollfd p = { .fd = stop_fd(), .events = POLLIN };

	if (stop_asked())
		return 0;
	if (times == NOTE_AFTER)
		diag_note("%s: locked by another program; waiting for it", ((const struct database *)arg)->name);
	poll(&p, 1, times < PAUSE_MS ? times + 1 : PAUSE_MS);
	return 1;
}

static int database_open(struct database *d)
{
	/* SQLite gives a meaning to :memory: and file:NAME; here they are names of files. */
	char *path = sqlite3_mprintf("%s%s", *d->name == '/' ? "" : "./", d->name);
	int code = path ? sqlite3_open_v2(path, &d->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) :
	                  SQLITE_NOMEM;

	sqlite3_free(path);
	if (code != SQLITE_OK)
		return database_fail(d);
	sqlite3_busy_handler(d->db, busy, d);
	if (tables_register(d->tables, d->db, NULL) != SQLITE_OK)
		return database_fail(d);
	/* Pages larger than SQLite's own are filled faster; a database that exists keeps its size. */
	return database_run(d, "PRAGMA page_size = 8192; PRAGMA temp_store = FILE; PRAGMA cache_size = -65536");
}

/* ---- Transactions ---- */

/* Make the first tables in an empty database; refuse a database that monread did not make, or an old one.  0, or -1: the
 * reason was reported. */
static int begin_tables(struct database *d)
{
	int64_t tables = 0, known = 0, version = 0;

	if (database_number(d, &tables, "SELECT count(*) FROM sqlite_schema"))
		return -1;
	if (tables == 0)
		return make_first_tables(d);
	if (database_number(d, &known, "SELECT count(*) FROM sqlite_schema WHERE name = 'monread_schema'") ||
	    (known && database_number(d, &version, "SELECT max(schema_version) FROM monread_schema")))
		return -1;
	if (version == SCHEMA_VERSION)
		return 0;
	if (known)
		diag_fail("%s: its tables have version %lld, expected %d; load its captures into a new database: sqlite3 %s "
		          "'SELECT quote(file) FROM monread_files' | xargs monread --sqlite=NEW.db", d->name,
		          (long long)version, SCHEMA_VERSION, d->name);
	else
		diag_fail("%s: is a database that monread did not make", d->name);
	d->failed = 1;
	return -1;
}

static int database_begin(struct database *d)
{
	int moved = 0;

	if (database_run(d, "BEGIN IMMEDIATE"))
		return -1;
	if (sqlite3_file_control(d->db, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved) {
		diag_fail("%s: was removed or renamed since it was opened; nothing more is loaded; run again", d->name);
		d->failed = 1;
	}
	if (!d->failed && begin_tables(d) == 0)
		return 0;
	database_run(d, "ROLLBACK");
	return -1;
}

/* ---- Tables of records ---- */

/* The table NAME or NAME_delta. */
struct target {
	const struct table *table;
	int is_delta;
	char name[NAMES_ROOM + 8];
};

/* ---- Views; tables and views have all columns but the last one, the bytes of the record ---- */

static int is_key(const struct table *t, size_t i)
{
	return t->columns[i].kind == TABLE_KEY || (i == TABLE_ENTRY && table_counts_entries(t));
}

/* Append a SELECT of the rows of TO, or of the last row of each instance.  IS_SHORT: columns get short names. */
static void put_select(sqlite3_str *text, const struct target *to, int is_short, int is_last)
{
	const struct table *t = to->table;
	const char *other;
	size_t i;

	for (i = 0; i < t->bytes; i++) {
		other = is_short ? columns_short_only(t, i) : NULL;
		sqlite3_str_appendf(text, other ? "%s\"%w\" AS \"%w\"" : "%s\"%w\"", i ? ", " : "SELECT ", t->columns[i].name, other);
	}
	sqlite3_str_appendf(text, "%s FROM \"%w\"", to->is_delta ? ", " TABLE_ELAPSED_NAME : "", to->name);
	for (i = 0; is_last && i < t->bytes; i++)
		if (is_key(t, i))
			sqlite3_str_appendf(text, "%s\"%w\"", i == TABLE_SYSTEM ? " GROUP BY " : ", ", t->columns[i].name);
	/* SQLite takes the other columns from the row with this maximum. */
	sqlite3_str_appendall(text, is_last ? " HAVING max(time) NOT NULL" : "");
}

static int make_views(struct database *d, const struct target *to)
{
	static const char *const suffixes[] = { "", "_last", "_asof" };
	sqlite3_str *text = sqlite3_str_new(NULL);
	char *records = sqlite3_mprintf("\"%w\"", to->name);
	char base[NAMES_ROOM], name[NAMES_ROOM + 8];
	int has_short = columns_short_table(to->table, base), is_short, i;

	for (is_short = 0; is_short <= has_short; is_short++)
		/* The table itself has the long name without a suffix. */
		for (i = !is_short; i < (to->is_delta ? 1 : 3); i++) {
			snprintf(name, sizeof name, "%s%s%s", is_short ? base : to->table->name, to->is_delta ? "_delta" : "",
			         suffixes[i]);
			sqlite3_str_appendf(text, "DROP VIEW IF EXISTS \"%w\"; CREATE VIEW \"%w\" AS ", name, name);
			if (i == 2)
				views_put_asof_select(text, to->table, records ? records : "");
			else
				put_select(text, to, is_short, i == 1);
			sqlite3_str_appendall(text, ";");
		}
	sqlite3_free(records);
	return database_exec(d, text);
}

/* ---- Tables ---- */

/* The columns that identify a row in all captures. */
static const char *unique_columns(const struct table *t)
{
	return t->role == TABLE_OF_ENTRIES ? "system, time, record_hash, copy, entry" : "system, time, record_hash, copy";
}

static int is_unique(const struct table *t, size_t i)
{
	return i == TABLE_SYSTEM || i == TABLE_TIME_OF || (i == TABLE_ENTRY && t->role == TABLE_OF_ENTRIES);
}

static int make_table(struct database *d, const struct target *to)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	const struct table *t = to->table;
	size_t i;

	sqlite3_str_appendf(text, "CREATE TABLE \"%w\"(", to->name);
	for (i = 0; i < t->bytes; i++)
		sqlite3_str_appendf(text, "\"%w\" %s%s, ", t->columns[i].name, columns_type(t, (long)i), is_unique(t, i) ? " NOT NULL" : "");
	sqlite3_str_appendf(text, "%srecord_hash INTEGER NOT NULL, copy INTEGER NOT NULL, UNIQUE(%s)) STRICT",
	                    to->is_delta ? TABLE_ELAPSED_NAME " REAL, " : "", unique_columns(t));
	return database_exec(d, text) ? -1 : make_views(d, to);
}

/* Add columns that newer layouts have.  0, or -1: the reason was reported; a column may have another type. */
static int add_columns(struct database *d, const struct target *to)
{
	const struct table *t = to->table;
	int64_t differs = 0; /* -1: the table lacks the column */
	int lacks = 0;
	size_t i;

	for (i = 0; i < t->bytes; i++) {
		const char *column = t->columns[i].name, *type = columns_type(t, (long)i);

		if (database_number(d, &differs, "SELECT ifnull(max(type <> %Q), -1) FROM pragma_table_info(%Q) WHERE name = %Q"
		                    " COLLATE NOCASE", type, to->name, column) ||
		    (differs < 0 && database_run(d, "ALTER TABLE \"%w\" ADD COLUMN \"%w\" %s", to->name, column, type)))
			return -1;
		lacks |= differs < 0;
		if (differs > 0) {
			diag_fail("%s: %s of %s has a type other than %s, its type with the layouts of this run; load into a new database",
			          d->name, column, to->name, type);
			return -1;
		}
	}
	return lacks ? make_views(d, to) : 0;
}

/* Index TO by its keys, then by time: the interval, which is equal in rows of several tables; events have only a time. */
static int make_index(struct database *d, const struct target *to)
{
	const char *kind = to->table->layout->kind;
	sqlite3_str *text = sqlite3_str_new(NULL);
	size_t i;

	sqlite3_str_appendf(text, "CREATE INDEX \"%w_by_key\" ON \"%w\"(", to->name, to->name);
	for (i = 0; i < to->table->bytes; i++)
		if (to->table->columns[i].kind == TABLE_KEY)
			sqlite3_str_appendf(text, "\"%w\", ", to->table->columns[i].name);
	sqlite3_str_appendf(text, "%s)", kind && strcmp(kind, "event") == 0 ? "time" : "interval");
	return database_exec(d, text);
}

/* ---- Rows ---- */

/* Copy all rows of the virtual table. */
static int insert(struct database *d, const struct target *to, const char *file)
{
	sqlite3_str *columns = sqlite3_str_new(NULL);
	const struct table *t = to->table;
	char *list;
	size_t i;
	int rc;

	for (i = TABLE_DATASET + 1; i < t->bytes; i++)
		sqlite3_str_appendf(columns, ", \"%w\"", t->columns[i].name);
	sqlite3_str_appendf(columns, ", record_hash, copy%s", to->is_delta ? ", " TABLE_ELAPSED_NAME : "");
	list = sqlite3_str_finish(columns);
	rc = !list ? database_fail(d) :
	             database_run(d, "INSERT INTO \"%w\"(system, file, \"offset\", dataset%s) SELECT ifnull(system, ''), %Q,"
	                          " \"offset\", dataset%s FROM \"" DATABASE_SOURCE "%w\" WHERE true ON CONFLICT(%s) DO NOTHING",
	                          to->name, list, file, list, to->name, unique_columns(t));
	sqlite3_free(list);
	return rc;
}

/* Find out whether TO exists, and *HAS_ROWS: whether captures have rows for it if it does not.  -1: the reason was
 * reported. */
static int find_target(struct database *d, const struct target *to, int64_t *has_rows)
{
	int64_t is_there = 0, is_filled = 0;

	/* monstat --views makes empty tables without the column "record_hash". */
	if (database_number(d, &is_there, "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = %Q COLLATE NOCASE",
	                    to->name) ||
	    (is_there && database_number(d, &is_filled, "SELECT EXISTS(SELECT 1 FROM pragma_table_info(%Q) WHERE name ="
	                                 " 'record_hash') OR EXISTS(SELECT 1 FROM \"%w\")", to->name, to->name)) ||
	    (!is_filled && database_number(d, has_rows, "SELECT EXISTS(SELECT 1 FROM \"" DATABASE_SOURCE "%w\")", to->name)))
		return -1;
	return is_filled != 0;
}

/* Copy the rows of T, or its differences, from the current captures. FILE is stored in the column "file", as UTF-8.
 * *ADDED: number of new rows. */
static int target_copy(struct database *d, const struct table *t, int is_delta, const char *file, int64_t *added)
{
	size_t n = 2 * (size_t)t->id + (size_t)is_delta;
	struct target to = { .table = t, .is_delta = is_delta };
	int64_t has_rows = 0;
	int is_there = 1;

	*added = 0;
	snprintf(to.name, sizeof to.name, "%s%s", t->name, is_delta ? "_delta" : "");
	if (ARRAY_EXTEND(d->known, d->nknown, n + 1))
		return database_fail(d);
	if (!d->known[n]) {
		is_there = find_target(d, &to, &has_rows);
		if (is_there <= 0 && !has_rows)
			return is_there;
		if (is_there ? add_columns(d, &to) : database_run(d, "DROP TABLE IF EXISTS \"%w\"", to.name) || make_table(d, &to))
			return -1;
		d->known[n] = 1;
	}
	if (insert(d, &to, file))
		return -1;
	*added = sqlite3_changes(d->db);
	/* An index is made faster after the rows are there. */
	return is_there ? 0 : make_index(d, &to);
}

/* ---- Loading ---- */

struct loading {
	const struct sql_options *o;
	struct files files;
	struct database d;
	struct tables tables;
	/* the capture that is loaded, after the one to compare its first records with, or NULL */
	struct indexed *read[2];
	struct tables_captures captures; /* one or both of them, which the virtual tables read */
	size_t table, ntables;  /* number of the table that is being copied, and of all tables */
	char *name;             /* of the capture, as UTF-8 */
	uint64_t added;         /* new records so far */
};

/* ---- Callbacks of the virtual tables ---- */

static int stopped(void *arg, const struct indexed *c, uint64_t done)
{
	struct loading *l = arg;

	(void)done;
	files_progress(&l->files, c, l->ntables ? c->size / l->ntables * l->table : 0);
	return stop_asked();
}

static int open_captures(void *arg, const char *name, struct tables_captures **captures, char **text)
{
	(void)name;
	(void)text;
	*captures = &((struct loading *)arg)->captures;
	return SQLITE_OK;
}

static void problem(void *arg, struct indexed *c)
{
	struct loading *l = arg;

	files_problem(NULL, c);
	verdict_begin(&l->read[1]->verdict);
}

/* ---- A capture ---- */

static int scan(struct loading *l, struct indexed *c)
{
	if (indexed_scan(c, &l->tables))
		return database_fail(&l->d);
	files_scanned(c);
	verdict_begin(&c->verdict);
	c->verdict.unselected = 0;
	return 0;
}

/* Whether the capture may have rows of T; -1: out of memory. */
static int may_have(const struct loading *l, const struct table *t)
{
	unsigned char kinds[INDEXED_KINDS];
	size_t i;

	if (tables_kinds(&l->tables, t, kinds))
		return -1;
	for (i = 0; i < INDEXED_KINDS; i++)
		if (kinds[i] && l->read[1]->has[i])
			return 1;
	return 0;
}

/* Let the virtual tables read the capture; if COMPARES, also the one before it, if there is one. */
static void read_captures(struct loading *l, int compares)
{
	size_t first = compares && l->read[0];

	lookup_free(l->captures.lookups);
	l->captures = (struct tables_captures){ .list = l->read + 1 - first, .n = 1 + first, .first = first };
}

static int copy_tables(struct loading *l)
{
	const struct table *t;
	int64_t added;
	int compares, may;

	errno = 0;
	for (l->table = 0; (t = table_at(l->tables.schema, l->table)) != NULL; l->table++) {
		may = may_have(l, t);
		if (may < 0)
			return database_fail(&l->d);
		for (compares = 0; may && compares <= l->o->delta; compares++) {
			read_captures(l, compares);
			if (target_copy(&l->d, t, compares, l->name, &added))
				return -1;
			l->added += t->role == TABLE_OF_RECORD && !compares ? (uint64_t)added : 0;
		}
		errno = 0;
	}
	l->ntables = l->table;
	l->table = 0;
	read_captures(l, 0);
	return errno == ENOMEM ? database_fail(&l->d) : 0;
}

/* Replace the rows about the capture in the tables about captures. */
static int note_capture(struct loading *l)
{
	return database_run(&l->d,
	                    "DELETE FROM monread_files WHERE file = %Q; DELETE FROM monread_problems WHERE file = %Q;"
	                    "INSERT INTO monread_files SELECT %Q, container, bytes, datasets, records, first_time, last_time,"
	                    " system, problems FROM " DATABASE_SOURCE "files; INSERT INTO monread_problems"
	                    " SELECT %Q, \"offset\", dataset, domain, record, problem FROM " DATABASE_SOURCE "problems",
	                    l->name, l->name, l->name, l->name);
}

/* Copy the records of the capture. 0, or -1: the transaction is undone. */
static int copy(struct loading *l)
{
	if ((!l->d.db && database_open(&l->d)) || database_begin(&l->d))
		return -1;
	if (copy_tables(l) == 0 && note_capture(l) == 0 && database_run(&l->d, "COMMIT") == 0)
		return 0;
	database_run(&l->d, "ROLLBACK");
	return -1;
}

/* The last capture of the same system before C: the first records of C are compared with its last ones. */
static struct indexed *previous(const struct loading *l, const struct indexed *c)
{
	struct indexed *last = NULL;
	size_t i;

	for (i = 0; l->files.list[i] != c; i++)
		if (strcmp(l->files.list[i]->verdict.system, c->verdict.system) == 0)
			last = l->files.list[i];
	return last;
}

/* Load the capture C. 0, or -1: the reason was reported or the user has stopped it. */
static int load_capture(struct loading *l, struct indexed *c)
{
	int rc;

	l->added = 0;
	l->read[1] = c;
	l->name = safe_utf8(c->name);
	verdict_begin(&c->verdict);
	rc = l->name ? scan(l, c) : database_fail(&l->d);
	l->read[0] = rc ? NULL : previous(l, c);
	if (!rc && c->records)
		rc = copy(l);
	verdict_begin(NULL);
	c->verdict.selected = rc ? 0 : l->added;
	if (!rc)
		diag_verbose("%s: %llu record%s, %llu of them new in %s", c->name, (unsigned long long)c->records,
		             words_plural(c->records), (unsigned long long)l->added, l->d.name);
	if (l->o->verdicts && !(rc && stop_asked()))
		verdict_say(&c->verdict, c->name);
	free(l->name);
	return rc;
}

/* ---- All captures ---- */

static void load_all(struct loading *l)
{
	size_t i;

	if (files_open(&l->files) && !stop_asked())
		database_fail(&l->d);
	for (i = 0; i < l->files.n && !stop_asked() && !l->d.failed; i++)
		if (load_capture(l, l->files.list[i]))
			break;
}

/* 1: the database is one of the captures, which was reported. */
static int is_capture(const struct sql_options *o)
{
	struct stat st;
	const char *name = stat(o->database, &st) == 0 ? inputs_find(o->files, o->nfiles, &st) : NULL;

	if (name)
		diag_fail("%s: is also the database; choose a different --sqlite", name);
	return name != NULL;
}

void sql_load(const struct sql_options *o)
{
	struct loading l = { .o = o, .files.o = o };
	struct table_schema *schema;

	if (files_refuse_device(&l.files) || is_capture(o))
		return;
	schema = table_schema_new(o->layouts);
	l.tables = (struct tables){
		.layouts = o->layouts, .schema = schema, .codepage = o->codepage, .release = o->release,
		.prefix = DATABASE_SOURCE, .are_copied = 1, .open = open_captures, .problem = problem, .stopped = stopped, .arg = &l
	};
	l.d = (struct database){ .tables = &l.tables, .name = o->database };
	if (schema)
		load_all(&l);
	else
		database_fail(&l.d);
	sqlite3_close_v2(l.d.db);
	free(l.d.known);
	lookup_free(l.captures.lookups);
	progress_next(o->progress, files_size(&l.files));
	files_close(&l.files);
	table_schema_free(schema);
}
