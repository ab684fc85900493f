/* target.c: the tables of a database, created with their first row and filled from the virtual tables. */
#include "config.h"

#include "sql/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "port/array.h"
#include "sql/columns.h"
#include "sql/module.h"
#include "sql/views.h"

/* The table NAME or NAME_delta. */
struct target {
	const struct table *table;
	int is_delta;
	char *name;
	sqlite3_stmt *insert; /* NULL: this run has not found rows for the table */
	int is_made;          /* created in this transaction, still without an index */
};

/* Hidden columns are not stored. */
static int is_stored(const struct table *t, size_t i)
{
	return !(t->columns[i].flags & TABLE_HIDDEN);
}

static int is_key(const struct table *t, size_t i)
{
	return is_stored(t, i) && (t->columns[i].kind == TABLE_KEY || (i == TABLE_ENTRY && table_counts_entries(t)));
}

/* The columns that identify a row in all captures. */
static const char *unique_columns(const struct table *t)
{
	return t->role == TABLE_OF_ENTRIES ? "system, time, record_hash, copy, entry" : "system, time, record_hash, copy";
}

static int is_unique(const struct table *t, size_t i)
{
	return i == TABLE_SYSTEM || i == TABLE_TIME_OF || (i == TABLE_ENTRY && t->role == TABLE_OF_ENTRIES);
}

/* ---- Views ---- */

/* Make the view NAME of TO. IS_SHORT: with short names of columns; IS_LAST: only the last row of each instance. */
static int make_view(struct database *d, const struct target *to, const char *name, int is_short, int is_last)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	const struct table *t = to->table;
	size_t i;

	for (i = 0; i < t->ncolumns; i++) {
		const char *other = is_short ? columns_short_only(t, i) : NULL;

		if (is_stored(t, i))
			columns_add(text, t->columns[i].name, "");
		if (is_stored(t, i) && other)
			sqlite3_str_appendf(text, " AS \"%w\"", other);
	}
	sqlite3_str_appendf(text, "%s FROM \"%w\"", to->is_delta ? ", " TABLE_ELAPSED_NAME : "", to->name);
	for (i = 0; is_last && i < t->ncolumns; i++)
		if (is_key(t, i))
			sqlite3_str_appendf(text, "%s\"%w\"", i == TABLE_SYSTEM ? " GROUP BY " : ", ",
			                    t->columns[i].name);
	/* SQLite takes the other columns from the row with this maximum. */
	sqlite3_str_appendall(text, is_last ? " HAVING max(time) NOT NULL" : "");
	return database_run_with(d, "CREATE VIEW \"%w\" AS SELECT %s", name, text);
}

/* Make the view NAME_asof from the records and intervals in the database. */
static int make_asof(struct database *d, const struct target *to, const char *name)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	char *records = sqlite3_mprintf("\"%w\"", to->name);

	views_put_asof_select(text, to->table, records ? records : "");
	sqlite3_free(records);
	return database_run_with(d, "CREATE VIEW \"%w\" AS %s", name, text);
}

static int make_views(struct database *d, const struct target *to)
{
	static const char *const suffixes[] = { "", "_last", "_asof" };
	char base[NAMES_ROOM], name[NAMES_ROOM + 8];
	int has_short = columns_short_table(to->table, base), rc = 0, is_short, i;

	for (is_short = 0; is_short <= has_short; is_short++)
		for (i = 0; !rc && i < (to->is_delta ? 1 : 3); i++) {
			snprintf(name, sizeof name, "%s%s%s", is_short ? base : to->table->name,
			         to->is_delta ? "_delta" : "", suffixes[i]);
			/* This is the name of the table itself. */
			if (!is_short && i == 0)
				continue;
			rc = database_run(d, "DROP VIEW IF EXISTS \"%w\"", name);
			if (!rc)
				rc = i == 2 ? make_asof(d, to, name) : make_view(d, to, name, is_short, i > 0);
		}
	return rc;
}

/* ---- Tables ---- */

static int make_table(struct database *d, struct target *to)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	const struct table *t = to->table;
	size_t i;

	for (i = 0; i < t->ncolumns; i++)
		if (is_stored(t, i)) {
			columns_add(text, t->columns[i].name, columns_type(t, (long)i));
			sqlite3_str_appendall(text, is_unique(t, i) ? " NOT NULL" : "");
		}
	sqlite3_str_appendf(text, "%s, record_hash INTEGER NOT NULL, copy INTEGER NOT NULL, UNIQUE(%s)",
	                    to->is_delta ? ", " TABLE_ELAPSED_NAME " REAL" : "", unique_columns(t));
	to->is_made = 1;
	return database_run_with(d, "CREATE TABLE \"%w\"(%s) STRICT", to->name, text) ? -1 : make_views(d, to);
}

