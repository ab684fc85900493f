/* write_lists.c: writes the annotations that list fields: formats, Counter, Countdown, Key, User, Partition, Level,
 * Moves, Unit, Values, When and Maps. */
#include <stdio.h>
#include <string.h>

#include "listing/format.h"
#include "listing/write.h"

/* Returns 1 if F belongs to the list. */
typedef int wants_field(const struct monread_layout *l, const struct monread_field *f, const void *arg);

static int is_varying(const struct monread_layout *l, const struct monread_field *f)
{
	uint32_t i;

	for (i = 0; i < l->narrays; i++)
		if (mr_array_at(l, i)->text == f)
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

static int wants_format(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	const enum monread_format *format = arg;

	return f->format == *format && needs_format(l, f);
}

static int wants_flag(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	const unsigned *flag = arg;

	(void)l;
	return (f->flags & *flag) != 0;
}

static int wants_start(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	const uint64_t *start = arg;

	(void)l;
	return (f->flags & MONREAD_COUNTDOWN) && f->start == *start;
}

static int wants_unit(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	(void)l;
	return strcmp(f->unit, arg) == 0;
}

static int wants_structure(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	(void)l;
	return f->structure == arg;
}

static int wants_when(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	const struct monread_when *w = f->when, *when = arg;

	(void)l;
	return w && w->op == when->op && w->of_release == when->of_release && w->value == when->value &&
	       !w->field == !when->field && (!w->field || strcmp(w->field->name, when->field->name) == 0);
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

static int wants_values(const struct monread_layout *l, const struct monread_field *f, const void *arg)
{
	(void)l;
	return same_values(f, arg);
}

/* Return 1 if the list already has the name of field N of structure S. */
static int is_repeated(const struct monread_layout *l, uint32_t s, uint32_t n, wants_field *wants, const void *arg)
{
	const char *name = mr_field_at(mr_structure_at(l, s), n)->name;
	const struct monread_field *f;
	uint32_t i, k;

	for (i = 0; i <= s; i++)
		for (k = 0; k < (i < s ? mr_structure_at(l, i)->nfields : n); k++) {
			f = mr_field_at(mr_structure_at(l, i), k);
			if (strcmp(f->name, name) == 0 && wants(l, f, arg))
				return 1;
		}
	return 0;
}

static void put_codes(struct mr_lines *to, const struct monread_field *f)
{
	int decimal = f->format == MONREAD_UNSIGNED || f->format == MONREAD_SIGNED;
	const struct monread_meaning *m = mr_field(f)->meanings;
	char code[32];
	uint32_t i;

	for (i = 0; i < f->nmeanings; i++) {
		snprintf(code, sizeof code, decimal ? "%llu" : "X'%llX'", (unsigned long long)m[i].value);
		mr_lines_words(to, code);
		mr_lines_words(to, m[i].text);
		if (i + 1 < f->nmeanings) {
			mr_lines_put(to, ",", 1);
			to->column++;
		}
	}
}

/* Write the unit, start or structure of a list, which precedes its names. */
static void put_subject(struct mr_lines *to, enum mr_key key, const void *arg)
{
	const uint64_t *start = arg;
	char text[32];

	if (key == MR_KEY_UNIT) {
		mr_lines_words(to, arg);
		mr_lines_words(to, "=");
	} else if (key == MR_KEY_COUNTDOWN && *start != MR_COUNTDOWN_START) {
		snprintf(text, sizeof text, "X'%llX' =", (unsigned long long)*start);
		mr_lines_words(to, text);
	} else if (key == MR_KEY_MAPS) {
		mr_lines_words(to, ((const struct monread_structure *)arg)->name);
		mr_lines_words(to, MR_WORD_ONTO);
	}
}

/* Write the names of all fields that WANTS selects, then their condition or codes; nothing if WANTS selects no
 * field. */
static void put_list(struct mr_lines *to, const struct monread_layout *l, enum mr_key key, wants_field *wants,
                     const void *arg)
{
	uint32_t i, k;
	int any = 0;

	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < mr_structure_at(l, i)->nfields; k++) {
			const struct monread_field *f = mr_field_at(mr_structure_at(l, i), k);

			if (f->name[0] == '*' || !wants(l, f, arg) || is_repeated(l, i, k, wants, arg))
				continue;
			if (!any++) {
				mr_write_key(to, key);
				put_subject(to, key, arg);
			}
			mr_lines_words(to, f->name);
		}
	if (any && (key == MR_KEY_WHEN || key == MR_KEY_VALUES)) {
		mr_lines_put(to, ":", 1);
		to->column++;
		if (key == MR_KEY_WHEN)
			mr_write_condition(to, arg);
		else
			put_codes(to, arg);
	}
	if (any)
		mr_lines_end(to);
}

/* Return 1 if field N of structure S is the first that WANTS selects. */
static int is_first(const struct monread_layout *l, uint32_t s, uint32_t n, wants_field *wants, const void *arg)
{
	uint32_t i, k;

	for (i = 0; i <= s; i++)
		for (k = 0; k < (i < s ? mr_structure_at(l, i)->nfields : n); k++)
			if (wants(l, mr_field_at(mr_structure_at(l, i), k), arg))
				return 0;
	return 1;
}

static const void *start_of(const struct monread_field *f)
{
	return f->flags & MONREAD_COUNTDOWN ? &f->start : NULL;
}

static const void *unit_of(const struct monread_field *f)
{
	return *f->unit ? f->unit : NULL;
}

static const void *values_of(const struct monread_field *f)
{
	return f->nmeanings ? f : NULL;
}

static const void *when_of(const struct monread_field *f)
{
	return f->when;
}

/* Write one list for each start, unit, list of codes or condition. */
static void put_lists(struct mr_lines *to, const struct monread_layout *l, enum mr_key key, wants_field *wants,
                      const void *(*arg_of)(const struct monread_field *f))
{
	uint32_t i, k;

	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < mr_structure_at(l, i)->nfields; k++) {
			const void *arg = arg_of(mr_field_at(mr_structure_at(l, i), k));

			if (arg && is_first(l, i, k, wants, arg))
				put_list(to, l, key, wants, arg);
		}
}

