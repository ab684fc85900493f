/* cursor.c: go through the rows of a table: along the runs of its records, or of those that a lookup has found. */
#include "config.h"

#include "sql/module.h"

#ifdef HAVE_SQLITE3

#include <stdlib.h>
#include <string.h>

#include "cli/overlap.h"
#include "port/array.h"
#include "sql/pairs.h"
#include "sql/walk.h"

/* A table that is called keeps what it has noted of so many captures. */
#define KEPT 16u

/* How the rows are found. */
enum way { WAY_NONE, WAY_WALK, WAY_LOOKUP, WAY_ALL };

struct cursor {
	sqlite3_vtab_cursor base;
	struct module_vtab *v;
	struct walk walk;
	struct module_conditions conditions;
	struct tables_captures captures;
	enum way way;
	/* WAY_LOOKUP: the chain; WAY_ALL: all rows of the lookup. */
	struct lookup *lookup;
	struct lookup last; /* MODULE_LAST: its rows */
	struct pairs *pairs;
	uint32_t found;
	int end;
	struct table_text text;
};

int module_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
	struct module_vtab *v = (struct module_vtab *)vtab;
	struct cursor *c = calloc(1, sizeof *c);

	if (!c)
		return SQLITE_NOMEM;
	c->v = v;
	c->text.codepage = v->tables->codepage;
	if (walk_begin(&c->walk, v)) {
		free(c);
		return SQLITE_NOMEM;
	}
	*cursor = &c->base;
	return SQLITE_OK;
}

static void forget(struct cursor *c)
{
	walk_rest(&c->walk);
	module_conditions_done(&c->conditions);
	free(c->last.rows);
	free(c->last.buckets);
	memset(&c->last, 0, sizeof c->last);
	pairing_end(c->walk.pairing);
	c->walk.pairing = NULL;
	if (c->pairs)
		c->pairs->users--;
	c->walk.pairs = c->pairs = NULL;
	if (c->lookup && c->lookup != &c->last)
		c->lookup->users--;
	c->lookup = NULL;
	c->way = WAY_NONE;
	c->end = 1;
}

int module_close(sqlite3_vtab_cursor *cursor)
{
	struct cursor *c = (struct cursor *)cursor;
	const struct tables *t = c->v->tables;

	forget(c);
	walk_end(&c->walk);
	if (t->close && c->captures.one)
		t->close(t->arg, c->captures.one);
	table_text_free(&c->text);
	free(c);
	return SQLITE_OK;
}

/* ---- Lookups ---- */

/* The hash of the columns of L in the row that the walk is at.  1: there is one; 0: one is NULL; -1: out of memory. */
static int hash_row(struct cursor *c, const struct lookup *l, uint64_t *hash)
{
	const struct table_cell *cells = walk_cells(&c->walk);
	struct cell_value value;
	size_t i;

	*hash = 0;
	for (i = 0; i < l->ncolumns; i++) {
		if (cell_value(&c->text, &cells[l->columns[i]], table_column_is_mixed(c->v->table, (size_t)l->columns[i]), &value))
			return -1;
		if (value.type == SQLITE_NULL)
			return 0;
		*hash = lookup_hash(*hash, &value);
	}
	return 1;
}

