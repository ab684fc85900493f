/* where.c: --where: whether a condition in SQL holds for a record.
 *
 * Each table that has the columns named in the condition is a virtual table of one endless scan, SELECT (EXPR) IS TRUE,
 * of which each row is the record that is asked about: so SQLite computes the condition and nothing else for a record,
 * without binding values or beginning anew. */
#include "config.h"

#include "sql/where.h"

#include "cli/diag.h"

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
#include "port/reach.h"
#include "sql/cell.h"
#include "sql/columns.h"
#include "sql/like.h"
#include "sql/moments.h"
#include "sql/names.h"
#include "sql/sqlite.h"

#define NAME_ROOM  (3u * MONREAD_NAME_MAX)
/* More different names than anybody writes. */
#define NAMES_MAX 64u

/* Bytes of a text that is converted here: most have no more. */
#define SHORT 32u

/* A character of the code page in UTF-8. */
struct character {
	uint8_t length;
	char bytes[4];
};

/* A name of the condition that may be that of a column. */
struct named {
	char name[NAME_ROOM];
	int known; /* a table has such a column */
};

/* A table that has the columns. */
struct filter {
	struct where *where;
	const struct table *table; /* NULL: all names of all tables, to find out what is wrong */
	long columns[NAMES_MAX];   /* of the table, by the number of the column as SQLite sees it */
	size_t ncolumns;
	char (*texts)[SHORT * 4 + 4]; /* of each column, while a row is asked about */
	int has_field; /* one of them is no leading one */
	struct table_rows *rows;
	sqlite3_stmt *statement;
	const struct table_cell *cells; /* the row that is asked about, */
	int fresh;                      /* and whether it was not taken yet */
	struct filter *next;
};

/* The tables that records of a layout have rows of. */
struct filters_of {
	struct filter **list;
	const struct monread_field **fixed; /* with is_like, for each: see table_rows_fixed() */
	size_t n;
	int known;
};

struct where {
	struct sqlite sqlite;
	sqlite3 *db;
	const char *expr;
	const struct monread_layouts *layouts;
	int counted; /* there is TABLE_ELAPSED() */
	struct table_schema *schema;
	int is_again; /* the schema is another one's, and nothing is said: that one will */
	struct table_text text;
	struct character characters[256];
	struct named names[NAMES_MAX];
	size_t nnames;
	struct filter *filters;
	struct filters_of *of; /* by the layout's id */
	size_t nof;
	const struct filter *asked; /* whose statement is compiled */
	int selects;                /* how many SELECTs it has */
	int declaring;
	int subquery;
	int has_field; /* a field of any table is named */
	int has_moments;
	struct moments moments;
	int64_t start; /* when the first record was made */
	int is_like;   /* the condition is NAME LIKE 'pattern', and this is it */
	char pattern[LIKE_ROOM];
};

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

/* ---- The scan ---- */

struct vtab {
	sqlite3_vtab base;
	struct filter *filter;
};

struct cursor {
	sqlite3_vtab_cursor base;
	struct filter *filter;
	int is_end;
};

static const char *type_of(const struct filter *f, size_t i)
{
	if (!f->table)
		return "";
	return f->columns[i] == (long)TABLE_ELAPSED(f->table) ? "REAL" : columns_type(f->table, f->columns[i]);
}

static int declare(struct filter *f, sqlite3 *db)
{
	struct where *w = f->where;
	struct columns_text text;
	int code = SQLITE_NOMEM;
	size_t i;

	columns_text_begin(&text, "CREATE TABLE t(");
	for (i = 0; i < w->nnames; i++)
		if (f->table ? f->columns[i] >= 0 : w->names[i].known)
			columns_text_add(&text, w->names[i].name, type_of(f, i), 0);
	if (!text.any)
		columns_text_add(&text, "", "", 0);
	if (columns_text_end(&text, NULL, NULL, NULL) == 0) {
		w->declaring = 1;
		code = w->sqlite.declare_vtab(db, text.text);
		w->declaring = 0;
	}
	columns_text_done(&text);
	return code;
}

static int vtab_connect(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **vtab, char **error)
{
	struct filter *f = aux;
	struct vtab *v = calloc(1, sizeof *v);
	int code = v ? declare(f, db) : SQLITE_NOMEM;

	(void)argc;
	(void)argv;
	(void)error;
	if (code != SQLITE_OK) {
		free(v);
		return code;
	}
	v->filter = f;
	*vtab = &v->base;
	return SQLITE_OK;
}

