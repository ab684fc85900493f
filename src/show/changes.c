/* changes.c: compare the rows of two captures for --diff, and sort the changes by importance. -1,
 * returned by a function: out of memory. */
#include "config.h"

#include "show/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "port/array.h"
#include "stat/row_keys.h"
#include "stat/number.h"

/* Round V to DECIMALS. Digits that are not printed are noise and must not decide the order of
 * changes. */
static double shown(double v, int decimals)
{
	char text[NUMBER_SIZE];

	number_put(text, v, decimals);
	return strtod(text, NULL);
}

static void changes_judge(struct change *c)
{
	char was[NUMBER_SIZE], is[NUMBER_SIZE];
	int decimals = c->report->columns[c->at].decimals;

	number_put(was, c->was, decimals);
	number_put(is, c->is, decimals);
	/* Subtract the rounded numbers, so that the difference matches the printed values. */
	c->moved = shown(strtod(is, NULL) - strtod(was, NULL), decimals);
	c->size = fabs(c->moved);
	c->percent = 0;
	if (strcmp(was, is) == 0) {
		c->rank = RANK_SAME;
	} else if (strspn(was, "0.") == strlen(was)) {
		c->rank = RANK_FROM_ZERO;
	} else {
		c->rank = RANK_MOVED;
		c->percent = shown(100 * (c->is - c->was) / fabs(c->was), 1);
	}
}

static struct change *changes_add(struct changes *to, const struct report *r,
                                  const struct cell_value *before, const struct cell_value *after,
                                  int at, enum rank rank)
{
	struct change *c;

	if (ARRAY_GROW(to->list, to->n, to->room))
		return NULL;
	c = &to->list[to->n];
	*c = (struct change){ .report = r,
		              .before = before,
		              .after = after,
		              .keys = before ? before : after,
		              .at = at,
		              .rank = rank,
		              .order = to->n++ };
	return c;
}

/* Add the change of column AT between the rows BEFORE and AFTER, one of which may be NULL. */
static int add_value(struct changes *to, const struct report *r, const struct cell_value *before,
                     const struct cell_value *after, int at)
{
	struct change *c = changes_add(to, r, before, after, at, RANK_NEW);

	if (!c)
		return -1;
	if (!before || rows_number(&before[at], &c->was))
		c->before = NULL;
	if (!after || rows_number(&after[at], &c->is))
		c->after = NULL;
	to->n -= !c->before && !c->after;
	if (c->before && c->after) {
		changes_judge(c);
		return 0;
	}
	if (!c->after)
		c->rank = RANK_GONE;
	c->size = fabs(shown(c->after ? c->is : c->was, r->columns[at].decimals));
	return 0;
}

static int changes_add_row(struct changes *to, const struct show *s, const struct report *r,
                           const struct cell_value *before, const struct cell_value *after)
{
	const char *by = s->options->rows.by;
	int only = by ? report_column_find(r, by, strlen(by)) : -1, i;

	for (i = 0; i < (int)r->ncolumns; i++)
		if (report_has_numbers(&r->columns[i]) && (!by || i == only) &&
		    add_value(to, r, before, after, i))
			return -1;
	return 0;
}

static int compare_keys(const struct report *r, const struct cell_value *a,
                        const struct cell_value *b)
{
	size_t i;
	int c = 0;

	for (i = 0; i < r->ncolumns && !c; i++)
		if (r->columns[i].role == REPORT_KEY)
			c = rows_compare(&a[i], &b[i]);
	return c;
}

static int higher_first(double a, double b)
{
	return (a < b) - (a > b);
}

static int changes_order(const void *a, const void *b)
{
	const struct change *x = a, *y = b;
	int c = higher_first(x->weight, y->weight);

	c = c ? c : (int)x->rank - (int)y->rank;
	c = c ? c : higher_first(fabs(x->percent), fabs(y->percent));
	c = c ? c : higher_first(x->size, y->size);
	c = c || x->report != y->report ? c : compare_keys(x->report, x->keys, y->keys);
	c = c || x->report != y->report ? c : x->at - y->at;
	if (c)
		return c;
	return x->order < y->order ? -1 : 1;
}

