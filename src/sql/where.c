/* where.c: --where: whether a condition in SQL holds for a record.
 *
 * Each table that has the columns named in the condition is a virtual table of one endless scan, SELECT (EXPR) IS TRUE,
 * of which each row is the record that is asked about: so SQLite computes the condition and nothing else for a record,
 * without binding values or beginning anew. */
#include "config.h"

#include "sql/where.h"

#include "cli/diag.h"
#include "port/array.h"

#ifndef HAVE_SQLITE3

struct where *where_open(const char *expr, const struct monread_layouts *l, const struct monread_codepage *cp,
                         int counted)
{
	(void)expr;
	(void)l;
	(void)cp;
	(void)counted;
	diag_fail("--where: this monread was built without SQLite");
	return NULL;
}

struct where *where_again(const struct where *w)
{
	(void)w;
	return NULL;
}

void where_close(struct where *w)
{
	(void)w;
}

int where_has_moments(const struct where *w)
{
	(void)w;
	return 0;
}

void where_start(struct where *w, int64_t us)
{
	(void)w;
	(void)us;
}

int where_holds(struct where *w, const struct table_record *record)
{
	(void)w;
	(void)record;
	return -1;
}

#else

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/near.h"
#include "port/ascii.h"
#include "sql/columns.h"
#include "sql/filter.h"
#include "sql/names.h"

/* ---- The names in the condition ---- */

static int is_call(const char *behind)
{
	while (mr_is_blank(*behind))
		behind++;
	return *behind == '(';
}

/* 0, or -1: it was said why. */
static int find_names(struct where *w)
{
	const char *p = w->expr, *name;
	size_t n, i;

	while ((name = names_next(&p, &n)) != NULL) {
		if (n == 0 || n >= NAME_ROOM || mr_is_digit(*name) || is_call(p))
			continue;
		if (w->nnames == NAMES_MAX) {
			diag_fail("--where: has more than %u names", NAMES_MAX);
			return -1;
		}
		memcpy(w->names[w->nnames].name, name, n);
		w->names[w->nnames].name[n] = '\0';
		for (i = 0; !mr_same_word(w->names[i].name, w->names[w->nnames].name); i++)
			;
		w->nnames += i == w->nnames;
	}
	return 0;
}

static int is_short(const struct table_column *c, const char *name)
{
	const char *plain = columns_short(c);

	return plain && mr_same_word(plain, name);
}

/* The column of T that NAME means, as it is or, where that is one column, without the DSECT's prefix; -1: none. */
static long find_column(const struct table *t, const char *name)
{
	long found = table_column_find(t, name);
	size_t i;

	if (found >= 0)
		return found;
	for (i = 0; i < t->ncolumns; i++) {
		if (!is_short(&t->columns[i], name))
			continue;
		if (found >= 0)
			return -1;
		found = (long)i;
	}
	return found;
}

static void add_columns(struct filter *f)
{
	struct where *w = f->where;
	size_t i;

	for (i = 0; i < w->nnames; i++) {
		long column = find_column(f->table, w->names[i].name);

		if (w->counted && mr_same_word(w->names[i].name, TABLE_ELAPSED_NAME))
			column = (long)TABLE_ELAPSED(f->table);
		f->columns[f->ncolumns++] = column;
		if (column < 0)
			continue;
		w->names[i].known = 1;
		if (column == (long)TABLE_ELAPSED(f->table))
			continue;
		f->has_field |= !(f->table->columns[column].flags & (TABLE_LEADING | TABLE_HIDDEN));
	}
}

/* ---- Compiling ---- */

static int authorize(void *arg, int action, const char *a, const char *b, const char *database, const char *view)
{
	struct where *w = arg;

	(void)a;
	(void)database;
	(void)view;
	if (w->declaring || action == SQLITE_READ)
		return SQLITE_OK;
	if (action == SQLITE_SELECT) {
		w->subquery = w->selects++ > 0;
		return w->subquery ? SQLITE_DENY : SQLITE_OK;
	}
	if (action == SQLITE_FUNCTION && sqlite3_stricmp(b, "moment") == 0)
		w->has_moments = 1;
	return action == SQLITE_FUNCTION && sqlite3_stricmp(b, "load_extension") != 0 ? SQLITE_OK : SQLITE_DENY;
}

