/* scene.c: computes the positions of axes, lines, areas and labels for a given size. */
#include "config.h"

#include "chart/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Maximum number of ticks on the value axis. */
#define VALUE_TICKS 5u
/* Distance between labels of the time axis. */
#define TIME_LABEL 56.0
#define TIME_LABEL_SECONDS 84.0
#define DAY_LABEL 22.0
/* Minimum margins, so that charts of one page usually have the same margins and their times align. */
#define LEFT_LEAST 44.0
#define RIGHT 40.0 /* half of the last label of the time axis */
#define TOP 26.0
#define BOTTOM 42.0
/* Minimum visible width of a gap. */
#define GAP_WIDTH 2.0

void scene_range(const struct chart *c, double *from, double *to)
{
	*from = c->interval_count ? c->intervals[0].start : 0;
	*to = c->interval_count ? c->intervals[c->interval_count - 1].end : 0;
	if (!(*from < *to))
		*to = *from + 1;
}

/* Return the height of shown series K in interval I of an area chart. */
static double part_of(const struct choice *choice, size_t k, size_t i)
{
	double v = choice->shown[k].series.values[i];

	return is_value(v) && v > 0 ? v : 0;
}

/* Return the upper edge of the areas 0 to K in interval I. */
static double upper_edge(const struct choice *choice, size_t k, size_t i)
{
	double sum = 0;
	size_t n;

	for (n = 0; n <= k; n++)
		sum += part_of(choice, n, i);
	return sum;
}

static void widen_range(double v, double *low, double *high, int *any)
{
	if (!is_value(v))
		return;
	*low = *any && *low < v ? *low : v;
	*high = *any && *high > v ? *high : v;
	*any = 1;
}

/* Compute the range of values that the axis must include. */
static void value_range(struct scene *s, double *low, double *high)
{
	const struct choice *choice = s->choice;
	const struct chart *c = choice->chart;
	size_t i, k;
	int any = 0;

	*low = *high = 0;
	widen_range(0, low, high, &any);
	widen_range(c->capacity, low, high, &any);
	for (k = 0; k < choice->count; k++) {
		widen_range(choice->shown[k].stats.highest, low, high, &any);
		if (c->kind != CHART_AREA)
			widen_range(choice->shown[k].stats.lowest, low, high, &any);
		else if (choice->shown[k].stats.lowest < 0)
			s->negative = 1;
	}
	if (c->kind != CHART_AREA)
		return;
	*low = 0;
	for (i = 0; i < c->interval_count && choice->count; i++)
		if (choice_is_drawn(choice, i))
			widen_range(upper_edge(choice, choice->count - 1, i), low, high, &any);
}

static void settle_values(struct scene *s)
{
	double low, high;

	value_range(s, &low, &high);
	ticks_make(&s->y, low, high, VALUE_TICKS);
	s->scale.low = ticks_value(&s->y, s->y.first);
	s->scale.high = ticks_value(&s->y, s->y.last);
}

/* The labels of values take the left margin. */
static void settle_width(struct scene *s)
{
	char label[TICKS_LABEL];
	double width;
	int64_t i;

	s->scale.left = LEFT_LEAST;
	for (i = s->y.first; i <= s->y.last; i++) {
		ticks_label(&s->y, i, label);
		width = (double)whole_below(scene_text_width(label) + 10);
		s->scale.left = width > s->scale.left ? width : s->scale.left;
	}
	s->scale.right = s->width - RIGHT;
}

static void settle_times(struct scene *s)
{
	const struct chart *c = s->choice->chart;
	double room = s->scale.right - s->scale.left, near;

	scene_range(c, &s->scale.from, &s->scale.to);
	/* If a full hour is slightly outside, use it as the end of the axis: the difference is invisible. */
	near = (s->scale.to - s->scale.from) / room / 2;
	s->by_day = s->scale.to - s->scale.from > SCENE_BY_DAY;
	time_ticks_make(&s->x, s->scale.from - near, s->scale.to + near, c->zone.offset,
	                (unsigned)(room / (s->by_day ? DAY_LABEL : TIME_LABEL)));
	if (s->x.step < 60)
		time_ticks_make(&s->x, s->scale.from - near, s->scale.to + near, c->zone.offset,
		                (unsigned)(room / TIME_LABEL_SECONDS));
}

