/* database.c: a database of captures. */
#include "config.h"

#include "sql/database.h"

#ifdef HAVE_SQLITE3

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/stop.h"
#include "sql/columns.h"
#include "sql/hashes.h"
#include "sql/made.h"
#include "sql/metarows.h"

/* How tables and columns are laid out: another version is another number. */
#define SCHEMA_VERSION 1
/* What file(1) and we know such a database by: "mrSQ". */
#define APPLICATION_ID 0x6D725351
/* How long a lock is waited for where nothing but an empty file is at stake. */
#define CLOSE_BUSY_MS  5000

/* Rows of tables without indexes come behind those before, and the same few pages are filled, better while they are in
 * the processor's cache: 6 % faster.  Where there are indexes, their pages are needed again and again. */
#define LITTLE_CACHE "PRAGMA cache_size = -16384"
#define LARGE_CACHE  "PRAGMA cache_size = -65536"

int database_fail(struct database *d)
{
	int code, is_ours, is_ended;

	/* Nobody else has the connection. */
	if (d->inserts)
		inserts_wait(d->inserts);
	code = d->db ? d->sqlite->extended_errcode(d->db) & 0xFF : SQLITE_OK;
	/* Where SQLite knows of no error it is our own memory. */
	is_ours = code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE;
	/* A wait that the user ended. */
	is_ended = code == SQLITE_BUSY && stop_asked();
	if (!d->failed && !is_ended)
		diag_fail("%s: %s", d->name, is_ours ? "out of memory" : d->sqlite->errmsg(d->db));
	d->failed = 1;
	return -1;
}

int database_settle(struct database *d)
{
	return d->inserts && inserts_wait(d->inserts) ? database_fail(d) : 0;
}

sqlite3_stmt *database_prepare(struct database *d, const char *text)
{
	sqlite3_stmt *s = NULL;

	if (database_settle(d))
		return NULL;
	if (!text || d->sqlite->prepare_v2(d->db, text, -1, &s, NULL) != SQLITE_OK)
		database_fail(d);
	return s;
}

int database_step(struct database *d, sqlite3_stmt *s)
{
	int code = s ? d->sqlite->step(s) : SQLITE_ERROR;

	return code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : s ? database_fail(d) : -1;
}

static int run_text(struct database *d, const char *text)
{
	if (database_settle(d))
		return -1;
	return text && d->sqlite->exec(d->db, text, NULL, NULL, NULL) == SQLITE_OK ? 0 : database_fail(d);
}

int database_run(struct database *d, const char *format, ...)
{
	va_list ap;
	char *text;
	int rc;

	if (database_settle(d))
		return -1;
	va_start(ap, format);
	text = d->sqlite->vmprintf(format, ap);
	va_end(ap);
	rc = run_text(d, text);
	d->sqlite->free(text);
	return rc;
}

/* The number that TEXT, a statement with one row, gives.  0, or -1: there is none, which is not said. */
static int ask_number(struct database *d, const char *text, int64_t *n)
{
	sqlite3_stmt *s = NULL;
	int rc = -1;

	if (d->sqlite->prepare_v2(d->db, text, -1, &s, NULL) == SQLITE_OK && d->sqlite->step(s) == SQLITE_ROW) {
		*n = d->sqlite->column_int64(s, 0);
		rc = 0;
	}
	d->sqlite->finalize(s);
	return rc;
}

/* ---- Tables about layouts ---- */

static int bind_value(struct database *d, sqlite3_stmt *s, int i, const struct cell_value *v)
{
	switch (v->type) {
	case SQLITE_INTEGER:
		return d->sqlite->bind_int64(s, i, v->integer);
	case SQLITE_FLOAT:
		return d->sqlite->bind_double(s, i, v->real);
	case SQLITE_TEXT:
		return d->sqlite->bind_text(s, i, v->text, (int)v->length, SQLITE_TRANSIENT);
	default:
		return d->sqlite->bind_null(s, i);
	}
}

