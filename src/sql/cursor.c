/* cursor.c: the methods of SQLite for a scan of a table: along the runs of its records, or along the rows of a
 * lookup. */
#include "config.h"

#include "sql/module.h"

#ifdef HAVE_SQLITE3

#include <stdlib.h>
#include <string.h>

#include "input/input.h"
#include "port/array.h"
#include "sql/copies.h"
#include "sql/pairs.h"
#include "sql/walk.h"

/* Number of lookups, and of lists of pairs, that a table of the extension keeps for captures of earlier calls. */
#define KEPT 16u

/* How a scan finds its rows. */
enum way { WAY_NONE, WAY_WALK, WAY_LOOKUP, WAY_ALL };

struct cursor {
	sqlite3_vtab_cursor base;
	struct module_vtab *v;
	struct walk walk;
	struct module_conditions conditions;
	struct tables_captures captures;
	enum way way;
	/* for WAY_LOOKUP: the rows with the hash; for WAY_ALL: all of its rows */
	struct lookup *lookup;
	struct pairs *pairs;
	uint32_t found;
	int end;
	/* only for tables that are copied: the records so far, and the current one */
	struct copies copies;
	uint64_t behind, hash; /* of the last counted record: its offset + 1 (0: no record was counted), and its hash */
	uint32_t copy;
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
	c->text.in_sql = 1;
	if (walk_begin(&c->walk, v)) {
		free(c);
		return SQLITE_NOMEM;
	}
	/* The last row of an instance may come from repeated records, as the original record is in an earlier file. */
	c->walk.repeated = v->module->view == MODULE_LAST;
	*cursor = &c->base;
	return SQLITE_OK;
}

