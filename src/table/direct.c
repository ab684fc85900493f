/* direct.c: reads columns whose fields have the same offset in every record of a layout, without
 * the decoder. */
#include "config.h"

#include "table/direct.h"

#include <stdlib.h>
#include <string.h>

#include "table/flat.h"

static int direct_is_wanted(const struct table_step *s, const unsigned char *columns)
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
static int direct_is_given(const struct table_step *steps, uint32_t column)
{
	for (; steps->field; steps++)
		if (steps->read != TABLE_READ_NOT && has_column(steps, column))
			return 1;
	return 0;
}

/* Return 1 if the record needs a walk: for fields in structures, and to find problems of the
 * record. */
static int needs_walk(const struct table_plan *plan, const unsigned char *columns)
{
	const struct table *t = plan->table;
	const struct table_step *s;
	uint32_t i;

	if (plan->layout->nchecks || plan->late || !flat_is(plan->layout))
		return 1;
	for (s = plan->root->all; s->field; s++)
		if (s->inner || (s->read == TABLE_READ_NOT && s->column != TABLE_NO_COLUMN))
			return 1;
	for (i = 0; columns && i < t->ncolumns; i++)
		if (columns[i] && t->columns[i].field && !direct_is_given(plan->root->all, i))
			return 1;
	return 0;
}

/* Return 1 for a number that is copied to its column of T without conversion. Not for keys: rows of
 * entries repeat the cells of the keys of their record. */
static int direct_is_number(const struct table_step *s, const struct table *t)
{
	const struct table_column *c = s->read == TABLE_READ_NUMBER && s->nbits == 0 ?
	                                       &t->columns[s->column] :
	                                       NULL;

	return c && c->type == TABLE_INTEGER && c->width == s->length && c->kind != KIND_KEY &&
	       !(c->flags & (TABLE_LIST | TABLE_MIXED | TABLE_SIGNED | TABLE_BIT)) &&
	       (s->length == 1 || s->length == 2 || s->length == 4 || s->length == 8);
}

void direct_split(struct table_steps *steps)
{
	struct table_step *number = steps->numbers, *other = steps->others;
	const struct table_step *s;
	uint32_t length;

	for (length = 8; length > 0; length /= 2)
		for (s = steps->all; s->field; s++)
			if (s->length == length && direct_is_number(s, steps->table)) {
				if (s->offset + length > steps->end)
					steps->end = s->offset + length;
				*number++ = *s;
			}
	for (s = steps->all; s->field; s++)
		if (s->read != TABLE_READ_NOT && !direct_is_number(s, steps->table))
			*other++ = *s;
	number->field = other->field = NULL;
	number->length = 0;
}

/* Let *D have the steps of ALL that fill COLUMNS of T. Return 0, or -1 if out of memory. */
static int select_steps(struct direct *d, const struct table_step *all, const struct table *t,
                        const unsigned char *columns)
{
	const struct table_step *s;
	struct table_step *to;
	size_t n = 1;

	for (s = all; s->field; s++)
		n++;
	to = calloc(3 * n, sizeof *to);
	if (!to)
		return -1;
	d->steps = (struct table_steps){ .all = to,
		                         .numbers = to + n,
		                         .others = to + 2 * n,
		                         .table = t };
	for (s = all; s->field; s++)
		if (direct_is_wanted(s, columns))
			*to++ = *s;
	direct_split(&d->steps);
	return 0;
}

int direct_look(struct direct *d, const struct table_plan *plan, const unsigned char *columns)
{
	const struct table_step *s;

	d->walked = needs_walk(plan, columns);
	if (columns && !d->walked && select_steps(d, plan->root->all, plan->table, columns))
		return -1;
	for (s = columns && !d->walked ? d->steps.all : plan->root->all; s->field; s++)
		if (s->column != TABLE_NO_COLUMN && s->offset + s->length > d->end)
			d->end = s->offset + s->length;
	d->known = 1;
	return 0;
}

void direct_done(struct direct *d)
{
	free(d->steps.all);
}