/* BEGIN, the condition, and END.  An error of SQLite. */
static int compile(struct filter *f, const char *begin, const char *end, sqlite3_stmt **statement)
{
	struct where *w = f->where;
	/* A comment ends with its line. */
	char *text = sqlite3_mprintf("%s%s\n%s", begin, w->expr, end);
	int code = SQLITE_NOMEM;

	w->selects = w->subquery = 0;
	if (text)
		code = sqlite3_prepare_v2(w->db, text, -1, statement, NULL) & 0xFF;
	sqlite3_free(text);
	return code;
}

static int prepare(struct filter *f, const char *name)
{
	struct where *w = f->where;
	sqlite3_stmt *trial = NULL;
	char *from = sqlite3_mprintf("SELECT 1 FROM \"%w\" WHERE ", name), *of = sqlite3_mprintf(") IS TRUE FROM \"%w\"", name);
	int code = from && of ? sqlite3_create_module_v2(w->db, name, &filter_module, f, NULL) : SQLITE_NOMEM;

	/* What may stand behind WHERE is a condition on one row: no sums, and no parentheses that close those around it. */
	if (code == SQLITE_OK)
		code = compile(f, from, "", &trial);
	sqlite3_finalize(trial);
	if (code == SQLITE_OK)
		code = compile(f, "SELECT (", of, &f->statement);
	if (code == SQLITE_OK && (!f->statement || sqlite3_column_count(f->statement) != 1 ||
	                          sqlite3_bind_parameter_count(f->statement)))
		code = SQLITE_MISUSE;
	sqlite3_free(from);
	sqlite3_free(of);
	return code;
}

/* ---- What is wrong with the condition ---- */

static const char no_column[] = "no such column: ";

/* The unknown column that SQLite's MESSAGE names; NULL: MESSAGE reports another error. */
static const char *missing(const char *message)
{
	return strncmp(message, no_column, sizeof no_column - 1) == 0 ? message + sizeof no_column - 1 : NULL;
}

static void say_unknown(struct where *w, const char *name)
{
	char room[NEAR_ROOM], word[256];
	const char *dot;
	struct near near;

	/* Since 3.41 SQLite shows the quotes, and asks behind them what was meant. */
	if (*name == '"') {
		snprintf(word, sizeof word, "%.*s", (int)strcspn(name + 1, "\""), name + 1);
		diag_fail("--where=%s: no field is called %s; text stands in single quotes", w->expr, word);
		return;
	}
	dot = strrchr(name, '.');
	near_begin(&near, dot ? dot + 1 : name);
	near_fields(&near, w->layouts);
	diag_fail("--where=%s: no field is called %s; %s", w->expr, name, near_list(&near, room, "see monread --find"));
}

static void say_refused(struct where *w, int code)
{
	const char *message = sqlite3_errmsg(w->db);

	if (w->is_again)
		return;
	if (code == SQLITE_NOMEM)
		diag_fail("out of memory");
	else if (w->subquery)
		diag_fail("--where=%s: a condition has no queries in it", w->expr);
	else if (code == SQLITE_MISUSE)
		diag_fail("--where=%s: expected one condition, without parameters", w->expr);
	else
		diag_fail("--where=%s: %s", w->expr, message);
}

/* No table has all columns.  Find out with one that has those of all tables. */
static void say_why(struct where *w)
{
	struct filter all = { .where = w };
	int code = prepare(&all, "record");
	const char *name = code == SQLITE_ERROR ? missing(sqlite3_errmsg(w->db)) : NULL;

	if (name)
		say_unknown(w, name);
	else if (code != SQLITE_OK)
		say_refused(w, code);
	else if (!w->has_field)
		diag_fail("--where=%s: names no field; see monread --find", w->expr);
	else
		diag_fail("--where=%s: no table has all of these fields; see monread --find", w->expr);
	sqlite3_finalize(all.statement);
}

/* ---- Which tables ---- */

static int begin_rows(struct filter *f)
{
	unsigned char *wanted = calloc(f->table->ncolumns, 1);
	size_t i, n = 0;

	for (i = 0; wanted && i < f->ncolumns; i++)
		if (f->columns[i] >= 0) {
			if (f->columns[i] != (long)TABLE_ELAPSED(f->table))
				wanted[f->columns[i]] = 1;
			f->columns[n++] = f->columns[i];
		}
	f->ncolumns = n;
	f->texts = calloc(n + 1, sizeof *f->texts);
	f->rows = wanted && f->texts ? table_rows_new(f->where->schema, f->where->layouts, f->table, wanted) : NULL;
	free(wanted);
	return f->rows ? 0 : -1;
}

