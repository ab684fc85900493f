/* fill.c: fills the cells of rows with the values that the decoder reports; row.c calls it. */
#include "config.h"

#include "table/fill.h"

#include <errno.h>
#include <string.h>

#include "base/array.h"
#include "table/cell.h"

/* A step fills cells from one field. The list "nowhere" matches no field of a record; it is used
 * while the values of the decoder are ignored. */
static const struct monread_field no_field;
static const struct table_step nowhere[] = { { .field = &no_field }, { .field = NULL } };

/* ---- Callbacks of the decoder ---- */

static inline const struct table_step *find_step(struct table_rows *r,
                                                 const struct monread_field *field)
{
	const struct table_step *s = r->next;

	/* The decoder reports fields in the order of the steps, except texts of variable length,
	 * which it reports last. It may leave some fields out. So search from the next step on,
	 * then from the first. */
	while (s->field && s->field != field)
		s++;
	if (!s->field)
		for (s = r->frames[r->depth].steps->all; s->field && s->field != field; s++)
			;
	if (!s->field)
		return NULL;
	r->next = s + 1;
	return s;
}

/* Fill the columns for the bits of the field that the step S reads. The first N bytes of the field
 * are at P. */
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

static int any_field(struct table_rows *r, const struct monread_value *v)
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
		fill_put_bits(r->cells, s, v->bytes, v->length);
	return 0;
}

static int fill_field(void *arg, const struct monread_value *v)
{
	struct table_rows *r = arg;
	const struct table_step *s = r->next;

	/* Most fields are unsigned numbers. */
	if (s->field == v->field && v->format == MONREAD_UNSIGNED) {
		r->next = s + 1;
		if (r->record->delta && delta_counts(v->field))
			counted_cell(&r->cells[s->column], r->record, v->field, v->offset,
			             v->length);
		else
			table_cell_number(&r->cells[s->column], v->number);
		return 0;
	}
	return any_field(r, v);
}

/* Set *C to the value of the field that the step S reads, which is not a plain number. The field is
 * at P, with ROOM bytes left in the record. */
static void read_other(struct table_cell *c, const struct table_step *s, const unsigned char *p,
                       uint32_t room)
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

/* Fill a list with the differences of the elements of the field that the step S reads. The field is
 * in V, the bytes of the record or of an entry. Return 0, or 1 if out of memory. */
