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

/* Append a SELECT of the records that were valid at each interval. */
static void put_asof(sqlite3_str *text, const struct target *to)
{
	char *records = sqlite3_mprintf("\"%w\"", to->name);

	views_put_asof_select(text, to->table, records ? records : "");
	sqlite3_free(records);
}

static int make_views(struct database *d, const struct target *to)
{
	static const char *const suffixes[] = { "", "_last", "_asof" };
	sqlite3_str *text = sqlite3_str_new(NULL);
	char base[NAMES_ROOM], name[NAMES_ROOM + 8];
	int has_short = columns_short_table(to->table, base), is_short, i;

	for (is_short = 0; is_short <= has_short; is_short++)
		/* The table itself has the long name without a suffix. */
		for (i = !is_short; i < (to->is_delta ? 1 : 3); i++) {
			snprintf(name, sizeof name, "%s%s%s", is_short ? base : to->table->name, to->is_delta ? "_delta" : "",
			         suffixes[i]);
			sqlite3_str_appendf(text, "DROP VIEW IF EXISTS \"%w\"; CREATE VIEW \"%w\" AS ", name, name);
			if (i == 2)
				put_asof(text, to);
			else
				put_select(text, to, is_short, i == 1);
			sqlite3_str_appendall(text, ";");
		}
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
static int find(struct database *d, const struct target *to, int64_t *has_rows)
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

int target_copy(struct database *d, const struct table *t, int is_delta, const char *file, int64_t *added)
{
	size_t n = 2 * (size_t)t->id + (size_t)is_delta;
	struct target to = { .table = t, .is_delta = is_delta };
	int64_t has_rows = 0;
	int is_there = 1;

	*added = 0;
	snprintf(to.name, sizeof to.name, "%s%s", t->name, is_delta ? "_delta" : "");
	if (ARRAY_EXTEND(d->known, d->nknown, n + 1) ||
	    (!d->known[n] && tables_register_source(d->tables, d->db, t, is_delta) != SQLITE_OK))
		return database_fail(d);
	if (d->known[n] < 2) {
		d->known[n] = 1;
		is_there = find(d, &to, &has_rows);
		if (is_there <= 0 && !has_rows)
			return is_there;
		if (is_there ? add_columns(d, &to) : database_run(d, "DROP TABLE IF EXISTS \"%w\"", to.name) || make_table(d, &to))
			return -1;
		d->known[n] = 2;
	}
	if (insert(d, &to, file))
		return -1;
	*added = sqlite3_changes(d->db);
	/* An index is made faster after the rows are there. */
	return is_there ? 0 : make_index(d, &to);
}
