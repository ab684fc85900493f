/* gather.c: collect the values of charts. They come interval by interval; a chart needs them series
 * by series. */
#include "config.h"

#include "show/gather.h"

#include <stdio.h>

#include "base/array.h"

#define SECOND 1e6

int gather_begin(struct gather *g, const struct queries *queries)
{
	size_t i, k, room = 0;

	memset(g, 0, sizeof *g);
	g->step = 1;
	for (i = 0; i < queries->n; i++) {
		const struct query *q = &queries->list[i];

		if (q->report->figure.place)
			g->figures[q->report->figure.place - 1].query = q;
		for (k = 0; k < q->report->ncharts; k++) {
			if (ARRAY_GROW(g->charts, g->ncharts, room))
				return -1;
			g->charts[g->ncharts++] =
				(struct gather_chart){ .query = q, .chart = &q->report->charts[k] };
		}
	}
	return 0;
}

static void clear_chart(struct gather_chart *c)
{
	size_t i;

	for (i = 0; i < c->n; i++) {
		free(c->series[i].values);
		free(c->series[i].low);
		free(c->series[i].high);
		free(c->series[i].at);
	}
	free(c->series);
	texts_done(&c->names);
	c->series = NULL;
	c->n = c->room = c->next = 0;
	c->has_values = 0;
}

void gather_clear(struct gather *g)
{
	size_t i;

	for (i = 0; i < g->ncharts; i++)
		clear_chart(&g->charts[i]);
	for (i = 0; i < REPORT_FIGURES; i++)
		g->figures[i] = (struct gather_figure){ .query = g->figures[i].query };
	for (i = 0; i < g->ngaps; i++)
		free((char *)g->gaps[i].why);
	g->n = g->ngaps = g->tail = g->count = 0;
	g->step = 1;
	g->last = 0;
}

void gather_done(struct gather *g)
{
	gather_clear(g);
	free(g->charts);
	free(g->intervals);
	free(g->gaps);
}

/* ---- Series ---- */

/* Return the series NAME, and create it if it is new. NULL: out of memory. */
static struct chart_series *series_of(struct gather_chart *c, const char *name)
{
	/* Try c->next first, the index after the series found last: rows mostly have the same order
	 * in each interval. */
	long i = texts_number(&c->names, name, c->next);

	if (i < 0 || ARRAY_GROW(c->series, c->n, c->room))
		return NULL;
	c->next = (size_t)i + 1;
	if ((size_t)i == c->n)
		c->series[c->n++] = (struct chart_series){ .name = c->names.list[i] };
	return &c->series[i];
}

/* Append the key V of column K to NAME, which has N characters so far. Before a number comes the
 * name of its column, as in "cpu 3". Returns the new length. */
static size_t gather_put_key(char name[GATHER_NAME], size_t n, const struct report_column *k,
                             const struct cell_value *v)
{
	const char *blank = n ? " " : "";

	if (v->type == SQLITE_TEXT)
		snprintf(name + n, GATHER_NAME - n, "%s%.128s", blank, v->text);
	else if (v->type == SQLITE_INTEGER)
		snprintf(name + n, GATHER_NAME - n, "%s%.32s %lld", blank, k->name,
		         (long long)v->integer);
	else if (v->type == SQLITE_FLOAT)
		snprintf(name + n, GATHER_NAME - n, "%s%.32s %g", blank, k->name, v->real);
	return n + strlen(name + n);
}

void gather_name(const struct report *r, int by, const struct cell_value *cells,
                 char name[GATHER_NAME])
{
	size_t n = 0, i;

	*name = '\0';
	if (r->label >= 0 && cells[r->label].type == SQLITE_TEXT) {
		gather_put_key(name, 0, &r->columns[r->label], &cells[r->label]);
		return;
	}
	if (by >= 0)
		n = gather_put_key(name, 0, &r->columns[by], &cells[by]);
	for (i = 0; i < r->ncolumns; i++)
		if (r->columns[i].role == REPORT_KEY && (int)i != by)
			n = gather_put_key(name, n, &r->columns[i], &cells[i]);
}

const struct gather_chart *gather_find(const struct gather *g, const struct query *q,
                                       unsigned number)
{
	size_t i;

	for (i = 0; i < g->ncharts; i++)
		if (g->charts[i].has_values && g->charts[i].query == q &&
		    g->charts[i].chart == &q->report->charts[number - 1])
			return &g->charts[i];
	return NULL;
}

/* ---- Values ---- */

/* Return for how many values to allocate memory if N are needed: a power of two, or the maximum. A
 * series has at most one value more than GATHER_POINTS before join_some() joins values. */
static size_t values_room(size_t n)
{
	size_t room = 2;

	while (room < n)
		room *= 2;
	return room < GATHER_POINTS ? room : GATHER_POINTS + 1;
}

static int resize_values(double **values, size_t room)
{
	double *p = realloc(*values, room * sizeof *p);

	*values = p ? p : *values;
	return p ? 0 : -1;
}

