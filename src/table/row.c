/* row.c: makes rows of tables from a record: fills the cells of the rows with the values that the
 * decoder reports. */
#include "config.h"

#include "table/row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "table/cell.h"
#include "table/plan.h"

/* Maximum number of nested frames. The decoder allows nine levels of layouts (a record, and
 * application data inside application data), each with entries in structures in entries. */
#define FRAMES_MAX 256u

struct fill_row {
	const struct table *table;
	struct table_cell *cells;
	size_t room;
};

/* A structure, array entry or application data that the decoder has entered but not left. */
struct frame {
	const struct table_step *steps;
	/* the step with which find_step() continues in this frame after the end of the frame inside
	 * it */
	const struct table_step *next;
	/* the plan whose member ->arrays describes the arrays in this frame */
	const struct table_plan *plan;
	/* how to make rows from the entries of the current array; NULL: the entries have no
	 * table */
	const struct table_entries *array;
	unsigned row;
};

struct rows_wanted {
	/* by column of table_rows.only: 1 if the caller needs the cell; NULL: it needs all cells */
	unsigned char *columns;
	/* 1 if fill_field() fills each cell, because only array entries or few columns of the
	 * record are wanted */
	int by_field;
	int undecoded; /* 1 if no field of the record is needed to fill the wanted columns */
	/* columns of table_rows.only that must be cleared before each row; NULL: all */
	uint32_t *cleared;
	size_t ncleared;
};

/* The differences of lists of counters in the current record. */
struct rows_lists {
	struct rows_list {
		struct table_cell *cells;
		size_t room;
	} *all;
	size_t n, room; /* ->n lists are in use */
};

/* Numbers of the entries that are nested in other entries. */
struct rows_nested {
	uint32_t *numbers; /* the number of the next entry in each table, indexed by table->id */
	size_t n;
	int used; /* 1 if the current record has entries inside entries */
};

struct rows_plans {
	const struct table_plan **list; /* indexed by layout->id */
	size_t n;
};

/* The application data of the current record. */
struct rows_payload {
	const struct table *table; /* table of the last piece */
	/* number of pieces of application data; each problem of the record counts as two pieces */
	unsigned n;
};

struct table_rows {
	const struct table_schema *schema;
	/* if ->only is not NULL, make only rows of this table; ->root is then the table of the
	 * outermost parent rows of these rows */
	const struct table *only, *root;
	struct rows_wanted wanted;
	struct monread_decoder *decoder;
	struct rows_plans plans;
	/* The current record. */
	const struct table_record *record;
	size_t system_length, file_length;
	const struct table_sink *sink;
	void *arg;
	/* step with which find_step() begins to search; the list `nowhere` while values are
	 * ignored */
	const struct table_step *next;
	struct table_cell *cells;
	struct frame frames[FRAMES_MAX];
	unsigned depth;
	/* the row of the record, then the rows of nested array entries and application data */
	struct fill_row rows[FRAMES_MAX];
	struct rows_nested nested;
	struct rows_lists lists;
	/* number of levels that the decoder has entered but not left and whose values are ignored:
	 * lists, and levels that are nested too deeply or have no table */
	unsigned ignored;
	/* 1 during a first pass over the record, which only collects the values of keys */
	int only_keys;
	int failed; /* 1: out of memory */
	struct rows_payload payload;
};

/* List of steps that match no field of a record, used while values are ignored. */
static const struct monread_field no_field;
static const struct table_step nowhere[] = { { .field = &no_field }, { .field = NULL } };

static int no_room(struct table_rows *r)
{
	r->failed = 1;
	return 1;
}

/* Like table_plan_of(), but look up each plan only once. */
static const struct table_plan *rows_plan_of(struct table_rows *r, const struct monread_layout *l)
{
	if (ARRAY_EXTEND(r->plans.list, r->plans.n, l->id + 1u)) {
		errno = ENOMEM;
		return NULL;
	}
	if (!r->plans.list[l->id])
		r->plans.list[l->id] = table_plan_of(r->schema, l);
	return r->plans.list[l->id];
}

/* ---- Differences ---- */

static void put_rate(struct table_cell *c, const struct table_record *record,
                     enum monread_format format, uint64_t difference)
{
	struct delta_rate rate;