static double time_place(const struct scene *s, double t)
{
	return path_x(&s->scale, t) / 2.0;
}

/* ---- Gaps ---- */

struct gaps {
	const struct chart *chart;
	struct scene_gap *at;
	size_t count;
};

static int scene_follows(const struct chart *c, size_t i)
{
	const struct chart_interval *a = &c->intervals[i], *b = a + 1;

	return b->start - a->end <= 0.01 * (a->end - a->start);
}

static void add_gap(struct gaps *g, double from, double to, const char *why)
{
	g->at[g->count++] = (struct scene_gap){ .from = from, .to = to, .why = why };
}

/* Add the part of FROM to TO that no gap of the chart covers. */
static void add_unknown(struct gaps *g, double from, double to)
{
	const struct chart *c = g->chart;
	size_t i;

	for (i = 0; i < c->gap_count && from < to; i++) {
		const struct chart_gap *known = &c->gaps[i];

		if (known->to <= from || known->from >= to)
			continue;
		if (known->from > from)
			add_gap(g, from, known->from, NULL);
		from = known->to;
	}
	if (from < to)
		add_gap(g, from, to, NULL);
}

/* Add interval V, or extend the previous gap if it has the same reason. */
static void add_partial(struct gaps *g, const struct chart_interval *v)
{
	struct scene_gap *last = g->count ? &g->at[g->count - 1] : NULL;

	if (last && last->is_partial && v->start - last->to <= 0.01 * (v->end - v->start))
		last->to = v->end;
	else
		g->at[g->count++] = (struct scene_gap){ .from = v->start, .to = v->end, .why = "a part is not known", .is_partial = 1 };
}