/* Check the column I. 1: the table lacks it; 0: it exists; -1: it has another type, which was reported. */
static int check_column(struct database *d, const struct target *to, size_t i)
{
	const char *column = to->table->columns[i].name, *ours = columns_type(to->table, (long)i), *type = NULL;
	sqlite3_stmt *s = database_prepare(d, sqlite3_mprintf("SELECT type FROM pragma_table_info(%Q)"
	                                                         " WHERE name = %Q COLLATE NOCASE", to->name, column));
	int row = database_step(d, s);

	if (row > 0)
		type = (const char *)sqlite3_value_text(sqlite3_column_value(s, 0));
	if (row > 0 && (!type || sqlite3_stricmp(type, ours) != 0)) {
		diag_fail("%s: %s of %s is %s there, and %s with the layouts of this run; load into a new database", d->name,
		          column, to->name, type ? type : "?", ours);
		d->failed = 1;
		row = -1;
	}
	sqlite3_finalize(s);
	return row < 0 ? -1 : !row;
}

/* Add columns that newer layouts have. 0, or -1: the reason was reported. */
static int add_columns(struct database *d, const struct target *to)
{
	const struct table *t = to->table;
	int lacks, any = 0;
	size_t i;

	for (i = 0; i < t->ncolumns; i++) {
		lacks = is_stored(t, i) ? check_column(d, to, i) : 0;
		if (lacks < 0 || (lacks && database_run(d, "ALTER TABLE \"%w\" ADD COLUMN \"%w\" %s", to->name,
		                                        t->columns[i].name, columns_type(t, (long)i))))
			return -1;
		any |= lacks;
	}
	return any ? make_views(d, to) : 0;
}

/* The column to index by time: the interval, which is equal in rows of several tables; events have only a time. */
static const char *time_column(const struct table *t)
{
	return t->layout->kind && strcmp(t->layout->kind, "event") == 0 ? "time" : "interval";
}

static int make_index(struct database *d, const struct target *to)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	size_t i;

	sqlite3_str_appendf(text, "\"%w\"(", to->name);
	for (i = 0; i < to->table->ncolumns; i++)
		if (is_stored(to->table, i) && to->table->columns[i].kind == TABLE_KEY)
			sqlite3_str_appendf(text, "\"%w\", ", to->table->columns[i].name);
	sqlite3_str_appendf(text, "%s)", time_column(to->table));
	return database_run_with(d, "CREATE INDEX \"%w_by_key\" ON %s", to->name, text);
}

int targets_index(struct database *d)
{
	size_t i;

	for (i = 0; i < d->ntargets; i++) {
		if (d->targets[i].is_made && make_index(d, &d->targets[i]))
			return -1;
		d->targets[i].is_made = 0;
	}
	return 0;
}

/* ---- Rows ---- */

/* Prepare the statement that copies all rows of the virtual table. */
static sqlite3_stmt *prepare_insert(struct database *d, const struct target *to)
{
	sqlite3_str *columns = sqlite3_str_new(NULL), *values = sqlite3_str_new(NULL);
	const struct table *t = to->table;
	sqlite3_stmt *s = NULL;
	const char *elapsed = to->is_delta ? ", " TABLE_ELAPSED_NAME : "";
	char *into, *from;
	size_t i;

	for (i = 0; i < t->ncolumns; i++) {
		if (!is_stored(t, i))
			continue;
		columns_add(columns, t->columns[i].name, "");
		if (i == TABLE_SYSTEM || i == TABLE_FILE)
			sqlite3_str_appendf(values, "%s, ", i == TABLE_FILE ? "?1" : "ifnull(system, '')");
		else
			sqlite3_str_appendf(values, "\"%w\", ", t->columns[i].name);
	}
	into = sqlite3_str_finish(columns);
	from = sqlite3_str_finish(values);
	if (into && from)
		s = database_prepare(d, sqlite3_mprintf("INSERT INTO \"%w\"(%s, record_hash, copy%s)"
		                                        " SELECT %s record_hash, copy%s FROM \"" DATABASE_SOURCE "%w\""
		                                        " WHERE true ON CONFLICT(%s) DO NOTHING", to->name, into, elapsed,
		                                        from, elapsed, to->name, unique_columns(t)));
	else
		database_fail(d);
	sqlite3_free(into);
	sqlite3_free(from);
	return s;
}

