/* direct.c: reads columns whose fields have the same offset in every record of a layout, without the decoder. */
#include "config.h"

#include "table/direct.h"

#include <stdlib.h>
#include <string.h>

#include "table/flat.h"

/* This column is filled from a plain number (struct direct_number). */
#define IS_SET 3

static int is_wanted(const struct table_step *s, const unsigned char *columns)
{
	uint32_t i;

	if (s->column == TABLE_NO_COLUMN)
		return 0;
	for (i = 0; columns && i < s->nbits; i++)
		if (columns[s->bits[i].column])
			return 1;
	return !columns || columns[s->column];
}

static int has_column(const struct table_step *s, uint32_t column)
{
	uint32_t i;

	if (s->column == column)
		return 1;
	for (i = 0; i < s->nbits; i++)
		if (s->bits[i].column == column)
			return 1;
	return 0;
}

/* Return 1 if one of STEPS, or of the bits of its field, fills COLUMN. */
static int is_given(const struct table_step *steps, uint32_t column)
{
	for (; steps->field; steps++)
		if (steps->read != TABLE_READ_NOT && has_column(steps, column))
			return 1;
	return 0;
}

/* Return 1 if the record needs a walk: for fields in structures, and to find problems of the record. */
static int needs_walk(const struct table_plan *plan, const unsigned char *columns)
{
	const struct table *t = plan->table;
	const struct table_step *s;
	uint32_t i;

	if (plan->layout->nchecks || plan->late || !flat_is(plan->layout))
		return 1;
	for (s = plan->root; s->field; s++)
		if (s->inner || (s->read == TABLE_READ_NOT && s->column != TABLE_NO_COLUMN))
			return 1;
	for (i = 0; columns && i < t->ncolumns; i++)
		if (columns[i] && t->columns[i].field && !is_given(plan->root, i))
			return 1;
	return 0;
}

/* Return 1 for a number of 4 or 8 bytes that is copied without conversion, with or without DIFFERENCES. */
static int is_number(const struct table_step *s, const unsigned char *times, int differences)
{
	return s->read == TABLE_READ_NUMBER && s->nbits == 0 && (s->length == 4 || s->length == 8) &&
	       times[s->column] == 1 && !(differences && s->counts);
}

/* Set TIMES, per column, to the number of fields and bits that fill it: 0, 1, or 2 for two or more. */
static void count_values(const struct table_plan *plan, const unsigned char *columns, unsigned char *times)
{
	const struct table_step *s;
	uint32_t i;

	for (s = plan->root; s->field; s++) {
		if (!is_wanted(s, columns))
			continue;
		times[s->column] = (unsigned char)(1 + (times[s->column] != 0));
		for (i = 0; i < s->nbits; i++)
			times[s->bits[i].column] = 2;
	}
}

/* Divide the steps into plain numbers (struct direct_number) and others. A column with several values needs a step of
 * the other kind, because the order of the values counts. */
static void part_steps(struct direct_way *w, const struct table_plan *plan, const unsigned char *columns,
                       const unsigned char *times, int differences)
{
	const struct table_step *s;
	struct table_step *other = w->others;

	for (s = plan->root; s->field; s++) {
		if (!is_wanted(s, columns))
			continue;
		if (!is_number(s, times, differences))
			*other++ = *s;
		else if (s->length == 4)
			w->numbers[w->nnumbers++] = (struct direct_number){ s->column, s->offset };
	}
	other->field = NULL;
	w->nfours = w->nnumbers;
	for (s = plan->root; s->field; s++)
		if (is_wanted(s, columns) && is_number(s, times, differences) && s->length == 8)
			w->numbers[w->nnumbers++] = (struct direct_number){ s->column, s->offset };
}

/* Return 0, or -1 if out of memory. */
static int make_way(struct direct_way *w, const struct table_plan *plan, const unsigned char *columns, int differences)
{
	size_t room = plan->table->ncolumns + 1, n = 0, nothers = 0, i;
	unsigned char *times = calloc(room, 1);
	const struct table_step *s;

	if (!times)
		return -1;
	count_values(plan, columns, times);
	for (s = plan->root; s->field; s++)
		if (is_wanted(s, columns)) {
			n++;
			nothers += !is_number(s, times, differences);
		}
	w->numbers = malloc((n - nothers + 1) * sizeof *w->numbers);
	w->others = malloc((nothers + 1) * sizeof *w->others);
	w->cleared = malloc(room * sizeof *w->cleared);
	if (!w->numbers || !w->others || !w->cleared) {
		free(times);
		return -1;
	}
	part_steps(w, plan, columns, times, differences);
	for (i = 0; i < w->nnumbers; i++)
		times[w->numbers[i].column] = IS_SET;
	/* Also clear the last cell, TABLE_ELAPSED(), which follows the columns. */
	for (i = 0; i < room; i++)
		if (times[i] != IS_SET && (!columns || i == room - 1 || i == TABLE_INTERVAL || columns[i]))
			w->cleared[w->ncleared++] = (uint32_t)i;
	free(times);
	w->made = 1;
	return 0;
}

static void way_done(struct direct_way *w)
{
	free(w->numbers);
	free(w->others);
	free(w->cleared);
	memset(w, 0, sizeof *w);
}

void direct_look(struct direct *d, const struct table_plan *plan, const unsigned char *columns)
{
	const struct table_step *s;

	d->known = 1;
	d->walked = needs_walk(plan, columns);
	for (s = plan->root; s->field && !d->walked; s++)
		if (is_wanted(s, columns) && s->offset + s->length > d->end)
			d->end = s->offset + s->length;
}

const struct direct_way *direct_way_of(struct direct *d, const struct table_plan *plan, const unsigned char *columns,
                                       int differences)
{
	struct direct_way *w = &d->ways[differences];

	if (w->made || make_way(w, plan, columns, differences) == 0)
		return w;
	way_done(w);
	return NULL;
}

void direct_done(struct direct *d)
{
	way_done(&d->ways[0]);
	way_done(&d->ways[1]);
}
