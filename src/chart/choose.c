/* choose.c: selects the series that a chart draws separately, combines the other series, and finds
 * the gaps, which are periods without data. */
#include "config.h"

#include "chart/choose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/ascii.h"

int is_value(double v)
{
	return isfinite(v);
}

void choice_range(const struct chart *c, double *from, double *to)
{
	*from = c->interval_count ? c->intervals[0].start : 0;
	*to = c->interval_count ? c->intervals[c->interval_count - 1].end : 0;
	if (!(*from < *to))
		*to = *from + 1;
}

/* Return 1 if the time between END and the start of the interval V is too short to be shown as a
 * gap. */
static int choose_is_near(double end, const struct chart_interval *v)
{
	return v->start - end <= 0.01 * (v->end - v->start);
}

int choice_follows(const struct chart *c, size_t i)
{
	return choose_is_near(c->intervals[i].end, &c->intervals[i + 1]);
}

/* ---- Statistics ---- */

static double seconds_of(const struct chart *c, size_t i)
{
	double s = c->intervals[i].end - c->intervals[i].start;

	return s > 0 ? s : 0;
}

static size_t interval_of(const struct chart_series *s, size_t i)
{
	return s->at ? s->at[i] : i;
}

/* Add VALUES of the series S to TO, which has one element per interval: NAN until a value is added.
 * For CHART_LINES, keep the highest value instead of the sum. */
static void combine(double *to, const struct chart *c, const struct chart_series *s,
                    const double *values)
{
	size_t k;

	for (k = 0; k < s->count; k++) {
		double v = values[k], *sum = &to[interval_of(s, k)];

		if (is_value(v) && is_value(*sum) && c->kind == CHART_AREA)
			*sum += v;
		else if (is_value(v) && !(*sum >= v))
			*sum = v;
	}
}

/* Compute the statistics of SERIES, except the percentile ->p95, which stats_percentile() computes
 * later; until then it is NAN. */
static void stats_make(struct stats *s, const struct chart *c, const struct chart_series *series)
{
	const double *low = series->low ? series->low : series->values;
	const double *high = series->low ? series->high : series->values;
	double sum = 0, time = 0;
	size_t k, i;

	*s = (struct stats){ .lowest = NAN, .average = NAN, .p95 = NAN, .highest = NAN };
	for (k = 0; k < series->count; k++) {
		double v = series->values[k];

		i = interval_of(series, k);
		if (!is_value(v))
			continue;
		if (!s->count || low[k] < s->lowest)
			s->lowest = low[k];
		if (!s->count || high[k] > s->highest) {
			s->highest = high[k];
			s->highest_at = i;
		}
		sum += v * seconds_of(c, i);
		time += seconds_of(c, i);
		s->count++;
	}
	if (series->averaged)
		s->average = series->average;
	else if (time > 0)
		s->average = sum / time;
}

/* A value and its duration. */
struct weighted {
	double value, seconds;
};

static int by_value(const void *a, const void *b)
{
	const struct weighted *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* Set the percentile s->p95 to the lowest value that SERIES does not exceed in 95 % of the time.
 * SCRATCH has room for one element per interval. */
static void stats_percentile(struct stats *s, const struct chart *c,
                             const struct chart_series *series, struct weighted *scratch)
{
	double time = 0, enough, so_far = 0;
	size_t k, i, n = 0;

	for (k = 0; k < series->count; k++) {
		i = interval_of(series, k);
		if (!is_value(series->values[k]) || !(seconds_of(c, i) > 0))
			continue;
		scratch[n].value = series->values[k];
		scratch[n++].seconds = seconds_of(c, i);
		time += seconds_of(c, i);
	}
	if (n == 0)
		return;
	qsort(scratch, n, sizeof *scratch, by_value);
	/* Allow for rounding errors. */
	enough = 0.95 * time * (1 - 1e-9);
	for (i = 0; i < n - 1; i++) {
		so_far += scratch[i].seconds;
		if (so_far >= enough)
			break;
	}
	s->p95 = scratch[i].value;
}

/* ---- The choice ---- */

struct ranked {
	double by;
	int important;
	size_t index;
};

/* Compare two series for qsort(): important series come first, then series with higher values;
 * unknown values come last. Series with equal values keep the order of the chart. */
static int choose_by_rank(const void *a, const void *b)
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
	qsort(r, n, sizeof *r, choose_by_rank);
}