	if (delta_rate(&rate, difference, format, delta_between(record->delta)))
		return;
	c->kind = TABLE_MICROS;
	c->number = rate.whole * TABLE_SECOND + rate.millionths;
	/* If the rate is too large for millionths, drop its fraction. */
	if (rate.whole > INT64_MAX / TABLE_SECOND - 1)
		table_cell_number(c, rate.whole);
}

/* Make *C the cell with the difference or the rate of the counter F at OFFSET in the record. */
static void counted_cell(struct table_cell *c, const struct table_record *record,
                         const struct monread_field *f, uint32_t offset, uint32_t length)
{
	uint64_t difference;

	switch (delta_get(record->delta, f, offset, &difference)) {
	case DELTA_LEVEL:
		table_cell_field(c, f, record->ev->bytes + offset, length);
		break;
	case DELTA_NONE:
		break;
	case DELTA_KNOWN:
		if (record->per_second)
			put_rate(c, record, f->format, difference);
		else
			table_cell_value(c,
			                 f->format == MONREAD_INTERVAL ? MONREAD_INTERVAL :
			                                                 MONREAD_UNSIGNED,
			                 difference, NULL, 0);
		break;
	}
}

/* Make *C the cell with the list of the N elements of the field F at OFFSET in the record or, if F
 * is a counter, with the list of the differences of these elements. Return 0, or 1 if out of
 * memory. */
static int put_elements(struct table_rows *r, struct table_cell *c, const struct monread_field *f,
                        uint32_t offset, uint32_t n)
{
	struct rows_lists *l = &r->lists;
	struct rows_list *one;
	uint32_t i;

	if (!r->record->delta || !delta_counts(f)) {
		table_cell_bytes(c, TABLE_ELEMENTS, r->record->ev->bytes + offset, f->length * n);
		c->field = f;
		return 0;
	}
	if (ARRAY_EXTEND(l->all, l->room, l->n + 1))
		return no_room(r);
	one = &l->all[l->n++];
	if (ARRAY_EXTEND(one->cells, one->room, n))
		return no_room(r);
	c->kind = TABLE_CELLS;
	c->cells = one->cells;
	c->length = n;
	for (i = 0; i < n; i++) {
		one->cells[i].kind = TABLE_NULL;
		counted_cell(&one->cells[i], r->record, f, offset + i * f->length, f->length);
	}
	return 0;
}

/* ---- Rows ---- */

static inline void put_text(struct table_cell *c, const char *s, size_t n)
{
	table_cell_bytes(c, n ? TABLE_UTF8 : TABLE_NULL, (const unsigned char *)s, (uint32_t)n);
}

void table_put_leading(const struct table_record *record, size_t system_length, size_t file_length,
                       struct table_cell *c)
{
	const struct monread_ev *ev = record->ev;

	put_text(&c[LEAD_SYSTEM], record->system, system_length);
	put_text(&c[LEAD_FILE], record->file, file_length);
	table_cell_number(&c[LEAD_OFFSET], ev->offset);
	table_cell_number(&c[LEAD_DATASET], ev->dataset);
	if (ev->mce->type == MONREAD_EVENT)
		put_text(&c[LEAD_SET_TYPE], "event", 5);
	else
		put_text(&c[LEAD_SET_TYPE], "sample", 6);
	if (record->in_interval) {
		c[LEAD_INTERVAL].integer = monread_tod_to_unix_us(record->interval);
		c[LEAD_INTERVAL].kind = TABLE_MOMENT;
	}
	c[LEAD_TIME].integer = c[LEAD_UNIX_TIME].integer = monread_tod_to_unix_us(ev->tod);
	c[LEAD_TIME].kind = TABLE_MOMENT;
	c[LEAD_UNIX_TIME].kind = TABLE_MICROS;
}

/* Clear only the cells that the caller needs, because a row may have hundreds of cells. */
static void clear_row(const struct table_rows *r, const struct table *t, struct table_cell *cells)
{
	static const struct table_cell empty = { .kind = TABLE_NULL };
	size_t i;

	if (t != r->only || !r->wanted.cleared) {
		memset(cells, 0, (TABLE_ELAPSED(t) + 1) * sizeof *cells);
		return;
	}
	for (i = 0; i < r->wanted.ncleared; i++)
		cells[r->wanted.cleared[i]] = empty;
}