/* Make room for one more value of S. Begin with room for 2, because many series have few values. */
static int more_values(struct chart_series *s)
{
	size_t room = values_room(s->count + 1);
	uint32_t *at;

	if (s->count == 1 || (s->count & (s->count - 1)))
		return 0;
	at = realloc(s->at, room * sizeof *at);
	if (!at)
		return -1;
	s->at = at;
	if (s->low && (resize_values(&s->low, room) || resize_values(&s->high, room)))
		return -1;
	return resize_values(&s->values, room);
}

/* Store V, the value of interval number INTERVAL, in S. UNKNOWN: 1 stores V even if it is NAN. */
static int set_value(struct chart_series *s, size_t interval, double v, int unknown)
{
	/* Several rows of an interval can belong to one series, such as one row per type of engine;
	 * an unknown value must not replace a known one. */
	if (isnan(v) && s->count && s->at[s->count - 1] == interval)
		return 0;
	if (!s->count || s->at[s->count - 1] != interval) {
		if (isnan(v) && !unknown)
			return 0;
		if (interval >= UINT32_MAX || more_values(s))
			return -1;
		s->at[s->count++] = (uint32_t)interval;
	}
	s->values[s->count - 1] = v;
	if (s->low)
		s->low[s->count - 1] = s->high[s->count - 1] = v;
	return 0;
}

/* Add the value V to the series NAME of C or, if IS_AVERAGE is 1, store it as the average of the
 * series. */
static int gather_take(struct gather *g, struct gather_chart *c, const char *name, double v,
                       int is_average)
{
	struct chart_series *s = series_of(c, name);

	if (!s)
		return -1;
	c->has_values |= !is_average && !isnan(v);
	if (!is_average)
		return set_value(s, g->n, v, c->chart->kind == REPORT_STACK);
	if (!s->averaged || !isnan(v))
		s->average = v;
	s->averaged = 1;
	return 0;
}

static int gather_take_row(struct gather *g, struct gather_chart *c, const struct cell_value *cells,
                           int is_average)
{
	const struct report *r = c->query->report;
	char name[GATHER_NAME];
	unsigned i;

	if (c->chart->by >= 0)
		gather_name(r, c->chart->by, cells, name);
	for (i = 0; i < c->chart->ncolumns; i++) {
		unsigned column = c->chart->columns[i];

		if (gather_take(g, c, c->chart->by < 0 ? r->columns[column].name : name,
		                rows_double(&cells[column]), is_average))
			return -1;
	}
	return 0;
}

int gather_peak(struct gather_peak *p, int above, double v, const struct show_span *span,
                const struct query *q, size_t row)
{
	if (isnan(v) || (p->to && !(above ? v > p->value : v < p->value)))
		return 0;
	p->value = v;
	p->from = show_start(span);
	p->to = span->end;
	gather_name(q->report, -1, rows_at(&q->rows, row), p->row);
	return 1;
}

static void take_figure(struct gather_figure *f, const struct show_span *span)
{
	const struct query *q = f->query;
	size_t i;

	for (i = 0; i < q->rows.n; i++)
		gather_peak(&f->peak, 1,
		            rows_double(&rows_at(&q->rows, i)[q->report->figure.column]), span,
		            q, i);
}

/* Skip charts with one series per column: each of these series has a value of the row with the
 * alarm. */
void gather_alarm(struct gather *g, const struct query *q, size_t row)
{
	char name[GATHER_NAME];
	size_t i;
	long at;

	for (i = 0; i < g->ncharts; i++) {
		struct gather_chart *c = &g->charts[i];

		if (c->query != q || c->chart->by < 0)
			continue;
		gather_name(q->report, c->chart->by, rows_at(&q->rows, row), name);
		at = texts_number(&c->names, name, row);
		if (at >= 0 && (size_t)at < c->n)
			c->series[at].important = 1;
	}
}

int gather_rows(struct gather *g, const struct query *q, const struct show_span *span)
{
	int is_average = span->kind == SHOW_AVERAGE;
	size_t i, row;

	/* A span without a length cannot be drawn. */
	if (span->seconds <= 0)
		return 0;
	for (i = 0; i < REPORT_FIGURES && !is_average; i++)
		if (g->figures[i].query == q)
			take_figure(&g->figures[i], span);
	for (i = 0; i < g->ncharts; i++) {
		if (g->charts[i].query != q)
			continue;
		g->charts[i].next = 0;
		for (row = 0; row < q->rows.n; row++)
			if (gather_take_row(g, &g->charts[i], rows_at(&q->rows, row), is_average))
				return -1;
	}
	return 0;
}

static int add_gap(struct gather *g, double from, double to, const char *why)
{
	char *copy = ARRAY_GROW(g->gaps, g->ngaps, g->gaps_room) ? NULL : malloc(strlen(why) + 1);

	if (!copy)
		return -1;
	g->gaps[g->ngaps++] = (struct chart_gap){ from, to, strcpy(copy, why) };
	return 0;
}

/* ---- Many intervals ---- */