static int fill(struct database *d, const struct meta_table *m, sqlite3_stmt *s)
{
	struct meta_rows rows = { .tables = d->tables };
	struct cell_value value;
	int code, complete;
	unsigned i;

	while ((code = m->next(&rows)) == SQLITE_OK && !rows.end) {
		for (i = 0; i < m->ncolumns; i++) {
			value.type = SQLITE_NULL;
			m->value(&rows, i, &value);
			if (bind_value(d, s, (int)i + 1, &value) != SQLITE_OK)
				code = SQLITE_NOMEM;
		}
		if (code != SQLITE_OK || d->sqlite->step(s) != SQLITE_DONE)
			break;
		d->sqlite->reset(s);
	}
	/* The end may be that of memory. */
	complete = code == SQLITE_OK && rows.end;
	meta_rows_done(&rows);
	return complete ? 0 : database_fail(d);
}

static int make_meta_table(struct database *d, const struct meta_table *m)
{
	struct columns_text columns, values;
	sqlite3_stmt *s = NULL;
	size_t i;
	char *text;
	int rc = -1;

	columns_text_begin(&columns, "");
	columns_text_begin(&values, "");
	for (i = 0; i < m->ncolumns; i++) {
		columns_text_add(&columns, m->columns[i].name, m->columns[i].type, 0);
		columns_text_put(&values, i ? ",?" : "?");
	}
	if (columns.failed || values.failed) {
		database_fail(d);
	} else if (database_run(d, "CREATE TABLE monread_%s(%s) STRICT", m->name, columns.text) == 0) {
		text = d->sqlite->mprintf("INSERT INTO monread_%s VALUES(%s)", m->name, values.text);
		s = database_prepare(d, text);
		d->sqlite->free(text);
		rc = s ? fill(d, m, s) : -1;
	}
	d->sqlite->finalize(s);
	columns_text_done(&columns);
	columns_text_done(&values);
	return rc;
}

static int make_meta(struct database *d)
{
	const struct meta_table *m;

	if (database_run(d,
	                 "CREATE TABLE monread_schema(schema_version INTEGER, monread_version TEXT) STRICT;"
	                 "INSERT INTO monread_schema VALUES(%d, %Q);"
	                 "CREATE TABLE monread_files(file_id INTEGER PRIMARY KEY, file TEXT, container TEXT, bytes INTEGER,"
	                 " datasets INTEGER, records INTEGER, first_time TEXT, last_time TEXT, system TEXT,"
	                 " last_offset INTEGER) STRICT;"
	                 "CREATE TABLE monread_problems(file_id INTEGER, file TEXT, offset INTEGER, dataset INTEGER,"
	                 " domain INTEGER, record INTEGER, problem TEXT, PRIMARY KEY(file_id, offset, problem))"
	                 " STRICT, WITHOUT ROWID;"
	                 HASHES_TABLE,
	                 SCHEMA_VERSION, monread_version()))
		return -1;
	for (m = meta_tables; m->name; m++)
		if (!m->of_captures && make_meta_table(d, m))
			return -1;
	return database_run(d, "PRAGMA application_id = %d", APPLICATION_ID);
}

/* ---- Opening ---- */

/* Whether there is nothing in it, not even what says whose it is, *ID.  1, 0, or -1: it was said why. */
static int is_bare(struct database *d, int64_t *id)
{
	int64_t tables;

	if (ask_number(d, "SELECT count(*) FROM sqlite_schema", &tables) || ask_number(d, "PRAGMA application_id", id))
		return database_fail(d);
	return tables == 0 && *id == 0;
}

/* 1: what tells of layouts was made; 0: another run was first, and *ID is the database's now; -1: it was said why. */
static int make_in_bare(struct database *d, int64_t *id)
{
	int bare;

	if (database_begin(d))
		return -1;
	/* Nobody else can make it now, but somebody may have. */
	bare = is_bare(d, id);
	if (bare > 0 && make_meta(d) == 0 && database_commit(d) == 0) {
		d->is_new = 1;
		return 1;
	}
	database_rollback(d);
	return bare ? -1 : 0;
}

