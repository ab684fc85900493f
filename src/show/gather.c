/* gather.c: collect the values of charts in a temporary file, until it is known which series a
 * chart shows. */
#include "config.h"

#include "show/gather.h"

#include <stdio.h>

#include "base/array.h"

#define SECOND 1e6
#define KEY_TEXT 128 /* most bytes of a key in the name of a series */

struct gather_value {
	uint32_t series, part;
	double average;
	/* lowest and highest value of the part; only stored if the part has several spans */
	double low, high;
	double known, unknown; /* seconds in which the value is known, and in which it is unknown */
};
#define SINGLE_SIZE offsetof(struct gather_value, low)

/* Combines the values that a series has in the spans of the current part or, during gather_read(),
 * in the interval that is being read. */
struct gather_sum {
	struct gather_value value; /* without ->now */
	/* 1: the series has a value in the current span, ->now, which is NAN if unknown */
	int has_now;
	double now;
	/* number, from 1, of the next series in the list that begins with ->first of struct
	 * gather_chart */
	size_t next;
};

int gather_begin(struct gather *g, const struct queries *queries)
{
	size_t i, k, room = 0;

	*g = (struct gather){ .spool.size = 16384, .shortest = INFINITY };
	for (i = 0; i < queries->n; i++) {
		const struct query *q = &queries->list[i];

		if (q->report->figure.place)
			g->figures[q->report->figure.place - 1].query = q;
		for (k = 0; k < q->report->ncharts; k++) {
			if (ARRAY_GROW(g->charts, g->ncharts, room))
				return -1;
			g->charts[g->ncharts++] = (struct gather_chart){
				.query = q, .chart = &q->report->charts[k], .gather = g
			};
		}
	}
	return 0;
}

void gather_done(struct gather *g)
{
	size_t i;

	for (i = 0; i < g->ncharts; i++) {
		struct gather_chart *c = &g->charts[i];

		free(c->series);
		free(c->sums);
		spool_chain_done(&c->chain);
		texts_done(&c->names);
	}
	for (i = 0; i < g->ngaps; i++)
		free((char *)g->gaps[i].why);
	free(g->charts);
	free(g->intervals);
	free(g->parts);
	free(g->gaps);
	spool_done(&g->spool);
}

/* ---- Series ---- */

/* Return the index of the series NAME of the chart C, which is added if it is new; -1: out of
 * memory. */
static long series_of(struct gather_chart *c, const char *name)
{
	size_t n = c->names.n;
	long i;

	if (ARRAY_GROW(c->series, n, c->room) || ARRAY_GROW(c->sums, n, c->sums_room))
		return -1;
	/* Rows mostly have the same order in each interval, so first try the series after the
	 * series of the previous row. */
	i = texts_number(&c->names, name, c->next);
	if (i < 0)
		return -1;
	c->next = (size_t)i + 1;
	if ((size_t)i == n) {
		c->sums[n] = (struct gather_sum){ .has_now = 0 };
		c->series[n] = (struct chart_series){ .name = c->names.list[n] };
	}
	return i;
}

/* Append V, a key in the column K, to the N characters in NAME. If V is a number, write the name of
 * K before it, as in "cpu 3". Returns the new length of NAME. */