/* For an interval that is joined with its neighbours: index of the interval that replaces them, and
 * length of the interval itself in seconds. */
struct joined {
	uint32_t to;
	double seconds;
};

/* Join the values of S from interval number FIRST on. J: for each of these intervals, to which one
 * its value goes. The joined value is the average over the time for which a value is known.
 * IS_PART: 1 if the values are parts of a whole; then a missing value counts as 0. Returns 0, or
 * -1: out of memory. */
static int join_values(struct chart_series *s, const struct gather *g, size_t first,
                       const struct joined *j, int is_part)
{
	size_t room = values_room(s->count), from = s->count, n, k;

	if (!s->low) {
		if (resize_values(&s->low, room) || resize_values(&s->high, room))
			return -1;
		memcpy(s->low, s->values, s->count * sizeof *s->low);
		memcpy(s->high, s->values, s->count * sizeof *s->high);
	}
	while (from > 0 && s->at[from - 1] >= first)
		from--;
	for (n = k = from; k < s->count; n++) {
		uint32_t to = j[s->at[k] - first].to;
		double sum = 0, time = 0, unknown = 0, low = NAN, high = low;

		for (; k < s->count && j[s->at[k] - first].to == to; k++) {
			double seconds = j[s->at[k] - first].seconds, v = s->values[k];

			if (isnan(v)) {
				unknown += seconds;
				continue;
			}
			sum += v * seconds;
			time += seconds;
			low = fmin(low, s->low[k]);
			high = fmax(high, s->high[k]);
		}
		if (is_part && time > 0)
			time = g->intervals[to].end - g->intervals[to].start - unknown;
		s->at[n] = to;
		s->values[n] = time > 0 ? sum / time : NAN;
		s->low[n] = low;
		s->high[n] = high;
	}
	s->count = n;
	return 0;
}

/* From interval number FIRST on, join each WIDTH successive intervals to one, with their values.
 * Join over a gap only if FORCED is 1. Returns 0, or -1: out of memory. */
static int join_intervals(struct gather *g, size_t first, size_t width, int forced)
{
	struct joined *j = malloc((g->n - first) * sizeof *j);
	size_t n = first, members = width, i, k;
	int rc = j ? 0 : -1;

	for (i = first; j && i < g->n; i++) {
		const struct chart_interval v = g->intervals[i];
		int follows = i > first && fabs(v.start - g->intervals[n - 1].end) <
		                                   0.01 * (v.end - v.start);

		if (members < width && (follows || forced)) {
			g->intervals[n - 1].end = v.end;
			members++;
		} else {
			g->intervals[n++] = v;
			members = 1;
		}
		j[i - first] = (struct joined){ (uint32_t)n - 1, v.end - v.start };
	}
	for (i = 0; i < g->ncharts && !rc; i++)
		for (k = 0; k < g->charts[i].n && !rc; k++)
			rc = join_values(&g->charts[i].series[k], g, first, j,
			                 g->charts[i].chart->kind == REPORT_STACK);
	free(j);
	g->n = g->tail = n;
	return rc;
}

/* Join intervals if there are more than GATHER_POINTS, or if the last g->step intervals are not
 * joined yet. Returns 0, or -1: out of memory. */
static int join_some(struct gather *g)
{
	if (g->step > 1 && g->n - g->tail >= g->step)
		return join_intervals(g, g->tail, g->step, 0);
	if (g->n <= GATHER_POINTS)
		return 0;
	g->step *= 2;
	if (join_intervals(g, 0, 2, 0))
		return -1;
	return g->n > GATHER_POINTS / 4 * 3 ? join_intervals(g, 0, 2, 1) : 0;
}

int gather_span(struct gather *g, const struct show_span *span, int64_t label)
{
	double start = (double)span->start / SECOND, end = (double)span->end / SECOND;

	if (span->kind == SHOW_AVERAGE)
		return 0;
	if (span->seconds <= 0) {
		double from = g->last > 0 && g->last < end ? g->last : end;

		g->last = end;
		return span->gap ? add_gap(g, from, end, span->gap) : 0;
	}
	/* There is a gap if this step begins later than the previous one ended. */
	if (span->gap && g->last > 0 && g->last < start && add_gap(g, g->last, start, span->gap))
		return -1;
	if (ARRAY_GROW(g->intervals, g->n, g->room))
		return -1;
	g->intervals[g->n++] = (struct chart_interval){ start, end,
		                                        (double)(label - span->start) / SECOND };
	g->last = end;
	g->shortest = g->count && g->shortest < end - start ? g->shortest : end - start;
	g->longest = g->count && g->longest > end - start ? g->longest : end - start;
	g->count++;
	return join_some(g);
}

void gather_settle(struct gather *g)
{
	size_t i, k;

	for (i = 0; i < g->ncharts; i++)
		for (k = 0; k < g->charts[i].n; k++) {
			struct chart_series *s = &g->charts[i].series[k];

			s->count -= s->count && s->at[s->count - 1] >= g->n;
		}
}
