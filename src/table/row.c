/* row.c: a record to rows of tables: the decoder walks it, and what it comes to goes to the columns of a plan. */
#include "config.h"

#include "table/row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "port/reach.h"
#include "table/cell.h"
#include "table/counted.h"
#include "table/direct.h"
#include "table/plan.h"

/* Deeper than the decoder goes: nine times application data, each with entries in structures in entries. */
#define FRAMES_MAX 256u

struct row {
	const struct table *table; /* NULL: no row is made */
	struct table_cell *cells;
	size_t room;
};

/* A structure that is walked. */
struct frame {
	const struct table_step *steps;
	const struct table_step *next; /* of one that another is in; else it is ->next of all */
	const struct table_plan *plan; /* that the arrays are of */
	const struct table_step *entries; /* the field whose entries are walked */
	const struct table_entries *array; /* the array, likewise */
	unsigned row;
};

struct table_rows {
	const struct table_schema *schema;
	const struct table *only, *root; /* and that of the record or the data that it is in */
	int narrow;    /* only some of the fields are walked */
	int undecoded; /* no value of the record is wanted */
	unsigned char *columns; /* those of ->only that are; NULL: all are */
	struct direct *directs; /* by the layout's id */
	size_t ndirects;
	uint32_t *cleared; /* the columns of ->only that are cleared for each row; NULL: all are */
	size_t ncleared;
	struct monread_decoder *decoder;
	const struct table_plan **plans; /* by the layout's id */
	size_t nplans;
	/* Of the record: */
	const struct table_record *record;
	size_t system_length, file_length;
	const struct table_sink *sink;
	void *arg;
	/* Of the structure that is walked: where the next field goes. */
	const struct table_step *next; /* NOWHERE: in lists, or too deep */
	struct table_cell *cells;
	struct frame frames[FRAMES_MAX];
	unsigned depth;
	struct row rows[FRAMES_MAX]; /* a row, and the rows of what is in it */
	uint32_t *numbers; /* of entries in entries, by the table's id: how many the record had so far */
	size_t nnumbers;
	int numbered;
	unsigned lists;
	struct counted_lists counted;
	unsigned deep; /* levels that are too deep, or of no table */
	int only_keys; /* rows of entries are made in a second pass */
	int failed;
	const struct table *payload; /* of its application data, */
	unsigned payloads;           /* of which it has so many; each problem counts as two */
};

/* A step that no field has. */
static const struct monread_field no_field;
static const struct table_step nowhere[] = { { .field = &no_field }, { .field = NULL } };

/* ---- Plans ---- */

static int grow_plans(struct table_rows *r, size_t id)
{
	size_t n = id + 64;
	const struct table_plan **p = realloc(r->plans, n * sizeof *p);

	if (!p)
		return -1;
	memset(p + r->nplans, 0, (n - r->nplans) * sizeof *p);
	r->plans = p;
	r->nplans = n;
	return 0;
}

/* NULL: there is none, with errno. */
static const struct table_plan *plan_of(struct table_rows *r, const struct monread_layout *l)
{
	if (l->id >= r->nplans && grow_plans(r, l->id)) {
		errno = ENOMEM;
		return NULL;
	}
	if (!r->plans[l->id])
		r->plans[l->id] = table_plan_of(r->schema, l);
	return r->plans[l->id];
}

/* ---- Rows ---- */

static inline void put_text(struct table_cell *c, const char *s, size_t n)
{
	table_cell_bytes(c, n ? TABLE_UTF8 : TABLE_NULL, (const unsigned char *)s, (uint32_t)n);
}

static void put_leading(const struct table_rows *r, struct table_cell *c)
{
	const struct table_record *record = r->record;
	const struct monread_ev *ev = record->ev;

	put_text(&c[TABLE_SYSTEM], record->system, r->system_length);
	put_text(&c[TABLE_FILE], record->file, r->file_length);
	table_cell_number(&c[TABLE_OFFSET], ev->offset);
	table_cell_number(&c[TABLE_DATASET], ev->dataset);
	if (ev->mce->type == MONREAD_EVENT)
		put_text(&c[TABLE_SET_TYPE], "event", 5);
	else
		put_text(&c[TABLE_SET_TYPE], "sample", 6);
	if (record->in_interval) {
		c[TABLE_INTERVAL].integer = monread_tod_to_unix_us(record->interval);
		c[TABLE_INTERVAL].kind = TABLE_MOMENT;
	}
	c[TABLE_TIME_OF].integer = c[TABLE_UNIX_TIME].integer = monread_tod_to_unix_us(ev->tod);
	c[TABLE_TIME_OF].kind = TABLE_MOMENT;
	c[TABLE_UNIX_TIME].kind = TABLE_MICROS;
}

