/* arrays.c: applies the annotations Array, Vary and Payload, which describe the data after the
 * fixed part of a record. */
#include <string.h>

#include "listing/apply.h"

static int field_or_number(struct mr_value *v, const struct monread_field **field,
                           uint32_t *constant)
{
	const struct mr_row *row;

	if (!mr_value_next(v)) {
		mr_note_refuse(v, "expected a field or a number after the last word: %.60s",
		               v->n->value);
		return 0;
	}
	if (mr_value_number(v, constant))
		return 1;
	row = mr_note_number(v);
	if (row)
		*field = row->field;
	return row != NULL;
}

/* Return the numeric field that the next word of V names; NULL after a report, or if V has no next
 * word. */
static const struct monread_field *next_number(struct mr_value *v)
{
	const struct mr_row *row = mr_value_next(v) ? mr_note_number(v) : NULL;

	return row ? row->field : NULL;
}

static int array_clause(struct mr_value *v, struct monread_array *a)
{
	if (mr_value_is(v, "count"))
		return mr_value_skip(v, "rest") ||
		       field_or_number(v, &a->count, &a->count_const);
	if (mr_value_is(v, "size"))
		return field_or_number(v, &a->size, &a->size_const);
	if (mr_value_is(v, "at"))
		return field_or_number(v, &a->at, &a->at_const);
	if (mr_value_is(v, "bytes") && mr_value_next(v)) {
		const struct mr_row *row = mr_note_number(v);

		a->bytes = row ? row->field : NULL;
		return row != NULL;
	}
	if (mr_value_is(v, "when")) {
		a->when = mr_apply_condition(v, 0);
		return a->when != NULL;
	}
	mr_note_refuse(v, "expected count, size, at, bytes or when, found %.*s",
	               mr_value_shown(v), v->word);
	return 0;
}

/* If the array A, called NAME, has no clause "at", set its offset to AT, the offset of row number
 * ROW. If a row of variable length precedes row ROW, the offset of A varies: report this and return
 * 0. Otherwise return 1. */
static int settle_at(const struct mr_value *v, const char *name, size_t row,
                     struct monread_array *a, uint32_t at)
{
	const struct mr_part *record = v->d->parts;

	if (a->at || a->at_const != MONREAD_REST)
		return 1;
	a->at_const = at;
	if (row <= record->mover)
		return 1;
	mr_note_refuse(v, "the offset of %s varies with %s; add \"at\" and a field", name,
	               record->rows[record->mover].f.name);
	return 0;
}

/* Return 1 if no other array has the name of the array A; else 0 after a report. */
static int has_own_name(const struct mr_value *v, const struct monread_array *a)
{
	struct mr_draft *d = v->d;
	const struct monread_array *all = a - d->layout->narrays;
	char name[MONREAD_NAME_MAX + 1], other[MONREAD_NAME_MAX + 1];
	uint32_t i;

	mr_array_name(name, all, d->layout->narrays, mr_part_of(d, a->structure)->name);
	for (i = 0; i < d->layout->narrays; i++) {
		if (!all[i].structure)
			continue;
		mr_array_name(other, all, i, mr_part_of(d, all[i].structure)->name);
		if (strcmp(name, other) == 0) {
			mr_note_refuse(v, "another array already has the name %s", name);
			return 0;
		}
	}
	return 1;
}

/* Return a new array with elements of SIZE bytes. The caller makes it a part of the layout by
 * incrementing layout->narrays. Return NULL after a report, or if out of memory. */
static struct monread_array *new_array(const struct mr_value *v, uint32_t size)
{
	struct monread_array *a;

	a = mr_note_more(v, "arrays", &v->d->made->arrays, v->d->layout->narrays, sizeof *a);
	if (a) {
		a->count_const = a->at_const = MONREAD_REST;
		a->size_const = size;
	}
	return a;
}

void mr_apply_array(struct mr_value *v)
{
	struct mr_draft *d = v->d;
	struct monread_array *a;
	size_t part = mr_note_part(v);

	if (!part)
		return;
	a = new_array(v, d->parts[part].length);
	if (!a)
		return;
	while (mr_value_next(v))
		if (!array_clause(v, a))
			return;
	if (!a->size && a->size_const == 0) {
		mr_note_refuse(v, "%s has no size; add \"size\" and a number or a field",
		               d->parts[part].name);
		return;
	}
	if (a->bytes && (a->count || a->count_const != MONREAD_REST))
		mr_note_refuse(v, "%s has \"count\", so \"bytes\" has no effect",
		               d->parts[part].name);
	a->structure = &d->made->structures[part].pub;
	if (settle_at(v, d->parts[part].name, d->parts[0].nrows, a, d->parts[0].length) &&
	    has_own_name(v, a))
		d->layout->narrays++;
}

/* Return 1 if no earlier array has the same text field as the array A; else report this about the
 * field, called NAME, and return 0. */
static int is_first_text(const struct mr_value *v, const struct monread_array *a, const char *name)
{
	const struct monread_array *other;

	for (other = a - v->d->layout->narrays; other < a; other++)
		if (other->text == a->text) {
			mr_note_refuse(v, "%s has a Vary line already", name);
			return 0;
		}
	return 1;
}

static int vary_clause(struct mr_value *v, struct monread_array *a)
{
	if (mr_value_is(v, "at"))
		return field_or_number(v, &a->at, &a->at_const);
	if (mr_value_is(v, "length"))
		return mr_value_skip(v, "rest") ||
		       field_or_number(v, &a->count, &a->count_const);
	mr_note_refuse(v, "expected at or length, found %.*s", mr_value_shown(v), v->word);
	return 0;
}

/* The annotation Vary names a text field of variable length, which the layout stores as an array of
 * bytes. */
void mr_apply_vary(struct mr_value *v)
{
	struct monread_array *a;
	const struct mr_row *row = mr_value_next(v) ? mr_note_named(v) : NULL;

	if (!row)
		return;
	/* A field whose length is not 0 would be shown twice, as a field and as an array. A field
	 * without a format would not be shown at all. */
	if (row->f.length != 0) {
		mr_note_refuse(v,
		               "expected a field of length 0, a text that varies; %s has %u bytes",
		               row->f.name, row->f.length);
		return;
	}
	if (!row->has_format) {
		mr_note_refuse(v, "%s has no format; add it to a line such as Text: or Hex:",
		               row->f.name);
		return;
	}
	a = new_array(v, 1);
	if (!a)
		return;
	while (mr_value_next(v))
		if (!vary_clause(v, a))
			return;
	a->text = row->field;
	if (settle_at(v, row->f.name, (size_t)(row - v->d->parts[0].rows), a, row->f.offset) &&
	    is_first_text(v, a, row->f.name))
		v->d->layout->narrays++;
}

void mr_apply_payload(struct mr_value *v)
{
	struct monread_payload *p = &v->d->made->payload;
	const struct monread_field *at = NULL, *bytes = NULL;
	const struct mr_row *product = mr_value_next(v) ? mr_note_row(v) : NULL;

	if (!product)
		return;
	if (product->f.length != 16) {
		mr_note_refuse(v, "expected a product ID of 16 bytes; %s has %u bytes",
		               product->f.name, product->f.length);
		return;
	}
	if (mr_value_next(v) && mr_value_is(v, "at"))
		at = next_number(v);
	if (mr_value_next(v) && mr_value_is(v, "length"))
		bytes = next_number(v);
	if (!at || !bytes) {
		mr_note_refuse(v, "expected FIELD at FIELD length FIELD");
		return;
	}
	p->product = product->field;
	p->at = at;
	p->bytes = bytes;
}