/* Create the virtual table for TO, once per run. 0, or -1. */
static int begin_target(struct database *d, struct target *to, const struct table *t, int is_delta)
{
	to->table = t;
	to->is_delta = is_delta;
	to->name = sqlite3_mprintf("%s%s", t->name, is_delta ? "_delta" : "");
	if (!to->name || tables_register_source(d->tables, d->db, t, is_delta) != SQLITE_OK)
		return database_fail(d);
	return 0;
}

/* Set *IS to 1 if the table is an empty placeholder made by monstat --views, which lacks the column "record_hash". */
static int is_placeholder(struct database *d, const struct target *to, int64_t *is)
{
	return database_number(d, sqlite3_mprintf("SELECT NOT EXISTS(SELECT 1 FROM pragma_table_info(%Q)"
	                                          " WHERE name = 'record_hash') AND NOT EXISTS(SELECT 1 FROM \"%w\")",
	                                          to->name, to->name), is);
}

/* Make or extend the table of TO and prepare its statement. 0; 1: the captures have no rows for it; -1: the reason
 * was reported. */
static int begin_insert(struct database *d, struct target *to)
{
	int64_t is_there = 0, is_replaced = 0, has_rows = 1;

	if (database_number(d, sqlite3_mprintf("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = %Q"
	                                          " COLLATE NOCASE", to->name), &is_there))
		return -1;
	if (is_there && is_placeholder(d, to, &is_replaced))
		return -1;
	if ((!is_there || is_replaced) &&
	    database_number(d, sqlite3_mprintf("SELECT EXISTS(SELECT 1 FROM \"" DATABASE_SOURCE "%w\")", to->name), &has_rows))
		return -1;
	if (!has_rows)
		return 1;
	if (is_replaced && database_run(d, "DROP TABLE \"%w\"", to->name))
		return -1;
	if (is_there && !is_replaced ? add_columns(d, to) : make_table(d, to))
		return -1;
	to->insert = prepare_insert(d, to);
	return to->insert ? 0 : -1;
}

int target_copy(struct database *d, const struct table *t, int is_delta, const char *file, int64_t *added)
{
	size_t n = 2 * (size_t)t->id + (size_t)is_delta;
	struct target *to;
	int rc;

	*added = 0;
	if (ARRAY_EXTEND(d->targets, d->ntargets, n + 1))
		return database_fail(d);
	to = &d->targets[n];
	if (!to->table && begin_target(d, to, t, is_delta))
		return -1;
	rc = to->insert ? 0 : begin_insert(d, to);
	if (rc)
		return rc < 0 ? -1 : 0;
	sqlite3_bind_text(to->insert, 1, file, -1, SQLITE_STATIC);
	rc = database_step(d, to->insert);
	sqlite3_reset(to->insert);
	if (rc)
		return -1;
	*added = sqlite3_changes(d->db);
	return 0;
}

/* Replace the rows for FILE in monread_NAME by those of the virtual table NAME, unless they are equal. */
static int note(struct database *d, const char *name, const char *columns, const char *file)
{
	char *now = sqlite3_mprintf("SELECT %Q, %s FROM " DATABASE_SOURCE "%s", file, columns, name);
	char *old = sqlite3_mprintf("SELECT * FROM monread_%s WHERE file = %Q", name, file);
	int rc = now && old ? 0 : database_fail(d);

	if (!rc)
		rc = database_run(d, "DELETE FROM monread_%s WHERE file = %Q AND (EXISTS(%s EXCEPT %s) OR EXISTS(%s EXCEPT %s));"
		                     "INSERT INTO monread_%s %s EXCEPT %s", name, file, now, old, old, now, name, now, old);
	sqlite3_free(now);
	sqlite3_free(old);
	return rc;
}

int target_note(struct database *d, const char *file)
{
	return note(d, "files", "container, bytes, datasets, records, first_time, last_time, system, problems", file) ||
	       note(d, "problems", "\"offset\", dataset, domain, record, problem", file) ? -1 : 0;
}

void targets_free(struct database *d)
{
	size_t i;

	for (i = 0; i < d->ntargets; i++) {
		sqlite3_finalize(d->targets[i].insert);
		sqlite3_free(d->targets[i].name);
	}
	free(d->targets);
}
