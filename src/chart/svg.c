/* svg.c: computes the axes of a chart, and writes the chart as SVG. Colours, dashes and fonts are
 * in the style sheet of the page. */
#include "config.h"

#include "chart/svg.h"

#include <stdio.h>

#include "chart/markup.h"

#define VALUE_TICKS 5u /* maximum number of ticks on the value axis */
/* Minimum distances between labels of the time axis if the labels are times, times with seconds, or
 * days. */
#define TIME_LABEL 56.0
#define TIME_LABEL_SECONDS 84.0
#define DAY_LABEL 22.0
/* Margins around the plot. LEFT_LEAST, the minimum of the left margin, is enough for most labels of
 * the value axis. So the time axes of the charts of a page usually begin at the same place. */
#define LEFT_LEAST 44.0
#define RIGHT 40.0 /* room for half of the last label of the time axis */
#define TOP 26.0
#define BOTTOM 42.0
/* Distances from the time axis to the middle of its labels, and to the middle of the dates below
 * these labels. */
#define TIMES_BELOW 16.0
#define DATES_BELOW 33.0
#define DATE_APART 14.0 /* minimum distance between two dates */
#define BASE 4.5 /* distance from the base line of letters to their middle */
#define GAP_WIDTH 2.0 /* minimum width of a gap */
#define DENSE 400u /* if a chart has more intervals than this, its areas have no outlines */

/* ---- Axes ---- */

/* Return the width of a text of digits that is as long as LABEL, in the widest of the usual fonts,
 * DejaVu Sans of 13 units. */
static double text_width(const char *label)
{
	return 8.4 * (double)strlen(label);
}

/* The value axis includes zero. */
static void settle_values(struct scene *s)
{
	const struct choice *choice = s->choice;
	double low = 0, high = choice->chart->capacity;
	size_t i, k;

	for (k = 0; k < choice->count; k++)
		for (i = 0; i < choice->chart->interval_count; i++) {
			low = fmin(low, choice->shown[k].bottom[i]);
			high = fmax(high, choice->shown[k].top[i]);
		}
	ticks_make(&s->y, low, high, VALUE_TICKS);
	s->low = ticks_value(&s->y, s->y.first);
	s->high = ticks_value(&s->y, s->y.last);
}

static void settle_width(struct scene *s)
{
	char label[TICKS_LABEL];
	int64_t i;

	s->left = LEFT_LEAST;
	for (i = s->y.first; i <= s->y.last; i++) {
		ticks_label(&s->y, i, label);
		s->left = fmax(s->left, floor(text_width(label) + 10));
	}
	s->right = s->width - RIGHT;
}

static void svg_settle_times(struct scene *s)
{
	const struct chart *c = s->chart;
	double room = s->right - s->left, near, label;

	choice_range(c, &s->from, &s->to);
	/* Permit ticks slightly outside the time axis, such as a full hour just after the last
	 * interval. */
	near = (s->to - s->from) / room / 2;
	label = s->to - s->from > SCENE_BY_DAY ? DAY_LABEL : TIME_LABEL;
	time_ticks_make(&s->x, s->from - near, s->to + near, c->zone.offset,
	                (unsigned)(room / label));
	if (s->x.step < 60)
		time_ticks_make(&s->x, s->from - near, s->to + near, c->zone.offset,
		                (unsigned)(room / TIME_LABEL_SECONDS));
}

/* Return the position V in half units of the drawing, after limiting V to the range from A to B. */
static int halves_within(double v, double a, double b)
{
	return (int)floor(2 * fmin(fmax(v, a), b) + 0.5);
}

int scene_x(const struct scene *s, double time)
{
	return halves_within(s->left + (time - s->from) / (s->to - s->from) * (s->right - s->left),
	                     s->left, s->right);
}

int scene_y(const struct scene *s, double value)
{
	return halves_within(s->bottom -
	                             (value - s->low) / (s->high - s->low) * (s->bottom - s->top),
	                     s->top, s->bottom);
}

/* ---- The picture ---- */

static void svg_put_text(struct out_buffer *b, double x, double y, const char *text)
{
	markup_printf(b, "<text x=\"%g\" y=\"%g\">%s</text>", floor(2 * x + 0.5) / 2,
	              floor(2 * y + 0.5) / 2, text);
}

static const char *svg_class_of(const struct choice *choice, size_t k)
{
	static const char classes[][3] = { "s0", "s1", "s2", "s3", "s4", "s5", "s6" };

	return choice->others && k == choice->count - 1 ? "sr" : classes[k];
}