/* Nobody reads the columns that are not wanted, of which there may be hundreds; and those that WAY, where it is not NULL,
 * gives a value need no other. */
static void clear_row(const struct table_rows *r, const struct table *t, const struct direct_way *way,
                      struct table_cell *cells)
{
	static const struct table_cell empty = { .kind = TABLE_NULL };
	int some = t == r->only && r->cleared;
	const uint32_t *cleared = way ? way->cleared : r->cleared;
	size_t n = way ? way->ncleared : r->ncleared, i;

	if (!way && !some) {
		memset(cells, 0, (TABLE_ELAPSED(t) + 1) * sizeof *cells);
		return;
	}
	for (i = 0; i < n; i++)
		cells[cleared[i]] = empty;
}

/* A row of T, of what stands at OFFSET of the record, becomes the one with number N, with the leading columns and the keys of
 * the row PARENT.  It is read that WAY; NULL: by a walk.  0, or -1: out of memory. */
static int begin_row(struct table_rows *r, unsigned n, const struct table *t, unsigned parent, uint32_t offset,
                     const struct direct_way *way)
{
	struct row *row = &r->rows[n];
	const struct table_keys *keys;
	uint32_t i;

	row->table = t;
	if (row->room <= TABLE_ELAPSED(t)) {
		struct table_cell *cells = realloc(row->cells, (TABLE_ELAPSED(t) + 1) * sizeof *cells);

		if (!cells) {
			r->failed = 1;
			return -1;
		}
		row->cells = cells;
		row->room = TABLE_ELAPSED(t) + 1;
		memset(cells, 0, row->room * sizeof *cells);
	}
	clear_row(r, t, way, row->cells);
	if (r->record->delta)
		counted_elapsed(&row->cells[TABLE_ELAPSED(t)], r->record, offset);
	put_leading(r, row->cells);
	table_cell_bytes(&row->cells[t->bytes], TABLE_HEX, r->record->ev->bytes, (uint32_t)r->record->ev->length);
	keys = n ? table_keys_of(t, r->rows[parent].table) : NULL;
	for (i = 0; keys && i < keys->n; i++)
		row->cells[keys->keys[i].to] = r->rows[parent].cells[keys->keys[i].from];
	return 0;
}

static int end_row(struct table_rows *r, unsigned n)
{
	const struct row *row = &r->rows[n];

	if (r->only_keys || (r->only && row->table != r->only))
		return 0;
	return r->sink->row(r->arg, row->table, row->cells);
}

/* ---- What the decoder tells ---- */

static inline const struct table_step *find_step(struct table_rows *r, const struct monread_field *field)
{
	const struct table_step *s = r->next;

	/* They come in the order of the steps, with some left out; the texts behind all others. */
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

/* The bits of the field of S, of which N bytes are at P. */
static void put_bits(struct table_cell *cells, const struct table_step *s, const unsigned char *p, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < s->nbits; i++) {
		const struct table_bit *b = &s->bits[i];
		int there = b->at <= n && b->width <= n - b->at;

		cells[b->column].kind = TABLE_NUMBER;
		cells[b->column].integer = there && (table_unsigned(p + b->at, b->width) & b->mask) == b->mask;
	}
}

static int __attribute__((noinline)) any_field(struct table_rows *r, const struct monread_value *v)
{
	const struct table_step *s;

	if (r->deep)
		return 0;
	if (r->lists) {
		if (r->record->delta && delta_counts(v->field))
			counted_add(&r->counted, r->record, v->field, v->offset, v->length);
		return 0;
	}
	s = find_step(r, v->field);
	if (!s || s->column == TABLE_NO_COLUMN)
		return 0;
	if (r->record->delta && delta_counts(v->field))
		counted_cell(&r->cells[s->column], r->record, v->field, v->offset, v->length);
	else if (!table_is_beyond(v->field, v->bytes))
		table_cell_value(&r->cells[s->column], v->format, v->number, v->bytes, v->length);
	if (s->nbits)
		put_bits(r->cells, s, v->bytes, v->length);
	return 0;
}