/* Combine the first N series of R to one series, store its values in SUM, and add it to the shown
 * series. */
static void show_series(struct choice *choice, const struct ranked *r, size_t n,
                        const struct chart_series *sum)
{
	const struct chart *c = choice->chart;
	struct shown *s = &choice->shown[choice->count++];
	int is_sum = n > 1 && c->kind == CHART_AREA;
	size_t i;

	for (i = 0; i < c->interval_count; i++)
		sum->values[i] = sum->low[i] = sum->high[i] = NAN;
	for (i = 0; i < n; i++) {
		const struct chart_series *one = &c->series[r[i].index];

		combine(sum->values, c, one, one->values);
		if (sum->low == sum->values)
			continue;
		/* The parts of a sum have their highest values at different times, so for the range
		 * of a sum, add the averages of the parts. */
		combine(sum->low, c, one, is_sum ? one->values : one->low);
		combine(sum->high, c, one, is_sum ? one->values : one->high);
	}
	*s = (struct shown){ .name = c->series[r->index].name,
		             .values = sum->values,
		             .low = sum->low,
		             .high = sum->high,
		             .edge = sum->values,
		             .bottom = sum->low,
		             .top = sum->high,
		             .stats = choice->all[r->index] };
}

static void show_others(struct choice *choice, const struct ranked *r, size_t n,
                        const struct chart_series *sum, struct weighted *scratch)
{
	const struct chart *c = choice->chart;
	struct shown *s = &choice->shown[choice->count];

	show_series(choice, r, n, sum);
	snprintf(choice->others_name, sizeof choice->others_name, "%s%zu other%s%.50s",
	         c->kind == CHART_AREA ? "" : "highest of ", n,
	         c->instances ? " " : mr_plural(n), c->instances ? c->instances : "");
	s->name = choice->others_name;
	stats_make(&s->stats, c, sum);
	stats_percentile(&s->stats, c, sum, scratch);
	choice->others = n;
}

/* Select the series to show. R has room for one element per series, SCRATCH for one per
 * interval. */
static void select_series(struct choice *choice, struct ranked *r, struct weighted *scratch)
{
	const struct chart *c = choice->chart;
	size_t n = c->series_count, most = n < CHART_SERIES_MAX ? n : CHART_SERIES_MAX, i;
	double *values = choice->memory;
	size_t ranges = choice_has_ranges(c) ? c->interval_count : 0;
	struct chart_series sum = { .count = c->interval_count };

	for (i = 0; i < n; i++) {
		stats_make(&choice->all[i], c, &c->series[i]);
		r[i] = (struct ranked){ .index = i, .important = c->series[i].important };
	}
	if (n > most) {
		rank_series(r, choice->all, n, 0);
		rank_series(r + most - CHOOSE_PEAKS, choice->all, n - most + CHOOSE_PEAKS, 1);
		rank_series(r, choice->all, most, 0);
	}
	for (i = 0; i < (n > CHOOSE_LISTED ? most : n); i++)
		stats_percentile(&choice->all[r[i].index], c, &c->series[r[i].index], scratch);
	for (i = 0; i <= most && i < n; i++, values = sum.high + c->interval_count) {
		sum.values = values;
		sum.low = values + ranges;
		sum.high = sum.low + ranges;
		if (i < most)
			show_series(choice, r + i, 1, &sum);
		else
			show_others(choice, r + most, n - most, &sum, scratch);
	}
}

int choice_has_ranges(const struct chart *c)
{
	return c->series_count > 0 && c->series->low != NULL;
}

/* Compute the upper edges of stacked areas in EDGE: the edge of a series is the sum of its values
 * and of the values of the series below. If one of these values is unknown in an interval, no edge
 * is known there, and the element of PARTIAL for this interval, 0 before, becomes 1. A series
 * without any value is left out. */
static void stack(struct choice *choice, double *edge, unsigned char *partial)
{
	const struct chart *c = choice->chart;
	size_t n = c->interval_count, i, k;

	for (k = 0; k < c->series_count; k++)
		for (i = 0; i < c->series[k].count; i++)
			if (choice->all[k].count && !is_value(c->series[k].values[i]))
				partial[interval_of(&c->series[k], i)] = 1;
	for (k = 0; k < choice->count; k++, edge += n) {
		for (i = 0; i < n; i++) {
			double v = choice->shown[k].values[i];

			edge[i] = (is_value(v) && v > 0 ? v : 0) +
			          (k ? choice->shown[k - 1].edge[i] : 0);
			if (partial[i] || !choice_has_values(choice, i))
				edge[i] = NAN;
		}
		choice->shown[k].edge = choice->shown[k].bottom = choice->shown[k].top = edge;
	}
}

