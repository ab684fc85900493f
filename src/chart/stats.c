/* stats.c: computes minimum, average, 95th percentile and maximum of a series, weighted by time. */
#include "config.h"

#include "chart/stats.h"

#include <math.h>
#include <stdlib.h>

int is_value(double v)
{
	return isfinite(v);
}

static double seconds_of(const struct chart *c, size_t i)
{
	double s = c->intervals[i].end - c->intervals[i].start;

	return s > 0 ? s : 0;
}

static size_t count_of(const struct chart *c, const struct chart_series *s)
{
	return s->at ? s->count : c->interval_count;
}

static size_t interval_of(const struct chart_series *s, size_t i)
{
	return s->at ? s->at[i] : i;
}

void stats_spread(double *to, const struct chart *c, const struct chart_series *s)
{
	size_t i;

	for (i = 0; i < c->interval_count; i++)
		to[i] = NAN;
	for (i = 0; i < count_of(c, s); i++)
		to[interval_of(s, i)] = s->values[i];
}

void stats_add(double *high, double *low, const struct chart *c, const struct chart_series *s, int sum)
{
	size_t k, i;

	for (k = 0; k < count_of(c, s); k++) {
		double v = s->values[k];

		i = interval_of(s, k);
		if (!is_value(v))
			continue;
		if (!is_value(high[i])) {
			high[i] = low[i] = v;
		} else if (sum) {
			high[i] += v;
		} else {
			high[i] = v > high[i] ? v : high[i];
			low[i] = v < low[i] ? v : low[i];
		}
	}
}

void stats_unknown(unsigned char *to, const struct chart *c, const struct chart_series *series, const struct stats *s)
{
	size_t k;

	if (!series->at && !s->count)
		return;
	for (k = 0; k < count_of(c, series); k++)
		if (!is_value(series->values[k]))
			to[interval_of(series, k)] = 1;
}

void stats_make(struct stats *s, const struct chart *c, const struct chart_series *series)
{
	double sum = 0, time = 0;
	size_t k, i;

	*s = (struct stats){ .lowest = NAN, .average = NAN, .p95 = NAN, .highest = NAN };
	for (k = 0; k < count_of(c, series); k++) {
		double v = series->values[k];

		i = interval_of(series, k);
		if (!is_value(v))
			continue;
		if (!s->count || v < s->lowest)
			s->lowest = v;
		if (!s->count || v > s->highest) {
			s->highest = v;
			s->highest_at = i;
		}
		sum += v * seconds_of(c, i);
		time += seconds_of(c, i);
		s->last = i;
		s->count++;
	}
	if (series->averaged)
		s->average = series->average;
	else if (time > 0)
		s->average = sum / time;
}

static int by_value(const void *a, const void *b)
{
	const struct weighted *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

void stats_percentile(struct stats *s, const struct chart *c, const struct chart_series *series,
                      struct weighted *scratch)
{
	double time = 0, enough, so_far = 0;
	size_t k, i, n = 0;

	for (k = 0; k < count_of(c, series); k++) {
		i = interval_of(series, k);
		if (!is_value(series->values[k]) || !(seconds_of(c, i) > 0))
			continue;
		scratch[n].value = series->values[k];
		scratch[n++].seconds = seconds_of(c, i);
		time += seconds_of(c, i);
	}
	s->p95 = NAN;
	if (n == 0)
		return;
	qsort(scratch, n, sizeof *scratch, by_value);
	/* Allow for rounding errors. */
	enough = 0.95 * time * (1 - 1e-9);
	for (i = 0; i < n; i++) {
		so_far += scratch[i].seconds;
		if (so_far >= enough)
			break;
	}
	s->p95 = scratch[i < n ? i : n - 1].value;
}
