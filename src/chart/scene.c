/* scene.c: computes the axes of a chart for a given size. */
#include "config.h"

#include "chart/scene.h"

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

/* Choose the values of the axis, which includes zero. */
static void settle_values(struct scene *s)
{
	const struct choice *choice = s->choice;
	double low = 0, high = choice->chart->capacity > 0 ? choice->chart->capacity : 0;
	size_t i, k;

	for (k = 0; k < choice->count; k++)
		for (i = 0; i < choice->chart->interval_count; i++) {
			double v = choice->shown[k].edge[i];

			low = v < low ? v : low;
			high = v > high ? v : high;
		}
	ticks_make(&s->y, low, high, VALUE_TICKS);
	s->low = ticks_value(&s->y, s->y.first);
	s->high = ticks_value(&s->y, s->y.last);
}

/* The labels of values take the left margin. */
static void settle_width(struct scene *s)
{
	char label[TICKS_LABEL];
	double width;
	int64_t i;

	s->left = LEFT_LEAST;
	for (i = s->y.first; i <= s->y.last; i++) {
		ticks_label(&s->y, i, label);
		width = (double)whole_below(scene_text_width(label) + 10);
		s->left = width > s->left ? width : s->left;
	}
	s->right = s->width - RIGHT;
}

static void settle_times(struct scene *s)
{
	const struct chart *c = s->choice->chart;
	double room = s->right - s->left, near, label;

	choice_range(c, &s->from, &s->to);
	/* If a full hour is slightly outside, use it as the end of the axis: the difference is invisible. */
	near = (s->to - s->from) / room / 2;
	label = s->to - s->from > SCENE_BY_DAY ? DAY_LABEL : TIME_LABEL;
	time_ticks_make(&s->x, s->from - near, s->to + near, c->zone.offset, (unsigned)(room / label));
	if (s->x.step < 60)
		time_ticks_make(&s->x, s->from - near, s->to + near, c->zone.offset, (unsigned)(room / TIME_LABEL_SECONDS));
}

void scene_make(struct scene *s, const struct choice *choice, unsigned width, unsigned height)
{
	*s = (struct scene){ .choice = choice, .width = width, .height = height, .top = TOP, .bottom = height - BOTTOM };
	settle_values(s);
	settle_width(s);
	settle_times(s);
}

/* Return V, or the nearer end of A to B, in half units. */
static int halves_within(double v, double a, double b)
{
	return (int)whole_below(2 * (v < a ? a : v > b ? b : v) + 0.5);
}

int scene_x(const struct scene *s, double time)
{
	return halves_within(s->left + (time - s->from) / (s->to - s->from) * (s->right - s->left), s->left, s->right);
}

int scene_y(const struct scene *s, double value)
{
	return halves_within(s->bottom - (value - s->low) / (s->high - s->low) * (s->bottom - s->top), s->top, s->bottom);
}
