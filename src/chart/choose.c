/* choose.c: selects the series that a chart draws separately, combines the other series, and finds
 * gaps. */
#include "config.h"

#include "chart/choose.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/ascii.h"

void choice_range(const struct chart *c, double *from, double *to)
{
	*from = c->interval_count ? c->intervals[0].start : 0;
	*to = c->interval_count ? c->intervals[c->interval_count - 1].end : 0;
	if (!(*from < *to))
		*to = *from + 1;
}

/* Return 1 if no gap is between END, the end of an interval, and V, the next interval. */
static int is_near(double end, const struct chart_interval *v)
{
	return v->start - end <= 0.01 * (v->end - v->start);
}

int choice_follows(const struct chart *c, size_t i)
{
	return is_near(c->intervals[i].end, &c->intervals[i + 1]);
}

/* ---- Statistics ---- */

static const struct stats no_stats = {
	.lowest = NAN, .average = NAN, .p95 = NAN, .highest = NAN
};

static double seconds_of(const struct chart *c, size_t i)
{
	return c->intervals[i].end - c->intervals[i].start;
}

/* Combine the value V of a series with *TO. If C is a CHART_AREA, add V to *TO. If C has
 * CHART_LINES, set *TO to V if V is higher. *TO is NAN before the first value. */
static void combine(double *to, const struct chart *c, double v)
{
	if (isfinite(v) && isfinite(*to) && c->kind == CHART_AREA)
		*to += v;
	else if (isfinite(v) && !(*to >= v))
		*to = v;
}

/* Add the value V to all statistics in S except ->p95. */
static void stats_add(struct stats *s, const struct chart *c, const struct chart_value *v)
{
	double seconds = seconds_of(c, v->interval);

	if (!isfinite(v->value))
		return;
	if (!s->count || v->low < s->lowest)
		s->lowest = v->low;
	if (!s->count || v->high > s->highest) {
		s->highest = v->high;
		s->highest_at = v->interval;
	}
	s->sum += v->value * seconds;
	s->seconds += seconds;
	s->average = s->sum / s->seconds;
	s->count++;
}

struct weighted {
	double value, seconds;
};

static int by_value(const void *a, const void *b)
{
	const struct weighted *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/* Set s->p95 to the 95th percentile of VALUES, one per interval, weighted by the lengths of the
 * intervals. SCRATCH: room for one element per interval. */
static void stats_percentile(struct stats *s, const struct chart *c, const double *values,
                             struct weighted *scratch)
{
	double time = 0, enough, so_far = 0;
	size_t i, n = 0;

	for (i = 0; i < c->interval_count; i++) {
		if (!isfinite(values[i]))
			continue;
		scratch[n++] = (struct weighted){ values[i], seconds_of(c, i) };
		time += seconds_of(c, i);
	}
	if (n == 0)
		return;
	qsort(scratch, n, sizeof *scratch, by_value);
	/* Allow for rounding errors. */
	enough = 0.95 * time * (1 - 1e-9);
	for (i = 0; i < n - 1 && so_far + scratch[i].seconds < enough; i++)
		so_far += scratch[i].seconds;
	s->p95 = scratch[i].value;
}

/* ---- The choice ---- */

struct ranked {
	double by;
	int important;
	size_t index;
};

/* Important series come first; then series with higher values, then series without values. Equal
 * series keep their order. */
static int by_series_rank(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->important != y->important)
		return y->important - x->important;
	if (x->by < y->by || x->by > y->by)
		return x->by > y->by ? -1 : 1;
	return x->index > y->index ? 1 : -1;
}

static void rank_series(struct ranked *r, const struct stats *all, size_t n, int by_highest)
{
	size_t i;

	for (i = 0; i < n; i++) {
		r[i].by = by_highest ? all[r[i].index].highest : all[r[i].index].average;
		if (!isfinite(r[i].by))
			r[i].by = -INFINITY;
	}
	qsort(r, n, sizeof *r, by_series_rank);
}

struct filling {
	struct choice *choice;
	struct ranked *order; /* all series; the first ->single ones are shown separately */
	size_t *rank; /* per series: its index in ->order */
	size_t single;
	/* One row of values for each of the first ->rows series in ->order. These are all series
	 * or, if percentiles of all series take too long, only the series that are shown
	 * separately. The next row, at index ->rows, combines the series that are not shown
	 * separately. */
	double *values;
	size_t rows;
	/* lowest and highest values per interval: one row for each series that is shown separately,
	 * then one row that combines the other series; NULL: the chart has no ranges */
	double *low, *high;
	double *edges; /* memory for stack() */
	unsigned char *partial; /* per interval: 1 if the value of any series is unknown */
};