void mr_write_lists(struct mr_lines *to, const struct monread_layout *l)
{
	static const struct {
		enum mr_key key;
		unsigned flag;
	} flags[] = {
		{ MR_KEY_KEY, MONREAD_KEY },     { MR_KEY_USER, MONREAD_USER },   { MR_KEY_PARTITION, MONREAD_PARTITION },
		{ MR_KEY_LEVEL, MONREAD_LEVEL }, { MR_KEY_MOVES, MONREAD_MOVES },
	};
	static const unsigned counter = MONREAD_COUNTER;
	enum monread_format format;
	enum mr_key key;
	size_t i;

	for (key = MR_KEY_RECORD; key < MR_NKEYS; key++)
		if (mr_key_format(key, &format))
			put_list(to, l, key, wants_format, &format);
	put_list(to, l, MR_KEY_COUNTER, wants_flag, &counter);
	put_lists(to, l, MR_KEY_COUNTDOWN, wants_start, start_of);
	for (i = 0; i < sizeof flags / sizeof flags[0]; i++)
		put_list(to, l, flags[i].key, wants_flag, &flags[i].flag);
	put_lists(to, l, MR_KEY_UNIT, wants_unit, unit_of);
	put_lists(to, l, MR_KEY_VALUES, wants_values, values_of);
	put_lists(to, l, MR_KEY_WHEN, wants_when, when_of);
}

void mr_write_maps(struct mr_lines *to, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 1; i < l->nstructures; i++)
		put_list(to, l, MR_KEY_MAPS, wants_structure, mr_structure_at(l, i));
}
