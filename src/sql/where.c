/* where.c: --where: test an SQL condition on the rows of a record, for monread and others without a query. */
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
	long columns[NAMES_MAX]; /* column of each parameter of the statement */
	size_t ncolumns;
	struct table_rows *rows;
	sqlite3_stmt *statement;
	struct filter *next;
};

struct all {
	struct where pub;
	sqlite3 *db;
	const char *expr;
	const struct monread_layouts *layouts;
	int counted, is_clone; /* a clone shares the schema of the original, which reports errors */
	struct table_schema *schema;
	struct table_text text;
	struct moments moments;
	char pattern[100]; /* set if the condition is NAME LIKE 'pattern'; else "" */
	char names[NAMES_MAX][NAMES_ROOM];
	unsigned char known[NAMES_MAX]; /* 1: some table has such a column */
	size_t nnames;
	struct filter *filters;
	size_t nfilters;
	struct filter ***of; /* by id of a layout: the filters for tables with rows of its records, ended by NULL */
	size_t nof;
};

/* ---- Messages ---- */

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
		diag_fail("--where=%s: %s: no such field; %s", a->expr, name,
		          near_list(&near, room, "see monread --find"));
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

static long find_column(const struct all *a, const struct table *t, const char *name)
{
	return a->counted && mr_same_word(name, TABLE_ELAPSED_NAME) ? (long)TABLE_ELAPSED(t) : columns_find(t, name);
}

static int authorize(void *arg, int action, const char *a, const char *b, const char *database, const char *view)
{
	(void)a, (void)database, (void)view;
	if (action == SQLITE_FUNCTION && sqlite3_stricmp(b, "moment") == 0)
		((struct all *)arg)->pub.has_moments = 1;
	return action == SQLITE_READ || action == SQLITE_SELECT ||
	               (action == SQLITE_FUNCTION && sqlite3_stricmp(b, "load_extension") != 0) ? SQLITE_OK : SQLITE_DENY;
}

/* Compile the condition on one row of TABLE with COLUMNS. SQLITE_OK, or an error. */
static int compile(struct all *a, const char *table, sqlite3_str *columns, size_t parameters, sqlite3_stmt **s)
{
	const char *list = sqlite3_str_value(columns), *rest = "";
	char *text = list ? sqlite3_mprintf("SELECT 1 FROM (SELECT %s) AS \"%w\" WHERE %s", list, table, a->expr) : NULL;
	int code = text ? sqlite3_prepare_v2(a->db, text, -1, s, &rest) & 0xFF : SQLITE_NOMEM;

	if (code == SQLITE_OK && (*rest || sqlite3_bind_parameter_count(*s) > (int)parameters))
		code = SQLITE_MISUSE;
	sqlite3_free(text);
	return code;
}

static void free_filter(struct filter *f)
{
	sqlite3_finalize(f->statement);
	table_rows_free(f->rows);
	free(f);
}

/* Add the column NAME to the filter F, to WANTED and to LIST. Return 1 if it is a field. */
static int put_column(struct filter *f, long column, const char *name, unsigned char *wanted, sqlite3_str *list)
{
	const struct table *t = f->table;
	int is_elapsed = column == (long)TABLE_ELAPSED(t);
	const char *type = is_elapsed ? "REAL" : columns_type(t, column);

	wanted[column] = 1;
	f->columns[f->ncolumns++] = column;
	/* The cast lets SQLite compare as with a column of that type. Rates of integers are not integers. */
	if (*type == 'A' || *type == 'B')
		sqlite3_str_appendf(list, ", ?%d AS \"%w\"", (int)f->ncolumns, name);
	else
		sqlite3_str_appendf(list, ", CAST(?%d AS %s) AS \"%w\"", (int)f->ncolumns, *type == 'I' ? "NUMERIC" : type, name);
	return !is_elapsed && !(t->columns[column].flags & (TABLE_LEADING | TABLE_HIDDEN));
}

