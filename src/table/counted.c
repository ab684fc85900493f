/* counted.c: fills cells with differences to the previous record. */
#include "config.h"

#include "table/counted.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "table/cell.h"

void counted_lists_done(struct counted_lists *l)
{
	size_t i;

	for (i = 0; i < l->room; i++)
		free(l->lists[i].cells);
	free(l->lists);
	memset(l, 0, sizeof *l);
}

static struct counted_list *next_list(struct counted_lists *l)
{
	return ARRAY_EXTEND(l->lists, l->room, l->n + 1) ? NULL : &l->lists[l->n++];
}

int counted_list(struct counted_lists *l, struct table_cell *c, uint32_t count)
{
	struct counted_list *one = next_list(l);

	if (!one || ARRAY_EXTEND(one->cells, one->room, count))
		return -1;
	if (count)
		memset(one->cells, 0, count * sizeof *one->cells);
	c->kind = TABLE_CELLS;
	c->cells = l->next = one->cells;
	c->length = l->left = count;
	return 0;
}

static void put_rate(struct table_cell *c, const struct table_record *record,
                     enum monread_format format, uint64_t difference)
{
	struct delta_rate rate;

	if (delta_rate(&rate, difference, format, delta_between(record->delta)))
		return;
	c->kind = TABLE_MICROS;
	c->number = rate.whole * TABLE_SECOND + rate.millionths;
	/* If the rate is too large to be stored in millionths, drop its fraction. */
	if (rate.whole > INT64_MAX / TABLE_SECOND - 1)
		table_cell_number(c, rate.whole);
}

void counted_cell(struct table_cell *c, const struct table_record *record,
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

void counted_add(struct counted_lists *l, const struct table_record *record,
                 const struct monread_field *f, uint32_t offset, uint32_t length)
{
	if (l->left) {
		counted_cell(l->next++, record, f, offset, length);
		l->left--;
	}
}

void counted_elapsed(struct table_cell *c, const struct table_record *record, uint32_t offset)
{
	uint64_t elapsed = delta_elapsed(record->delta, offset);

	if (elapsed) {
		c->kind = TABLE_MICROS;
		c->number = elapsed >> 12;
	}
}
