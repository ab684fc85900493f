/* where.c: --where: test if an SQL condition is true for a row of a record. */
#include "config.h"

#include "sql/sql.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/near.h"
#include "port/array.h"
#include "port/ascii.h"
#include "sql/cell.h"
#include "sql/columns.h"
#include "sql/functions.h"
#include "sql/views.h"

#define NAMES_MAX 64u

/* The condition, compiled for one table that has all of its columns. */
struct filter {
	struct all *all;
	const struct table *table;
	long columns[NAMES_MAX]; /* for each parameter of the statement: index of its column */
	size_t ncolumns;
	struct table_rows *rows;
	sqlite3_stmt *statement;
	struct filter *next;
};

/* The end of each list of filters. */
static struct filter last;

struct all {
	struct where pub;
	sqlite3 *db;
	const char *expr;
	const struct monread_layouts *layouts;
	int counted, is_clone; /* see where_open(); a clone shares the schema of the original, which reports errors */
	struct table_schema *schema;
	struct table_text text;
	struct moments moments;
	char pattern[100]; /* set if the condition is NAME LIKE 'pattern'; else "" */
	char names[NAMES_MAX][NAMES_ROOM];
	unsigned char known[NAMES_MAX]; /* by index of ->names: 1 if a table has a column of this name */
	size_t nnames;
	/* by id of a layout: the filters for the tables that its records can have rows of; NULL: not compiled yet */
	struct filter **of;
	size_t nof;
};

/* Report the error CODE of SQLite; SQLITE_OK: no table has all columns of the condition. Return -1. */
static int report(const struct all *a, int code)
{
	const char *name = code == SQLITE_ERROR ? unknown_column(sqlite3_errmsg(a->db)) : NULL;
	char room[NEAR_ROOM];
	struct near near;

	if (a->is_clone)
		return -1;
	if (code == SQLITE_NOMEM) {
		diag_fail("out of memory");
	} else if (name) {
		near_begin(&near, strrchr(name, '.') ? strrchr(name, '.') + 1 : name);
		near_fields(&near, a->layouts);
		diag_fail("--where=%s: %s: no such field; %s", a->expr, name, near_list(&near, room, "see monread --find"));
	} else {
		diag_fail("--where=%s: %s", a->expr,
		          code == SQLITE_MISUSE ? "expected one condition, without parameters" :
		          code != SQLITE_OK     ? sqlite3_errmsg(a->db) :
		                                  "expected names of fields that one table has; see monread --find");
	}
	return -1;
}

/* ---- Tables ---- */

/* Collect the names in the condition that may be columns. 0, or -1: the reason was reported. */
static int find_names(struct all *a)
{
	const char *p = a->expr, *refused = NULL;
	size_t i;

	while (!refused && names_next(&p, a->names[a->nnames])) {
		if (mr_same_word(a->names[a->nnames], "SELECT"))
			refused = "a condition cannot contain queries";
		a->pub.has_moments |= mr_same_word(a->names[a->nnames], "moment");
		for (i = 0; !mr_same_word(a->names[i], a->names[a->nnames]); i++)
			;
		a->nnames += i == a->nnames && !mr_is_digit(*a->names[i]) && p[strspn(p, " \t\n")] != '(';
		if (a->nnames == NAMES_MAX)
			refused = "has too many names";
	}
	if (refused)
		diag_fail("--where=%s: %s", a->expr, refused);
	return refused ? -1 : 0;
}

/* Compile the condition for rows of F->table, and set WANTED to 1 for its columns. If F->table is NULL, compile it
 * for a row with all columns that some table has, so that SQLite reports the unknown column. SQLITE_OK;
 * SQLITE_NOTFOUND: the table has none of the fields; or an error. */
