/* choose.c: selects the series that a chart draws separately, and combines the others. */
#include "config.h"

#include "chart/choose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/words.h"

/* A value and its duration. */
struct weighted {
	double value, seconds;
};

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

/* Set TO[] to the value of the series in each interval. */
static void stats_spread(double *to, const struct chart *c, const struct chart_series *s)
{
	size_t i;

	for (i = 0; i < c->interval_count; i++)
		to[i] = NAN;
	for (i = 0; i < count_of(c, s); i++)
		to[interval_of(s, i)] = s->values[i];
}

/* Add the value of the series in each interval to HIGH[] (SUM), or extend the range of HIGH[] and LOW[]; both
 * initially NAN. */
static void stats_add(double *high, double *low, const struct chart *c, const struct chart_series *s, int sum)
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

/* Set TO[] to 1 in intervals in which the value of SERIES, with the statistics S, is unknown. A series without any
 * value does not count as a part. */
static void stats_unknown(unsigned char *to, const struct chart *c, const struct chart_series *series, const struct stats *s)
{
	size_t k;

	if (!series->at && !s->count)
		return;
	for (k = 0; k < count_of(c, series); k++)
		if (!is_value(series->values[k]))
			to[interval_of(series, k)] = 1;
}

/* Compute all statistics except the percentile, which becomes NAN. */
static void stats_make(struct stats *s, const struct chart *c, const struct chart_series *series)
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

/* Compute the lowest value that was not exceeded in 95 % of the time. SCRATCH must have room for one value per
 * interval. */