/* All rows of the table, with the hashes of their columns.  NULLS: with NULL in one too.  SQLITE_OK, or an error. */
static int fill(struct cursor *c, struct lookup *l, int nulls)
{
	static const struct module_conditions all = { .n = 0 };
	struct lookup_place place;
	uint64_t hash;
	size_t i;
	int code, has;

	for (i = 0; i < l->ncolumns; i++)
		if (walk_want(&c->walk, l->columns[i]))
			return SQLITE_NOMEM;
	code = walk_start(&c->walk, &c->captures, &all);
	while (code == SQLITE_OK && (code = walk_next(&c->walk)) == SQLITE_ROW) {
		has = hash_row(c, l, &hash);
		walk_place(&c->walk, &place);
		if (has < 0 || ((has || nulls) && lookup_add(l, &place, hash)))
			return SQLITE_NOMEM;
		code = SQLITE_OK;
	}
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* The columns that the conditions say equal to something, which rows can be looked up by. */
static void keys_of(const struct cursor *c, struct lookup *l)
{
	size_t i;

	for (i = 0; i < c->conditions.n && l->ncolumns < LOOKUP_COLUMNS; i++) {
		const struct module_condition *one = &c->conditions.list[i];

		if (one->op == '=' && module_is_key(c->v->table, one->of))
			l->columns[l->ncolumns++] = one->of;
	}
}

/* Those of captures that were asked for long ago go, unless a cursor has them. */
static void trim_lookups(struct lookup **at)
{
	struct lookup *l;
	size_t n = 0;

	while ((l = *at) != NULL) {
		if (n++ < KEPT || l->users) {
			at = &l->next;
			continue;
		}
		*at = l->next;
		l->next = NULL;
		lookup_free(l);
	}
}

static void trim_pairs(struct pairs **at)
{
	struct pairs *p;
	size_t n = 0;

	while ((p = *at) != NULL) {
		if (n++ < KEPT || p->users) {
			at = &p->next;
			continue;
		}
		*at = p->next;
		p->next = NULL;
		pairs_free(p);
	}
}

static uint64_t id_of(const struct cursor *c)
{
	return c->captures.one ? c->captures.one->id : 0;
}

static int same_keys(const struct lookup *a, const struct lookup *b)
{
	return a->of == b->of && a->ncolumns == b->ncolumns && memcmp(a->columns, b->columns, a->ncolumns * sizeof a->columns[0]) == 0;
}

/* The lookup for the conditions, made where there is none.  SQLITE_OK; c->lookup is NULL where it would be of no use. */
static int find_lookup(struct cursor *c)
{
	struct lookup keys = { .n = 0 }, *l, **at;
	int code;

	keys.of = id_of(c);
	keys_of(c, &keys);
	if (!keys.ncolumns)
		return SQLITE_OK;
	for (at = &c->v->lookups; *at && !same_keys(*at, &keys); at = &(*at)->next)
		;
	l = *at;
	if (l) {
		*at = l->next;
	} else {
		l = malloc(sizeof *l);
		if (!l)
			return SQLITE_NOMEM;
		*l = keys;
		code = fill(c, l, 0);
		if (code == SQLITE_OK && lookup_settle(l))
			code = SQLITE_NOMEM;
		if (code != SQLITE_OK) {
			lookup_free(l);
			return code;
		}
	}
	/* What was used last stands first. */
	l->next = c->v->lookups;
	c->v->lookups = l;
	l->users++;
	c->lookup = l;
	if (c->v->tables->are_called)
		trim_lookups(&c->v->lookups);
	return SQLITE_OK;
}

static uint64_t hash_conditions(const struct cursor *c)
{
	uint64_t hash = 0;
	size_t i, k = 0;

	for (i = 0; i < c->conditions.n && k < c->lookup->ncolumns; i++) {
		const struct module_condition *one = &c->conditions.list[i];

		if (one->op == '=' && module_is_key(c->v->table, one->of)) {
			hash = lookup_hash(hash, &one->value);
			k++;
		}
	}
	return hash;
}

/* Whether the column I tells one instance from another.  What is not known of a system, its file stands for. */
static int tells_instance(const struct table *t, const struct table_cell *cells, size_t i)
{
	return t->columns[i].kind == TABLE_KEY || i == TABLE_SYSTEM ||
	       (i == TABLE_FILE && cells[TABLE_SYSTEM].kind == TABLE_NULL) ||
	       (i == TABLE_ENTRY && table_counts_entries(t));
}

/* The hash of what the row that the walk is at is about.  0, or -1: out of memory. */
static int hash_instance(struct cursor *c, uint64_t *hash)
{
	const struct table *t = c->v->table;
	const struct table_cell *cells = walk_cells(&c->walk);
	struct cell_value value;
	size_t i;

	*hash = 0;
	for (i = 0; i < t->ncolumns; i++) {
		if (!tells_instance(t, cells, i))
			continue;
		if (cell_value(&c->text, &cells[i], table_column_is_mixed(t, i), &value))
			return -1;
		if (value.type == SQLITE_NULL)
			cell_text(&value, "", 0);
		*hash = lookup_hash(*hash, &value);
	}
	return 0;
}

/* All rows of the table, and in TODS when each was made; the caller's, who frees it.  SQLITE_OK, or an error. */
static int fill_instances(struct cursor *c, uint64_t **tods)
{
	static const struct module_conditions all = { .n = 0 };
	struct lookup_place place;
	uint64_t hash;
	size_t room = 0;
	int code = walk_start(&c->walk, &c->captures, &all);

	while (code == SQLITE_OK && (code = walk_next(&c->walk)) == SQLITE_ROW) {
		walk_place(&c->walk, &place);
		if (ARRAY_GROW(*tods, c->last.n, room) || hash_instance(c, &hash))
			return SQLITE_NOMEM;
		(*tods)[c->last.n] = c->walk.ev.tod;
		if (lookup_add(&c->last, &place, hash))
			return SQLITE_NOMEM;
		code = SQLITE_OK;
	}
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Whether the row A, which is read before the row B, is later all the same, as captures overlap.  Within one, and where
 * the clock was set back between them, it is their order that tells. */
static int is_later(const struct cursor *c, const uint64_t *tods, size_t a, size_t b)
{
	struct indexed *const *captures = c->captures.list;
	uint32_t of_a = c->last.rows[a].place.capture, of_b = c->last.rows[b].place.capture;

	return of_a != of_b && captures[of_a]->last_epoch == captures[of_b]->last_epoch &&
	       overlap_order(tods[a]) > overlap_order(tods[b]);
}

/* Of all rows with the same hash leave the last one.  TODS is of no use then.  SQLITE_OK, or an error. */
static int leave_last(struct cursor *c, uint64_t *tods)
{
	struct lookup *l = &c->last;
	size_t i, n = 0;
	uint32_t next;

	if (lookup_settle(l))
		return SQLITE_NOMEM;
	for (i = 0; i < l->n; i++) {
		next = lookup_next(l, (uint32_t)i);
		if (next == LOOKUP_NONE) {
			l->rows[n++] = l->rows[i];
		} else if (is_later(c, tods, i, next)) {
			l->rows[next].place = l->rows[i].place;
			tods[next] = tods[i];
		}
	}
	l->n = n;
	free(l->buckets);
	l->buckets = NULL;
	return SQLITE_OK;
}

/* The last row of each instance. */
static int find_last(struct cursor *c)
{
	const struct table *t = c->v->table;
	uint64_t *tods = NULL;
	size_t i;
	int code;

	for (i = 0; i < t->ncolumns; i++)
		if ((i == TABLE_SYSTEM || i == TABLE_FILE || i == TABLE_ENTRY || t->columns[i].kind == TABLE_KEY) &&
		    walk_want(&c->walk, (long)i))
			return SQLITE_NOMEM;
	/* The last one may be from before the file. */
	c->walk.repeated = 1;
	code = fill_instances(c, &tods);
	if (code == SQLITE_OK)
		code = leave_last(c, tods);
	free(tods);
	return code;
}

/* ---- Rows ---- */

/* The next row of a lookup.  SQLITE_OK, or an error. */
static int next_found(struct cursor *c)
{
	int code = SQLITE_DONE;

	while (code == SQLITE_DONE && c->found != LOOKUP_NONE && c->found < c->lookup->n) {
		code = walk_go(&c->walk, &c->lookup->rows[c->found].place);
		c->found = c->way == WAY_ALL ? c->found + 1 : lookup_next(c->lookup, c->found);
	}
	c->end = code != SQLITE_ROW;
	return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

int module_next(sqlite3_vtab_cursor *cursor)
{
	struct cursor *c = (struct cursor *)cursor;
	int code;

	if (c->way != WAY_WALK)
		return next_found(c);
	code = walk_next(&c->walk);
	c->end = code != SQLITE_ROW;
	return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* The columns that SQLite asks for; those from the last bit on are added when they are asked for. */
static int want_used(struct cursor *c)
{
	size_t i;

	for (i = 0; i < c->v->ncolumns && i < 63; i++)
		if (c->conditions.used >> i & 1 && c->v->columns[i].of >= 0 && walk_want(&c->walk, c->v->columns[i].of))
			return -1;
	return 0;
}

/* The first scan most probably goes through the table once; later ones may do so again and again.  SQLITE_OK, or an
 * error. */
static int find_before(struct cursor *c)
{
	struct pairs *p, **at = &c->v->pairs;
	int code;

	if (c->v->filters == 1) {
		c->walk.pairing = pairing_begin(c->v, &c->captures);
		return c->walk.pairing ? SQLITE_OK : SQLITE_NOMEM;
	}
	while (*at && (*at)->of != id_of(c))
		at = &(*at)->next;
	p = *at;
	if (p) {
		*at = p->next;
	} else {
		code = pairs_make(c->v, &c->captures, &p);
		if (code != SQLITE_OK)
			return code;
	}
	p->next = c->v->pairs;
	c->v->pairs = p;
	p->users++;
	c->walk.pairs = c->pairs = p;
	if (c->v->tables->are_called)
		trim_pairs(&c->v->pairs);
	return SQLITE_OK;
}

static int start(struct cursor *c)
{
	int code = SQLITE_OK;

	c->v->filters++;
	if (c->v->module->view == MODULE_LAST) {
		code = find_last(c);
		c->lookup = &c->last;
		c->way = WAY_ALL;
		c->found = 0;
	} else if (c->v->filters > 1) {
		/* The inner side of a join, most probably. */
		code = find_lookup(c);
	}
	if (code == SQLITE_OK && c->v->module->view == MODULE_DELTA)
		code = find_before(c);
	if (code != SQLITE_OK || want_used(c))
		return code != SQLITE_OK ? code : SQLITE_NOMEM;
	code = walk_start(&c->walk, &c->captures, &c->conditions);
	if (c->way == WAY_NONE) {
		c->way = c->lookup ? WAY_LOOKUP : WAY_WALK;
		c->found = c->lookup ? lookup_first(c->lookup, hash_conditions(c)) : 0;
	}
	return code;
}

int module_filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values)
{
	struct cursor *c = (struct cursor *)cursor;
	const struct tables *t = c->v->tables;
	struct indexed *had = c->captures.one;
	char *text = NULL;
	int code;

	(void)number;
	forget(c);
	if (module_conditions_take(&c->conditions, c->v, plan, values, n))
		return SQLITE_NOMEM;
	if (c->conditions.never)
		return SQLITE_OK;
	if (t->are_called && !c->conditions.capture)
		return module_fail(c->v, SQLITE_ERROR,
		                   t->sqlite->mprintf("name a capture, as in %s('capture.bin')", c->v->table->name));
	code = t->open(t->arg, c->conditions.capture, &c->captures, &text);
	if (code != SQLITE_OK)
		return text ? module_fail(c->v, code, text) : code;
	if (had != c->captures.one)
		walk_leave(&c->walk);
	if (t->close && had)
		t->close(t->arg, had);
	code = start(c);
	return code == SQLITE_OK ? module_next(cursor) : code;
}

int module_eof(sqlite3_vtab_cursor *cursor)
{
	return ((struct cursor *)cursor)->end;
}

static int __attribute__((noinline)) other_column(struct cursor *c, sqlite3_context *context, long of)
{
	const struct sqlite *s = c->v->tables->sqlite;
	const struct table_cell *cell;
	struct cell_value value;

	if (of == MODULE_CAPTURE && !c->v->tables->are_called)
		return module_fail(c->v, SQLITE_ERROR, tables_not_called(c->v->tables, c->v->table->name));
	if (of == MODULE_CAPTURE) {
		cell_text(&value, c->conditions.capture, strlen(c->conditions.capture));
		cell_result(s, context, &value);
		return SQLITE_OK;
	}
	if (walk_need(&c->walk, of))
		return SQLITE_NOMEM;
	cell = &walk_cells(&c->walk)[of];
	if ((size_t)of == c->v->table->bytes) {
		s->result_blob(context, cell->bytes, (int)cell->length, SQLITE_TRANSIENT);
		return SQLITE_OK;
	}
	if (cell_value(&c->text, cell, table_column_is_mixed(c->v->table, (size_t)of), &value))
		return SQLITE_NOMEM;
	cell_result(s, context, &value);
	return SQLITE_OK;
}

int module_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
	struct cursor *c = (struct cursor *)cursor;
	long of = c->v->columns[column].of;
	const struct table_cell *cell;

	/* Most are numbers, of the columns that were said to be wanted. */
	if (of != MODULE_CAPTURE && walk_wants(&c->walk, of)) {
		cell = &walk_cells(&c->walk)[of];
		if (cell->kind == TABLE_NUMBER && !c->v->columns[column].is_mixed) {
			c->v->tables->sqlite->result_int64(context, cell->integer);
			return SQLITE_OK;
		}
	}
	return other_column(c, context, of);
}

/* Tables without row numbers are never asked. */
int module_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
	(void)cursor;
	*rowid = 0;
	return SQLITE_OK;
}

#endif