static int compile(struct all *a, struct filter *f, unsigned char *wanted)
{
	sqlite3_str *text = sqlite3_str_new(NULL);
	const struct table *t = f->table;
	const char *type, *rest = "";
	int code = t ? SQLITE_NOTFOUND : SQLITE_OK;
	char *select;
	size_t i;

	sqlite3_str_appendall(text, "SELECT 1 FROM (SELECT NULL");
	for (i = 0; i < a->nnames; i++) {
		const char *name = a->names[i];
		int is_elapsed = a->counted && mr_same_word(name, TABLE_ELAPSED_NAME);
		long column = !t ? -1 : is_elapsed ? (long)TABLE_ELAPSED(t) : columns_find(t, name);

		if (!t && a->known[i])
			sqlite3_str_appendf(text, ", NULL AS \"%w\"", name);
		if (column < 0)
			continue;
		a->known[i] = wanted[column] = 1;
		f->columns[f->ncolumns++] = column;
		type = is_elapsed ? "REAL" : columns_type(t, column);
		/* The cast lets SQLite compare as with a column of that type. Rates of integers are not integers. */
		if (*type == 'A' || *type == 'B')
			sqlite3_str_appendf(text, ", ?%d AS \"%w\"", (int)f->ncolumns, name);
		else
			sqlite3_str_appendf(text, ", CAST(?%d AS %s) AS \"%w\"", (int)f->ncolumns, *type == 'I' ? "NUMERIC" : type, name);
		if (!is_elapsed && !(t->columns[column].flags & (TABLE_LEADING | TABLE_HIDDEN)))
			code = SQLITE_OK;
	}
	sqlite3_str_appendf(text, ") AS \"%w\" WHERE %s", t ? t->name : "record", a->expr);
	select = sqlite3_str_finish(text);
	if (code == SQLITE_OK)
		code = select ? sqlite3_prepare_v2(a->db, select, -1, &f->statement, &rest) & 0xFF : SQLITE_NOMEM;
	if (code == SQLITE_OK && (*rest || sqlite3_bind_parameter_count(f->statement) > (int)f->ncolumns))
		code = SQLITE_MISUSE;
	sqlite3_free(select);
	return code;
}

static void free_filters(struct filter *f)
{
	struct filter *next;

	for (; f && f != &last; f = next) {
		next = f->next;
		sqlite3_finalize(f->statement);
		table_rows_free(f->rows);
		free(f);
	}
}

/* Add a filter for T to LIST if T has the columns of the condition, and one of them is a field. If T is NULL, only
 * return the error of compile(). SQLITE_OK, or an error. */
static int add_table(struct all *a, const struct table *t, struct filter **list)
{
	struct filter *f = calloc(1, sizeof *f);
	unsigned char *wanted = calloc(t ? t->ncolumns + 1 : 1, 1);
	int code = SQLITE_NOMEM;

	if (f && wanted) {
		*f = (struct filter){ .all = a, .table = t };
		code = compile(a, f, wanted);
		if (code == SQLITE_OK && t && !(f->rows = table_rows_new(a->schema, a->layouts, t, wanted)))
			code = SQLITE_NOMEM;
	}
	free(wanted);
	if (code == SQLITE_OK && t) {
		f->next = *list;
		*list = f;
	} else {
		free_filters(f);
	}
	if (code == SQLITE_NOTFOUND || (t && code == SQLITE_ERROR && unknown_column(sqlite3_errmsg(a->db))))
		return SQLITE_OK;
	return code;
}

/* Add filters to LIST for the tables that may have rows of records of the layout L; if L is NULL, for the first
 * table that has all columns of the condition. SQLITE_OK, or an error. */
static int add_tables(struct all *a, const struct monread_layout *l, struct filter **list)
{
	const struct table *t;
	int code = SQLITE_OK;
	size_t i;

	errno = 0;
	for (i = 0; code == SQLITE_OK && (l || *list == &last) && (t = table_at(a->schema, i)) != NULL; i++)
		if (!l || table_may_have(t, l))
			code = add_table(a, t, list);
	return code == SQLITE_OK && errno == ENOMEM ? SQLITE_NOMEM : code;
}

/* Set ->pattern if the condition is NAME LIKE 'pattern', as most conditions on texts are: row() tests it in a fifth
 * of the time that SQLite takes. */
static void find_pattern(struct all *a)
{
	char like[5];
	int end = -1;

	if (sscanf(a->expr, " %*[A-Za-z0-9_] %4s '%99[^']'%n", like, a->pattern, &end) != 2 || end < 0 ||
	    a->expr[end] || !mr_same_word(like, "LIKE"))
		*a->pattern = '\0';
}

static const char *start_of(void *arg, const char *name, int64_t *us)
{
	(void)name;
	*us = ((const struct where *)arg)->start;
	return NULL;
}