/* Add a filter for T if it has the columns, and a field is among them. SQLITE_OK, or an error. */
static int add_table(struct all *a, const struct table *t)
{
	struct filter *f = calloc(1, sizeof *f);
	unsigned char *wanted = calloc(t->ncolumns + 1, 1);
	sqlite3_str *list = sqlite3_str_new(NULL);
	int code = f && wanted ? SQLITE_NOTFOUND : SQLITE_NOMEM;
	long column;
	size_t i;

	sqlite3_str_appendall(list, "NULL");
	for (i = 0; code != SQLITE_NOMEM && i < a->nnames; i++) {
		f->table = t;
		column = find_column(a, t, a->names[i]);
		a->known[i] |= column >= 0;
		if (column >= 0 && put_column(f, column, a->names[i], wanted, list))
			code = SQLITE_OK;
	}
	if (code == SQLITE_OK)
		code = compile(a, t->name, list, f->ncolumns, &f->statement);
	if (code == SQLITE_OK && !(f->rows = table_rows_new(a->schema, a->layouts, t, wanted)))
		code = SQLITE_NOMEM;
	sqlite3_free(sqlite3_str_finish(list));
	free(wanted);
	if (code == SQLITE_OK) {
		f->all = a;
		f->next = a->filters;
		a->filters = f;
		a->nfilters++;
	} else if (f) {
		free_filter(f);
	}
	return code == SQLITE_NOTFOUND || (code == SQLITE_ERROR && unknown_column(sqlite3_errmsg(a->db))) ? SQLITE_OK : code;
}

/* Compile the condition on all known columns, to get an error for the unknown one. SQLITE_OK, or an error. */
static int find_error(struct all *a)
{
	sqlite3_str *columns = sqlite3_str_new(NULL);
	sqlite3_stmt *s = NULL;
	size_t i;
	int code;

	sqlite3_str_appendall(columns, "NULL");
	for (i = 0; i < a->nnames; i++)
		if (a->known[i])
			sqlite3_str_appendf(columns, ", NULL AS \"%w\"", a->names[i]);
	code = compile(a, "record", columns, 0, &s);
	sqlite3_finalize(s);
	sqlite3_free(sqlite3_str_finish(columns));
	return code;
}

/* Add filters for all tables. 0, or -1: the reason was reported. */
static int add_tables(struct all *a)
{
	const char *iso = moments_iso(a->expr);
	const struct table *t;
	int code = SQLITE_OK;
	size_t i;

	errno = 0;
	for (i = 0; code == SQLITE_OK && (t = table_at(a->schema, i)) != NULL; i++)
		code = add_table(a, t);
	if (code == SQLITE_OK && errno == ENOMEM)
		code = SQLITE_NOMEM;
	if (code != SQLITE_OK || !a->filters)
		return report(a, code == SQLITE_OK ? find_error(a) : code);
	if (iso && !a->is_clone)
		diag_note("--where: " MOMENTS_ISO, (int)strcspn(iso, "'"), iso);
	return 0;
}

/* Recognize a LIKE pattern: most conditions on texts are patterns, and a statement takes five times as long. */
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
	struct all *a = calloc(1, sizeof *a);

	if (!a) {
		diag_fail("out of memory");
		return NULL;
	}
	*a = (struct all){ .expr = expr, .layouts = l, .counted = counted, .is_clone = original != NULL,
		           .text = { .codepage = cp, .in_sql = 1 },
		           .moments = { .start = start_of, .arg = a, .vary = 1 },
		           .schema = original ? ((const struct all *)original)->schema : table_schema_new(l) };
	find_pattern(a);
	if (!a->schema || sqlite_open_restricted(&a->db, authorize, a) != SQLITE_OK ||
	    moments_register(&a->moments, a->db) != SQLITE_OK)
		report(a, SQLITE_NOMEM);
	else if (find_names(a) == 0 && add_tables(a) == 0)
		return &a->pub;
	where_close(&a->pub);
	return NULL;
}

void where_close(struct where *w)
{
	struct all *a = (struct all *)w;
	struct filter *f;

	if (!a)
		return;
	while ((f = a->filters) != NULL) {
		a->filters = f->next;
		free_filter(f);
	}
	sqlite3_close_v2(a->db);
	while (a->nof > 0)
		free(a->of[--a->nof]);
	free(a->of);
	table_text_free(&a->text);
	if (!a->is_clone)
		table_schema_free(a->schema);
	free(a);
}

/* ---- A record ---- */

/* Return the filters for records of the layout L; NULL: out of memory. */
static struct filter **filters_of(struct all *a, const struct monread_layout *l)
{
	struct filter *f, **list = NULL;

	if (ARRAY_EXTEND(a->of, a->nof, l->id + 1u))
		return NULL;
	if (!a->of[l->id])
		list = a->of[l->id] = calloc(a->nfilters + 1, sizeof *list);
	for (f = a->filters; list && f; f = f->next)
		if (table_may_have(f->table, l))
			*list++ = f;
	return a->of[l->id];
}

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
	struct all *a = (struct all *)w;
	struct filter **list = record->layout ? filters_of(a, record->layout) : NULL;
	int rc = record->layout && !list ? -1 : 0;

	for (; rc == 0 && list && *list; list++)
		rc = table_rows_make((*list)->rows, record, &sink, *list);
	if (rc < 0)
		report(a, SQLITE_NOMEM);
	return rc == FAILED ? -1 : rc;
}
