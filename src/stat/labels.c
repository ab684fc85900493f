/* labels.c: what rows are of, as metrics tell it. */
#include "config.h"

#include "stat/labels.h"
#include "stat/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int labels_is_metric(const struct queries *q, size_t query, size_t column)
{
	const struct report *r = q->list[query].report;
	size_t i, k;

	if (!report_is_metric(&r->columns[column]))
		return 0;
	for (i = 0; i < query; i++) {
		const struct report *before = q->list[i].report;

		for (k = 0; k < before->ncolumns; k++)
			if (report_is_metric(&before->columns[k]) &&
			    strcmp(before->columns[k].metric, r->columns[column].metric) == 0)
				return 0;
	}
	return 1;
}

void labels_each(const struct query *q, const struct show_span *span, size_t row,
                 void (*put)(void *arg, const char *name, const char *value, size_t length), void *arg)
{
	const struct report *r = q->report;
	const struct cell_value *cells = rows_at(&q->rows, row);
	char number[NUMBER_SIZE];
	size_t i;

	if (*span->system)
		put(arg, "system", span->system, strlen(span->system));
	for (i = 0; i < r->ncolumns; i++) {
		const struct report_column *c = &r->columns[i];
		double v = 0;

		if (c->role != REPORT_KEY || !c->metric)
			continue;
		if (cells[i].type == SQLITE_TEXT && cells[i].length > 0)
			put(arg, c->metric, cells[i].text, cells[i].length);
		else if (rows_number(&cells[i], &v) == 0)
			put(arg, c->metric, number, number_put_digits(number, v, METRIC_DIGITS));
	}
}

int labels_value(const struct report_column *c, const struct cell_value *v, double *value)
{
	if (rows_number(v, value))
		return -1;
	*value *= c->scale;
	return isfinite(*value) ? 0 : -1;
}