static void stats_percentile(struct stats *s, const struct chart *c, const struct chart_series *series,
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

struct ranked {
	double by;
	int important;
	size_t index;
};

/* Important series first, then descending; series without values last; equal values in the order of the chart. */
static int by_rank(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;
	int nx = !is_value(x->by), ny = !is_value(y->by);

	if (x->important != y->important)
		return y->important - x->important;
	if (nx != ny)
		return nx - ny;
	if (!nx && x->by != y->by)
		return x->by > y->by ? -1 : 1;
	return (x->index > y->index) - (x->index < y->index);
}

static void rank_series(struct ranked *r, const struct stats *all, size_t n, int by_highest)
{
	size_t i;

	for (i = 0; i < n; i++)
		r[i].by = by_highest ? all[r[i].index].highest : all[r[i].index].average;
	qsort(r, n, sizeof *r, by_rank);
}

static void show_series(struct choice *choice, size_t index)
{
	double *values = choice->spread + choice->count * choice->chart->interval_count;
	struct shown *s = &choice->shown[choice->count++];

	s->series = choice->chart->series[index];
	if (s->series.at) {
		stats_spread(values, choice->chart, &s->series);
		s->series.values = values;
		s->series.at = NULL;
	}
	s->low = NULL;
	s->stats = choice->all[index];
}

/* Compute the sum of the COUNT series of R in each interval, or their range. */
static void add_up(double *high, double *low, const struct chart *c, const struct ranked *r, size_t count, int sum)
{
	size_t i, k;

	for (i = 0; i < c->interval_count; i++)
		high[i] = low[i] = NAN;
	for (k = 0; k < count; k++)
		stats_add(high, low, c, &c->series[r[k].index], sum);
}

static int show_rest(struct choice *choice, const struct ranked *r, size_t count)
{
	const struct chart *c = choice->chart;
	int sum = c->kind == CHART_AREA;
	struct shown *s = &choice->shown[choice->count];
	struct stats low;

	choice->rest = malloc((2 * c->interval_count + 1) * sizeof *choice->rest);
	if (!choice->rest)
		return -1;
	add_up(choice->rest, choice->rest + c->interval_count, c, r, count, sum);
	if (c->instances)
		snprintf(choice->others_name, sizeof choice->others_name, "%zu other %.50s", count, c->instances);
	else
		snprintf(choice->others_name, sizeof choice->others_name, "%zu other%s", count, words_plural(count));
	s->series = (struct chart_series){ .name = choice->others_name, .values = choice->rest };
	stats_make(&s->stats, c, &s->series);
	s->low = NULL;
	if (!sum) {
		/* A range has no average. */
		s->low = choice->rest + c->interval_count;
		stats_make(&low, c, &(struct chart_series){ .values = s->low });
		s->stats.lowest = low.lowest;
		s->stats.average = NAN;
	}
	choice->others = count;
	choice->count++;
	return 0;
}

/* Compute percentiles; R is the order of series if only the drawn ones are listed. */
static int percentiles(struct choice *choice, const struct ranked *r)
{
	const struct chart *c = choice->chart;
	struct weighted *scratch = malloc((c->interval_count + 1) * sizeof *scratch);
	size_t n = c->series_count > CHOOSE_LISTED ? CHART_SERIES_MAX : c->series_count, i, k;

	if (!scratch)
		return -1;
	for (i = 0; i < n; i++) {
		k = c->series_count > CHOOSE_LISTED ? r[i].index : i;
		stats_percentile(&choice->all[k], c, &c->series[k], scratch);
	}
	/* show_rest() has put the others, added up or as a range, at index 0. */
	if (choice->others && !choice->shown[0].low)
		stats_percentile(&choice->shown[0].stats, c, &choice->shown[0].series, scratch);
	free(scratch);
	return 0;
}

static int choose_some(struct choice *choice)
{
	size_t n = choice->chart->series_count, i, others = n - CHART_SERIES_MAX + CHOOSE_PEAKS;
	struct ranked *r = malloc(n * sizeof *r);
	int failed;

	if (!r)
		return -1;
	for (i = 0; i < n; i++)
		r[i] = (struct ranked){ .index = i, .important = choice->chart->series[i].important };
	rank_series(r, choice->all, n, 0);
	rank_series(r + n - others, choice->all, others, 1);
	rank_series(r, choice->all, CHART_SERIES_MAX, 0);
	failed = show_rest(choice, r + CHART_SERIES_MAX, n - CHART_SERIES_MAX) || percentiles(choice, r);
	if (!failed) {
		struct shown rest = choice->shown[0];

		choice->count = 0;
		for (i = 0; i < CHART_SERIES_MAX; i++)
			show_series(choice, r[i].index);
		choice->shown[choice->count++] = rest;
	}
	free(r);
	return failed ? -1 : 0;
}

static int choose_all(struct choice *choice)
{
	size_t i;

	if (percentiles(choice, NULL))
		return -1;
	for (i = 0; i < choice->chart->series_count; i++)
		show_series(choice, i);
	return 0;
}

/* Return 0, or -1 if out of memory. */
static int find_partial(struct choice *choice)
{
	const struct chart *c = choice->chart;
	size_t i;

	choice->partial = calloc(c->interval_count + 1, 1);
	for (i = 0; choice->partial && i < c->series_count; i++)
		stats_unknown(choice->partial, c, &c->series[i], &choice->all[i]);
	return choice->partial ? 0 : -1;
}

int choose(struct choice *choice, const struct chart *c)
{
	size_t i;

	*choice = (struct choice){ .chart = c };
	choice->all = malloc((c->series_count + 1) * sizeof *choice->all);
	choice->spread = malloc((CHART_SERIES_MAX * c->interval_count + 1) * sizeof *choice->spread);
	if (!choice->all || !choice->spread) {
		choose_done(choice);
		return -1;
	}
	for (i = 0; i < c->series_count; i++)
		stats_make(&choice->all[i], c, &c->series[i]);
	if ((c->kind == CHART_AREA && find_partial(choice)) ||
	    (c->series_count > CHART_SERIES_MAX ? choose_some(choice) : choose_all(choice))) {
		choose_done(choice);
		return -1;
	}
	return 0;
}

void choose_done(struct choice *choice)
{
	free(choice->rest);
	free(choice->spread);
	free(choice->all);
	free(choice->partial);
	choice->rest = NULL;
	choice->spread = NULL;
	choice->all = NULL;
	choice->partial = NULL;
}

int choice_has_values(const struct choice *choice, size_t i)
{
	size_t k;

	for (k = 0; k < choice->count; k++)
		if (is_value(choice->shown[k].series.values[i]))
			return 1;
	return 0;
}

int choice_is_drawn(const struct choice *choice, size_t i)
{
	return choice_has_values(choice, i) && !(choice->partial && choice->partial[i]);
}