/* Only what we made is written to. */
static int check_version(struct database *d)
{
	int64_t id = 0, version = 0;
	int bare = is_bare(d, &id);

	if (bare > 0)
		bare = make_in_bare(d, &id);
	if (bare < 0)
		return -1;
	if (bare)
		return 0;
	if (id != APPLICATION_ID || ask_number(d, "SELECT schema_version FROM monread_schema", &version)) {
		diag_fail("%s: is a database that monread has not made; it stays as it is", d->name);
		return -1;
	}
	if (version != SCHEMA_VERSION) {
		diag_fail("%s: is a database of another version of monread: schema version %lld, expected %d; load into a new one",
		          d->name, (long long)version, SCHEMA_VERSION);
		return -1;
	}
	return 0;
}

/* For SQLite :memory: and file:NAME are no names of files, and what is loaded there is lost. */
static int open_file(struct database *d)
{
	d->path = d->sqlite->mprintf("%s%s", *d->name == '/' ? "" : "./", d->name);
	if (!d->path)
		return SQLITE_NOMEM;
	d->fd = made_file(d->path, &d->is_made);
	return d->sqlite->open_v2(d->path, &d->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, NULL);
}

static void say_locked(void *arg)
{
	struct database *d = arg;

	locked_say(&d->locked);
}

int database_open(struct database *d, const struct tables *t, const char *name)
{
	memset(d, 0, sizeof *d);
	d->tables = t;
	d->sqlite = t->sqlite;
	d->name = name;
	d->fd = -1;
	d->inserts = inserts_new(d->sqlite);
	if (!d->inserts || open_file(d) != SQLITE_OK)
		return database_fail(d);
	d->locked = (struct locked){ .name = name, .fd = d->fd };
	locked_wait(&d->locked, d->sqlite, d->db);
	inserts_while(d->inserts, say_locked, d);
	/* A database that there is keeps its size of pages; larger ones than SQLite's own are filled faster. */
	if (run_text(d, "PRAGMA page_size = 8192; PRAGMA temp_store = FILE") || check_version(d))
		return -1;
	return run_text(d, d->is_new ? LITTLE_CACHE : LARGE_CACHE);
}

int database_close(struct database *d)
{
	size_t i;

	inserts_free(d->inserts);
	for (i = 0; i < d->n; i++)
		d->sqlite->finalize(d->list[i].insert);
	free(d->list);
	if (d->db)
		d->sqlite->busy_timeout(d->db, stop_asked() ? 0 : CLOSE_BUSY_MS);
	if (d->is_made)
		made_remove_empty(d->sqlite, d->db, d->path, d->fd);
	d->sqlite->free(d->path);
	d->sqlite->close_v2(d->db);
	if (d->fd >= 0)
		close(d->fd);
	return d->failed ? -1 : 0;
}

/* ---- Transactions ---- */

int database_begin(struct database *d)
{
	if (run_text(d, "BEGIN IMMEDIATE"))
		return -1;
	if (!made_is_gone(d->sqlite, d->db))
		return 0;
	diag_fail("%s: was removed or renamed since it was opened; nothing more is loaded; run again", d->name);
	d->failed = 1;
	database_rollback(d);
	return -1;
}

/* Indexes of a new table are made once its rows are there, which is faster. */
static int make_indexes(struct database *d, const struct table *t)
{
	struct columns_text keys;
	size_t i;
	int rc;

	rc = database_run(d, "CREATE INDEX \"%w_by_time\" ON \"%w\"(\"system\", \"time\")", t->name, t->name);
	columns_text_begin(&keys, "");
	for (i = 0; i < t->ncolumns; i++)
		if (database_has(&t->columns[i]) && t->columns[i].kind == TABLE_KEY)
			columns_text_add(&keys, t->columns[i].name, "", 0);
	if (!rc && keys.failed)
		rc = database_fail(d);
	/* Rows of two tables belong together by their interval, as each record has a time of its own. */
	if (!rc && keys.any)
		rc = database_run(d, "CREATE INDEX \"%w_by_key\" ON \"%w\"(%s, \"interval\")", t->name, t->name, keys.text);
	columns_text_done(&keys);
	return rc;
}

