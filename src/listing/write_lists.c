/* write_lists.c: writes the annotations that list fields, such as Counter, Unit and Maps. */
#include <string.h>

#include "listing/draft.h"
#include "listing/write.h"

static int is_varying(const struct monread_layout *l, const struct monread_field *f)
{
	uint32_t i;

	for (i = 0; i < l->narrays; i++)
		if (monread_layout_array(l, i)->text == f)
			return 1;
	return 0;
}

static int needs_format(const struct monread_layout *l, const struct monread_field *f)
{
	if (f->flags & (MONREAD_RESERVED | MONREAD_HEADER))
		return 0;
	if (is_varying(l, f))
		return 1;
	if (f->length == 0 || f->format == MONREAD_GROUP)
		return 0;
	return f->type == MONREAD_TYPE_CHARACTER || f->format != mr_format_of_type(f);
}

static int same_values(const struct monread_field *a, const struct monread_field *b)
{
	const struct monread_meaning *m = mr_field(a)->meanings, *n = mr_field(b)->meanings;
	uint32_t i;

	if (a->nmeanings != b->nmeanings || a->length != b->length)
		return 0;
	for (i = 0; i < a->nmeanings; i++)
		if (m[i].value != n[i].value || strcmp(m[i].text, n[i].text) != 0)
			return 0;
	return 1;
}

static int same_when(const struct monread_when *a, const struct monread_when *b)
{
	return a->op == b->op && a->of_release == b->of_release && a->value == b->value &&
	       !a->field == !b->field && (!a->field || strcmp(a->field->name, b->field->name) == 0);
}

/* Return 1 if the annotation with the key KEY that lists the field LIKE also lists the field F, for
 * example because both fields have the same unit. If LIKE is F, return 1 if any annotation with
 * this key lists F. */
static int is_listed(const struct monread_layout *l, enum mr_key key, const struct monread_field *f,
                     const struct monread_field *like)
{
	enum monread_format format;

	if (f->name[0] == '*')
		return 0;
	if (mr_key_format(key, &format))
		return f->format == format && needs_format(l, f);
	switch (key) {
	case MR_KEY_COUNTDOWN:
		return f->flags & MONREAD_COUNTDOWN && f->start == like->start;
	case MR_KEY_UNIT:
		return *f->unit && strcmp(f->unit, like->unit) == 0;
	case MR_KEY_VALUES:
		return f->nmeanings && same_values(f, like);
	case MR_KEY_WHEN:
		return f->when && like->when && same_when(f->when, like->when);
	case MR_KEY_MAPS:
		return f->structure && f->structure == like->structure;
	default:
		return (f->flags & mr_key_flag(key)) != 0;
	}
}

/* Return 1 if the annotation with the key KEY that lists the field LIKE also lists a field before
 * field number N of structure number S. If NAMED is 1, this field must also have the name of
 * LIKE. */
static int has_before(const struct monread_layout *l, enum mr_key key, uint32_t s, uint32_t n,
                      const struct monread_field *like, int named)
{
	const struct monread_field *f;
	uint32_t i, k;

	for (i = 0; i <= s; i++)
		for (k = 0; k < (i < s ? mr_structure_at(l, i)->nfields : n); k++) {
			f = mr_field_at(mr_structure_at(l, i), k);
			if ((!named || strcmp(f->name, like->name) == 0) &&
			    is_listed(l, key, f, like))
				return 1;
		}
	return 0;
}

static void put_codes(struct mr_lines *to, const struct monread_field *f)
{
	int decimal = f->format == MONREAD_UNSIGNED || f->format == MONREAD_SIGNED;
	const struct monread_meaning *m = mr_field(f)->meanings;
	uint32_t i;

	for (i = 0; i < f->nmeanings; i++)
		mr_lines_words(to, decimal ? "%llu %s%s" : "X'%llX' %s%s",
		               (unsigned long long)m[i].value, m[i].text,
		               i + 1 < f->nmeanings ? "," : "");
}

static void put_subject(struct mr_lines *to, enum mr_key key, const struct monread_field *f)
{
	if (key == MR_KEY_UNIT)
		mr_lines_words(to, "%s =", f->unit);
	else if (key == MR_KEY_COUNTDOWN && f->start != MR_COUNTDOWN_START)
		mr_lines_words(to, "X'%llX' =", (unsigned long long)f->start);
	else if (key == MR_KEY_MAPS)
		mr_lines_words(to, "%s onto", f->structure->name);
}

/* Write an annotation with the key KEY that lists the field FIRST and all fields that the same
 * annotation can list, for example because they have the same unit. */
static void write_lists_put_list(struct mr_lines *to, const struct monread_layout *l,
                                 enum mr_key key, const struct monread_field *first)
{
	const struct monread_field *f;
	uint32_t i, k;

	mr_write_key(to, key);
	put_subject(to, key, first);
	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < mr_structure_at(l, i)->nfields; k++) {
			f = mr_field_at(mr_structure_at(l, i), k);
			if (is_listed(l, key, f, first) && !has_before(l, key, i, k, f, 1))
				mr_lines_words(to, "%s", f->name);
		}
	if (key == MR_KEY_WHEN || key == MR_KEY_VALUES) {
		mr_lines_put(to, ":");
		if (key == MR_KEY_WHEN)
			mr_write_condition(to, first->when);
		else
			put_codes(to, first);
	}
	mr_lines_end(to);
}

void mr_write_list(struct mr_lines *to, const struct monread_layout *l, enum mr_key key)
{
	const struct monread_field *f;
	uint32_t i, k;

	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < mr_structure_at(l, i)->nfields; k++) {
			f = mr_field_at(mr_structure_at(l, i), k);
			if (is_listed(l, key, f, f) && !has_before(l, key, i, k, f, 0))
				write_lists_put_list(to, l, key, f);
		}
}

void mr_write_lists(struct mr_lines *to, const struct monread_layout *l)
{
	enum mr_key key;

	for (key = MR_KEY_TEXT; key <= MR_KEY_VALUES; key++)
		mr_write_list(to, l, key);
	mr_write_list(to, l, MR_KEY_WHEN);
}