static void forget(struct cursor *c)
{
	module_conditions_done(&c->conditions);
	if (c->pairs)
		c->pairs->users--;
	c->walk.pairs = c->pairs = NULL;
	if (c->lookup)
		c->lookup->users--;
	c->lookup = NULL;
	c->way = WAY_NONE;
	c->end = 1;
	copies_done(&c->copies);
	c->behind = 0;
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

/* Hash the columns of L in the current row. 1: done; 0: a column is NULL; -1: out of memory. */
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

/* Add the current row to L, unless one of its columns is NULL. SQLITE_OK, or an error. */
static int add_row(struct cursor *c, struct lookup *l)
{
	struct lookup_place place;
	uint64_t hash;
	int has = hash_row(c, l, &hash);

	walk_place(&c->walk, &place);
	return has < 0 || (has && lookup_add(l, &place, hash)) ? SQLITE_NOMEM : SQLITE_OK;
}

/* Fill L with all rows of the table, or, unless LAST is NULL, with those of LAST. SQLITE_OK, or an error. */
static int fill(struct cursor *c, struct lookup *l, const struct lookup *last)
{
	static const struct module_conditions all = { .n = 0 };
	size_t i;
	int code;

	for (i = 0; i < l->ncolumns; i++)
		if (walk_want(&c->walk, l->columns[i]))
			return SQLITE_NOMEM;
	code = walk_start(&c->walk, &c->captures, &all);
	for (i = 0; code == SQLITE_OK && (!last || i < last->n); i++) {
		code = last ? walk_go(&c->walk, &last->places[i]) : walk_next(&c->walk);
		if (code == SQLITE_ROW)
			code = add_row(c, l);
	}
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Collect the columns that conditions compare by = and that a lookup can use. */
static void keys_of(const struct cursor *c, struct lookup *l)
{
	size_t i;

	for (i = 0; i < c->conditions.n && l->ncolumns < LOOKUP_COLUMNS; i++) {
		const struct module_condition *one = &c->conditions.list[i];

		if (one->op == '=' && module_looks_up(c->v->table, one->of))
			l->columns[l->ncolumns++] = one->of;
	}
}

/* Free the lookups of captures that were used least recently, unless a cursor uses them. */
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

static uint64_t hash_conditions(const struct cursor *c)
{
	uint64_t hash = 0;
	size_t i, k = 0;

	for (i = 0; i < c->conditions.n && k < c->lookup->ncolumns; i++) {
		const struct module_condition *one = &c->conditions.list[i];

		if (one->op == '=' && module_looks_up(c->v->table, one->of)) {
			hash = lookup_hash(hash, &one->value);
			k++;
		}
	}
	return hash;
}

/* Whether the column I identifies the instance. The file replaces the system where the name of the system is
 * unknown. */
static int tells_instance(const struct table *t, const struct table_cell *cells, size_t i)
{
	return t->columns[i].kind == TABLE_KEY || i == TABLE_SYSTEM ||
	       (i == TABLE_FILE && cells[TABLE_SYSTEM].kind == TABLE_NULL) ||
	       (i == TABLE_ENTRY && table_counts_entries(t));
}

/* Hash the columns that identify the instance of the current row. 0, or -1: out of memory. */
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

/* Add all rows of the table to L, and their times to TODS, which the caller frees. SQLITE_OK, or an error. */
static int fill_instances(struct cursor *c, struct lookup *l, uint64_t **tods)
{
	static const struct module_conditions all = { .n = 0 };
	struct lookup_place place;
	uint64_t hash;
	size_t room = 0;
	int code = walk_start(&c->walk, &c->captures, &all);

	while (code == SQLITE_OK && (code = walk_next(&c->walk)) == SQLITE_ROW) {
		walk_place(&c->walk, &place);
		if (ARRAY_GROW(*tods, l->n, room) || hash_instance(c, &hash))
			return SQLITE_NOMEM;
		(*tods)[l->n] = c->walk.ev.tod;
		if (lookup_add(l, &place, hash))
			return SQLITE_NOMEM;
		code = SQLITE_OK;
	}
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Whether the row A, which is read before the row B, is later all the same, because captures overlap.  Within one
 * capture, the order of the rows decides. */
static int is_later(const struct lookup *l, const uint64_t *tods, size_t a, size_t b)
{
	uint32_t of_a = l->places[a].capture, of_b = l->places[b].capture;

	return of_a != of_b && ordered_is_before(tods[b], tods[a]);
}

/* Keep only the last of the rows of L with equal hashes. */
static void leave_last(struct lookup *l, uint64_t *tods)
{
	size_t i, n = 0;
	uint32_t next;

	for (i = 0; i < l->n; i++) {
		next = lookup_index_next(&l->index, (uint32_t)i);
		if (next == LOOKUP_NONE) {
			l->places[n++] = l->places[i];
		} else if (is_later(l, tods, i, next)) {
			l->places[next] = l->places[i];
			tods[next] = tods[i];
		}
	}
	l->n = n;
	/* The index still refers to the removed rows. */
	lookup_index_free(&l->index);
}

/* Fill L with the last row of each instance.  SQLITE_OK, or an error. */
static int find_last(struct cursor *c, struct lookup *l)
{
	const struct table *t = c->v->table;
	uint64_t *tods = NULL;
	size_t i;
	int code;

	for (i = 0; i < t->ncolumns; i++)
		if ((i == TABLE_SYSTEM || i == TABLE_FILE || i == TABLE_ENTRY || t->columns[i].kind == TABLE_KEY) &&
		    walk_want(&c->walk, (long)i))
			return SQLITE_NOMEM;
	code = fill_instances(c, l, &tods);
	if (code == SQLITE_OK)
		leave_last(l, tods);
	free(tods);
	return code;
}

static int obtain(struct cursor *c, const struct lookup *keys, struct lookup **found);

/* Fill the new L.  SQLITE_OK, or an error. */
static int make_lookup(struct cursor *c, struct lookup *l)
{
	struct lookup all = { .of = l->of }, *last = NULL;
	int code = SQLITE_OK;

	if (c->v->module->view == MODULE_LAST && !l->ncolumns) {
		code = find_last(c, l);
	} else {
		if (c->v->module->view == MODULE_LAST)
			code = obtain(c, &all, &last);
		if (code == SQLITE_OK)
			code = fill(c, l, last);
	}
	return code;
}

/* Set *FOUND to the lookup by KEYS; make it if no earlier scan did. SQLITE_OK, or an error. */
static int obtain(struct cursor *c, const struct lookup *keys, struct lookup **found)
{
	struct lookup *l, **at;
	int code;

	for (at = &c->v->lookups; *at && !same_keys(*at, keys); at = &(*at)->next)
		;
	l = *at;
	if (l) {
		*at = l->next;
	} else {
		l = malloc(sizeof *l);
		if (!l)
			return SQLITE_NOMEM;
		*l = *keys;
		code = make_lookup(c, l);
		if (code != SQLITE_OK) {
			lookup_free(l);
			return code;
		}
	}
	/* The lookups that were used last come first. */
	l->next = c->v->lookups;
	c->v->lookups = l;
	*found = l;
	return SQLITE_OK;
}

/* Choose how rows are found.  The first scan probably goes through the table once.  Later ones may be the inner side of
 * a join: they look rows up by the columns of their conditions.  SQLITE_OK, or an error. */
static int choose_way(struct cursor *c)
{
	struct lookup keys = { .of = id_of(c) }, *l;
	int code;

	if (c->v->filters > 1)
		keys_of(c, &keys);
	c->way = keys.ncolumns ? WAY_LOOKUP : c->v->module->view == MODULE_LAST ? WAY_ALL : WAY_WALK;
	if (c->way == WAY_WALK)
		return SQLITE_OK;
	code = obtain(c, &keys, &l);
	if (code != SQLITE_OK)
		return code;
	l->users++;
	c->lookup = l;
	c->found = c->way == WAY_ALL ? 0 : lookup_index_first(&l->index, hash_conditions(c));
	if (c->v->tables->are_called)
		trim_lookups(&c->v->lookups);
	return SQLITE_OK;
}

/* ---- Rows ---- */

/* Go to the next row of the lookup. SQLITE_OK, or an error. */
static int next_found(struct cursor *c)
{
	int code = SQLITE_DONE;

	while (code == SQLITE_DONE && c->found != LOOKUP_NONE && c->found < c->lookup->n) {
		code = walk_go(&c->walk, &c->lookup->places[c->found]);
		c->found = c->way == WAY_ALL ? c->found + 1 : lookup_index_next(&c->lookup->index, c->found);
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

/* Want the columns that SQLite uses. Columns from 63 on share one bit; they are added when SQLite reads them. */
static int want_used(struct cursor *c)
{
	size_t i;

	for (i = 0; i < c->v->ncolumns && i < 63; i++)
		if (c->conditions.used >> i & 1 && c->v->columns[i].of >= 0 && walk_want(&c->walk, c->v->columns[i].of))
			return -1;
	return 0;
}

/* SQLITE_OK, or an error. */
static int find_before(struct cursor *c)
{
	struct pairs *p, **at = &c->v->pairs;
	int code;

	/* Each capture is copied once. */
	if (c->v->tables->are_copied) {
		pairs_free(c->v->pairs);
		c->v->pairs = NULL;
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
	int code;

	c->v->filters++;
	code = choose_way(c);
	if (code == SQLITE_OK && c->v->module->view == MODULE_DELTA)
		code = find_before(c);
	if (code != SQLITE_OK || want_used(c))
		return code != SQLITE_OK ? code : SQLITE_NOMEM;
	return walk_start(&c->walk, &c->captures, &c->conditions);
}

/* Open the capture that is the argument of the table, or all captures. SQLITE_OK, or an error. */
static int open_captures(struct cursor *c)
{
	const struct tables *t = c->v->tables;
	const struct about *about = c->v->module->about;
	struct indexed *had = c->captures.one;
	char *text = NULL;
	int code;

	if (about && !about->of_captures)
		return SQLITE_OK;
	if (t->are_called && !c->conditions.capture)
		return module_fail(c->v, SQLITE_ERROR, sqlite3_mprintf("name a capture, as in %s%s('capture.bin')",
		                                                       about ? t->prefix : "", c->v->table->name));
	code = t->open(t->arg, c->conditions.capture, &c->captures, &text);
	if (code != SQLITE_OK)
		return text ? module_fail(c->v, code, text) : code;
	if (had != c->captures.one)
		walk_leave(&c->walk);
	if (t->close && had)
		t->close(t->arg, had);
	return SQLITE_OK;
}

int module_filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n, sqlite3_value **values)
{
	struct cursor *c = (struct cursor *)cursor;
	int code;

	(void)number;
	forget(c);
	if (module_conditions_take(&c->conditions, c->v, plan, values, n))
		return SQLITE_NOMEM;
	if (c->conditions.never)
		return SQLITE_OK;
	code = open_captures(c);
	if (code == SQLITE_OK)
		code = start(c);
	return code == SQLITE_OK ? module_next(cursor) : code;
}

int module_eof(sqlite3_vtab_cursor *cursor)
{
	return ((struct cursor *)cursor)->end;
}

/* The hash of the current record, or the number of equal records before it; the same for all rows of the record. */
static int copy_column(struct cursor *c, sqlite3_context *context, long of)
{
	const struct monread_ev *ev = &c->walk.ev;

	if (c->behind != ev->offset + 1) {
		c->hash = copies_hash(ev->bytes, ev->length);
		if (copies_add(&c->copies, c->hash, &c->copy))
			return SQLITE_NOMEM;
		c->behind = ev->offset + 1;
	}
	sqlite3_result_int64(context, of == MODULE_HASH ? (int64_t)c->hash : c->copy);
	return SQLITE_OK;
}

static int __attribute__((noinline)) other_column(struct cursor *c, sqlite3_context *context, long of)
{
	const struct table_cell *cell;
	struct cell_value value;

	if (of == MODULE_CAPTURE && !c->v->tables->are_called)
		return module_fail(c->v, SQLITE_ERROR, tables_not_called(c->v->table->name));
	if (of == MODULE_CAPTURE) {
		cell_text(&value, c->conditions.capture, strlen(c->conditions.capture));
		cell_result(context, &value);
		return SQLITE_OK;
	}
	if (of == MODULE_HASH || of == MODULE_COPY)
		return copy_column(c, context, of);
	if (walk_need(&c->walk, of))
		return SQLITE_NOMEM;
	cell = &walk_cells(&c->walk)[of];
	if ((size_t)of == c->v->table->bytes) {
		sqlite3_result_blob(context, cell->bytes, (int)cell->length, SQLITE_TRANSIENT);
		return SQLITE_OK;
	}
	if (cell_value(&c->text, cell, table_column_is_mixed(c->v->table, (size_t)of), &value))
		return SQLITE_NOMEM;
	cell_result(context, &value);
	return SQLITE_OK;
}

int module_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
	struct cursor *c = (struct cursor *)cursor;
	long of = c->v->columns[column].of;
	const struct table_cell *cell;

	/* The fast path: most cells are numbers in wanted columns. */
	if (of >= 0 && walk_wants(&c->walk, of)) {
		cell = &walk_cells(&c->walk)[of];
		if (cell->kind == TABLE_NUMBER && !c->v->columns[column].is_mixed) {
			sqlite3_result_int64(context, cell->integer);
			return SQLITE_OK;
		}
	}
	return other_column(c, context, of);
}

/* Only tables about layouts and captures have row numbers; SQLite uses them for no other table. */
int module_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
	*rowid = (sqlite3_int64)((struct cursor *)cursor)->walk.about.number;
	return SQLITE_OK;
}

#endif