int database_commit(struct database *d)
{
	size_t i;

	if (database_settle(d))
		return -1;
	for (i = 0; i < d->n; i++) {
		if (d->list[i].made && make_indexes(d, d->list[i].table))
			return -1;
		d->list[i].made = 0;
	}
	if (run_text(d, "COMMIT"))
		return -1;
	if (d->is_new && run_text(d, LARGE_CACHE))
		return -1;
	d->is_new = 0;
	return 0;
}

void database_rollback(struct database *d)
{
	size_t i;

	database_settle(d);
	/* Tables that were made are gone, and so are their statements. */
	for (i = 0; i < d->n; i++) {
		d->sqlite->finalize(d->list[i].insert);
		d->list[i].insert = NULL;
		d->list[i].made = 0;
	}
	d->sqlite->exec(d->db, "ROLLBACK", NULL, NULL, NULL);
}

/* ---- Tables of records ---- */

/* The short names of columns, as D0R2 has them. */
static int make_view(struct database *d, const struct table *t)
{
	struct columns_text text;
	size_t i, k;
	int rc;

	if (t->role != TABLE_OF_RECORD)
		return 0;
	columns_text_begin(&text, DATABASE_FILE_ID);
	text.any = 1;
	for (i = 0; i < t->ncolumns; i++) {
		const char *name = columns_short(&t->columns[i]);

		if (!database_has(&t->columns[i]))
			continue;
		for (k = 0; name && k < t->ncolumns; k++) {
			const char *other = columns_short(&t->columns[k]);

			if (d->sqlite->stricmp(name, t->columns[k].name) == 0 ||
			    (k != i && other && d->sqlite->stricmp(name, other) == 0) ||
			    d->sqlite->stricmp(name, DATABASE_FILE_ID) == 0)
				name = NULL;
		}
		columns_text_add(&text, t->columns[i].name, name ? "AS " : "", 0);
		if (name)
			columns_text_name(&text, name);
	}
	rc = text.failed ? database_fail(d) :
	                   database_run(d, "CREATE VIEW \"D%dR%d\" AS SELECT %s FROM \"%w\"", t->layout->domain,
	                                t->layout->record, text.text, t->name);
	columns_text_done(&text);
	return rc;
}

static int make_table(struct database *d, const struct table *t)
{
	struct columns_text text;
	size_t i;
	int rc;

	columns_text_begin(&text, DATABASE_FILE_ID " INTEGER");
	text.any = 1;
	for (i = 0; i < t->ncolumns; i++)
		if (database_has(&t->columns[i]))
			columns_text_add(&text, t->columns[i].name, columns_type(t, (long)i), 0);
	rc = text.failed ? database_fail(d) :
	                   database_run(d,
	                                "CREATE TABLE \"%w\"(%s, PRIMARY KEY(" DATABASE_FILE_ID ", \"offset\"%s)) STRICT,"
	                                " WITHOUT ROWID",
	                                t->name, text.text, t->role == TABLE_OF_ENTRIES ? ", \"entry\"" : "");
	columns_text_done(&text);
	return rc ? rc : make_view(d, t);
}

/* The column C of a table that was made by a run with other layouts.  0: it is there; 1: it is not; -1: it was said
 * why it cannot be. */
static int check_column(struct database *d, const struct table *t, size_t i)
{
	const struct sqlite *s = d->sqlite;
	char *text = s->mprintf("SELECT type FROM pragma_table_info(%Q) WHERE name = %Q COLLATE NOCASE", t->name,
	                        t->columns[i].name);
	sqlite3_stmt *statement = database_prepare(d, text);
	const char *type = NULL;
	int rc = database_step(d, statement);

	s->free(text);
	if (rc > 0) {
		type = (const char *)s->value_text(s->column_value(statement, 0));
		rc = 0;
		if (!type || s->stricmp(type, columns_type(t, (long)i)) != 0) {
			if (!d->failed)
				diag_fail("%s: %s of %s is %s there, and %s with the layouts of this run; load into a new database",
				          d->name, t->columns[i].name, t->name, type ? type : "?", columns_type(t, (long)i));
			d->failed = 1;
			rc = -1;
		}
	} else if (!rc) {
		rc = 1;
	}
	s->finalize(statement);
	return rc;
}

