/* write_lists.c: writes the annotations that list fields: formats, Counter, Countdown, Key, User,
 * Partition, Level, Moves, Unit and Maps. */
#include <stdio.h>
#include <string.h>

#include "listing/format.h"
#include "listing/write.h"

/* Does F belong to the list? */
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

/* Is the name of field N of structure S already in the list? */
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

/* Write SUBJECT, WORD and the names of all fields that WANTS selects; nothing if there are none. */
static void put_list(struct mr_lines *to, const struct monread_layout *l, enum mr_key key, const char *subject,
                     const char *word, wants_field *wants, const void *arg)
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
				mr_lines_words(to, subject);
				mr_lines_words(to, word);
			}
			mr_lines_words(to, f->name);
		}
	if (any && key == MR_KEY_WHEN) {
		mr_lines_put(to, ":", 1);
		to->column++;
		mr_write_condition(to, arg);
	}
	if (any)
		mr_lines_end(to);
}

/* Is field N of structure S the first that WANTS selects? */
static int is_first(const struct monread_layout *l, uint32_t s, uint32_t n, wants_field *wants, const void *arg)
{
	uint32_t i, k;

	for (i = 0; i <= s; i++)
		for (k = 0; k < (i < s ? mr_structure_at(l, i)->nfields : n); k++)
			if (wants(l, mr_field_at(mr_structure_at(l, i), k), arg))
				return 0;
	return 1;
}

/* A list for each start. */
static void put_countdowns(struct mr_lines *to, const struct monread_layout *l)
{
	char start[32];
	uint32_t i, k;

	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < mr_structure_at(l, i)->nfields; k++) {
			const struct monread_field *f = mr_field_at(mr_structure_at(l, i), k);
			int usual = f->start == MR_COUNTDOWN_START;

			snprintf(start, sizeof start, "X'%llX'", (unsigned long long)f->start);
			if ((f->flags & MONREAD_COUNTDOWN) && is_first(l, i, k, wants_start, &f->start))
				put_list(to, l, MR_KEY_COUNTDOWN, usual ? "" : start, usual ? "" : "=", wants_start,
				         &f->start);
		}
}

static void put_formats(struct mr_lines *to, const struct monread_layout *l)
{
	static const unsigned counter = MONREAD_COUNTER, instance = MONREAD_KEY,
	                      user = MONREAD_USER, partition = MONREAD_PARTITION, level = MONREAD_LEVEL,
	                      moves = MONREAD_MOVES;
	enum monread_format format;
	enum mr_key key;

	for (key = MR_KEY_RECORD; key < MR_NKEYS; key++)
		if (mr_key_format(key, &format))
			put_list(to, l, key, "", "", wants_format, &format);
	put_list(to, l, MR_KEY_COUNTER, "", "", wants_flag, &counter);
	put_countdowns(to, l);
	put_list(to, l, MR_KEY_KEY, "", "", wants_flag, &instance);
	put_list(to, l, MR_KEY_USER, "", "", wants_flag, &user);
	put_list(to, l, MR_KEY_PARTITION, "", "", wants_flag, &partition);
	put_list(to, l, MR_KEY_LEVEL, "", "", wants_flag, &level);
	put_list(to, l, MR_KEY_MOVES, "", "", wants_flag, &moves);
}

static void put_units(struct mr_lines *to, const struct monread_layout *l)
{
	uint32_t i, k;

	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < mr_structure_at(l, i)->nfields; k++) {
			const char *unit = mr_field_at(mr_structure_at(l, i), k)->unit;

			if (*unit && is_first(l, i, k, wants_unit, unit))
				put_list(to, l, MR_KEY_UNIT, unit, "=", wants_unit, unit);
		}
}

void mr_write_lists(struct mr_lines *to, const struct monread_layout *l)
{
	put_formats(to, l);
	put_units(to, l);
}

/* A list for each condition. */
void mr_write_whens(struct mr_lines *to, const struct monread_layout *l)
{
	uint32_t i, k;

	for (i = 0; i < l->nstructures; i++)
		for (k = 0; k < mr_structure_at(l, i)->nfields; k++) {
			const struct monread_when *w = mr_field_at(mr_structure_at(l, i), k)->when;

			if (w && is_first(l, i, k, wants_when, w))
				put_list(to, l, MR_KEY_WHEN, "", "", wants_when, w);
		}
}

void mr_write_maps(struct mr_lines *to, const struct monread_layout *l)
{
	uint32_t i;

	for (i = 1; i < l->nstructures; i++) {
		const struct monread_structure *s = mr_structure_at(l, i);

		put_list(to, l, MR_KEY_MAPS, s->name, MR_WORD_ONTO, wants_structure, s);
	}
}
