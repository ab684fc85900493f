/* where.c: --where: test an SQL condition on the rows of records. */
#include "config.h"

#include "sql/sql.h"

#include <stdio.h>

#include "base/array.h"
#include "base/ascii.h"
#include "cli/diag.h"
#include "cli/near.h"
#include "sql/cell.h"
#include "sql/columns.h"
#include "sql/functions.h"
#include "sql/views.h"

/* Test 16 records per run of the statement, because a row takes less time than a run. In the format
 * MANY, %.0s skips the first argument, the name of the table. */
#define FOUR "(1),(1),(1),(1)"
#define MANY                                            \
	" FROM (VALUES" FOUR "," FOUR "," FOUR "," FOUR \
	")) SELECT %.0sCASE WHEN %s\nTHEN 1 END FROM \"%w\""

/* The condition, compiled for one table. */
struct filter {
	struct where_state *all;
	long column; /* the only column in the condition; 0: several columns, or parentheses */
	struct table_rows *rows; /* NULL: the condition is not for this table */
	sqlite3_stmt *statement;
	struct filter *next;
};

struct where_state {
	struct where pub;
	sqlite3 *db;
	const char *expr;
	const struct monread_layouts *layouts;
	int counted;
	int is_clone; /* 1: the original owns ->schema, and reports errors */
	struct table_schema *schema;
	struct table_text text;
	struct moments moments;
	char missing[NAMES_ROOM]; /* the last name in the condition that a table does not have */
	const struct table *table; /* table of the current row */
	const struct table_cell *cells; /* the current row */
	/* results of the condition for texts: the hash of a text, in which the last bit is replaced
	 * by the result; enough for some thousand users in each of several tables */
	uint64_t known[32768];
	/* by layout->id: the filters of the tables with rows of records with this layout */
	struct filter **of;
	size_t nof;
};

static const struct table *table_with_missing(const struct where_state *a)
{
	const struct table *t = table_at(a->schema, 0);
	size_t i;

	for (i = 0; t && columns_find(t, a->missing) < 0; t = table_at(a->schema, ++i))
		;
	return t;
}

/* Report the error CODE; SQLITE_NOTFOUND: no table has all columns. Return -1. */
static int report(const struct where_state *a, int code)
{
	const char *dot = strrchr(a->missing, '.'), *text;
	const struct table *t = NULL;
	char room[NEAR_ROOM];
	struct near near;

	text = sqlite3_errmsg(code == SQLITE_NOMEM ? NULL : a->db);
	if (code == SQLITE_NOTFOUND)
		t = table_with_missing(a);
	if (code == SQLITE_MISUSE)
		text = "expected one condition, without queries and parameters";
	else if (t)
		text = "expected names of fields that one table has; see monread --find";
	else if (code == SQLITE_NOTFOUND)
		text = "expected a field; without one, use --system, --since or --type";
	if (code == SQLITE_NOTFOUND && !t && *a->missing) {
		near_begin(&near, dot ? dot + 1 : a->missing);
		near_fields(&near, a->layouts, NULL);
		diag_wrong("--where=%s: %s: no such field; %s", a->expr, a->missing,
		           near_list(&near, room,
		                     "see monread --find; a text needs single quotes"));
	} else if (code == SQLITE_NOMEM && !a->is_clone) {
		diag_fail("--where=%s: %s", a->expr, text);
	} else if (!a->is_clone) {
		diag_wrong("--where=%s: %s", a->expr, text);
	}
	return -1;
}

static void free_filters(struct filter *f)
{
	struct filter *next;

	for (; f; f = next) {
		next = f->next;
		sqlite3_finalize(f->statement);
		table_rows_free(f->rows);
		free(f);
	}
}

/* Compile the condition for the table T, and add it to LIST. FORM: the format of the end of the
 * statement. Return SQLITE_OK; SQLITE_NOTFOUND if T lacks columns of the condition, or if none of
 * these columns is a field; or an error. */
