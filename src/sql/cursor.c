/* cursor.c: the functions that SQLite calls to scan a table. Functions without another comment
 * return SQLITE_OK or an error. */
#include "config.h"

#include "base/array.h"
#include "sql/cursor_walk.h"
#include "table/cell.h"

#define DAY  (86400 * MR_TOD_SECOND)
/* the latest TOD clock: clocks with the first bit 0 are after the wrap of 2042 */
#define LAST UINT64_C(0x7FFFFFFFFFFFFFFF)

static void cursor_forget(struct module_cursor *c)
{
	module_conditions_done(&c->conditions);
	c->pairs = NULL;
	pairs_free(c->pairing);
	c->pairing = NULL;
	c->lookup = NULL;
	c->end = 1;
	lookup_index_clear(&c->hashes.index);
	c->hashes.counted = 0;
}

static int module_close(sqlite3_vtab_cursor *cursor)
{
	struct module_cursor *c = (struct module_cursor *)cursor;
	const struct tables *t = c->v->tables;

	cursor_forget(c);
	if (t->close && c->captures)
		t->close(t->arg, c->captures);
	table_rows_free(c->rows.make);
	monread_system_free(c->system);
	free(c->place.window.bytes);
	free(c->before.bytes);
	delta_free(c->delta);
	table_text_free(&c->text);
	lookup_index_free(&c->hashes.index);
	free(c->rows.wanted);
	free(c->rows.cells);
	free(c->numbers);
	free(c);
	return SQLITE_OK;
}

static int module_open(sqlite3_vtab *vtab, sqlite3_vtab_cursor **cursor)
{
	struct module_vtab *v = (struct module_vtab *)vtab;
	struct module_cursor *c = calloc(1, sizeof *c);

	if (!c)
		return SQLITE_NOMEM;
	c->v = v;
	c->text = (struct table_text){ .codepage = v->tables->codepage, .in_sql = 1 };
	c->rows.wanted = calloc(WALK_CELLS(v->table), 1);
	c->numbers = calloc(v->ncolumns, sizeof *c->numbers);
	c->system = monread_system_new(v->tables->layouts);
	c->delta = delta_new(v->tables->layouts);
	c->ev = (struct monread_ev){
		.kind = MONREAD_RECORD,
		.flags = MONREAD_NUMBERED,
		.mce = &c->mce,
	};
	c->record.ev = &c->ev;
	if (!c->rows.wanted || !c->numbers || !c->system || !c->delta ||
	    ARRAY_EXTEND(c->rows.cells, c->rows.ncells, WALK_CELLS(v->table))) {
		module_close(&c->base);
		return SQLITE_NOMEM;
	}
	c->rows.now = c->rows.cells;
	/* In tables of records, compute only the columns that SQLite reads; --sqlite reads all
	 * columns. */
	memset(c->rows.wanted, v->module->about || v->tables->are_copied, WALK_CELLS(v->table));
	*cursor = &c->base;
	return SQLITE_OK;
}

/* Add the current row to the lookup L, by a hash of the values that this row has in the N COLUMNS.
 * If l->ncolumns is not 0, ignore a row with NULL in one of COLUMNS. If l->ncolumns is 0, COLUMNS
 * identify an instance, such as a CPU or a user: keep only the last row of each instance, which is
 * the row with the latest time if captures overlap. The first of COLUMNS is then the file, which is
 * hashed only if the system is unknown. Return 0, or -1 if out of memory. */
static int cursor_index_row(struct module_cursor *c, struct lookup *l, const long *columns,
                            size_t n)
{
	const struct lookup_place place = { (uint32_t)c->place.capture, c->place.run, c->place.at,
		                            (uint32_t)c->rows.at, c->ev.tod };
	const struct table_cell *cells = c->rows.now;
	size_t at = LOOKUP_NONE, i = !l->ncolumns && cells[LEAD_SYSTEM].kind != TABLE_NULL;
	struct cell_value value;
	uint64_t hash = 0;

	for (; i < n; i++) {
		if (cell_value(&c->text, &cells[columns[i]],
		               table_column_is_mixed(c->v->table, (size_t)columns[i]), &value))
			return -1;
		if (value.type == SQLITE_NULL) {
			if (l->ncolumns)
				return 0;
			cell_text(&value, "", 0);
		}
		hash = lookup_hash(hash, &value);
	}
	if (!l->ncolumns)
		at = lookup_index_first(&l->index, hash);
	if (at == LOOKUP_NONE) {
		if (ARRAY_GROW(l->places, l->n, l->room) || lookup_index_add(&l->index, hash))
			return -1;
		at = l->n++;
	} else if (place.capture != l->places[at].capture &&
	           ordered_is_before(place.tod, l->places[at].tod)) {
		return 0;
	}
	l->places[at] = place;
	return 0;
}

