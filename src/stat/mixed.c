/* mixed.c: what is made of columns that were known at different times is told by what changes with them.
 *
 * 100 - %busy - %wait is no time at all where one of the two is of a whole hour and the other one of a part of it. */
#include "config.h"

#include "stat/mixed.h"

#ifdef HAVE_SQLITE3

#include <string.h>

/* The rows of ONE, which gets others. */
static struct rows take_away(struct query *one)
{
	struct rows rows = one->rows;

	memset(&one->rows, 0, sizeof one->rows);
	one->rows.width = rows.width;
	return rows;
}

/* What did not change with the columns of a part of the time is of all of it. */
static void take_whole(struct query *one, const struct rows *each, const struct rows *moved)
{
	size_t i, c;
	double number;

	for (i = 0; i < one->rows.n; i++) {
		struct cell_value *row = rows_at(&one->rows, i);
		const struct cell_value *a = queries_find_row(one->report, each, row, i), *b = queries_find_row(one->report, moved, row, i);

		for (c = 0; a && b && c < one->rows.width; c++)
			if (rows_number(&a[c], &number) == 0 && rows_same(&a[c], &b[c]))
				row[c] = a[c];
	}
}

int mixed_settle(struct queries *q, struct query *one, size_t wide,
                 int (*run)(struct queries *q, struct query *one, size_t wide))
{
	struct rows each = take_away(one), moved;
	int rc;

	sources_see(&q->sources, KEPT_MOVED);
	rc = run(q, one, wide);
	moved = take_away(one);
	sources_see(&q->sources, KEPT_COMMON);
	if (!rc)
		rc = run(q, one, wide);
	if (!rc)
		take_whole(one, &each, &moved);
	sources_see(&q->sources, KEPT_EACH);
	rows_done(&each);
	rows_done(&moved);
	return rc;
}

#endif