static int vtab_best_index(sqlite3_vtab *vtab, sqlite3_index_info *info)
{
	(void)vtab;
	info->estimatedCost = 1;
	return SQLITE_OK;
}

static int vtab_disconnect(sqlite3_vtab *vtab)
{
	free(vtab);
	return SQLITE_OK;
}

static int cursor_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
	struct cursor *c = calloc(1, sizeof *c);

	if (!c)
		return SQLITE_NOMEM;
	c->filter = ((struct vtab *)vtab)->filter;
	*cursor = &c->base;
	return SQLITE_OK;
}

static int cursor_close(sqlite3_vtab_cursor *cursor)
{
	free(cursor);
	return SQLITE_OK;
}

/* There is one row each time that one is asked about: whatever would go through all of them ends. */
static int cursor_next(sqlite3_vtab_cursor *cursor)
{
	struct cursor *c = (struct cursor *)cursor;

	c->is_end = !c->filter->fresh;
	c->filter->fresh = 0;
	return SQLITE_OK;
}

static int cursor_filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values)
{
	(void)number;
	(void)plan;
	(void)n;
	(void)values;
	return cursor_next(cursor);
}

static int cursor_eof(sqlite3_vtab_cursor *cursor)
{
	return ((struct cursor *)cursor)->is_end;
}

/* Text that lives until the next row is asked about, so that SQLite needs no copy of it: which it makes where the
 * length is told. */
static void put_text(const struct where *w, sqlite3_context *context, const char *text)
{
	w->sqlite.result_text(context, text, -1, SQLITE_STATIC);
}

/* The same characters as table_text_make() has.  How many bytes. */
static size_t make_utf8(const struct where *w, const struct table_cell *c, char *to)
{
	char *p = to;
	uint32_t i;

	for (i = 0; i < c->length; i++) {
		const struct character *ch = &w->characters[c->bytes[i]];

		memcpy(p, ch->bytes, sizeof ch->bytes);
		p += ch->length;
	}
	*p = '\0';
	return (size_t)(p - to);
}

static int is_short_text(const struct table_cell *c)
{
	return c->kind == TABLE_EBCDIC && c->length <= SHORT;
}

static int cursor_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
	struct filter *f = ((struct cursor *)cursor)->filter;
	struct where *w = f->where;
	const struct table_cell *c = &f->cells[f->columns[column]];
	struct cell_value v;

	if ((size_t)f->columns[column] == f->table->bytes) {
		w->sqlite.result_blob(context, c->bytes, (int)c->length, SQLITE_STATIC);
		return SQLITE_OK;
	}
	if (is_short_text(c)) {
		make_utf8(w, c, f->texts[column]);
		put_text(w, context, f->texts[column]);
		return SQLITE_OK;
	}
	if (cell_value(&w->text, c, table_column_is_mixed(f->table, (size_t)f->columns[column]), &v))
		return SQLITE_NOMEM;
	cell_result(&w->sqlite, context, &v);
	return SQLITE_OK;
}

static int cursor_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
	(void)cursor;
	*rowid = 0;
	return SQLITE_OK;
}

static const sqlite3_module module = {
	.xConnect = vtab_connect,
	.xBestIndex = vtab_best_index,
	.xDisconnect = vtab_disconnect,
	.xDestroy = vtab_disconnect,
	.xOpen = cursor_open,
	.xClose = cursor_close,
	.xFilter = cursor_filter,
	.xNext = cursor_next,
	.xEof = cursor_eof,
	.xColumn = cursor_column,
	.xRowid = cursor_rowid,
};

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
	if (action == SQLITE_FUNCTION && w->sqlite.stricmp(b, "moment") == 0)
		w->has_moments = 1;
	return action == SQLITE_FUNCTION && w->sqlite.stricmp(b, "load_extension") != 0 ? SQLITE_OK : SQLITE_DENY;
}

/* BEGIN, the condition, and END.  An error of SQLite. */
static int compile(struct filter *f, const char *begin, const char *end, sqlite3_stmt **statement)
{
	struct where *w = f->where;
	/* A comment ends with its line. */
	char *text = w->sqlite.mprintf("%s%s\n%s", begin, w->expr, end);
	int code = SQLITE_NOMEM;

	w->selects = w->subquery = 0;
	if (text)
		code = w->sqlite.prepare_v2(w->db, text, -1, statement, NULL) & 0xFF;
	w->sqlite.free(text);
	return code;
}