/* ---- Gaps ---- */

static void choose_add_gap(struct choice *choice, double from, double to, const char *why)
{
	choice->gaps[choice->gap_count++] = (struct chart_gap){ from, to, why };
}

/* Add the time from FROM to TO, in which nothing is drawn, to the gaps. If the caller of the chart
 * gave gaps in this time, use the reason of the first of them. */
static void add_hole(struct choice *choice, double from, double to, int is_partial)
{
	const struct chart *c = choice->chart;
	const char *why = is_partial ? "a part is not known" : NULL;
	size_t i;

	for (i = 0; i < c->gap_count && (c->gaps[i].to < from || c->gaps[i].from > to); i++)
		;
	choose_add_gap(choice, from, to, i < c->gap_count ? c->gaps[i].why : why);
}

static int choose_by_time(const void *a, const void *b)
{
	const struct chart_gap *x = a, *y = b;

	if (x->from != y->from)
		return x->from > y->from ? 1 : -1;
	return (x->to > y->to) - (x->to < y->to);
}

static int is_drawn(const struct choice *choice, size_t i)
{
	size_t k;

	for (k = 0; k < choice->count && !is_value(choice->shown[k].edge[i]); k++)
		;
	return k < choice->count;
}

static void find_gaps(struct choice *choice)
{
	const struct chart *c = choice->chart;
	double from, to, covered;
	size_t i, k, holes;
	int is_partial = 0;

	choice_range(c, &from, &to);
	covered = from;
	for (i = 0; i < c->interval_count; i++) {
		const struct chart_interval *v = &c->intervals[i];

		is_partial |= !is_drawn(choice, i) && choice_has_values(choice, i);
		if (!is_drawn(choice, i))
			continue;
		if (!choose_is_near(covered, v))
			add_hole(choice, covered, v->start, is_partial);
		covered = v->end > covered ? v->end : covered;
		is_partial = 0;
	}
	/* This is not a gap if the axis is only up to a second longer than the last interval. */
	if (to - covered > 1)
		add_hole(choice, covered, to, is_partial);
	for (i = 0, holes = choice->gap_count; i < c->gap_count; i++) {
		const struct chart_gap *g = &c->gaps[i];

		for (k = 0;
		     k < holes && (g->to < choice->gaps[k].from || g->from > choice->gaps[k].to);
		     k++)
			;
		if (k == holes && g->to >= from && g->from <= to)
			choose_add_gap(choice, g->from > from ? g->from : from,
			               g->to < to ? g->to : to, g->why);
	}
	qsort(choice->gaps, choice->gap_count, sizeof *choice->gaps, choose_by_time);
}

int choose(struct choice *choice, const struct chart *c)
{
	size_t n = c->interval_count + 1;
	size_t values = n * (CHART_SERIES_MAX + 1) * (choice_has_ranges(c) ? 3 : 1);
	struct ranked *ranks = malloc((c->series_count + 1) * sizeof *ranks);
	struct weighted *scratch = malloc(n * sizeof *scratch);
	unsigned char *partial = calloc(n, 1);
	int failed;

	*choice = (struct choice){ .chart = c };
	choice->all = malloc((c->series_count + 1) * sizeof *choice->all);
	choice->memory = malloc((c->kind == CHART_AREA ? 2 * values : values) *
	                        sizeof *choice->memory);
	choice->gaps = malloc((n + c->gap_count) * sizeof *choice->gaps);
	failed = !ranks || !scratch || !partial || !choice->all || !choice->memory || !choice->gaps;
	if (!failed) {
		select_series(choice, ranks, scratch);
		if (c->kind == CHART_AREA)
			stack(choice, choice->memory + values, partial);
		find_gaps(choice);
	}
	free(ranks);
	free(scratch);
	free(partial);
	return failed ? -1 : 0;
}

void choose_done(struct choice *choice)
{
	free(choice->all);
	free(choice->memory);
	free(choice->gaps);
}

int choice_has_values(const struct choice *choice, size_t i)
{
	size_t k;

	for (k = 0; k < choice->count; k++)
		if (is_value(choice->shown[k].values[i]))
			return 1;
	return 0;
}