/* Add to the lookup L the rows in the lookup LAST or, if LAST is NULL, all rows of the table. For
 * COLUMNS and N, see cursor_index_row(). */
static int cursor_fill_lookup(struct module_cursor *c, struct lookup *l, const struct lookup *last,
                              const long *columns, size_t n)
{
	static const struct module_conditions all = { .n = 0 };
	int code = SQLITE_ROW;
	size_t i;

	for (i = 0; i < n; i++)
		walk_want(c, columns[i]);
	walk_start(c, &all);
	for (i = 0; code == SQLITE_ROW && (!last || i < last->n); i++) {
		code = last ? walk_go(c, &last->places[i]) : walk_next(c);
		if (code == SQLITE_ROW && cursor_index_row(c, l, columns, n))
			code = SQLITE_NOMEM;
	}
	return code == SQLITE_DONE || code == SQLITE_ROW ? SQLITE_OK : code;
}

/* Fill the lookup L with the last row of each instance, in the order in which instances first
 * appear. */
static int cursor_find_last(struct module_cursor *c, struct lookup *l)
{
	const struct table *t = c->v->table;
	long columns[TABLE_COLUMNS_MAX + 2] = { LEAD_FILE }, i;
	size_t n = 1;

	for (i = 0; i < (long)t->ncolumns; i++)
		if (i == LEAD_SYSTEM || (i == LEAD_ENTRY && table_counts_entries(t)) ||
		    t->columns[i].kind == KIND_KEY)
			columns[n++] = i;
	return cursor_fill_lookup(c, l, NULL, columns, n);
}

/* Set *FOUND to the lookup with the same table, view and columns as KEYS. Make this lookup if it
 * does not exist. */
static int obtain(struct module_cursor *c, const struct lookup *keys, struct lookup **found)
{
	const struct lookup all = { .table = keys->table, .view = keys->view };
	struct lookup *l, *last = NULL;
	int code = SQLITE_OK;

	for (l = c->captures->lookups; l; l = l->next) {
		*found = l;
		if (l->table == keys->table && l->view == keys->view &&
		    l->ncolumns == keys->ncolumns &&
		    memcmp(l->columns, keys->columns, sizeof l->columns) == 0)
			return SQLITE_OK;
	}
	*found = NULL;
	l = malloc(sizeof *l);
	if (!l)
		return SQLITE_NOMEM;
	*l = *keys;
	if (l->ncolumns && l->view == MODULE_LAST)
		code = obtain(c, &all, &last);
	if (code == SQLITE_OK && l->ncolumns)
		code = cursor_fill_lookup(c, l, last, l->columns, l->ncolumns);
	else if (code == SQLITE_OK && l->view == MODULE_DELTA)
		code = pairs_make(c->v, c->captures, l);
	else if (code == SQLITE_OK)
		code = cursor_find_last(c, l);
	if (code != SQLITE_OK) {
		lookup_free(l);
		return code;
	}
	l->next = c->captures->lookups;
	c->captures->lookups = l;
	*found = l;
	return SQLITE_OK;
}

/* Choose how a scan finds its rows. The first scan of a table reads records. A later scan is
 * probably the inner loop of a join: it finds rows in a lookup by the columns that conditions
 * compare with =. */
static int choose_way(struct module_cursor *c)
{
	struct lookup keys = { .table = c->v->table, .view = c->v->module->view };
	const struct tables *t = c->v->tables;
	int code = SQLITE_OK, is_first = c->v->filters++ == 0;
	const struct module_condition *one, *end = c->conditions.list + c->conditions.n;
	uint64_t hash = 0;

	/* c->pairing reads the captures during the scan. This is not possible in the extension: it
	 * maps no files, so all readers of a file share one position in the file. */
	if (keys.view == MODULE_DELTA && !c->captures->merged && !t->are_called &&
	    (t->are_copied || is_first)) {
		c->pairing = pairs_new(c->v, c->captures);
		code = c->pairing ? SQLITE_OK : SQLITE_NOMEM;
	} else if (keys.view == MODULE_DELTA) {
		code = obtain(c, &keys, &c->pairs);
	}
	for (one = c->conditions.list; !is_first && one < end; one++) {
		if (one->op == SQLITE_INDEX_CONSTRAINT_EQ && one->of != MODULE_CAPTURE &&
		    keys.ncolumns < LOOKUP_COLUMNS) {
			keys.columns[keys.ncolumns++] = one->of;
			hash = lookup_hash(hash, &one->value);
		}
	}
	if (code == SQLITE_OK && (keys.ncolumns || keys.view == MODULE_LAST))
		code = obtain(c, &keys, &c->lookup);
	if (code == SQLITE_OK && c->lookup)
		c->found = keys.ncolumns ? lookup_index_first(&c->lookup->index, hash) : 0;
	return code;
}