static void free_filter(struct filter *f)
{
	sqlite3_finalize(f->statement);
	table_rows_free(f->rows);
	free(f->texts);
	free(f);
}

/* T is asked if it has the columns.  0, or -1: it was said why. */
static int add_table(struct where *w, const struct table *t)
{
	struct filter *f = calloc(1, sizeof *f);
	int code = SQLITE_NOMEM;

	if (f) {
		f->where = w;
		f->table = t;
		add_columns(f);
		if (!f->has_field) {
			free(f);
			return 0;
		}
		w->has_field = 1;
		code = prepare(f, t->name);
	}
	if (code == SQLITE_OK && begin_rows(f) == 0) {
		f->next = w->filters;
		w->filters = f;
		return 0;
	}
	if (f && code == SQLITE_ERROR && !w->subquery && missing(sqlite3_errmsg(w->db))) {
		free_filter(f);
		return 0;
	}
	say_refused(w, code == SQLITE_OK ? SQLITE_NOMEM : code);
	if (f)
		free_filter(f);
	return -1;
}

/* 0, or -1: it was said why. */
static int add_tables(struct where *w)
{
	const struct table *t;
	size_t i;

	errno = 0;
	for (i = 0; (t = table_at(w->schema, i)) != NULL; i++)
		if (add_table(w, t))
			return -1;
	if (errno == ENOMEM) {
		diag_fail("out of memory");
		return -1;
	}
	if (w->filters)
		return 0;
	say_why(w);
	return -1;
}

static void begin_text(struct where *w, const struct monread_codepage *cp)
{
	static const char replacement[] = "\xEF\xBF\xBD";
	unsigned i;
	size_t n;

	w->text.codepage = cp;
	w->text.in_sql = 1;
	for (i = 0; i < 256; i++) {
		const char *c = monread_codepage_utf8(cp, (unsigned char)i, &n);

		/* SQLite would take it for the end. */
		if (n == 0 || n > sizeof w->characters[i].bytes || !*c) {
			c = replacement;
			n = 3;
		}
		w->characters[i].length = (uint8_t)n;
		memcpy(w->characters[i].bytes, c, n);
	}
}

static const char *start_of(void *arg, const char *name, int64_t *us)
{
	(void)name;
	*us = ((const struct where *)arg)->start;
	return NULL;
}

/* 0, or -1: out of memory. */
static int open_database(struct where *w)
{
	w->moments = (struct moments){ .start = start_of, .arg = w, .vary = 1 };
	return sqlite_open_restricted(&w->db, authorize, w) == SQLITE_OK &&
	               moments_register(&w->moments, w->db) == SQLITE_OK ? 0 : -1;
}

struct where *where_again(const struct where *other)
{
	struct where *w = calloc(1, sizeof *w);
	const struct filter *f;
	int bad = 0;

	if (!w)
		return NULL;
	w->schema = other->schema;
	w->is_again = 1;
	w->expr = other->expr;
	w->layouts = other->layouts;
	w->counted = other->counted;
	w->is_like = other->is_like;
	memcpy(w->pattern, other->pattern, sizeof w->pattern);
	memcpy(w->characters, other->characters, sizeof w->characters);
	w->text.codepage = other->text.codepage;
	w->text.in_sql = 1;
	memcpy(w->names, other->names, sizeof w->names);
	w->nnames = other->nnames;
	bad = open_database(w) != 0;
	for (f = other->filters; f && !bad; f = f->next)
		bad = add_table(w, f->table) != 0;
	if (!bad)
		return w;
	where_close(w);
	return NULL;
}

struct where *where_open(const char *expr, const struct monread_layouts *l, const struct monread_codepage *cp,
                         int counted)
{
	struct where *w = calloc(1, sizeof *w);

	if (w)
		w->schema = table_schema_new(l);
	if (!w || !w->schema || open_database(w)) {
		diag_fail("out of memory");
		where_close(w);
		return NULL;
	}
	w->expr = expr;
	w->layouts = l;
	w->counted = counted;
	begin_text(w, cp);
	w->is_like = like_read(expr, w->pattern);
	if (find_names(w) == 0 && add_tables(w) == 0)
		return w;
	where_close(w);
	return NULL;
}