static void choose_rank(void *arg, const struct chart_value *v)
{
	struct choice *choice = ((struct filling *)arg)->choice;

	stats_add(&choice->all[v->series], choice->chart, v);
}

static void choose_fill(void *arg, const struct chart_value *v)
{
	struct filling *f = arg;
	const struct chart *c = f->choice->chart;
	size_t rank = f->rank[v->series], shown = rank < f->single ? rank : f->single;
	size_t n = c->interval_count, i = v->interval;
	/* If the values of several series are added up, use their averages for f->low and f->high,
	 * too, because the highest values of these series occur at different times. */
	int is_sum = shown == f->single && f->choice->others > 1 && c->kind == CHART_AREA;

	if (rank < f->rows)
		combine(&f->values[rank * n + i], c, v->value);
	if (shown == f->single)
		combine(&f->values[f->rows * n + i], c, v->value);
	if (f->low) {
		combine(&f->low[shown * n + i], c, is_sum ? v->value : v->low);
		combine(&f->high[shown * n + i], c, is_sum ? v->value : v->high);
	}
	if (!isfinite(v->value) && f->choice->all[v->series].count)
		f->partial[i] = 1;
}

/* Add the series NAME, whose values are in the row ROW of f->values, to choice->shown. */
static struct shown *show_series(const struct filling *f, size_t row, const char *name)
{
	struct choice *choice = f->choice;
	size_t n = choice->chart->interval_count, i = choice->count++;
	struct shown *s = &choice->shown[i];

	s->name = name;
	s->values = s->edge = f->values + row * n;
	s->low = s->bottom = f->low ? f->low + i * n : s->values;
	s->high = s->top = f->low ? f->high + i * n : s->values;
	return s;
}

static void show_others(const struct filling *f, struct weighted *scratch)
{
	struct choice *choice = f->choice;
	const struct chart *c = choice->chart;
	struct shown *s = show_series(f, f->rows, choice->others_name);
	size_t i;

	snprintf(choice->others_name, sizeof choice->others_name, "%s%zu other%s%.50s",
	         c->kind == CHART_AREA ? "" : "highest of ", choice->others,
	         *c->instances ? " " : mr_plural(choice->others), c->instances);
	s->stats = no_stats;
	for (i = 0; i < c->interval_count; i++)
		stats_add(&s->stats, c,
		          &(struct chart_value){ 0, i, s->values[i], s->low[i], s->high[i] });
	stats_percentile(&s->stats, c, s->values, scratch);
}

static void select_series(struct filling *f)
{
	const struct chart *c = f->choice->chart;
	const struct stats *all = f->choice->all;
	size_t n = c->series_count, most = f->single, i;
	struct ranked *r = f->order;

	for (i = 0; i < n; i++) {
		if (c->series[i].averaged)
			f->choice->all[i].average = c->series[i].average;
		r[i] = (struct ranked){ .index = i, .important = c->series[i].important };
	}
	if (n > most) {
		rank_series(r, all, n, 0);
		rank_series(r + most - CHOOSE_PEAKS, all, n - most + CHOOSE_PEAKS, 1);
		rank_series(r, all, most, 0);
	}
	for (i = 0; i < n; i++)
		f->rank[r[i].index] = i;
}

static int fill(struct filling *f, struct weighted *scratch)
{
	struct choice *choice = f->choice;
	const struct chart *c = choice->chart;
	size_t n = c->interval_count, i, cells;

	for (i = 0; i < c->series_count; i++)
		choice->all[i] = no_stats;
	if (c->read(c->source, choose_rank, f))
		return -1;
	select_series(f);
	cells = n * (f->rows + 1 + (c->has_ranges ? 2 * (f->single + 1) : 0));
	choice->memory = malloc((cells + n * (CHART_SERIES_MAX + 1) + 1) * sizeof *choice->memory);
	if (!choice->memory)
		return -1;
	f->values = choice->memory;
	f->edges = f->values + cells;
	if (c->has_ranges) {
		f->low = f->values + n * (f->rows + 1);
		f->high = f->low + n * (f->single + 1);
	}
	for (i = 0; i < cells; i++)
		f->values[i] = NAN;
	if (c->read(c->source, choose_fill, f))
		return -1;
	for (i = 0; i < f->rows; i++)
		stats_percentile(&choice->all[f->order[i].index], c, f->values + i * n, scratch);
	for (i = 0; i < f->single; i++)
		show_series(f, i, c->series[f->order[i].index].name)->stats =
			choice->all[f->order[i].index];
	if (choice->others)
		show_others(f, scratch);
	return 0;
}