static int compile(struct where_state *a, const struct table *t, const char *form,
                   struct filter **list)
{
	unsigned char wanted[TABLE_COLUMNS_MAX + 2] = { 0 };
	const char *p = a->expr, *rest = "", *type;
	int code = SQLITE_NOTFOUND, has_field = 0, n = 0, is_missing;
	struct filter *f = calloc(1, sizeof *f);
	char name[NAMES_ROOM], *select;
	sqlite3_str *text;

	if (!f)
		return SQLITE_NOMEM;
	*f = (struct filter){ .all = a, .next = *list };
	*list = f;
	text = sqlite3_str_new(NULL);
	sqlite3_str_appendf(text, "WITH \"%w\" AS (SELECT NULL", t->name);
	while (names_next(&p, name)) {
		int is_elapsed = a->counted && mr_same_word(name, TABLE_ELAPSED_NAME);
		long column = is_elapsed ? (long)TABLE_ELAPSED(t) : columns_find(t, name);

		if (column < 0 || mr_is_digit(*name) || p[strspn(p, " \t\n")] == '(')
			continue;
		f->column = n++ || strchr(a->expr, '(') ? 0 : column;
		wanted[column] = 1;
		has_field |= !is_elapsed &&
		             !(t->columns[column].flags & (TABLE_LEADING | TABLE_HIDDEN));
		type = is_elapsed ? "REAL" : columns_type(t, column);
		/* With CAST, SQLite compares the value like a column of this type. For integers the
		 * type is NUMERIC, because their rates are not integers. */
		sqlite3_str_appendf(text, ", CAST(\"select\"(%d) AS %s) AS \"%w\"", (int)column,
		                    *type == 'I' || *type == 'A' ? "NUMERIC" : type, name);
	}
	sqlite3_str_appendf(text, form, t->name, a->expr, t->name);
	select = sqlite3_str_finish(text);
	/* Compile a condition without fields once, to find errors in it. */
	if (has_field || t == table_at(a->schema, 0))
		code = select ? sqlite3_prepare_v2(a->db, select, -1, &f->statement, &rest) & 0xFF :
		                SQLITE_NOMEM;
	if (code == SQLITE_OK && (*rest || sqlite3_bind_parameter_count(f->statement)))
		code = SQLITE_MISUSE;
	/* If T has the column at which SQLite found the error, the name of this column is not the
	 * error. */
	is_missing = code == SQLITE_ERROR && unknown_name(a->db, select, name) &&
	             columns_find(t, name) < 0;
	sqlite3_free(select);
	if (code == SQLITE_OK && has_field) {
		f->rows = table_rows_new(a->schema, a->layouts, t, wanted);
		return f->rows ? SQLITE_OK : SQLITE_NOMEM;
	}
	/* For each table, SQLite reports the first unknown name. Keep the name that comes last in
	 * the condition, because the table that lacks this name has all names before it. */
	p = is_missing ? strstr(a->expr, name) : NULL;
	if (p && p >= strstr(a->expr, a->missing))
		snprintf(a->missing, sizeof a->missing, "%s", name);
	return is_missing || code == SQLITE_OK ? SQLITE_NOTFOUND : code;
}

/* The SQL function "select": return a column of the current row. */
static void call_value(sqlite3_context *context, int n, sqlite3_value **values)
{
	struct where_state *a = sqlite3_user_data(context);

	(void)n;
	cell_return(context, &a->text, a->table, a->cells, (size_t)sqlite3_value_int(*values));
}