/* Begin r->rows[N], a row of the table T for the data at OFFSET in the record. The parent row of
 * this row is r->rows[N - 1]. Return 0, or 1 if out of memory. */
static int rows_begin(struct table_rows *r, unsigned n, const struct table *t, uint32_t offset)
{
	struct fill_row *row = &r->rows[n];
	const struct table_keys *keys;
	uint64_t elapsed;
	uint32_t i;

	row->table = t;
	if (ARRAY_EXTEND(row->cells, row->room, TABLE_ELAPSED(t) + 1u))
		return no_room(r);
	clear_row(r, t, row->cells);
	elapsed = r->record->delta ? delta_elapsed(r->record->delta, offset) : 0;
	if (elapsed) {
		row->cells[TABLE_ELAPSED(t)].kind = TABLE_MICROS;
		row->cells[TABLE_ELAPSED(t)].number = elapsed >> 12;
	}
	table_put_leading(r->record, r->system_length, r->file_length, row->cells);
	table_cell_bytes(&row->cells[t->bytes], TABLE_HEX, r->record->ev->bytes,
	                 (uint32_t)r->record->ev->length);
	keys = n ? table_keys_of(t, row[-1].table) : NULL;
	for (i = 0; keys && i < keys->n; i++)
		row->cells[keys->keys[i].to] = row[-1].cells[keys->keys[i].from];
	return 0;
}

static int rows_end(struct table_rows *r, unsigned n)
{
	const struct fill_row *row = &r->rows[n];

	if (r->only_keys || (r->only && row->table != r->only))
		return 0;
	return r->sink->row(r->arg, row->table, row->cells);
}

/* ---- Fields ---- */

static inline const struct table_step *find_step(struct table_rows *r,
                                                 const struct monread_field *field)
{
	const struct table_step *s = r->next;

	/* The decoder reports fields in the order of the steps, but may omit some, and reports
	 * texts of variable length last. */
	while (s->field && s->field != field)
		s++;
	if (!s->field)
		for (s = r->frames[r->depth].steps; s->field && s->field != field; s++)
			;
	if (!s->field)
		return NULL;
	r->next = s + 1;
	return s;
}

/* Fill the columns for single bits of a field, whose first N bytes are at P. */
static void fill_put_bits(struct table_cell *cells, const struct table_step *s,
                          const unsigned char *p, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < s->nbits; i++) {
		const struct table_bit *b = &s->bits[i];
		int there = mr_is_inside(b->at, b->width, n);

		cells[b->column].kind = TABLE_NUMBER;
		cells[b->column].integer = there &&
			(mr_be(p + b->at, b->width) & b->mask) == b->mask;
	}
}

static int fill_field(void *arg, const struct monread_value *v)
{
	struct table_rows *r = arg;
	const struct table_step *s = r->ignored ? NULL : find_step(r, v->field);

	if (!s || s->column == TABLE_NO_COLUMN)
		return 0;
	if (r->record->delta && delta_counts(v->field))
		counted_cell(&r->cells[s->column], r->record, v->field, v->offset, v->length);
	else if (!table_is_beyond(v->field, v->bytes))
		table_cell_value(&r->cells[s->column], v->format, v->number, v->bytes, v->length);
	if (s->nbits)
		fill_put_bits(r->cells, s, v->bytes, v->length);
	return 0;
}

/* Fill the cell of a list from the bytes V of the structure that contains the list. These bytes may
 * end within the list. */
static int fill_list(struct table_rows *r, const struct table_step *s,
                     const struct monread_value *v)
{
	uint32_t n = s->field->dim_count, room = v->length - s->offset;

	if (s->length && room / s->length < n)
		n = room / s->length;
	return put_elements(r, &r->cells[s->column], s->field, v->offset + s->offset, n);
}

/* Fill all wanted cells for a structure, whose bytes are V, at once: this is faster than one call
 * of fill_field() per field. */