/* Compute the upper edges of stacked areas. The edge of an area is the sum of the values of its
 * series and of all series below. If one value is unknown, all edges in this interval are
 * unknown. */
static void stack(const struct filling *f)
{
	struct choice *choice = f->choice;
	size_t n = choice->chart->interval_count, i, k;
	double *edge = f->edges;

	for (k = 0; k < choice->count; k++, edge += n) {
		struct shown *s = &choice->shown[k];

		for (i = 0; i < n; i++) {
			edge[i] = fmax(s->values[i], 0) + (k ? s[-1].edge[i] : 0);
			if (f->partial[i] || !choice_has_values(choice, i))
				edge[i] = NAN;
		}
		s->edge = s->bottom = s->top = edge;
	}
}

/* ---- Gaps ---- */

/* Add a gap to choice->gaps, because nothing is drawn from the time FROM to the time TO. Use the
 * reason of the first gap of the chart in this time. IS_PARTIAL: 1 if only some of the stacked
 * values are unknown. */
static void add_hole(struct choice *choice, double from, double to, int is_partial)
{
	const struct chart *c = choice->chart;
	const char *why = is_partial ? "a part is not known" : "no data";
	size_t i;

	for (i = 0; i < c->gap_count && (c->gaps[i].to < from || c->gaps[i].from > to); i++)
		;
	if (i < c->gap_count)
		why = c->gaps[i].why;
	choice->gaps[choice->gap_count++] = (struct chart_gap){ from, to, why };
}

static int by_gap_time(const void *a, const void *b)
{
	const struct chart_gap *x = a, *y = b;

	if (x->from != y->from)
		return x->from > y->from ? 1 : -1;
	return (x->to > y->to) - (x->to < y->to);
}

static int touches(const struct chart_gap *a, const struct chart_gap *b)
{
	return a->to >= b->from && a->from <= b->to;
}

static int is_drawn(const struct choice *choice, size_t i)
{
	size_t k;

	for (k = 0; k < choice->count && !isfinite(choice->shown[k].edge[i]); k++)
		;
	return k < choice->count;
}

static void find_gaps(struct choice *choice)
{
	const struct chart *c = choice->chart;
	struct chart_gap whole = { .from = 0 };
	double covered;
	size_t i, k, holes;
	int is_partial = 0;

	choice_range(c, &whole.from, &whole.to);
	covered = whole.from;
	for (i = 0; i < c->interval_count; i++) {
		const struct chart_interval *v = &c->intervals[i];

		if (!is_drawn(choice, i)) {
			is_partial |= choice_has_values(choice, i);
			continue;
		}
		if (!is_near(covered, v))
			add_hole(choice, covered, v->start, is_partial);
		covered = v->end;
		is_partial = 0;
	}
	/* choice_range() may have extended the time axis by a second; this second is not a gap. */
	if (whole.to - covered > 1)
		add_hole(choice, covered, whole.to, is_partial);
	for (i = 0, holes = choice->gap_count; i < c->gap_count; i++) {
		const struct chart_gap *g = &c->gaps[i];

		for (k = 0; k < holes && !touches(g, &choice->gaps[k]); k++)
			;
		if (k == holes && touches(g, &whole))
			choice->gaps[choice->gap_count++] =
				(struct chart_gap){ fmax(g->from, whole.from),
				                    fmin(g->to, whole.to), g->why };
	}
	qsort(choice->gaps, choice->gap_count, sizeof *choice->gaps, by_gap_time);
}

int choose(struct choice *choice, const struct chart *c)
{
	size_t n = c->interval_count + 1, all = c->series_count;
	struct filling f = { .choice = choice,
		             .order = malloc((all + 1) * sizeof *f.order),
		             .rank = malloc((all + 1) * sizeof *f.rank),
		             .single = all < CHART_SERIES_MAX ? all : CHART_SERIES_MAX,
		             .partial = calloc(n, 1) };
	struct weighted *scratch = malloc(n * sizeof *scratch);
	int failed;

	f.rows = all > CHOOSE_LISTED ? f.single : all;
	*choice = (struct choice){ .chart = c, .others = all - f.single };
	choice->all = malloc((all + 1) * sizeof *choice->all);
	choice->gaps = malloc((n + c->gap_count) * sizeof *choice->gaps);
	failed = !f.order || !f.rank || !f.partial || !scratch || !choice->all || !choice->gaps ||
	         fill(&f, scratch);
	if (!failed) {
		if (c->kind == CHART_AREA)
			stack(&f);
		find_gaps(choice);
	}
	free(f.order);
	free(f.rank);
	free(f.partial);
	free(scratch);
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
		if (isfinite(choice->shown[k].values[i]))
			return 1;
	return 0;
}