/* Layouts that are loaded may add columns to a table that there is. */
static int settle_columns(struct database *d, const struct table *t)
{
	size_t i;
	int rc;

	for (i = 0; i < t->ncolumns; i++) {
		rc = database_has(&t->columns[i]) ? check_column(d, t, i) : 0;
		if (rc > 0)
			rc = database_run(d, "ALTER TABLE \"%w\" ADD COLUMN \"%w\" %s", t->name, t->columns[i].name,
			                  columns_type(t, (long)i));
		if (rc)
			return -1;
	}
	return 0;
}

/* Several rows at a time take a quarter less time.  But only OR IGNORE is as quick, which ignores more than a row that is
 * there: where somebody else made the table, that may be data. */
#define ROWS_MOST       8u
#define PARAMETERS_MOST 999u /* of older SQLites */

static unsigned rows_at_once(const struct database_table *one, unsigned parameters)
{
	unsigned n = PARAMETERS_MOST / parameters;

	if (!one->made || n < 2)
		return 1;
	return n < ROWS_MOST ? n : ROWS_MOST;
}

static void prepare_insert(struct database *d, struct database_table *one)
{
	const struct table *t = one->table;
	struct columns_text columns, row, rows;
	unsigned n = 1, i;
	char *text;

	columns_text_begin(&columns, DATABASE_FILE_ID);
	columns.any = 1;
	columns_text_begin(&row, "(?");
	for (i = 0; i < t->ncolumns; i++)
		if (database_has(&t->columns[i])) {
			columns_text_add(&columns, t->columns[i].name, "", 0);
			columns_text_put(&row, ",?");
			n++;
		}
	columns_text_put(&row, ")");
	columns_text_begin(&rows, "");
	one->rows = rows_at_once(one, n);
	for (i = 0; i < one->rows && !row.failed; i++) {
		columns_text_put(&rows, i ? "," : "");
		columns_text_put(&rows, row.text);
	}
	if (columns.failed || row.failed || rows.failed) {
		database_fail(d);
	} else {
		text = d->sqlite->mprintf("INSERT %s INTO \"%w\"(%s) VALUES%s %s", one->rows > 1 ? "OR IGNORE" : "", t->name,
		                          columns.text, rows.text, one->rows > 1 ? "" : "ON CONFLICT DO NOTHING");
		one->insert = database_prepare(d, text);
		d->sqlite->free(text);
	}
	columns_text_done(&columns);
	columns_text_done(&row);
	columns_text_done(&rows);
}

static int grow(struct database *d, size_t id)
{
	size_t n = id + 64;
	struct database_table *list = realloc(d->list, n * sizeof *list);

	if (!list) {
		diag_fail("out of memory");
		d->failed = 1;
		return -1;
	}
	memset(list + d->n, 0, (n - d->n) * sizeof *list);
	d->list = list;
	d->n = n;
	return 0;
}

const struct database_table *database_insert(struct database *d, const struct table *t)
{
	struct database_table *one;
	int64_t n = 0;
	char *text;

	if (t->id >= d->n && grow(d, t->id))
		return NULL;
	one = &d->list[t->id];
	if (one->insert)
		return one;
	if (database_settle(d))
		return NULL;
	one->table = t;
	text = d->sqlite->mprintf("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = %Q COLLATE NOCASE",
	                          t->name);
	if (!text || ask_number(d, text, &n)) {
		d->sqlite->free(text);
		database_fail(d);
		return NULL;
	}
	d->sqlite->free(text);
	if (n ? settle_columns(d, t) : make_table(d, t))
		return NULL;
	one->made = n == 0;
	prepare_insert(d, one);
	return one->insert ? one : NULL;
}

#endif