/* for screen readers */
static void svg_description(struct out_buffer *b, const struct scene *s)
{
	const struct chart *c = s->chart;

	markup_printf(b, "%s of %u series from ",
	              c->kind == CHART_AREA ? "Stacked areas" : "Stepped lines",
	              (unsigned)c->series_count);
	markup_put_moment(b, &c->zone, s->from, 1, 60);
	out_str(b, " to ");
	markup_put_moment(b, &c->zone, s->to, 1, 60);
	markup_printf(b, " %s.", c->zone.name);
}

static void svg_put_values(struct out_buffer *b, const struct scene *s)
{
	char label[TICKS_LABEL];
	int64_t i;

	if (*s->chart->unit)
		markup_printf(b, "<text class=\"u\" x=\"1\" y=\"12\">%s</text>", s->chart->unit);
	out_str(b, "<path class=\"g\" d=\"");
	for (i = s->y.first; i <= s->y.last; i++)
		markup_printf(b, "M%g %gh%g", s->left, scene_y(s, ticks_value(&s->y, i)) / 2.0,
		              s->right - s->left);
	out_str(b, "\"/><g class=\"y\" text-anchor=\"end\">");
	for (i = s->y.first; i <= s->y.last; i++) {
		ticks_label(&s->y, i, label);
		svg_put_text(b, s->left - 7, scene_y(s, ticks_value(&s->y, i)) / 2.0 + BASE, label);
	}
	out_str(b, "</g>");
}

static void put_axis(struct out_buffer *b, const struct scene *s)
{
	int64_t t;

	markup_printf(b, "<path class=\"x\" d=\"M%g %gH%g", s->left, s->bottom, s->right);
	for (t = s->x.first; t <= s->x.last; t += s->x.step)
		markup_printf(b, "M%g %gv5", scene_x(s, (double)t) / 2.0, s->bottom);
	out_str(b, "\"/>");
}

/* Write the time T of a tick to LABEL, and its date to DATE. If ticks are a day or more apart,
 * LABEL gets the day of the month, and DATE the month and year. */
static void tick_labels(const struct scene *s, int64_t t, char label[TICKS_LABEL],
                        char date[TICKS_LABEL])
{
	long offset = s->chart->zone.offset;
	size_t day;

	time_label(t, offset, s->x.step, label);
	date_label(t, offset, date);
	if (s->x.step < 86400)
		return;
	day = strcspn(date, " ");
	snprintf(label, TICKS_LABEL, "%.*s", (int)day, date);
	memmove(date, date + day + 1, strlen(date + day));
}

static void put_dates(struct out_buffer *b, const struct scene *s, double end)
{
	char label[TICKS_LABEL], date[TICKS_LABEL], before[TICKS_LABEL] = "";
	double free_from = 0, half, x, y = s->bottom + DATES_BELOW + BASE;
	int64_t t;

	for (t = s->x.first; t <= s->x.last; t += s->x.step) {
		tick_labels(s, t, label, date);
		half = text_width(date) / 2;
		x = fmax(half, scene_x(s, (double)t) / 2.0);
		if (strcmp(date, before) == 0 || x - half < free_from || x + half > end)
			continue;
		svg_put_text(b, x, y, date);
		free_from = x + half + DATE_APART;
		memcpy(before, date, sizeof before);
	}
	if (before[0])
		return;
	/* If no date was printed below a tick, print the date at which the time axis begins. */
	date_label(whole_below(s->from), s->chart->zone.offset, date);
	svg_put_text(b, text_width(date) / 2, y, date);
}

static void svg_put_times(struct out_buffer *b, const struct scene *s)
{
	char label[TICKS_LABEL], date[TICKS_LABEL];
	const char *zone = s->chart->zone.name;
	int64_t t;

	out_str(b, "<g class=\"y\" text-anchor=\"middle\">");
	for (t = s->x.first; t <= s->x.last; t += s->x.step) {
		tick_labels(s, t, label, date);
		svg_put_text(b, scene_x(s, (double)t) / 2.0, s->bottom + TIMES_BELOW + BASE, label);
	}
	put_dates(b, s, s->width - text_width(zone) - DATE_APART);
	out_str(b, "</g><g class=\"y\" text-anchor=\"end\">");
	svg_put_text(b, s->width - 1, s->bottom + DATES_BELOW + BASE, zone);
	out_str(b, "</g>");
}