/* Return the size, in UNIT, of a change that has half of the weight of a very large change. */
static double half_of(const char *unit)
{
	if (strcmp(unit, "MB") == 0)
		return 100;
	return strcmp(unit, "1/s") == 0 ? 10 : 1;
}

/* Compute the share of each change of R, which begin at index FIRST: its size in percent of the
 * total of its column, in the capture with the larger total. MANY: several reports are compared. */
static int share(struct changes *all, size_t first, const struct report *r, int many)
{
	double *totals = calloc(SIDES * r->ncolumns + 1, sizeof *totals);
	size_t i;

	if (!totals)
		return -1;
	for (i = first; i < all->n; i++) {
		const struct change *c = &all->list[i];

		totals[SIDES * (size_t)c->at] += c->before ? fabs(c->was) : 0;
		totals[SIDES * (size_t)c->at + 1] += c->after ? fabs(c->is) : 0;
	}
	for (i = first; i < all->n; i++) {
		struct change *c = &all->list[i];
		const double *t = &totals[SIDES * (size_t)c->at];
		double total = t[0] > t[1] ? t[0] : t[1];

		c->share = c->size > 0 ? shown(100 * c->size / total, 3) : 0;
		c->weight = c->share;
		if (many)
			c->weight = c->share * c->size /
			            (c->size + half_of(r->columns[c->at].unit));
	}
	free(totals);
	return 0;
}

/* Return the row of IN with the same keys as ROW, or NULL. HINT: index in IN at which the search
 * begins. */
static const struct cell_value *find_row(const struct report *r, const struct rows *in,
                                         const struct cell_value *row, size_t hint)
{
	size_t i;

	for (i = 0; i < in->n; i++) {
		const struct cell_value *other = rows_at(in, (hint + i) % in->n);

		if (compare_keys(r, row, other) == 0)
			return other;
	}
	return NULL;
}

/* Add the columns that differ between two rows of a report that shows only changes. */
static int add_config(struct changes *to, const struct report *r, const struct cell_value *before,
                      const struct cell_value *after)
{
	int i;

	for (i = 0; before && after && i < (int)r->ncolumns; i++)
		if (report_is_shown(&r->columns[i]) && !rows_same(&before[i], &after[i]) &&
		    !changes_add(to, r, before, after, i, RANK_CHANGED))
			return -1;
	return 0;
}

/* Compare two rows with the same keys, one of which may be NULL. */
static int changes_compare_rows(struct changes *values, struct changes *config,
                                const struct show *s, const struct report *r,
                                const struct cell_value *before, const struct cell_value *after)
{
	/* A total would count its rows twice in the shares. */
	if (keys_are_total(r, before ? before : after))
		return 0;
	if (r->changes)
		return add_config(config, r, before, after);
	if ((before && after) || s->queries->n == 1)
		return changes_add_row(values, s, r, before, after);
	return changes_add(config, r, before, after, -1, before ? RANK_GONE : RANK_NEW) ? 0 : -1;
}

int changes_compare(struct changes *values, struct changes *config, const struct show *s,
                    size_t query, const struct rows *before, const struct rows *after)
{
	const struct report *r = s->queries->list[query].report;
	size_t first = values->n, i;
	int rc = 0;

	/* If only one capture has rows of the report, print one change, not one per row. */
	if (s->queries->n > 1 && !before->n != !after->n)
		return changes_add(config, r, NULL, NULL, -1, before->n ? RANK_GONE : RANK_NEW) ?
		               0 :
		               -1;
	for (i = 0; i < before->n && !rc; i++)
		rc = changes_compare_rows(values, config, s, r, rows_at(before, i),
		                          find_row(r, after, rows_at(before, i), i));
	for (i = 0; i < after->n && !rc; i++)
		if (!find_row(r, before, rows_at(after, i), i))
			rc = changes_compare_rows(values, config, s, r, NULL, rows_at(after, i));
	return rc ? rc : share(values, first, r, s->queries->n > 1);
}

void changes_sort(struct changes *c)
{
	if (c->n)
		qsort(c->list, c->n, sizeof *c->list, changes_order);
}