static int count_list(struct table_rows *r, const struct table_step *s,
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

/* Fill the columns of STEPS with the fields in V, the bytes of the record or of an entry. Return 0,
 * or 1 if out of memory. */
static int fill_steps(struct table_rows *r, const struct table_steps *steps,
                      const struct monread_value *v)
{
	struct table_cell *cells = r->cells;
	int counted = r->record->delta != NULL;
	const struct table_step *s;

	for (s = steps->all; s->field; s++) {
		if (s->end > v->length)
			continue;
		if (counted && s->counts) {
			if (s->read != TABLE_READ_LIST)
				counted_cell(&cells[s->column], r->record, s->field,
				             v->offset + s->offset, s->length);
			else if (count_list(r, s, v))
				return 1;
		} else if (s->read == TABLE_READ_NUMBER) {
			table_cell_number(&cells[s->column],
			                  mr_be(v->bytes + s->offset, s->length));
		} else {
			read_other(&cells[s->column], s, v->bytes + s->offset,
			           v->length - s->offset);
		}
		if (s->nbits)
			fill_put_bits(cells, s, v->bytes + s->offset, s->length);
	}
	return 0;
}

/* Read the fields with fixed offsets here, because the decoder would call a function for each of
 * them. */
static int fill_structure(void *arg, const struct monread_structure *structure,
                          const struct monread_value *v)
{
	struct table_rows *r = arg;

	(void)structure;
	if (!r->deep && fill_steps(r, r->frames[r->depth].steps, v))
		return 1;
	return MONREAD_TAKEN;
}

/* Read the values of the structure, entry or application data at OFFSET in the record with STEPS of
 * PLAN. If ROWS is not NULL, begin a row of the table ROWS; else fill cells of the current row. */
static int enter_steps(struct table_rows *r, const struct table_steps *steps,
                       const struct table_plan *plan, const struct table *rows, uint32_t offset)
{
	struct frame *f = &r->frames[r->depth + 1];
	unsigned row = r->frames[r->depth].row;

	r->frames[r->depth].next = r->next;
	f->steps = steps;
	f->plan = plan;
	f->entries = NULL;
	f->array = NULL;
	f->row = rows ? row + 1 : row;
	if (rows && rows_begin(r, row + 1, rows, row, offset))
		return 1;
	r->depth++;
	r->next = steps->all;
	r->cells = r->rows[f->row].cells;
	return 0;
}

/* Ignore all values until the end of the structure, entry or application data that the decoder has
 * just entered. */
static int enter_nowhere(struct table_rows *r)
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

/* Set *NUMBER to the number of the next row of T. If arrays are nested in entries, count their
 * entries through the whole record, so that all rows of T have different numbers. Return 0, or 1 if
 * out of memory. */
static int number_nested(struct table_rows *r, const struct table *t, uint32_t *number)
{
	if (ARRAY_EXTEND(r->nested.numbers, r->nested.n, t->id + 1u)) {
		r->failed = 1;
		return 1;
	}
	r->nested.used = 1;
	*number = r->nested.numbers[t->id]++;
	return 0;
}

static int begin_entry(struct table_rows *r, const struct monread_place *place)
{
	struct frame *f = &r->frames[r->depth];
	const struct monread_value *v = place->value;
	const struct table_steps *steps = NULL;
	const struct table *t = NULL;
	uint32_t number = v->field ? v->index - v->field->dim_first : v->index;

	if (f->entries) {
		steps = f->entries->inner;
		t = f->entries->rows;
	} else if (f->array) {
		steps = f->array->steps;
		t = f->array->rows;
	}
	if (!steps || !t)
		return enter_nowhere(r);
	if (t->parent->role == TABLE_OF_ENTRIES && number_nested(r, t, &number))
		return 1;
	if (enter_steps(r, steps, f->plan, t, v->offset))
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
	if (errno == ENOMEM) {
		r->failed = 1;
		return 1;
	}
	return enter_nowhere(r);
}

static int fill_begin_level(void *arg, const struct monread_place *place)
{
	struct table_rows *r = arg;
	struct frame *f = &r->frames[r->depth];
	const struct table_step *s;

	if (r->deep || r->depth + 1 == FRAMES_MAX)
		return enter_nowhere(r);
	switch (place->level) {
	case MONREAD_LEVEL_LIST:
		return begin_list(r, place->value);
	case MONREAD_LEVEL_STRUCTURE:
		s = find_step(r, place->value->field);
		return s && s->inner ? enter_steps(r, s->inner, f->plan, NULL, 0) :
		                       enter_nowhere(r);
	case MONREAD_LEVEL_ARRAY:
		f->entries = place->value->field ? find_step(r, place->value->field) : NULL;
		f->array = place->value->field ? NULL : &f->plan->arrays[place->array];
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
	return row != r->frames[r->depth].row ? rows_end(r, row) : 0;
}

static int pass_problem(void *arg, const char *text)
{
	struct table_rows *r = arg;

	r->payload.n += 2;
	return r->sink->problem && !r->only_keys ? r->sink->problem(r->arg, text) : 0;
}

/* ---- A walk ---- */

int fill_check(struct table_rows *r, const struct table_plan *plan)
{
	static const struct monread_emit emit = { .size = sizeof emit, .problem = pass_problem };
	const struct table_record *record = r->record;

	if (!r->sink->problem || !(plan->carries || plan->layout->nchecks))
		return 0;
	return monread_decode(r->decoder, record->layout, record->release, record->ev->bytes,
	                      record->ev->length, &emit, r);
}

int fill_walk(struct table_rows *r, const struct table_plan *plan)
{
	static const struct monread_emit emit = { .size = sizeof emit,
		                                  .field = fill_field,
		                                  .begin = fill_begin_level,
		                                  .end = fill_end_level,
		                                  .problem = pass_problem };
	static const struct monread_emit whole = { .size = sizeof whole,
		                                   .field = fill_field,
		                                   .begin = fill_begin_level,
		                                   .end = fill_end_level,
		                                   .problem = pass_problem,
		                                   .structure = fill_structure };
	const struct table_record *record = r->record;
	int rc;

	r->depth = 0;
	r->lists = 0;
	r->deep = 0;
	if (r->nested.used)
		memset(r->nested.numbers, 0, r->nested.n * sizeof *r->nested.numbers);
	r->nested.used = 0;
	r->frames[0].steps = plan->root;
	r->next = plan->root->all;
	r->frames[0].plan = plan;
	r->cells = r->rows[0].cells;
	rc = monread_decode(r->decoder, record->layout, record->release, record->ev->bytes,
	                    record->ev->length, r->wanted.narrow ? &emit : &whole, r);
	return rc < 0 || r->failed ? -1 : rc;
}