static int fill_structure(void *arg, const struct monread_structure *structure,
                          const struct monread_value *v)
{
	struct table_rows *r = arg;
	const struct frame *f = &r->frames[r->depth];
	const unsigned char *wanted = r->rows[f->row].table == r->only ? r->wanted.columns : NULL;
	struct table_cell *cells = r->cells;
	int counted = r->record->delta != NULL;
	const struct table_step *s;

	(void)structure;
	if (r->ignored)
		return MONREAD_TAKEN;
	for (s = f->steps; s->field; s++) {
		/* A step with ->nbits also fills columns for single bits, so do not skip it. */
		if (s->end > v->length || (wanted && !wanted[s->column] && !s->nbits))
			continue;
		if (s->read == TABLE_READ_LIST) {
			if (fill_list(r, s, v))
				return 1;
		} else if (counted && s->counts) {
			counted_cell(&cells[s->column], r->record, s->field, v->offset + s->offset,
			             s->length);
		} else if (s->read == TABLE_READ_NUMBER) {
			table_cell_number(&cells[s->column],
			                  mr_be(v->bytes + s->offset, s->length));
		} else {
			table_cell_field(&cells[s->column], s->field, v->bytes + s->offset,
			                 s->length);
		}
		if (s->nbits)
			fill_put_bits(cells, s, v->bytes + s->offset, s->length);
	}
	return MONREAD_TAKEN;
}

/* ---- Levels ---- */

/* Until the decoder leaves the level at OFFSET in the record, fill cells with STEPS of the plan
 * PLAN: in a new row of the table ROWS or, if ROWS is NULL, in the current row. */
static int enter_steps(struct table_rows *r, const struct table_step *steps,
                       const struct table_plan *plan, const struct table *rows, uint32_t offset)
{
	struct frame *f = &r->frames[r->depth + 1];
	unsigned row = r->frames[r->depth].row + (rows != NULL);

	r->frames[r->depth].next = r->next;
	*f = (struct frame){ .steps = steps, .plan = plan, .row = row };
	if (rows && rows_begin(r, row, rows, offset))
		return 1;
	r->depth++;
	r->next = steps;
	r->cells = r->rows[row].cells;
	return 0;
}

/* Ignore all values until the end of the level that the decoder has just entered. */
static int enter_nowhere(struct table_rows *r)
{
	if (r->ignored++ == 0) {
		r->frames[r->depth].next = r->next;
		r->next = nowhere;
	}
	return 0;
}

/* Fill the cell of a list at once, and ignore the elements that the decoder reports one by one. */
static int begin_list(struct table_rows *r, const struct monread_value *v)
{
	const struct table_step *s = find_step(r, v->field);

	if (s && s->column != TABLE_NO_COLUMN &&
	    put_elements(r, &r->cells[s->column], v->field, v->offset, v->index))
		return 1;
	return enter_nowhere(r);
}

/* Begin the row of an array entry. The number of the entry is its index in the array. But if the
 * array itself is in an array entry, the entries of all such arrays of the record are numbered
 * together, so that all rows have different numbers. */
static int begin_entry(struct table_rows *r, const struct monread_place *place)
{
	const struct frame *f = &r->frames[r->depth];
	const struct monread_value *v = place->value;
	const struct table *t = f->array ? f->array->rows : NULL;
	uint32_t number = v->field ? v->index - v->field->dim_first : v->index;

	if (!t)
		return enter_nowhere(r);
	if (t->parent->role == TABLE_OF_ENTRIES) {
		if (ARRAY_EXTEND(r->nested.numbers, r->nested.n, t->id + 1u))
			return no_room(r);
		r->nested.used = 1;
		number = r->nested.numbers[t->id]++;
	}
	if (enter_steps(r, f->array->steps, f->plan, t, v->offset))
		return 1;
	table_cell_number(&r->cells[LEAD_ENTRY], number);
	return 0;
}

static int begin_payload(struct table_rows *r, const struct monread_place *place)
{
	const struct table_plan *plan = rows_plan_of(r, place->layout);

	r->payload.n++;
	r->payload.table = plan ? plan->table : NULL;
	if (plan)
		return enter_steps(r, plan->root, plan, plan->table, place->value->offset);
	return errno == ENOMEM ? no_room(r) : enter_nowhere(r);
}

