/* direct.c: columns whose fields stand at the same place in each record of a layout. */
#include "config.h"

#include "table/direct.h"

#include <stdlib.h>

#include "table/flat.h"

static int is_wanted(const struct table_step *s, const unsigned char *columns)
{
	uint32_t i;

	if (s->column == TABLE_NO_COLUMN)
		return 0;
	for (i = 0; i < s->nbits; i++)
		if (columns[s->bits[i].column])
			return 1;
	return columns[s->column];
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

/* Whether one of STEPS gives COLUMN its value. */
static int is_given(const struct table_step *steps, uint32_t column)
{
	for (; steps->field; steps++)
		if (steps->read != TABLE_READ_NOT && has_column(steps, column))
			return 1;
	return 0;
}

/* Only a walk finds what is in structures, and what there is to be said of a record. */
static int needs_walk(const struct table_plan *plan, const unsigned char *columns)
{
	const struct table *t = plan->table;
	const struct table_step *s;
	uint32_t i;

	if (plan->layout->nchecks || plan->late || !flat_is(plan->layout))
		return 1;
	for (s = plan->root; s->field; s++)
		if (s->inner)
			return 1;
	for (i = 0; i < t->ncolumns; i++)
		if (columns[i] && t->columns[i].field && !is_given(plan->root, i))
			return 1;
	return 0;
}

int direct_make(struct direct *d, const struct table_plan *plan, const unsigned char *columns)
{
	const struct table_step *s;
	size_t n = 0;

	d->known = 1;
	if (needs_walk(plan, columns))
		return 0;
	for (s = plan->root; s->field; s++)
		n += is_wanted(s, columns) != 0;
	d->steps = malloc((n + 1) * sizeof *d->steps);
	if (!d->steps)
		return -1;
	n = 0;
	for (s = plan->root; s->field; s++) {
		if (!is_wanted(s, columns))
			continue;
		d->steps[n++] = *s;
		if (s->offset + s->length > d->end)
			d->end = s->offset + s->length;
	}
	d->steps[n].field = NULL;
	return 0;
}

void direct_done(struct direct *d)
{
	free(d->steps);
	d->steps = NULL;
}