void where_close(struct where *w)
{
	struct filter *f, *next;
	size_t i;

	if (!w)
		return;
	for (f = w->filters; f; f = next) {
		next = f->next;
		free_filter(f);
	}
	if (w->db)
		sqlite3_close_v2(w->db);
	for (i = 0; i < w->nof; i++) {
		free(w->of[i].list);
		free(w->of[i].fixed);
	}
	free(w->of);
	table_text_free(&w->text);
	if (!w->is_again)
		table_schema_free(w->schema);
	free(w);
}

/* ---- A record ---- */

int where_has_moments(const struct where *w)
{
	return w->has_moments;
}

void where_start(struct where *w, int64_t us)
{
	w->start = us;
}

/* Whether records of the layout L may have rows of T. */
static int has_rows(const struct table *t, const struct monread_layout *l)
{
	while (t->role == TABLE_OF_ENTRIES)
		t = t->parent;
	if (t->role == TABLE_OF_PAYLOAD)
		return monread_layout_payload(l) != NULL;
	return mr_same_word(t->layout->name, l->name);
}

/* 0, or -1: out of memory. */
static int find_filters(struct where *w, const struct monread_layout *l, struct filters_of *of)
{
	struct filter *f;
	size_t n = 0;

	for (f = w->filters; f; f = f->next)
		n += has_rows(f->table, l) != 0;
	of->list = n ? calloc(n, sizeof *of->list) : NULL;
	of->fixed = n ? calloc(n, sizeof *of->fixed) : NULL;
	if (n && (!of->list || !of->fixed)) {
		free(of->list);
		free(of->fixed);
		of->list = NULL;
		of->fixed = NULL;
		return -1;
	}
	for (f = w->filters; f; f = f->next) {
		if (!has_rows(f->table, l))
			continue;
		if (w->is_like && f->columns[0] >= 0)
			of->fixed[of->n] = table_rows_fixed(f->rows, l, f->table, (uint32_t)f->columns[0]);
		of->list[of->n++] = f;
	}
	of->known = 1;
	return 0;
}

/* NULL: out of memory. */
static const struct filters_of *filters_of(struct where *w, const struct monread_layout *l)
{
	if (ARRAY_EXTEND(w->of, w->nof, l->id + 1u))
		return NULL;
	if (!w->of[l->id].known && find_filters(w, l, &w->of[l->id]))
		return NULL;
	return &w->of[l->id];
}

#define HOLDS  1
#define FAILED 2

static int is_alike(struct filter *f, const struct table_cell *c)
{
	size_t n = filter_utf8(f->where, c, f->texts[0]);

	return like_holds(f->where->pattern, f->texts[0], n) ? HOLDS : 0;
}

static int row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct filter *f = arg;
	struct where *w = f->where;
	int code;

	if (w->is_like && (size_t)f->columns[0] != t->bytes && filter_is_short(&cells[f->columns[0]]))
		return is_alike(f, &cells[f->columns[0]]);
	f->cells = cells;
	f->fresh = 1;
	code = sqlite3_step(f->statement) & 0xFF;
	if (code == SQLITE_ROW)
		return sqlite3_column_int64(f->statement, 0) ? HOLDS : 0;
	say_refused(w, code == SQLITE_DONE ? SQLITE_MISUSE : code);
	return FAILED;
}

int where_holds(struct where *w, const struct table_record *record)
{
	static const struct table_sink sink = { .row = row };
	const struct filters_of *of = record->layout ? filters_of(w, record->layout) : NULL;
	struct table_cell cell;
	int rc = record->layout && !of ? -1 : 0;
	size_t i;

	for (i = 0; rc == 0 && of && i < of->n; i++)
		rc = of->fixed[i] && table_field_cell(&cell, of->fixed[i], record->ev) && filter_is_short(&cell)
		         ? is_alike(of->list[i], &cell)
		         : table_rows_make(of->list[i]->rows, record, &sink, of->list[i]);
	if (rc < 0 && !w->is_again)
		diag_fail("out of memory");
	return rc == FAILED ? -1 : rc;
}

#endif