static int by_time(const void *a, const void *b)
{
	const struct scene_gap *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

static struct scene_gap *scene_gaps(const struct choice *choice, size_t *count)
{
	const struct chart *c = choice->chart;
	struct gaps g = { c, NULL, 0 };
	double from, to, covered;
	size_t i;

	/* Each gap of the chart can split one unknown range; each interval can have a gap before it, and be a gap
	 * itself. */
	g.at = malloc((2 * c->interval_count + 2 * c->gap_count + 2) * sizeof *g.at);
	if (!g.at)
		return NULL;
	scene_range(c, &from, &to);
	covered = from;
	for (i = 0; i < c->interval_count; i++) {
		const struct chart_interval *v = &c->intervals[i];

		if (!choice_has_values(choice, i))
			continue;
		if (v->start - covered > 0.01 * (v->end - v->start))
			add_unknown(&g, covered, v->start);
		if (!choice_is_drawn(choice, i))
			add_partial(&g, v);
		covered = v->end > covered ? v->end : covered;
	}
	/* The end of the axis may differ from the last interval by up to a second. */
	if (to - covered > 1)
		add_unknown(&g, covered, to);
	for (i = 0; i < c->gap_count; i++)
		if (c->gaps[i].to >= from && c->gaps[i].from <= to)
			add_gap(&g, c->gaps[i].from > from ? c->gaps[i].from : from, c->gaps[i].to < to ? c->gaps[i].to : to,
			    c->gaps[i].why);
	qsort(g.at, g.count, sizeof *g.at, by_time);
	*count = g.count;
	return g.at;
}

static int settle_gaps(struct scene *s)
{
	size_t i;

	s->gaps = scene_gaps(s->choice, &s->gap_count);
	if (!s->gaps)
		return -1;
	for (i = 0; i < s->gap_count; i++) {
		struct scene_gap *g = &s->gaps[i];

		g->left = time_place(s, g->from);
		g->right = time_place(s, g->to);
		if (g->right - g->left < GAP_WIDTH) {
			g->left = g->left + GAP_WIDTH < s->scale.right ? g->left : s->scale.right - GAP_WIDTH;
			g->right = g->left + GAP_WIDTH;
		}
	}
	return 0;
}

/* Return the last interval of the run of values that begins at FIRST. */
static size_t run_end(const struct chart *c, const double *values, size_t first)
{
	size_t i = first;

	while (i + 1 < c->interval_count && is_value(values[i + 1]) && scene_follows(c, i))
		i++;
	return i;
}

/* Append the points of LINE in reverse order. */
static void add_backwards(struct path *p, const struct path *line)
{
	size_t i;

	for (i = line->count; i-- > 0 && !p->failed;)
		path_add(p, line->at[i].x, line->at[i].y, 0);
}

static void draw_range(struct scene *s, struct scene_series *to, const struct shown *shown, size_t first, size_t last)
{
	const struct chart_interval *v = s->choice->chart->intervals;
	struct path low = { 0 };

	path_steps(&to->shape, &s->scale, v, shown->series.values, first, last, PATH_HIGHEST, 1);
	path_steps(&low, &s->scale, v, shown->low, first, last, PATH_LOWEST, 1);
	to->shape.failed |= low.failed;
	if (!to->shape.failed)
		add_backwards(&to->shape, &low);
	path_done(&low);
}

static void draw_area(struct scene *s, size_t k, const double *values, size_t first, size_t last)
{
	const struct chart_interval *v = s->choice->chart->intervals;
	struct scene_series *to = &s->series[k];
	int zero = path_y(&s->scale, 0);

	path_add(&to->shape, path_x(&s->scale, v[first].start), zero, 1);
	path_steps(&to->shape, &s->scale, v, values, first, last, PATH_BOTH, 0);
	if (!to->shape.failed)
		path_add(&to->shape, to->shape.at[to->shape.count - 1].x, zero, 0);
	/* Draw the edge of the whole. */
	if (k == s->choice->count - 1)
		path_steps(&to->line, &s->scale, v, values, first, last, PATH_BOTH, 1);
}

/* EDGE: the values to draw. */
static int draw_series(struct scene *s, size_t k, const double *edge)
{
	const struct chart *c = s->choice->chart;
	const struct shown *shown = &s->choice->shown[k];
	struct scene_series *to = &s->series[k];
	size_t i, last;

	for (i = 0; i < c->interval_count; i = last + 1) {
		last = i;
		if (!is_value(edge[i]) || c->intervals[i].end <= s->scale.from || c->intervals[i].start >= s->scale.to)
			continue;
		last = run_end(c, edge, i);
		if (c->kind == CHART_AREA)
			draw_area(s, k, edge, i, last);
		else if (shown->low)
			draw_range(s, to, shown, i, last);
		else
			path_steps(&to->line, &s->scale, c->intervals, edge, i, last, PATH_BOTH, 1);
	}
	return to->line.failed || to->shape.failed ? -1 : 0;
}

static int draw_areas(struct scene *s)
{
	const struct choice *choice = s->choice;
	size_t n = choice->chart->interval_count, i, k;
	double *edge = malloc((n + 1) * sizeof *edge);
	int failed = !edge;

	for (k = 0; k < choice->count && !failed; k++) {
		for (i = 0; i < n; i++)
			if (k > 0)
				edge[i] += part_of(choice, k, i);
			else
				edge[i] = choice_is_drawn(choice, i) ? part_of(choice, k, i) : (double)NAN;
		failed = draw_series(s, k, edge);
	}
	free(edge);
	return failed ? -1 : 0;
}

static int draw_lines(struct scene *s)
{
	size_t k;

	for (k = 0; k < s->choice->count; k++)
		if (draw_series(s, k, s->choice->shown[k].series.values))
			return -1;
	return 0;
}

int scene_make(struct scene *s, const struct choice *choice, unsigned width, unsigned height)
{
	*s = (struct scene){ .choice = choice, .width = width, .height = height };
	s->scale.top = TOP;
	s->scale.bottom = s->height - BOTTOM;
	settle_values(s);
	settle_width(s);
	settle_times(s);
	if (settle_gaps(s) || (choice->chart->kind == CHART_AREA ? draw_areas(s) : draw_lines(s))) {
		scene_done(s);
		return -1;
	}
	return 0;
}

void scene_done(struct scene *s)
{
	size_t k;

	for (k = 0; k < CHART_SERIES_MAX + 1; k++) {
		path_done(&s->series[k].line);
		path_done(&s->series[k].shape);
	}
	free(s->gaps);
	s->gaps = NULL;
}