static int field(void *arg, const struct monread_value *v)
{
	struct table_rows *r = arg;
	const struct table_step *s = r->next;

	/* Which nearly all are. */
	if (s->field == v->field && v->format == MONREAD_UNSIGNED) {
		r->next = s + 1;
		if (r->record->delta && delta_counts(v->field))
			counted_cell(&r->cells[s->column], r->record, v->field, v->offset, v->length);
		else
			table_cell_number(&r->cells[s->column], v->number);
		return 0;
	}
	return any_field(r, v);
}

/* What is no plain number: the field of S at P, where ROOM bytes are. */
static void __attribute__((noinline)) read_other(struct table_cell *c, const struct table_step *s,
                                                 const unsigned char *p, uint32_t room)
{
	const struct monread_field *f = s->field;
	uint32_t n = f->dim_count;

	if (s->read == TABLE_READ_LIST) {
		if (f->length && room / f->length < n)
			n = room / f->length;
		table_cell_bytes(c, TABLE_ELEMENTS, p, f->length * n);
		c->field = f;
	} else {
		table_cell_field(c, f, p, f->length);
	}
}

/* The differences of the list of S, whose record or entry is at V.  0, or 1: out of memory. */
static int __attribute__((noinline)) count_list(struct table_rows *r, const struct table_step *s,
                                                const struct monread_value *v)
{
	const struct monread_field *f = s->field;
	uint32_t n = f->dim_count, room = v->length - s->offset, offset = v->offset + s->offset;

	if (f->length && room / f->length < n)
		n = room / f->length;
	if (counted_list(&r->counted, &r->cells[s->column], n)) {
		r->failed = 1;
		return 1;
	}
	for (; n > 0; n--, offset += f->length)
		counted_add(&r->counted, r->record, f, offset, f->length);
	return 0;
}

/* The fields of S and of the steps behind it, whose record or entry is at V.  0, or 1: out of memory. */
static int take_steps(struct table_rows *r, const struct table_step *s, const struct monread_value *v)
{
	struct table_cell *cells = r->cells;
	int counted = r->record->delta != NULL;

	for (; s->field; s++) {
		if (s->read == TABLE_READ_NOT || s->length > v->length || s->offset > v->length - s->length)
			continue;
		if (counted && s->counts) {
			if (s->read != TABLE_READ_LIST)
				counted_cell(&cells[s->column], r->record, s->field, v->offset + s->offset, s->length);
			else if (count_list(r, s, v))
				return 1;
		} else if (s->read == TABLE_READ_NUMBER) {
			table_cell_number(&cells[s->column], table_unsigned(v->bytes + s->offset, s->length));
		} else {
			read_other(&cells[s->column], s, v->bytes + s->offset, v->length - s->offset);
		}
		if (s->nbits)
			put_bits(cells, s, v->bytes + s->offset, s->length);
	}
	return 0;
}

/* Fields that stand at their offsets are read without the decoder, which would call a function for each. */
static int structure(void *arg, const struct monread_structure *structure, const struct monread_value *v)
{
	struct table_rows *r = arg;

	(void)structure;
	return !r->deep && take_steps(r, r->frames[r->depth].steps, v) ? 1 : MONREAD_TAKEN;
}

/* Go into STEPS of PLAN, at OFFSET of the record.  A new row of ROWS; NULL: in the same one. */
static int push(struct table_rows *r, const struct table_step *steps, const struct table_plan *plan,
                const struct table *rows, uint32_t offset)
{
	struct frame *f = &r->frames[r->depth + 1];
	unsigned row = r->frames[r->depth].row;

	r->frames[r->depth].next = r->next;
	f->steps = steps;
	f->plan = plan;
	f->entries = NULL;
	f->array = NULL;
	f->row = rows ? row + 1 : row;
	if (rows && begin_row(r, row + 1, rows, row, offset, NULL))
		return 1;
	r->depth++;
	r->next = steps;
	r->cells = r->rows[f->row].cells;
	return 0;
}

/* What follows is not for this row. */
static int push_nowhere(struct table_rows *r)
{
	if (r->deep++ == 0 && r->lists == 0) {
		r->frames[r->depth].next = r->next;
		r->next = nowhere;
	}
	return 0;
}

