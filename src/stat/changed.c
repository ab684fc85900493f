/* changed.c: rows that are kept with their times. */
#include "config.h"

#include "stat/changed.h"

#include <stdlib.h>

#include "port/array.h"

static int take_row(struct changed *c, const struct cell_value *cells, int64_t us)
{
	struct cell_value *row;
	size_t i;

	if (ARRAY_GROW(c->times, c->rows.n, c->room))
		return -1;
	row = rows_add(&c->rows);
	if (!row)
		return -1;
	c->times[c->rows.n - 1] = us;
	for (i = 0; i < c->rows.width; i++)
		if (rows_set(&c->rows, &row[i], &cells[i]))
			return -1;
	return 0;
}

int changed_take(struct changed *c, const struct query *q, int64_t us)
{
	size_t i;

	c->rows.width = q->rows.width;
	for (i = 0; i < q->rows.n; i++)
		if (take_row(c, rows_at(&q->rows, i), us))
			return -1;
	return 0;
}

void changed_clear(struct changed *c)
{
	rows_clear(&c->rows);
}

void changed_done(struct changed *c)
{
	rows_done(&c->rows);
	free(c->times);
}
