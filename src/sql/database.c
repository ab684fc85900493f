/* database.c: a database of captures: the connection, its transactions, and the tables about layouts and captures. */
#include "config.h"

#include "sql/database.h"

#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "sql/about.h"

/* Changes whenever tables or views are laid out in another way.  Release 1.0 had 1. */
#define SCHEMA_VERSION 2
/* file(1) and monread know such a database by this number: "mrSQ". */
#define APPLICATION_ID 0x6D725351

/* Milliseconds between two tries to lock the database, after some shorter ones; so many take five seconds. */
#define PAUSE_MS   50
#define NOTE_AFTER 124

int database_fail(struct database *d)
{
	int code = d->db ? sqlite3_errcode(d->db) : SQLITE_OK;
	/* If SQLite knows of no error, an allocation of monread failed. */
	int is_ours = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;

	if (!d->failed && !stop_asked())
		diag_fail("%s: %s", d->name, is_ours ? "out of memory" : sqlite3_errmsg(d->db));
	d->failed = 1;
	return -1;
}

int database_number(struct database *d, int64_t *n, const char *format, ...)
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

int database_exec(struct database *d, sqlite3_str *text)
{
	int code = sqlite3_str_errcode(text);
	char *statements = sqlite3_str_finish(text);

	/* SQLite returns NULL for an empty text. */
	if (code == SQLITE_OK && statements)
		code = sqlite3_exec(d->db, statements, NULL, NULL, NULL);
	sqlite3_free(statements);
	return code == SQLITE_OK ? 0 : database_fail(d);
}

int database_run(struct database *d, const char *format, ...)
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
static int make_tables(struct database *d)
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

int database_open(struct database *d)
{
	/* SQLite gives a meaning to :memory: and file:NAME; here they are names of files. */
	char *path = sqlite3_mprintf("%s%s", *d->name == '/' ? "" : "./", d->name);
	int code = path ? sqlite3_open_v2(path, &d->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL) :
	                  SQLITE_NOMEM;

	sqlite3_free(path);
	if (code != SQLITE_OK)
		return database_fail(d);
	sqlite3_busy_handler(d->db, busy, d);
	if (tables_register_about(d->tables, d->db) != SQLITE_OK)
		return database_fail(d);
	/* Pages larger than SQLite's own are filled faster; a database that exists keeps its size. */
	return database_run(d, "PRAGMA page_size = 8192; PRAGMA temp_store = FILE; PRAGMA cache_size = -65536");
}

void database_close(struct database *d)
{
	sqlite3_close_v2(d->db);
	free(d->known);
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
		return make_tables(d);
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

int database_begin(struct database *d)
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