static size_t gather_put_key(char name[GATHER_NAME], size_t n, const struct report_column *k,
                             const struct cell_value *v)
{
	const char *blank = n ? " " : "";
	size_t room, length;

	if (v->type == SQLITE_TEXT && n + 1 < GATHER_NAME) {
		/* Most keys are texts, so avoid the slower snprintf() for them. */
		if (n > 0)
			name[n++] = ' ';
		room = GATHER_NAME - 1 - n;
		length = strnlen(v->text, room < KEY_TEXT ? room : KEY_TEXT);
		memcpy(name + n, v->text, length);
		name[n + length] = '\0';
		return n + length;
	}
	if (v->type == SQLITE_INTEGER)
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

struct gather_chart *gather_find(const struct gather *g, const struct query *q, unsigned number)
{
	size_t i;

	for (i = 0; i < g->ncharts; i++) {
		struct gather_chart *c = &g->charts[i];

		if (c->has_values && c->query == q && c->chart == &q->report->charts[number - 1])
			return c;
	}
	return NULL;
}

/* ---- Values ---- */

static void clear_sum(struct gather_sum *s)
{
	s->value = (struct gather_value){ .series = s->value.series, .low = NAN, .high = NAN };
}

/* Return the sum of the series with the index I in the chart C, and add this series to the list of
 * the series that have values. */
static struct gather_sum *sum_of(struct gather_chart *c, size_t i)
{
	struct gather_sum *s = &c->sums[i];

	if (s->has_now || s->value.known > 0 || s->value.unknown > 0)
		return s;
	clear_sum(s);
	s->value.series = (uint32_t)i;
	s->next = c->first;
	c->first = i + 1;
	return s;
}

static void add_values(struct gather_value *sum, const struct gather_value *v)
{
	sum->unknown += v->unknown;
	if (!(v->known > 0))
		return;
	sum->known += v->known;
	/* With this formula, the average of a single value is exactly this value, without a
	 * rounding error. */
	sum->average += (v->average - sum->average) * (v->known / sum->known);
	sum->low = fmin(sum->low, v->low);
	sum->high = fmax(sum->high, v->high);
}

/* Add V, a value of the series NAME, to the chart C. IS_AVERAGE: 1 if V is the average over all
 * intervals, not a value in the current span. */
static int gather_take(struct gather_chart *c, const char *name, double v, int is_average)
{
	long i = series_of(c, name);
	struct chart_series *s;
	struct gather_sum *sum;

	if (i < 0)
		return -1;
	s = &c->series[i];
	if (is_average) {
		s->average = s->averaged && isnan(v) ? s->average : v;
		s->averaged = 1;
		return 0;
	}
	c->has_values |= !isnan(v);
	/* Store unknown values only for a chart of the kind REPORT_STACK, where a value that is not
	 * stored counts as 0. */
	if (isnan(v) && c->chart->kind != REPORT_STACK)
		return 0;
	sum = sum_of(c, (size_t)i);
	/* Several rows can belong to one series, such as one row per type of engine; an unknown
	 * value must not replace a known one. */
	if (!sum->has_now || !isnan(v))
		sum->now = v;
	sum->has_now = 1;
	return 0;
}

static int gather_take_row(struct gather_chart *c, const struct cell_value *cells, int is_average)
{
	const struct report *r = c->query->report;
	char name[GATHER_NAME];
	unsigned i;

	if (c->chart->by >= 0)
		gather_name(r, c->chart->by, cells, name);
	for (i = 0; i < c->chart->ncolumns; i++) {
		unsigned column = c->chart->columns[i];

		if (gather_take(c, c->chart->by < 0 ? r->columns[column].name : name,
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

/* Skip charts with one series per column: the row with the alarm belongs to all series of such a
 * chart. */
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
		at = series_of(c, name);
		if (at >= 0)
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
		for (row = 0; row < q->rows.n && g->figures[i].query == q; row++)
			gather_peak(&g->figures[i].peak, 1,
			            rows_double(&rows_at(&q->rows, row)[q->report->figure.column]),
			            span, q, row);
	for (i = 0; i < g->ncharts; i++) {
		if (g->charts[i].query != q)
			continue;
		g->charts[i].next = 0;
		for (row = 0; row < q->rows.n; row++)
			if (gather_take_row(&g->charts[i], rows_at(&q->rows, row), is_average))
				return -1;
	}
	return 0;
}

static int add_gap(struct gather *g, double from, double to, const char *why)
{
	char *copy = ARRAY_GROW(g->gaps, g->ngaps, g->gaps_room) ? NULL : malloc(strlen(why) + 1);

	if (!copy)
		return diag_no_memory();
	g->gaps[g->ngaps++] = (struct chart_gap){ from, to, strcpy(copy, why) };
	return 0;
}

/* ---- The spool ---- */

static size_t value_size(const struct gather_part *p)
{
	return p->count > 1 ? sizeof(struct gather_value) : SINGLE_SIZE;
}

/* A span of SECONDS has ended: for each series of the chart C, add the value in this span to the
 * sum. If IS_NEW is 1, the span begins a new part: first store the sums of the previous part,
 * g->part, in the spool, and clear them. */
static int end_values(struct gather_chart *c, int is_new, double seconds)
{
	struct gather *g = c->gather;
	size_t at = c->first, next;
	int rc = 0;

	for (c->first = 0; at && !rc; at = next) {
		struct gather_sum *s = &c->sums[at - 1];
		struct gather_value *v = &s->value;
		int has_now = s->has_now;
		double known = isnan(s->now) ? 0 : seconds;

		next = s->next;
		s->has_now = 0;
		if (is_new && (v->known > 0 || v->unknown > 0)) {
			v->part = (uint32_t)g->nparts;
			v->average = v->known > 0 ? v->average : NAN;
			rc = spool_add(&g->spool, &c->chain, v, value_size(&g->part));
		}
		if (is_new)
			clear_sum(s);
		if (has_now)
			add_values(v, &(struct gather_value){ 0, 0, s->now, s->now, s->now, known,
				                              seconds - known });
		if (!is_new || has_now) {
			s->next = c->first;
			c->first = at;
		}
	}
	return rc;
}

/* Call end_values() for each chart of G. If IS_NEW is 1, the part g->part has ended: add it to
 * g->parts. */
static int end_part(struct gather *g, int is_new, double seconds)
{
	size_t i;

	for (i = 0; i < g->ncharts; i++)
		if (end_values(&g->charts[i], is_new, seconds))
			return -1;
	if (!is_new || !g->part.count)
		return 0;
	if (ARRAY_GROW(g->parts, g->nparts, g->parts_room))
		return diag_no_memory();
	g->parts[g->nparts++] = g->part;
	g->part = (struct gather_part){ 0 };
	return 0;
}

struct gather_reading {
	struct gather_chart *chart;
	chart_take *take;
	void *arg;
	uint32_t place; /* index of the interval whose values ->chart->sums has */
	/* index in ->parts of struct gather of the first part whose interval was not passed to
	 * ->take */
	size_t part;
};

static void pass_values(struct gather_reading *r)
{
	const struct gather *g = r->chart->gather;
	double seconds = 0;

	for (; r->part < g->nparts && g->parts[r->part].place <= r->place; r->part++)
		seconds += g->parts[r->part].place == r->place ? g->parts[r->part].seconds : 0;
	while (r->chart->first) {
		struct gather_sum *s = &r->chart->sums[r->chart->first - 1];
		const struct gather_value *v = &s->value;
		double average = v->known > 0 ? v->average : NAN;

		/* In a chart of the kind REPORT_STACK, a missing value counts as 0 in the
		 * average. */
		if (r->chart->chart->kind == REPORT_STACK)
			average *= v->known / (seconds - v->unknown);
		r->take(r->arg, &(struct chart_value){ v->series, r->place, average, v->low,
			                               v->high });
		r->chart->first = s->next;
		clear_sum(s);
	}
}

static void read_values(void *arg, const void *data, size_t n)
{
	struct gather_reading *r = arg;
	const char *from = data, *end = from + n;
	struct gather_value v;

	for (; from < end; from += value_size(&r->chart->gather->parts[v.part])) {
		const struct gather_part *p;

		memcpy(&v, from, SINGLE_SIZE);
		p = &r->chart->gather->parts[v.part];
		v.low = v.high = v.average;
		v.known = isnan(v.average) ? 0 : p->seconds;
		v.unknown = p->seconds - v.known;
		memcpy(&v, from, value_size(p));
		if (p->place != r->place)
			pass_values(r);
		r->place = p->place;
		add_values(&sum_of(r->chart, v.series)->value, &v);
	}
}

int gather_read(void *source, chart_take *take, void *arg)
{
	struct gather_reading r = { .chart = source, .take = take, .arg = arg };

	if (spool_read(&r.chart->gather->spool, &r.chart->chain, read_values, &r))
		return -1;
	pass_values(&r);
	return 0;
}

/* ---- Many intervals ---- */

/* Return the number, counted from 1970, of the period of g->length seconds that contains the middle
 * of the interval V. */
static int64_t period_of(const struct gather *g, const struct chart_interval *v)
{
	return (int64_t)floor(((v->start + v->end) / 2 + (double)g->zone) / (double)g->length);
}

static int joins_last(const struct gather *g, const struct chart_interval *v)
{
	return g->length && g->n && period_of(g, v) == period_of(g, &g->intervals[g->n - 1]);
}

/* Append the interval V to g->intervals or, if V belongs to the period of the last interval, extend
 * the last interval to the end of V. */
static int add_interval(struct gather *g, struct chart_interval v)
{
	double near = g->shortest / 2, edge;

	if (g->length) {
		/* CP takes samples some seconds after the edge of a period, such as a full hour:
		 * let V begin and end at the edge. */
		edge = (double)(period_of(g, &v) * g->length - g->zone);
		if (fabs(v.start - edge) <= near) {
			v.shift = fabs(v.shift) > near ? v.shift + v.start - edge : 0;
			v.start = edge;
		}
		edge += (double)g->length;
		v.end = fabs(v.end - edge) <= near ? edge : v.end;
	}
	if (joins_last(g, &v)) {
		g->intervals[g->n - 1].end = v.end;
		return 0;
	}
	if (ARRAY_GROW(g->intervals, g->n, g->room))
		return diag_no_memory();
	g->intervals[g->n++] = v;
	return 0;
}

/* Return 1 if periods of SECONDS begin at round times: SECONDS divides a minute, or is whole
 * minutes that divide an hour, whole hours that divide a day, or whole days. */
static int is_round(int64_t seconds)
{
	int64_t part = 1, whole = 60;

	if (seconds > 60) {
		part = seconds > 3600 ? 3600 : 60;
		whole = seconds > 3600 ? 86400 : 3600;
	}
	return seconds % part == 0 && (whole % seconds == 0 || seconds % whole == 0);
}

/* Join the intervals of G so that at most MOST are left, or MOST + 1 if the first interval begins
 * inside a period. */
static void join_intervals(struct gather *g, unsigned most)
{
	double seconds = g->intervals[g->n - 1].end - g->intervals[0].start;
	int64_t step = g->length ? g->length : 1;
	size_t n = g->n, i, k = 0;

	/* The new length of a period is a multiple of the old one, because the values of an old
	 * period cannot be divided. */
	do
		g->length += step;
	while ((double)g->length * most < seconds || !is_round(g->length));
	g->n = 0;
	for (i = 0; i < n; i++) {
		add_interval(g, g->intervals[i]);
		for (; k < g->nparts && g->parts[k].place == i; k++)
			g->parts[k].place = (uint32_t)g->n - 1;
	}
}

int gather_span(struct gather *g, const struct show_span *span, int64_t label)
{
	double start = (double)span->start / SECOND, end = (double)span->end / SECOND;
	struct chart_interval v = { start, end, (double)(label - span->start) / SECOND };
	int is_new;

	if (span->kind == SHOW_AVERAGE)
		return 0;
	if (span->seconds <= 0) {
		double from = g->last > 0 && g->last < end ? g->last : end;

		g->last = end;
		return span->gap ? add_gap(g, from, end, span->gap) : 0;
	}
	if (span->gap && g->last > 0 && g->last < start && add_gap(g, g->last, start, span->gap))
		return -1;
	g->last = end;
	g->shortest = fmin(g->shortest, end - start);
	g->longest = fmax(g->longest, end - start);
	g->count++;
	is_new = !joins_last(g, &v);
	if (end_part(g, is_new, end - start))
		return -1;
	if (is_new && g->n >= GATHER_POINTS)
		join_intervals(g, GATHER_HOURS);
	if (add_interval(g, v))
		return -1;
	g->part.place = (uint32_t)g->n - 1;
	g->part.count++;
	g->part.seconds += end - start;
	return 0;
}

int gather_settle(struct gather *g)
{
	unsigned most;
	size_t i;

	/* End the last part. Drop values of a span that did not end because memory ran out. */
	if (end_part(g, 1, 0))
		return -1;
	for (i = 0; i < g->ncharts; i++)
		g->charts[i].first = 0;
	for (most = GATHER_HOURS; g->n > GATHER_HOURS && most; most--)
		if (g->intervals[g->n - 1].end - g->intervals[0].start > 14 * 86400.0)
			join_intervals(g, most);
	return 0;
}