static int begin_list(struct table_rows *r, const struct monread_value *v)
{
	const struct table_step *s = find_step(r, v->field);
	struct table_cell *c;

	r->lists++;
	r->frames[r->depth].next = r->next;
	r->next = nowhere;
	if (!s || s->column == TABLE_NO_COLUMN)
		return 0;
	c = &r->cells[s->column];
	if (r->record->delta && delta_counts(v->field)) {
		r->failed = counted_list(&r->counted, c, v->index) != 0;
		return r->failed;
	}
	table_cell_bytes(c, TABLE_ELEMENTS, v->bytes, v->length * v->index);
	c->field = v->field;
	return 0;
}

/* Entries in entries are counted through the record, so that no two rows have the same number.  0, or 1: out of memory. */
static int number_nested(struct table_rows *r, const struct table *t, uint32_t *number)
{
	if (t->id >= r->nnumbers) {
		size_t n = t->id + 64u;
		uint32_t *numbers = realloc(r->numbers, n * sizeof *numbers);

		if (!numbers) {
			r->failed = 1;
			return 1;
		}
		memset(numbers + r->nnumbers, 0, (n - r->nnumbers) * sizeof *numbers);
		r->numbers = numbers;
		r->nnumbers = n;
	}
	r->numbered = 1;
	*number = r->numbers[t->id]++;
	return 0;
}

static int begin_entry(struct table_rows *r, const struct monread_place *place)
{
	struct frame *f = &r->frames[r->depth];
	const struct monread_value *v = place->value;
	const struct table_step *steps = f->entries ? f->entries->inner : f->array ? f->array->steps : NULL;
	const struct table *t = f->entries ? f->entries->rows : f->array ? f->array->rows : NULL;
	uint32_t number = v->field ? v->index - v->field->dim_first : v->index;

	if (!steps || !t)
		return push_nowhere(r);
	if (t->parent->role == TABLE_OF_ENTRIES && number_nested(r, t, &number))
		return 1;
	if (push(r, steps, f->plan, t, v->offset))
		return 1;
	table_cell_number(&r->cells[TABLE_ENTRY], number);
	return 0;
}

static int begin_payload(struct table_rows *r, const struct monread_place *place)
{
	const struct table_plan *plan = plan_of(r, place->layout);

	r->payloads++;
	r->payload = plan ? plan->table : NULL;
	if (plan)
		return push(r, plan->root, plan, plan->table, place->value->offset);
	if (errno == ENOMEM) {
		r->failed = 1;
		return 1;
	}
	return push_nowhere(r);
}

static int begin(void *arg, const struct monread_place *place)
{
	struct table_rows *r = arg;
	struct frame *f = &r->frames[r->depth];
	const struct table_step *s;

	if (r->deep || r->depth + 1 == FRAMES_MAX)
		return push_nowhere(r);
	switch (place->level) {
	case MONREAD_LEVEL_LIST:
		return begin_list(r, place->value);
	case MONREAD_LEVEL_STRUCTURE:
		s = find_step(r, place->value->field);
		return s && s->inner ? push(r, s->inner, f->plan, NULL, 0) : push_nowhere(r);
	case MONREAD_LEVEL_ARRAY:
		f->entries = place->value->field ? find_step(r, place->value->field) : NULL;
		f->array = place->value->field ? NULL : &f->plan->arrays[place->array];
		return 0;
	case MONREAD_LEVEL_ENTRY:
		return begin_entry(r, place);
	case MONREAD_LEVEL_PAYLOAD:
		return begin_payload(r, place);
	}
	return push_nowhere(r);
}

static int end(void *arg, const struct monread_place *place)
{
	struct table_rows *r = arg;
	unsigned row;

	if (r->deep) {
		if (--r->deep == 0 && r->lists == 0)
			r->next = r->frames[r->depth].next;
		return 0;
	}
	if (place->level == MONREAD_LEVEL_LIST) {
		if (--r->lists == 0)
			r->next = r->frames[r->depth].next;
		return 0;
	}
	if (place->level == MONREAD_LEVEL_ARRAY)
		return 0;
	row = r->frames[r->depth--].row;
	r->next = r->frames[r->depth].next;
	r->cells = r->rows[r->frames[r->depth].row].cells;
	return row != r->frames[r->depth].row ? end_row(r, row) : 0;
}