static void svg_put_gaps(struct out_buffer *b, const struct scene *s)
{
	const struct choice *choice = s->choice;
	size_t i;

	out_str(b, choice->gap_count ? "<g class=\"n\">" : "");
	for (i = 0; i < choice->gap_count; i++) {
		const struct chart_gap *g = &choice->gaps[i];
		double left = scene_x(s, g->from) / 2.0, right = scene_x(s, g->to) / 2.0;

		left = fmin(left, s->right - GAP_WIDTH);
		right = fmax(right, left + GAP_WIDTH);
		markup_printf(b, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"><title>%s, ",
		              left, s->top, right - left, s->bottom - s->top, g->why);
		markup_put_moment(b, &choice->chart->zone, g->from, 1, 60);
		out_str(b, " to ");
		markup_put_moment(b, &choice->chart->zone, g->to, 1, 60);
		out_str(b, "</title></rect>");
	}
	out_str(b, choice->gap_count ? "</g>" : "");
}

/* Draw a vertical line for each event. If the chart names events, also draw a triangle for each
 * event; if the mouse is over the triangle, browsers show the text of the event. */
static void svg_put_events(struct out_buffer *b, const struct scene *s)
{
	const struct chart *c = s->chart;
	const struct chart_event *e;

	if (!c->event_count)
		return;
	out_str(b, "<path class=\"v1\" d=\"");
	for (e = c->events; e < c->events + c->event_count; e++)
		markup_printf(b, "M%g %gV%g", scene_x(s, e->at) / 2.0, s->top, s->bottom);
	out_str(b, "\"/>");
	for (e = c->events; c->names_events && e < c->events + c->event_count; e++) {
		markup_printf(b, "<path class=\"v2\" d=\"M%g %gl-4-8h8z\"><title>",
		              scene_x(s, e->at) / 2.0, s->top);
		markup_put_moment(b, &c->zone, e->at, 1, 60);
		markup_printf(b, " %s</title></path>", e->text);
	}
}

static void put_series(struct out_buffer *b, const struct scene *s)
{
	const struct choice *choice = s->choice;
	int is_area = choice->chart->kind == CHART_AREA;
	int is_dense = choice->chart->interval_count > DENSE;
	const char *class = is_dense ? "a e" : "a";
	size_t k;

	/* Draw the first series last, so that its line is not covered, and so that lower areas
	 * cover upper areas. */
	for (k = choice->count; k-- > 0;) {
		markup_printf(b, "<g class=\"%s\"><title>%s</title>", svg_class_of(choice, k),
		              choice->shown[k].name);
		svg_put_path(b, s, is_area ? class : "l", &choice->shown[k], is_area);
		out_str(b, "</g>");
	}
	/* Outlines would cover dense areas. */
	if (is_area && choice->count && !is_dense)
		svg_put_path(b, s, "t", &choice->shown[choice->count - 1], 0);
}

static void put_capacity(struct out_buffer *b, const struct scene *s)
{
	double y = scene_y(s, s->chart->capacity) / 2.0;

	if (!(s->chart->capacity > 0))
		return;
	markup_printf(b, "<path class=\"k\" d=\"M%g %gH%g\"/><g class=\"j\" text-anchor=\"end\">",
	              s->left, y, s->right);
	svg_put_text(b, s->right, y - 5, "capacity");
	out_str(b, "</g>");
}

void svg_put(struct out_buffer *b, const struct choice *choice, unsigned width, unsigned height,
             const char *class, const char *id)
{
	struct scene scene = {
		.choice = choice,
		.chart = choice->chart,
		.width = width,
		.height = height,
		.top = TOP,
		.bottom = height - BOTTOM,
	}, *s = &scene;

	settle_values(s);
	settle_width(s);
	svg_settle_times(s);
	out_printf(b,
		"<svg class=\"%s\" viewBox=\"0 0 %d %d\" data-t=\"%lld %lld %d %d\" role=\"img\" "
		"aria-labelledby=\"%st %sd\">",
		class, (int)s->width, (int)s->height,
		(long long)(whole_below(s->from) + s->chart->zone.offset),
		(long long)(whole_below(s->to) + s->chart->zone.offset),
		(int)s->left, (int)s->right, id, id);
	markup_printf(b, "<title id=\"%st\">%s</title><desc id=\"%sd\">", id, s->chart->title, id);
	svg_description(b, s);
	out_str(b, "</desc>");
	svg_put_values(b, s);
	svg_put_gaps(b, s);
	put_series(b, s);
	put_capacity(b, s);
	svg_put_events(b, s);
	put_axis(b, s);
	svg_put_times(b, s);
	out_str(b, "</svg>\n");
}

void svg_put_sample(struct out_buffer *b, const struct choice *choice, size_t k)
{
	markup_printf(b,
		"<svg class=\"b\" viewBox=\"0 0 18 10\" aria-hidden=\"true\"><g class=\"%s\"><path class=\"%s\" "
		"d=\"M1 5h16\"/></g></svg>",
		svg_class_of(choice, k), choice->chart->kind == CHART_AREA ? "w" : "l");
}