static int fill_begin_level(void *arg, const struct monread_place *place)
{
	struct table_rows *r = arg;
	struct frame *f = &r->frames[r->depth];
	const struct table_step *s;

	if (r->ignored || r->depth + 1 == FRAMES_MAX)
		return enter_nowhere(r);
	switch (place->level) {
	case MONREAD_LEVEL_LIST:
		return begin_list(r, place->value);
	case MONREAD_LEVEL_STRUCTURE:
		s = find_step(r, place->value->field);
		return s && s->inner.steps ? enter_steps(r, s->inner.steps, f->plan, NULL, 0) :
		                             enter_nowhere(r);
	case MONREAD_LEVEL_ARRAY:
		s = place->value->field ? find_step(r, place->value->field) : NULL;
		f->array = s ? &s->inner : NULL;
		if (!place->value->field)
			f->array = &f->plan->arrays[place->array];
		return 0;
	case MONREAD_LEVEL_ENTRY:
		return begin_entry(r, place);
	case MONREAD_LEVEL_PAYLOAD:
		return begin_payload(r, place);
	}
	return enter_nowhere(r);
}

static int fill_end_level(void *arg, const struct monread_place *place)
{
	struct table_rows *r = arg;
	unsigned row;

	if (r->ignored) {
		if (--r->ignored == 0)
			r->next = r->frames[r->depth].next;
		return 0;
	}
	if (place->level == MONREAD_LEVEL_ARRAY)
		return 0;
	row = r->frames[r->depth--].row;
	r->next = r->frames[r->depth].next;
	r->cells = r->rows[r->frames[r->depth].row].cells;
	return row != r->frames[r->depth].row ? rows_end(r, row) : 0;
}

static int pass_problem(void *arg, const char *text)
{
	struct table_rows *r = arg;

	r->payload.n += 2;
	return r->sink->problem && !r->only_keys ? r->sink->problem(r->arg, text) : 0;
}

/* ---- A record ---- */

static int decode_with(struct table_rows *r, const struct monread_emit *emit)
{
	const struct table_record *record = r->record;
	int rc = monread_decode(r->decoder, record->layout, record->release, record->ev->bytes,
	                        record->ev->length, emit, r);

	return rc < 0 || r->failed ? -1 : rc;
}

static int fill_walk(struct table_rows *r, const struct table_plan *plan)
{
	struct monread_emit emit = { .size = sizeof emit,
		                     .field = fill_field,
		                     .begin = fill_begin_level,
		                     .end = fill_end_level,
		                     .problem = pass_problem };

	if (!r->wanted.by_field)
		emit.structure = fill_structure;
	r->depth = 0;
	r->ignored = 0;
	if (r->nested.used)
		memset(r->nested.numbers, 0, r->nested.n * sizeof *r->nested.numbers);
	r->nested.used = 0;
	r->frames[0].steps = r->next = plan->root;
	r->frames[0].plan = plan;
	r->cells = r->rows[0].cells;
	return decode_with(r, &emit);
}

static int take_values(struct table_rows *r, const struct table_plan *plan)
{
	static const struct monread_emit problems = { .size = sizeof problems,
		                                      .problem = pass_problem };
	int rc;

	if (r->wanted.undecoded) {
		/* Decode the record only to report its problems. */
		if (!r->sink->problem || !(plan->carries || plan->layout->nchecks))
			return 0;
		return decode_with(r, &problems);
	}
	if (plan->late) {
		r->only_keys = 1;
		rc = fill_walk(r, plan);
		r->only_keys = 0;
		if (rc != 0)
			return rc;
	}
	return fill_walk(r, plan);
}

int table_rows_make(struct table_rows *r, const struct table_record *record,
                    const struct table_sink *sink, void *arg)
{
	const struct table_plan *plan = record->layout ? rows_plan_of(r, record->layout) : NULL;
	int rc;

	r->payload.n = 0;
	r->payload.table = NULL;
	if (!plan)
		return record->layout && errno == ENOMEM ? -1 : 0;
	if (r->root && plan->table != r->root &&
	    (r->root->role == TABLE_OF_RECORD || !plan->carries))
		return 0;
	r->record = record;
	r->sink = sink;
	r->arg = arg;
	r->failed = 0;
	r->system_length = strlen(record->system);
	r->file_length = strlen(record->file);
	r->lists.n = 0;
	if (rows_begin(r, 0, plan->table, 0))
		return -1;
	rc = take_values(r, plan);
	return rc ? rc : rows_end(r, 0);
}