static int prepare(struct filter *f, const char *name)
{
	struct where *w = f->where;
	sqlite3_stmt *trial = NULL;
	char *from = w->sqlite.mprintf("SELECT 1 FROM \"%w\" WHERE ", name), *of = w->sqlite.mprintf(") IS TRUE FROM \"%w\"", name);
	int code = from && of ? w->sqlite.create_module_v2(w->db, name, &module, f, NULL) : SQLITE_NOMEM;

	/* What may stand behind WHERE is a condition on one row: no sums, and no parentheses that close those around it. */
	if (code == SQLITE_OK)
		code = compile(f, from, "", &trial);
	w->sqlite.finalize(trial);
	if (code == SQLITE_OK)
		code = compile(f, "SELECT (", of, &f->statement);
	if (code == SQLITE_OK && (!f->statement || w->sqlite.column_count(f->statement) != 1 ||
	                          w->sqlite.bind_parameter_count(f->statement)))
		code = SQLITE_MISUSE;
	w->sqlite.free(from);
	w->sqlite.free(of);
	return code;
}

/* ---- What is wrong with the condition ---- */

static const char no_column[] = "no such column: ";

/* The name that there is not, of SQLite's MESSAGE; NULL: that is not what is wrong. */
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
	const char *message = w->sqlite.errmsg(w->db);

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
	const char *name = code == SQLITE_ERROR ? missing(w->sqlite.errmsg(w->db)) : NULL;

	if (name)
		say_unknown(w, name);
	else if (code != SQLITE_OK)
		say_refused(w, code);
	else if (!w->has_field)
		diag_fail("--where=%s: names no field; see monread --find", w->expr);
	else
		diag_fail("--where=%s: no table has all of these fields; see monread --find", w->expr);
	w->sqlite.finalize(all.statement);
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
	f->where->sqlite.finalize(f->statement);
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
	if (f && code == SQLITE_ERROR && !w->subquery && missing(w->sqlite.errmsg(w->db))) {
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
	w->moments = (struct moments){ .sqlite = &w->sqlite, .start = start_of, .arg = w, .vary = 1 };
	return sqlite_open_restricted(&w->sqlite, &w->db, authorize, w) == SQLITE_OK &&
	               moments_register(&w->moments, w->db) == SQLITE_OK ? 0 : -1;
}

struct where *where_again(const struct where *other)
{
	struct where *w = calloc(1, sizeof *w);
	const struct filter *f;
	int bad = 0;

	if (!w)
		return NULL;
	w->sqlite = other->sqlite;
	w->schema = other->schema;
	w->is_again = 1;
	w->expr = other->expr;
	w->layouts = other->layouts;
	w->counted = other->counted;
	w->is_like = other->is_like;
	memcpy(w->pattern, other->pattern, sizeof w->pattern);
	memcpy(w->characters, other->characters, sizeof w->characters);
	w->text.codepage = other->text.codepage;
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
	const char *error = w ? sqlite_load(&w->sqlite) : NULL;

	if (error) {
		diag_fail("--where: SQLite cannot be used: %s", error);
		free(w);
		return NULL;
	}
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
		w->sqlite.close_v2(w->db);
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
	if (MR_REACH(w->of, w->nof, l->id))
		return NULL;
	if (!w->of[l->id].known && find_filters(w, l, &w->of[l->id]))
		return NULL;
	return &w->of[l->id];
}

#define HOLDS  1
#define FAILED 2

static int is_alike(struct filter *f, const struct table_cell *c)
{
	size_t n = make_utf8(f->where, c, f->texts[0]);

	return like_holds(f->where->pattern, f->texts[0], n) ? HOLDS : 0;
}

static int row(void *arg, const struct table *t, const struct table_cell *cells)
{
	struct filter *f = arg;
	struct where *w = f->where;
	int code;

	if (w->is_like && (size_t)f->columns[0] != t->bytes && is_short_text(&cells[f->columns[0]]))
		return is_alike(f, &cells[f->columns[0]]);
	f->cells = cells;
	f->fresh = 1;
	code = w->sqlite.step(f->statement) & 0xFF;
	if (code == SQLITE_ROW)
		return w->sqlite.column_int64(f->statement, 0) ? HOLDS : 0;
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
		rc = of->fixed[i] && table_field_cell(&cell, of->fixed[i], record->ev) && is_short_text(&cell)
		         ? is_alike(of->list[i], &cell)
		         : table_rows_make(of->list[i]->rows, record, &sink, of->list[i]);
	if (rc < 0 && !w->is_again)
		diag_fail("out of memory");
	return rc == FAILED ? -1 : rc;
}

#endif