struct where *where_open(const char *expr, const struct monread_layouts *l,
                         const struct monread_codepage *cp, int counted,
                         const struct where *original)
{
	const char *iso = original ? NULL : moments_iso(expr), *p = expr;
	int code = original ? SQLITE_OK : SQLITE_NOTFOUND;
	struct where_state *a = calloc(1, sizeof *a);
	struct filter *first = NULL;
	const struct table *t;
	char name[NAMES_ROOM];
	size_t i;

	if (!a) {
		diag_fail("out of memory");
		return NULL;
	}
	a->expr = expr;
	a->layouts = l;
	a->counted = counted;
	a->is_clone = original != NULL;
	a->text.codepage = cp;
	a->text.in_sql = 1;
	a->moments.at = &a->pub.start;
	a->schema = original ? ((const struct where_state *)original)->schema : table_schema_new(l);
	while (names_next(&p, name)) {
		a->pub.has_moments |= mr_same_word(name, "moment");
		/* Refuse queries, and calls of the function "select". */
		code = mr_same_word(name, "SELECT") ? SQLITE_MISUSE : code;
	}
	if (!a->schema || !table_at(a->schema, 0) ||
	    sqlite_open_restricted(&a->db) ||
	    sqlite3_set_authorizer(a->db, sqlite_authorize, NULL) ||
	    moments_register(&a->moments, a->db) ||
	    sqlite3_create_function(a->db, "select", 1, SQLITE_UTF8, a, call_value, NULL, NULL))
		code = SQLITE_NOMEM;
	for (i = 0; code == SQLITE_NOTFOUND; i++) {
		t = table_at(a->schema, i);
		if (!t)
			break;
		code = compile(a, t, ") SELECT 1 FROM \"%w\" WHERE %s", &first);
		/* Only the statement in MANY refuses a condition that is followed by ORDER BY. */
		if (code == SQLITE_OK)
			code = compile(a, t, MANY, &first);
	}
	free_filters(first);
	if (code == SQLITE_OK && iso)
		diag_note("--where: " MOMENTS_ISO, (int)strcspn(iso, "'"), iso);
	if (code == SQLITE_OK)
		return &a->pub;
	report(a, code);
	where_close(&a->pub);
	return NULL;
}

void where_close(struct where *w)
{
	struct where_state *a = (struct where_state *)w;

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

#define FAILED 2

static int row(void *arg, const struct table *t, const struct table_cell *cells)
{
	const struct filter *f = arg;
	const struct table_cell *c = &cells[f->column];
	struct where_state *a = f->all;
	uint64_t hash = 0, *known = a->known;
	int code;

	/* Remember the results for texts, such as names of users, because they occur often. If
	 * f->column is 0, the cell C is the name of the system, which is not EBCDIC, so nothing is
	 * remembered. */
	if (c->kind == TABLE_EBCDIC) {
		hash = mr_hash(t->id * UINT64_C(0xFF51AFD7ED558CCD), c->bytes, c->length) |
		       UINT64_C(1) << 63;
		known += hash / 2 % (sizeof a->known / sizeof *a->known);
		if (*known / 2 == hash / 2)
			return *known & 1;
	}
	a->table = t;
	a->cells = cells;
	code = sqlite3_step(f->statement);
	if (code == SQLITE_DONE)
		code = sqlite3_step(f->statement);
	if (code == SQLITE_ROW)
		*known = hash / 2 * 2 + (sqlite3_column_int(f->statement, 0) == 1);
	else
		report(a, code & 0xFF);
	return code == SQLITE_ROW ? *known & 1 : FAILED;
}

int where_holds(struct where *w, const struct table_record *record)
{
	static const struct table_sink sink = { .row = row };
	unsigned id = record->layout->id;
	struct where_state *a = (struct where_state *)w;
	const struct table *t;
	struct filter *f;
	int rc = 0, code;
	size_t i;

	if (ARRAY_EXTEND(a->of, a->nof, id + 1u))
		return report(a, SQLITE_NOMEM);
	/* Before the first record with this layout, compile the filters. */
	t = a->of[id] ? NULL : table_at(a->schema, 0);
	for (i = 0; t; t = table_at(a->schema, ++i)) {
		if (!table_may_have(t, record->layout))
			continue;
		code = compile(a, t, MANY, &a->of[id]);
		if (code != SQLITE_OK && code != SQLITE_NOTFOUND)
			return report(a, code);
	}
	for (f = a->of[id]; rc == 0 && f; f = f->next)
		rc = f->rows ? table_rows_make(f->rows, record, &sink, f) : 0;
	if (rc < 0)
		report(a, SQLITE_NOMEM);
	return rc == FAILED ? -1 : rc;
}