struct where *where_open(const char *expr, const struct monread_layouts *l, const struct monread_codepage *cp,
                         int counted, const struct where *original)
{
	const char *iso = original ? NULL : moments_iso(expr);
	struct all *a = calloc(1, sizeof *a);
	struct filter *first = &last;
	int code = SQLITE_OK;

	if (!a) {
		diag_fail("out of memory");
		return NULL;
	}
	*a = (struct all){ .expr = expr, .layouts = l, .counted = counted, .is_clone = original != NULL,
		           .text = { .codepage = cp, .in_sql = 1 },
		           .moments = { .start = start_of, .arg = a, .vary = 1 },
		           .schema = original ? ((const struct all *)original)->schema : table_schema_new(l) };
	find_pattern(a);
	if (!a->schema || sqlite_open_restricted(&a->db, sqlite_authorize, NULL) != SQLITE_OK ||
	    moments_register(&a->moments, a->db) != SQLITE_OK) {
		report(a, SQLITE_NOMEM);
	} else if (find_names(a) == 0) {
		/* Check the condition with one table. */
		if (!original)
			code = add_tables(a, NULL, &first);
		if (code == SQLITE_OK && iso && first != &last)
			diag_note("--where: " MOMENTS_ISO, (int)strcspn(iso, "'"), iso);
		if (code == SQLITE_OK && (original || first != &last)) {
			free_filters(first);
			return &a->pub;
		}
		report(a, code == SQLITE_OK ? add_table(a, NULL, &first) : code);
	}
	where_close(&a->pub);
	return NULL;
}

void where_close(struct where *w)
{
	struct all *a = (struct all *)w;

	if (!a)
		return;
	while (a->nof > 0)
		free_filters(a->of[--a->nof]);
	free(a->of);
	sqlite3_close_v2(a->db);
	table_text_free(&a->text);
	if (!a->is_clone)
		table_schema_free(a->schema);
	free(a);
}

/* ---- A record ---- */

static int bind(const struct filter *f, int i, const struct table_cell *c, long column)
{
	struct cell_value v;

	if ((size_t)column == f->table->bytes)
		return sqlite3_bind_blob(f->statement, i, c->bytes, (int)c->length, SQLITE_STATIC);
	if (cell_value(&f->all->text, c, table_column_is_mixed(f->table, (size_t)column), &v))
		return SQLITE_NOMEM;
	return v.type == SQLITE_INTEGER ? sqlite3_bind_int64(f->statement, i, v.integer) :
	       v.type == SQLITE_FLOAT   ? sqlite3_bind_double(f->statement, i, v.real) :
	       v.type == SQLITE_TEXT    ? sqlite3_bind_text(f->statement, i, v.text, (int)v.length, SQLITE_TRANSIENT) :
	                                  sqlite3_bind_null(f->statement, i);
}

#define HOLDS  1
#define FAILED 2

static int row(void *arg, const struct table *t, const struct table_cell *cells)
{
	const struct filter *f = arg;
	int code = SQLITE_OK;
	size_t i;

	(void)t;
	if (*f->all->pattern && cells[f->columns[0]].kind == TABLE_EBCDIC) {
		const char *text = table_text_make(&f->all->text, &cells[f->columns[0]]);

		return !text ? FAILED : sqlite3_strlike(f->all->pattern, text, 0) == 0;
	}
	for (i = 0; code == SQLITE_OK && i < f->ncolumns; i++)
		code = bind(f, (int)i + 1, &cells[f->columns[i]], f->columns[i]);
	if (code == SQLITE_OK)
		code = sqlite3_step(f->statement) & 0xFF;
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		report(f->all, code);
	sqlite3_reset(f->statement);
	return code == SQLITE_ROW ? HOLDS : code == SQLITE_DONE ? 0 : FAILED;
}

int where_holds(struct where *w, const struct table_record *record)
{
	static const struct table_sink sink = { .row = row };
	const struct monread_layout *l = record->layout;
	struct all *a = (struct all *)w;
	struct filter *f = &last;
	int rc = 0;

	if (!l)
		return 0;
	if (ARRAY_EXTEND(a->of, a->nof, l->id + 1u))
		return report(a, SQLITE_NOMEM);
	if (!a->of[l->id]) {
		rc = add_tables(a, l, &f);
		a->of[l->id] = f;
		if (rc != SQLITE_OK)
			return report(a, rc);
	}
	for (f = a->of[l->id]; rc == 0 && f != &last; f = f->next)
		rc = table_rows_make(f->rows, record, &sink, f);
	if (rc < 0)
		report(a, SQLITE_NOMEM);
	return rc == FAILED ? -1 : rc;
}
