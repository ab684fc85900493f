/* scene.c: computes the positions of axes, lines, areas and labels for a given size. */
#include "config.h"

#include "chart/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "chart/places.h"

/* Maximum number of ticks on the value axis. */
#define VALUE_TICKS 5u
/* Distance between labels of the time axis. */
#define TIME_LABEL 56.0
#define TIME_LABEL_SECONDS 84.0
/* Minimum margins, so that charts of one page usually have the same margins and their times align. */
#define LEFT_LEAST 44.0
#define LABEL_LEAST 0.15
#define PLOT_LEAST 40.0
#define TOP 26.0
#define BOTTOM 42.0
/* A label may take at most the width divided by this. */
#define LABEL_PART 3.2
/* Minimum visible width of a gap. */
#define GAP_WIDTH 2.0

void scene_range(const struct chart *c, double *from, double *to)
{
	*from = c->from;
	*to = c->to;
	if (c->from < c->to)
		return;
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
	if (!c->no_zero || c->kind == CHART_AREA)
		widen_range(0, low, high, &any);
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

/* Make room for the labels at the left and the right. */
static void settle_width(struct scene *s)
{
	double widest = 0, most = s->width / LABEL_PART;
	char label[TICKS_LABEL];
	int64_t i;
	size_t k;

	for (i = s->y.first; i <= s->y.last; i++) {
		double w;

		ticks_label(&s->y, i, label);
		w = scene_text_width(label, strlen(label));
		widest = w > widest ? w : widest;
	}
	s->scale.left = (double)whole_below(widest + 10 > LEFT_LEAST ? widest + 10 : LEFT_LEAST);
	widest = LABEL_LEAST * s->width;
	for (k = 0; k < s->choice->count; k++) {
		const char *name = s->choice->shown[k].series.name ? s->choice->shown[k].series.name : "";
		double w;

		s->series[k].name_length = scene_text_fit(name, most);
		w = name[s->series[k].name_length] ? most : scene_text_width(name, s->series[k].name_length);
		widest = w > widest ? w : widest;
	}
	s->scale.right = s->width - (double)whole_below(widest + SCENE_SAMPLE + 8);
	if (s->scale.right < s->scale.left + PLOT_LEAST)
		s->scale.right = s->scale.left + PLOT_LEAST;
}

static void settle_times(struct scene *s)
{
	const struct chart *c = s->choice->chart;
	double room = s->scale.right - s->scale.left, near;

	scene_range(c, &s->scale.from, &s->scale.to);
	/* If a full hour is slightly outside, use it as the end of the axis: the difference is invisible. */
	near = (s->scale.to - s->scale.from) / room / 2;
	time_ticks_make(&s->x, s->scale.from - near, s->scale.to + near, c->zone.offset, (unsigned)(room / TIME_LABEL));
	if (s->x.step < 60)
		time_ticks_make(&s->x, s->scale.from - near, s->scale.to + near, c->zone.offset,
		                (unsigned)(room / TIME_LABEL_SECONDS));
}

static double time_place(const struct scene *s, double t)
{
	return path_x(&s->scale, t) / 2.0;
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

	to->end_x = -1;
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
		to->end_x = path_x(&s->scale, c->intervals[last].end);
		to->end_y = path_y(&s->scale, edge[last]);
		if (shown->low)
			to->end_y = (to->end_y + path_y(&s->scale, shown->low[last])) / 2;
	}
	return to->line.failed || to->shape.failed ? -1 : 0;
}

/* Labels of areas point to the middle of the area, not to its edge. */
static void settle_area_ends(struct scene *s)
{
	int below = path_y(&s->scale, 0);
	size_t k;

	for (k = 0; k < s->choice->count; k++) {
		int edge = s->series[k].end_y;

		s->series[k].end_y = (edge + below) / 2;
		below = edge;
	}
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
	if (!failed)
		settle_area_ends(s);
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

/* Labels of series without values are placed at the lower end. */
static void settle_labels(struct scene *s)
{
	double wanted[CHART_SERIES_MAX + 1], placed[CHART_SERIES_MAX + 1];
	size_t k, n = s->choice->count;

	for (k = 0; k < n; k++)
		wanted[k] = s->series[k].end_x < 0 ? s->scale.bottom : s->series[k].end_y / 2.0;
	s->labelled = !places_make(wanted, placed, n, SCENE_LINE, s->scale.top - SCENE_LINE / 2.0,
	                           s->scale.bottom + SCENE_LINE / 2.0);
	for (k = 0; k < n && s->labelled; k++)
		s->series[k].label_y = placed[k];
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
	settle_labels(s);
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