const struct table *table_rows_payload(const struct table_rows *r)
{
	return r->payload.n == 1 ? r->payload.table : NULL;
}

/* ---- Making and freeing ---- */

/* Return an array with the names of the *N fields that the decoder must show to fill COLUMNS of the
 * table T. The caller frees the array. */
static const char **wanted_fields(const struct table *t, const unsigned char *columns, size_t *n)
{
	const char **fields = calloc(t->ncolumns + 1, sizeof *fields);
	size_t i;

	*n = 0;
	for (i = 0; fields && i < t->ncolumns; i++) {
		const struct table_column *c = &t->columns[i];

		if (!c->field)
			continue;
		/* In a table of entries, show all fields: an entry has a row even if it has none of
		 * the wanted fields. */
		if (!columns || columns[i] || t->role != TABLE_OF_RECORD)
			fields[(*n)++] = c->field->name;
	}
	return fields;
}

static int begin_decoder(struct table_rows *r, const struct monread_layouts *l,
                         const unsigned char *columns)
{
	const char **fields = NULL;
	size_t n = 0;

	/* If all fields are wanted, do not select them by name: this would not make the decoder
	 * faster. */
	if (r->only &&
	    (columns || r->only->role != TABLE_OF_RECORD || r->only->layout->narrays > 0)) {
		fields = wanted_fields(r->only, columns, &n);
		if (!fields)
			return -1;
		r->wanted.undecoded = n == 0 && r->only->role == TABLE_OF_RECORD;
		r->wanted.by_field = n > 0 && (r->only->role != TABLE_OF_RECORD ||
		                                 n * 4 < r->only->ncolumns);
	}
	if (r->wanted.undecoded)
		fields[n++] = ""; /* no field has this name */
	r->decoder = monread_decoder_new(l, 0, n ? fields : NULL);
	free(fields);
	return r->decoder ? 0 : -1;
}

/* Store in r->wanted which columns are wanted, and which ones must be cleared before each row.
 * Return 0, or -1 if out of memory. */
static int keep_columns(struct table_rows *r, const unsigned char *columns)
{
	uint32_t i;

	if (!r->only || !columns)
		return 0;
	r->wanted.cleared = malloc((r->only->ncolumns + 1) * sizeof *r->wanted.cleared);
	r->wanted.columns = malloc(r->only->ncolumns);
	if (!r->wanted.cleared || !r->wanted.columns)
		return -1;
	memcpy(r->wanted.columns, columns, r->only->ncolumns);
	for (i = 0; i < r->only->ncolumns; i++)
		if (columns[i] || i == LEAD_INTERVAL)
			r->wanted.cleared[r->wanted.ncleared++] = i;
	r->wanted.cleared[r->wanted.ncleared++] = (uint32_t)TABLE_ELAPSED(r->only);
	return 0;
}

struct table_rows *table_rows_new(const struct table_schema *s, const struct monread_layouts *l,
                                  const struct table *only, const unsigned char *columns)
{
	struct table_rows *r = calloc(1, sizeof *r);

	if (!r)
		return NULL;
	r->schema = s;
	r->only = r->root = only;
	while (r->root && r->root->parent)
		r->root = r->root->parent;
	if (keep_columns(r, columns) || begin_decoder(r, l, columns)) {
		table_rows_free(r);
		return NULL;
	}
	return r;
}

void table_rows_free(struct table_rows *r)
{
	size_t i;

	if (!r)
		return;
	for (i = 0; i < FRAMES_MAX; i++)
		free(r->rows[i].cells);
	for (i = 0; i < r->lists.room; i++)
		free(r->lists.all[i].cells);
	free(r->lists.all);
	free(r->nested.numbers);
	free(r->plans.list);
	monread_decoder_free(r->decoder);
	free(r->wanted.cleared);
	free(r->wanted.columns);
	free(r);
}
