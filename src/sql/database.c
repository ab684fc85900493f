/* database.c: a database of captures: the connection, its transactions, and the tables that tell of it. */
#include "config.h"

#include "sql/database.h"

#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "sql/about.h"
#include "sql/columns.h"
#include "sql/target.h"

/* Changes whenever tables or views are laid out in another way.  Release 1.0 had 1. */
#define SCHEMA_VERSION 2
/* file(1) and monread know such a database by this number: "mrSQ". */
#define APPLICATION_ID 0x6D725351

/* Milliseconds between two tries to lock the database, after some shorter ones; so many take five seconds. */
#define PAUSE_MS   50
#define NOTE_AFTER 124

/* Rows of new tables come after the rows before, so few pages are in use, and they are faster while they fit into the
 * processor's cache.  Tables with indexes need pages from all over the file. */
#define LITTLE_CACHE "PRAGMA cache_size = -16384"
#define LARGE_CACHE  "PRAGMA cache_size = -65536"

int database_fail(struct database *d)
{
	int code = d->db ? sqlite3_extended_errcode(d->db) & 0xFF : SQLITE_OK;
	/* If SQLite knows of no error, an allocation of monread failed. */
	int is_ours = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;

	if (!d->failed && !stop_asked())
		diag_fail("%s: %s", d->name, is_ours ? "out of memory" : sqlite3_errmsg(d->db));
	d->failed = 1;
	return -1;
}

sqlite3_stmt *database_prepare(struct database *d, char *text)
{
	sqlite3_stmt *s = NULL;

	if (!text || sqlite3_prepare_v2(d->db, text, -1, &s, NULL) != SQLITE_OK)
		database_fail(d);
	sqlite3_free(text);
	return s;
}

int database_step(struct database *d, sqlite3_stmt *s)
{
	int code = s ? sqlite3_step(s) : SQLITE_ERROR;

	return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : s ? database_fail(d) : -1;
}

int database_number(struct database *d, char *text, int64_t *n)
{
	sqlite3_stmt *s = database_prepare(d, text);
	int row = database_step(d, s);

	if (row > 0)
		*n = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return row > 0 ? 0 : row < 0 ? -1 : database_fail(d);
}

int database_run(struct database *d, const char *format, ...)
{
	va_list ap;
	char *text;
	int code;

	va_start(ap, format);
	text = sqlite3_vmprintf(format, ap);
	va_end(ap);
	code = text ? sqlite3_exec(d->db, text, NULL, NULL, NULL) : SQLITE_NOMEM;
	sqlite3_free(text);
	return code == SQLITE_OK ? 0 : database_fail(d);
}

int database_run_with(struct database *d, const char *format, const char *name, sqlite3_str *text)
{
	char *list = sqlite3_str_finish(text);
	int rc = list ? database_run(d, format, name, list) : database_fail(d);

	sqlite3_free(list);
	return rc;
}

/* ---- Tables that tell of layouts and captures ---- */

/* monread_NAME for the virtual table NAME, with the rows that do not depend on captures. */
static int make_meta_table(struct database *d, const struct about *a)
{
	sqlite3_str *columns = sqlite3_str_new(NULL);
	size_t i;
	int rc;

	for (i = 0; i < a->table.ncolumns; i++)
		columns_add(columns, a->table.columns[i].name, columns_type(&a->table, (long)i));
	rc = database_run_with(d, "CREATE TABLE monread_%s(%s) STRICT", a->table.name, columns);
	if (rc || a->of_captures)
		return rc;
	return database_run(d, "INSERT INTO monread_%s SELECT * FROM " DATABASE_SOURCE "%s", a->table.name,
	                    a->table.name);
}