static int module_next(sqlite3_vtab_cursor *cursor)
{
	struct module_cursor *c = (struct module_cursor *)cursor;
	uint32_t found = c->found;
	int code = SQLITE_DONE;

	if (!c->lookup) {
		code = walk_next(c);
	} else if (found != LOOKUP_NONE && found < c->lookup->n) {
		c->found = c->lookup->ncolumns ? c->lookup->index.rows[found].next : found + 1;
		code = walk_go(c, &c->lookup->places[found]);
	}
	c->end = code != SQLITE_ROW;
	return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int cursor_open_captures(struct module_cursor *c)
{
	const struct tables *t = c->v->tables;
	const struct about *about = c->v->module->about;
	struct tables_captures *had = c->captures;
	char *text = NULL;
	int code;

	if (about && !about->of_captures)
		return SQLITE_OK;
	if (t->are_called && !c->conditions.capture)
		return module_fail(c->v, SQLITE_ERROR,
		                   sqlite3_mprintf("name a capture, as in %s%s('capture.bin')",
		                                   about ? t->prefix : "", c->v->table->name));
	code = t->open(t->arg, c->conditions.capture, &c->captures, &text);
	if (code != SQLITE_OK)
		return text ? module_fail(c->v, code, text) : code;
	if (had != c->captures) {
		c->place.window.of = NULL;
		c->before.of = NULL;
	}
	if (t->close && had)
		t->close(t->arg, had);
	return SQLITE_OK;
}

/* Return 1 if no record of the capture F can meet the conditions. Records may be up to a day
 * earlier than f->begins, because clocks may have been set back. */
static int can_skip(const struct module_cursor *c, const struct indexed *f)
{
	const struct module_vtab *v = c->v;
	int reads_all = v->module->view != MODULE_TABLE || v->filters > 0 || c->captures->merged ||
	                (v->module->about && v->module->about->next);

	if (reads_all)
		return 0;
	return !module_fits(&c->conditions, LEAD_FILE, f->name, 0, 0) ||
	       (f->begins && !module_fits(&c->conditions, LEAD_TIME, NULL, f->begins - DAY, LAST));
}

/* Index the captures. If SQLite reads a column that is known only after decoding, also decode their
 * records. */
static int scan_captures(const struct module_cursor *c)
{
	const struct tables_captures *captures = c->captures;
	const struct tables *t = c->v->tables;
	const struct about *about = c->v->module->about;
	int decodes = about && (about->decoded == UINT64_MAX ||
	                        about->decoded & c->conditions.used);
	size_t together = captures->merged ? captures->n : 1, i;

	for (i = captures->first; i < captures->n; i += together) {
		if (can_skip(c, captures->list[i]))
			continue;
		/* A capture that --sqlite copies is already indexed. */
		if (!t->are_copied && indexed_scan(captures->list + i, together, t))
			return tables_code(errno);
		if (decodes && indexed_decode(captures->list + i, together, t))
			return tables_code(errno);
	}
	return SQLITE_OK;
}

static int module_filter(sqlite3_vtab_cursor *cursor, int number, const char *plan, int n,
                         sqlite3_value **values)
{
	struct module_cursor *c = (struct module_cursor *)cursor;
	size_t i;
	int code;

	(void)number;
	cursor_forget(c);
	if (module_conditions_take(&c->conditions, c->v, plan, values, n))
		return SQLITE_NOMEM;
	if (c->conditions.never)
		return SQLITE_OK;
	code = cursor_open_captures(c);
	if (code == SQLITE_OK && c->captures)
		code = scan_captures(c);
	if (code == SQLITE_OK)
		code = choose_way(c);
	if (code != SQLITE_OK)
		return code;
	/* Columns from number 63 on share one bit of c->conditions.used: other_column() notices
	 * when SQLite reads one of these columns. */
	for (i = 0; i < c->v->ncolumns && i < 63; i++)
		if (c->conditions.used >> i & 1 && c->v->columns[i].of >= 0)
			walk_want(c, c->v->columns[i].of);
	walk_start(c, &c->conditions);
	return module_next(cursor);
}

static int module_eof(sqlite3_vtab_cursor *cursor)
{
	return ((struct module_cursor *)cursor)->end;
}

/* Return a hash of a record. Databases store this hash, so it must be the same on all machines. */
static uint64_t hash_record(const unsigned char *bytes, size_t length)
{
	const uint64_t odd = UINT64_C(0xFF51AFD7ED558CCD);
	uint64_t hash = length * UINT64_C(0x9E3779B97F4A7C15), word;

	for (; length >= sizeof word; bytes += sizeof word, length -= sizeof word) {
		hash = (hash ^ mr_be(bytes, 8)) * odd;
		hash ^= hash >> 32;
	}
	for (word = 0; length > 0; length--)
		word = word << 8 | *bytes++;
	hash = (hash ^ word) * odd;
	return hash ^ hash >> 32;
}

/* After this many hashes of records, a scan forgets all of them at the next record with a later
 * time: equal records have the same time, and records are usually in the order of time. */
#define HASHES_MOST 65536u

/* Return the value of the column MODULE_HASH or MODULE_COPY of the current record to SQLite. */
static int copy_column(struct module_cursor *c, sqlite3_context *context, long of)
{
	int is_new = c->hashes.counted != c->ev.offset + 1 ||
	             c->hashes.capture != c->place.capture;
	const struct lookup_row *row;

	if (is_new && (!c->hashes.index.n || ordered_is_before(c->hashes.latest, c->ev.tod))) {
		if (c->hashes.index.n >= HASHES_MOST)
			lookup_index_clear(&c->hashes.index);
		c->hashes.latest = c->ev.tod;
	}
	if (is_new && lookup_index_add(&c->hashes.index, hash_record(c->ev.bytes, c->ev.length)))
		return SQLITE_NOMEM;
	c->hashes.counted = c->ev.offset + 1;
	c->hashes.capture = c->place.capture;
	row = &c->hashes.index.rows[c->hashes.index.n - 1];
	sqlite3_result_int64(context, of == MODULE_HASH ? (int64_t)row->hash : row->nth);
	return SQLITE_OK;
}

/* Return the value of COLUMN to SQLite, if the value is not a number or if SQLite reads the column
 * for the first time. */
static int __attribute__((noinline))
other_column(struct module_cursor *c, sqlite3_context *context, int column)
{
	const struct table *t = c->v->table;
	long of = c->v->columns[column].of;

	if (of == MODULE_HASH || of == MODULE_COPY)
		return copy_column(c, context, of);
	if (of < 0 && !c->v->tables->are_called)
		return module_fail(c->v, SQLITE_ERROR, tables_not_called(t->name));
	if (of < 0) {
		sqlite3_result_text(context, c->conditions.capture, -1, SQLITE_TRANSIENT);
		return SQLITE_OK;
	}
	if (!c->rows.wanted[of] && walk_need(c, of))
		return SQLITE_NOMEM;
	c->numbers[column] = table_column_is_mixed(t, (size_t)of) ? LEAD_SYSTEM : (uint32_t)of;
	cell_return(context, &c->text, t, c->rows.now, (size_t)of);
	return SQLITE_OK;
}

static int module_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column)
{
	struct module_cursor *c = (struct module_cursor *)cursor;
	const struct table_cell *cell = &c->rows.now[c->numbers[column]];

	/* Most cells are numbers. */
	if (cell->kind != TABLE_NUMBER)
		return other_column(c, context, column);
	sqlite3_result_int64(context, cell->integer);
	return SQLITE_OK;
}

/* Only tables about layouts and captures have rowids. */
int module_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid)
{
	*rowid = (sqlite3_int64)((struct module_cursor *)cursor)->about.number;
	return SQLITE_OK;
}

const sqlite3_module module_methods = {
	/* Without xCreate, SQLite offers each module as a table of the same name. */
	.xConnect = module_connect,
	.xBestIndex = module_best_index,
	.xDisconnect = module_disconnect,
	.xDestroy = module_disconnect,
	.xOpen = module_open,
	.xClose = module_close,
	.xFilter = module_filter,
	.xNext = module_next,
	.xEof = module_eof,
	.xColumn = module_column,
	.xRowid = module_rowid,
};