static int problem(void *arg, const char *text)
{
	struct table_rows *r = arg;

	r->payloads += 2;
	return r->sink->problem && !r->only_keys ? r->sink->problem(r->arg, text) : 0;
}

/* ---- A record ---- */

/* Nothing of the record is wanted, but what is wrong in it: where a layout has checks, its own or that of its data. */
static int check(struct table_rows *r, const struct table_plan *plan)
{
	static const struct monread_emit emit = { .size = sizeof emit, .problem = problem };
	const struct table_record *record = r->record;

	if (!r->sink->problem || !(plan->carries || plan->layout->nchecks))
		return 0;
	return monread_decode(r->decoder, record->layout, record->release, record->ev->bytes, record->ev->length, &emit, r);
}

static int walk(struct table_rows *r, const struct table_plan *plan)
{
	static const struct monread_emit emit = { .size = sizeof emit, .field = field, .begin = begin, .end = end,
		                                  .problem = problem };
	static const struct monread_emit whole = { .size = sizeof whole, .field = field, .begin = begin, .end = end,
		                                   .problem = problem, .structure = structure };
	const struct table_record *record = r->record;
	int rc;

	r->depth = r->lists = r->deep = 0;
	if (r->numbered)
		memset(r->numbers, 0, r->nnumbers * sizeof *r->numbers);
	r->numbered = 0;
	r->frames[0].steps = r->next = plan->root;
	r->frames[0].plan = plan;
	r->cells = r->rows[0].cells;
	rc = monread_decode(r->decoder, record->layout, record->release, record->ev->bytes, record->ev->length,
	                    r->narrow ? &emit : &whole, r);
	return rc < 0 || r->failed ? -1 : rc;
}

/* How the record is read without the decoder, where all that is wanted stands at its place.  0: *WAY is NULL where it has to be
 * walked; -1: out of memory. */
static int find_way(struct table_rows *r, const struct table_plan *plan, const struct direct_way **way)
{
	struct direct *d;

	*way = NULL;
	if (r->undecoded || (r->only && (plan->table != r->only || r->narrow != (r->columns != NULL))))
		return 0;
	if (MR_REACH(r->directs, r->ndirects, plan->layout->id))
		return -1;
	d = &r->directs[plan->layout->id];
	if (!d->known)
		direct_look(d, plan, r->columns);
	if (d->walked || d->end > r->record->ev->length)
		return 0;
	*way = direct_way_of(d, plan, r->columns, r->record->delta != NULL);
	return *way ? 0 : -1;
}

/* All that is wanted of a record, which is there. */
static int take_direct(struct table_rows *r, const struct direct_way *way)
{
	const struct monread_ev *ev = r->record->ev;
	const struct monread_value v = { .bytes = ev->bytes, .length = (uint32_t)ev->length };
	const struct direct_number *n = way->numbers, *end = n + way->nfours;
	struct table_cell *cells = r->rows[0].cells;

	for (; n < end; n++) {
		cells[n->column].number = table_unsigned(ev->bytes + n->offset, 4);
		cells[n->column].kind = TABLE_NUMBER;
	}
	for (end = way->numbers + way->nnumbers; n < end; n++)
		table_cell_number(&cells[n->column], table_unsigned(ev->bytes + n->offset, 8));
	r->cells = cells;
	return take_steps(r, way->others, &v) ? -1 : 0;
}

/* What is in the record to its row, and to rows of their own. */
static int take_values(struct table_rows *r, const struct table_plan *plan, const struct direct_way *way)
{
	int rc;

	if (way)
		return take_direct(r, way);
	if (r->undecoded)
		return check(r, plan);
	if (plan->late) {
		r->only_keys = 1;
		rc = walk(r, plan);
		r->only_keys = 0;
		if (rc != 0)
			return rc;
	}
	return walk(r, plan);
}

int table_rows_make(struct table_rows *r, const struct table_record *record, const struct table_sink *sink, void *arg)
{
	const struct table_plan *plan = record->layout ? plan_of(r, record->layout) : NULL;
	const struct direct_way *way;
	int rc;

	r->payloads = 0;
	r->payload = NULL;
	if (!plan)
		return record->layout && errno == ENOMEM ? -1 : 0;
	if (r->root && plan->table != r->root && (r->root->role == TABLE_OF_RECORD || !plan->carries))
		return 0;
	r->record = record;
	r->sink = sink;
	r->arg = arg;
	r->failed = 0;
	r->system_length = strlen(record->system);
	r->file_length = strlen(record->file);
	r->frames[0].row = 0;
	counted_lists_clear(&r->counted);
	if (find_way(r, plan, &way) || begin_row(r, 0, plan->table, 0, 0, way))
		return -1;
	rc = take_values(r, plan, way);
	return rc ? rc : end_row(r, 0);
}