static int make_meta(struct database *d)
{
	const struct about *a;

	if (database_run(d,
	                 "CREATE TABLE monread_schema(schema_version INTEGER, monread_version TEXT) STRICT;"
	                 "INSERT INTO monread_schema VALUES(%d, %Q)",
	                 SCHEMA_VERSION, monread_version()))
		return -1;
	for (a = about_tables; a->table.name; a++)
		/* The table of all records would be as large as all others together. */
		if (a->next && make_meta_table(d, a))
			return -1;
	return database_run(d, "PRAGMA application_id = %d", APPLICATION_ID);
}

/* ---- Opening ---- */

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

/* SQLite gives a meaning to :memory: and file:NAME; here they are names of files. */
static int open_file(struct database *d)
{
	struct stat st;

	d->path = sqlite3_mprintf("%s%s", *d->name == '/' ? "" : "./", d->name);
	if (!d->path)
		return SQLITE_NOMEM;
	d->is_made = stat(d->path, &st) != 0;
	return sqlite3_open_v2(d->path, &d->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
}

int database_open(struct database *d)
{
	if (open_file(d) != SQLITE_OK)
		return database_fail(d);
	sqlite3_busy_handler(d->db, busy, d);
	if (tables_register_about(d->tables, d->db) != SQLITE_OK)
		return database_fail(d);
	/* Pages larger than SQLite's own are filled faster; a database that exists keeps its size. */
	return database_run(d, "PRAGMA page_size = 8192; PRAGMA temp_store = FILE;" LITTLE_CACHE);
}

/* Remove the file if nothing was stored in it. */
static void remove_empty(const struct database *d)
{
	char *file = realpath(d->path, NULL);
	struct stat st;

	if (file && stat(file, &st) == 0 && st.st_size == 0)
		unlink(file);
	free(file);
}

void database_close(struct database *d)
{
	if (!d->path)
		return;
	targets_free(d);
	sqlite3_close_v2(d->db);
	if (d->is_made)
		remove_empty(d);
	sqlite3_free(d->path);
}

/* ---- Transactions ---- */

/* Only databases that monread made are written to.  0, or -1: the reason was reported. */
static int check_version(struct database *d, int64_t id)
{
	int64_t known = 0, version = 0;

	if (id == APPLICATION_ID &&
	    database_number(d, sqlite3_mprintf("SELECT count(*) FROM sqlite_schema WHERE name = 'monread_schema'"), &known))
		return -1;
	if (known && database_number(d, sqlite3_mprintf("SELECT max(schema_version) FROM monread_schema"), &version))
		return -1;
	if (version == SCHEMA_VERSION)
		return database_run(d, LARGE_CACHE);
	if (!known)
		diag_fail("%s: is a database that monread did not make", d->name);
	else if (version == 1)
		diag_fail("%s: was made by monread 1.0, which had other tables; load its captures into a new database: "
		          "sqlite3 %s 'SELECT quote(file) FROM monread_files' | xargs monread --sqlite=NEW.db", d->name,
		          d->name);
	else
		diag_fail("%s: its tables have version %lld, expected %d; load the captures into a new database", d->name,
		          (long long)version, SCHEMA_VERSION);
	d->failed = 1;
	return -1;
}

/* Make the tables about layouts in a database that has nothing.  0, or -1: the reason was reported. */
static int begin_tables(struct database *d)
{
	int64_t tables = 0, id = 0;

	if (database_number(d, sqlite3_mprintf("SELECT count(*) FROM sqlite_schema"), &tables) ||
	    database_number(d, sqlite3_mprintf("PRAGMA application_id"), &id))
		return -1;
	return tables == 0 && id == 0 ? make_meta(d) : check_version(d, id);
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
	if (d->failed || (!d->has_tables && begin_tables(d))) {
		database_rollback(d);
		return -1;
	}
	d->has_tables = 1;
	return 0;
}

int database_commit(struct database *d)
{
	return targets_index(d) || database_run(d, "COMMIT") ? -1 : 0;
}

void database_rollback(struct database *d)
{
	sqlite3_exec(d->db, "ROLLBACK", NULL, NULL, NULL);
}