const struct table *table_rows_payload(const struct table_rows *r)
{
	return r->payloads == 1 ? r->payload : NULL;
}

/* ---- Making and freeing ---- */

/* The fields that the decoder is narrowed to; the caller's, who frees it. */
static const char **wanted_fields(const struct table *t, const unsigned char *columns, size_t *n)
{
	const char **fields = calloc(t->ncolumns + 1, sizeof *fields);
	size_t i;

	*n = 0;
	for (i = 0; fields && i < t->ncolumns; i++) {
		const struct table_column *c = &t->columns[i];

		if (!c->field)
			continue;
		/* Entries and data of applications are rows where one of their fields is there, whichever is asked for. */
		if (!columns || columns[i] || t->role != TABLE_OF_RECORD)
			fields[(*n)++] = c->field->name;
	}
	return fields;
}

static int begin_decoder(struct table_rows *r, const struct monread_layouts *l, const unsigned char *columns)
{
	static const char *const none[] = { "", NULL };
	const char **fields;
	size_t n;

	/* All of a record is as quickly walked as a list of all its fields. */
	if (!r->only || (!columns && r->only->role == TABLE_OF_RECORD && r->only->layout->narrays == 0)) {
		r->decoder = monread_decoder_new(l, 0, NULL);
		return r->decoder ? 0 : -1;
	}
	fields = wanted_fields(r->only, columns, &n);
	if (!fields)
		return -1;
	r->undecoded = n == 0 && r->only->role == TABLE_OF_RECORD;
	r->narrow = n > 0;
	r->decoder = monread_decoder_new(l, 0, n ? fields : r->undecoded ? none : NULL);
	free(fields);
	return r->decoder ? 0 : -1;
}

/* The columns that are wanted.  0, or -1: out of memory. */
static int keep_columns(struct table_rows *r, const unsigned char *columns)
{
	uint32_t i;

	if (!r->only || !columns)
		return 0;
	r->cleared = malloc((r->only->ncolumns + 1) * sizeof *r->cleared);
	r->columns = malloc(r->only->ncolumns + 1);
	if (!r->cleared || !r->columns)
		return -1;
	memcpy(r->columns, columns, r->only->ncolumns);
	for (i = 0; i < r->only->ncolumns; i++)
		if (columns[i] || i == TABLE_INTERVAL)
			r->cleared[r->ncleared++] = i;
	r->cleared[r->ncleared++] = (uint32_t)TABLE_ELAPSED(r->only);
	return 0;
}

struct table_rows *table_rows_new(const struct table_schema *s, const struct monread_layouts *l, const struct table *only,
                                  const unsigned char *columns)
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
	for (i = 0; i < r->ndirects; i++)
		direct_done(&r->directs[i]);
	free(r->directs);
	free(r->columns);
	counted_lists_done(&r->counted);
	free(r->numbers);
	free(r->plans);
	monread_decoder_free(r->decoder);
	free(r->cleared);
	free(r);
}

/* ---- Without a walk ---- */

const struct monread_field *table_rows_fixed(struct table_rows *r, const struct monread_layout *l, const struct table *t,
                                             uint32_t column)
{
	const struct table_plan *plan = plan_of(r, l);
	const struct monread_field *found = NULL;
	const struct table_step *s;

	if (!plan || plan->table != t)
		return NULL;
	for (s = plan->root; s->field; s++) {
		if (s->column != column)
			continue;
		if (found || s->read != TABLE_READ_OTHER)
			return NULL;
		found = s->field;
	}
	return found;
}

int table_field_cell(struct table_cell *cell, const struct monread_field *f, const struct monread_ev *ev)
{
	if (f->offset > ev->length || f->length > ev->length - f->offset)
		return 0;
	cell->kind = TABLE_NULL;
	table_cell_field(cell, f, ev->bytes + f->offset, f->length);
	return 1;
}
