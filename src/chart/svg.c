/* svg.c: writes a scene as SVG. Colours, dashes and fonts are in the style sheet of the page. */
#include "config.h"

#include "chart/svg.h"

#include <stdio.h>

#include "chart/text.h"
#include "cli/terminal.h"

/* Distance from the axis to the middle of its labels, and to the dates. */
#define TIMES_BELOW 16.0
#define DATES_BELOW 33.0
/* Distance between two dates. */
#define DATE_APART 14.0
/* Distance of the upper edge of letters from their base line. */
#define BASE 4.5

/* More intervals than this have areas without outlines. */
#define DENSE 400u

static int halves(double v)
{
	return (int)whole_below(2 * v + 0.5);
}

static void put_place(struct out_buffer *b, const char *name, double v)
{
	out_printf(b, " %s=\"", name);
	text_put_halves(b, halves(v));
	out_char(b, '"');
}

static void text_begin(struct out_buffer *b, double x, double y)
{
	out_str(b, "<text");
	put_place(b, "x", x);
	put_place(b, "y", y);
	out_char(b, '>');
}

/* Write a command of a path with a position in half units. */
static void put_to(struct out_buffer *b, const char *command, int x, int y)
{
	out_str(b, command);
	text_put_halves(b, x);
	out_char(b, ' ');
	text_put_halves(b, y);
}

static void put_path(struct out_buffer *b, const char *class, const struct path *p, int is_closed)
{
	int x = 0, y = 0;
	size_t i;

	if (p->count == 0)
		return;
	out_printf(b, "<path class=\"%s\" d=\"", class);
	for (i = 0; i < p->count; i++) {
		const struct path_point *at = &p->at[i];

		if (at->begins) {
			put_to(b, is_closed && i > 0 ? "zM" : "M", at->x, at->y);
		} else if (at->y == y) {
			out_char(b, 'h');
			text_put_halves(b, at->x - x);
		} else if (at->x == x) {
			out_char(b, 'v');
			text_put_halves(b, at->y - y);
		} else {
			put_to(b, "L", at->x, at->y);
		}
		x = at->x;
		y = at->y;
	}
	out_str(b, is_closed ? "z\"/>" : "\"/>");
}

/* Print the class of shown series K. */
static void put_class(struct out_buffer *b, const struct choice *choice, size_t k)
{
	if (choice->others && k == choice->count - 1)
		out_str(b, "sr");
	else
		out_printf(b, "s%zu", k);
}

static void put_moment(struct out_buffer *b, double t, const struct chart *c)
{
	char label[TICKS_LABEL];

	date_label(whole_below(t), c->zone.offset, label);
	out_printf(b, "%s ", label);
	time_label(whole_below(t), c->zone.offset, 60, label);
	out_str(b, label);
}

/* Describe the picture in words, for screen readers. */
static void put_description(struct out_buffer *b, const struct scene *s)
{
	const struct chart *c = s->choice->chart;

	out_printf(b, "%s of %zu series from ", c->kind == CHART_AREA ? "Stacked areas" : "Stepped lines",
	           c->series_count);
	put_moment(b, s->scale.from, c);
	out_str(b, " to ");
	put_moment(b, s->scale.to, c);
	out_char(b, ' ');
	text_put(b, c->zone.name);
	out_char(b, '.');
}

static void put_values(struct out_buffer *b, const struct scene *s)
{
	char label[TICKS_LABEL];
	int64_t i;

	out_str(b, "<path class=\"g\" d=\"");
	for (i = s->y.first; i <= s->y.last; i++) {
		put_to(b, "M", halves(s->scale.left), path_y(&s->scale, ticks_value(&s->y, i)));
		out_char(b, 'h');
		text_put_halves(b, halves(s->scale.right) - halves(s->scale.left));
	}
	out_str(b, "\"/><g class=\"y\" text-anchor=\"end\">");
	for (i = s->y.first; i <= s->y.last; i++) {
		ticks_label(&s->y, i, label);
		text_begin(b, s->scale.left - 7, path_y(&s->scale, ticks_value(&s->y, i)) / 2.0 + BASE);
		out_printf(b, "%s</text>", label);
	}
	out_str(b, "</g>");
}

static void put_unit(struct out_buffer *b, const struct scene *s)
{
	const char *unit = s->choice->chart->unit;

	if (!unit)
		return;
	out_str(b, "<text class=\"u\" x=\"1\" y=\"12\">");
	text_put(b, unit);
	out_str(b, "</text>");
}

/* Draw the axis and its ticks. */
static void put_axis(struct out_buffer *b, const struct scene *s)
{
	int64_t t;

	put_to(b, "<path class=\"x\" d=\"M", halves(s->scale.left), halves(s->scale.bottom));
	out_char(b, 'H');
	text_put_halves(b, halves(s->scale.right));
	for (t = s->x.first; t <= s->x.last; t += s->x.step) {
		put_to(b, "M", path_x(&s->scale, (double)t), halves(s->scale.bottom));
		out_str(b, "v5");
	}
	out_str(b, "\"/>");
}

/* Make the label of a tick: a time, or the day of the month. */
static void tick_label(const struct scene *s, int64_t t, char label[TICKS_LABEL])
{
	time_label(t, s->choice->chart->zone.offset, s->x.step, label);
	if (s->x.step >= 86400) {
		date_label(t, s->choice->chart->zone.offset, label);
		label[strcspn(label, " ")] = '\0';
	}
}

/* Make the text below the label of a tick: the date, or its month. */
static void date_of(const struct scene *s, int64_t t, char label[TICKS_LABEL])
{
	date_label(t, s->choice->chart->zone.offset, label);
	if (s->x.step >= 86400)
		memmove(label, strchr(label, ' ') + 1, strlen(strchr(label, ' ')));
}

static void put_dates(struct out_buffer *b, const struct scene *s, double end)
{
	char label[TICKS_LABEL], before[TICKS_LABEL] = "";
	double free_from = 0, half, x;
	int64_t t;

	for (t = s->x.first; t <= s->x.last; t += s->x.step) {
		date_of(s, t, label);
		if (!strcmp(label, before))
			continue;
		half = scene_text_width(label) / 2;
		x = path_x(&s->scale, (double)t) / 2.0;
		x = x < half ? half : x;
		if (x - half < free_from || x + half > end)
			continue;
		text_begin(b, x, s->scale.bottom + DATES_BELOW + BASE);
		out_printf(b, "%s</text>", label);
		free_from = x + half + DATE_APART;
		memcpy(before, label, sizeof before);
	}
	if (before[0])
		return;
	/* Without ticks, print at least the date. */
	date_label(whole_below(s->scale.from), s->choice->chart->zone.offset, label);
	text_begin(b, scene_text_width(label) / 2, s->scale.bottom + DATES_BELOW + BASE);
	out_printf(b, "%s</text>", label);
}

static void put_times(struct out_buffer *b, const struct scene *s)
{
	char label[TICKS_LABEL];
	const char *zone = s->choice->chart->zone.name ? s->choice->chart->zone.name : "";
	int64_t t;

	out_str(b, "<g class=\"y\" text-anchor=\"middle\">");
	for (t = s->x.first; t <= s->x.last; t += s->x.step) {
		tick_label(s, t, label);
		text_begin(b, path_x(&s->scale, (double)t) / 2.0, s->scale.bottom + TIMES_BELOW + BASE);
		out_printf(b, "%s</text>", label);
	}
	put_dates(b, s, s->width - scene_text_width(zone) - DATE_APART);
	out_str(b, "</g>");
	out_str(b, "<g class=\"y\" text-anchor=\"end\">");
	text_begin(b, s->width - 1, s->scale.bottom + DATES_BELOW + BASE);
	text_put(b, zone);
	out_str(b, "</text></g>");
}

static void put_gaps(struct out_buffer *b, const struct scene *s)
{
	size_t i;

	if (!s->gap_count)
		return;
	out_str(b, "<g class=\"n\">");
	for (i = 0; i < s->gap_count; i++) {
		const struct scene_gap *g = &s->gaps[i];

		out_str(b, "<rect");
		put_place(b, "x", g->left);
		put_place(b, "y", s->scale.top);
		put_place(b, "width", g->right - g->left);
		put_place(b, "height", s->scale.bottom - s->scale.top);
		out_str(b, "><title>");
		text_put(b, g->why ? g->why : "no data");
		out_str(b, ", ");
		put_moment(b, g->from, s->choice->chart);
		out_str(b, " to ");
		put_moment(b, g->to, s->choice->chart);
		out_str(b, "</title></rect>");
	}
	out_str(b, "</g>");
}

/* Whether outlines would cover the areas. */
static int is_dense(const struct scene *s)
{
	return s->choice->chart->interval_count > DENSE;
}

static void put_capacity(struct out_buffer *b, const struct scene *s)
{
	int y = path_y(&s->scale, s->choice->chart->capacity);

	if (!(s->choice->chart->capacity > 0))
		return;
	put_to(b, "<path class=\"k\" d=\"M", halves(s->scale.left), y);
	out_char(b, 'H');
	text_put_halves(b, halves(s->scale.right));
	out_str(b, "\"/><g class=\"j\" text-anchor=\"end\">");
	text_begin(b, s->scale.right, y / 2.0 - 5);
	out_str(b, "capacity</text></g>");
}

static void put_series(struct out_buffer *b, const struct scene *s, size_t k)
{
	const struct scene_series *series = &s->series[k];
	int is_area = s->choice->chart->kind == CHART_AREA;

	if (!series->line.count && !series->shape.count)
		return;
	out_str(b, "<g class=\"");
	put_class(b, s->choice, k);
	out_str(b, "\"><title>");
	text_put(b, s->choice->shown[k].series.name);
	out_str(b, "</title>");
	put_path(b, is_area ? is_dense(s) ? "a e" : "a" : "r", &series->shape, 1);
	if (!is_area)
		put_path(b, "l", &series->line, 0);
	out_str(b, "</g>");
}

void svg_put(struct out_buffer *b, const struct scene *s, const char *class, const char *id)
{
	size_t k;

	out_printf(b, "<svg class=\"%s\" viewBox=\"0 0 %d %d\" data-t=\"%lld %lld %d %d\" role=\"img\" "
	           "aria-labelledby=\"%st %sd\"><title id=\"%st\">", class, (int)s->width, (int)s->height,
	           (long long)(whole_below(s->scale.from) + s->choice->chart->zone.offset),
	           (long long)(whole_below(s->scale.to) + s->choice->chart->zone.offset), (int)s->scale.left,
	           (int)s->scale.right, id, id, id);
	text_put(b, s->choice->chart->title);
	out_printf(b, "</title><desc id=\"%sd\">", id);
	put_description(b, s);
	out_str(b, "</desc>");
	put_unit(b, s);
	put_values(b, s);
	put_gaps(b, s);
	/* Draw the first series last, so that it is on top; lower areas cover upper ones. */
	for (k = s->choice->count; k-- > 0;)
		put_series(b, s, k);
	if (s->choice->chart->kind == CHART_AREA && s->choice->count && !is_dense(s))
		put_path(b, "t", &s->series[s->choice->count - 1].line, 0);
	put_capacity(b, s);
	put_axis(b, s);
	put_times(b, s);
	out_str(b, "</svg>\n");
}

void svg_put_sample(struct out_buffer *b, const struct choice *choice, size_t k)
{
	out_str(b, "<svg class=\"b\" viewBox=\"0 0 18 10\" aria-hidden=\"true\"><g class=\"");
	put_class(b, choice, k);
	out_printf(b, "\"><path class=\"%s\" d=\"M1 5h16\"/></g></svg>",
	           choice->shown[k].low || choice->chart->kind == CHART_AREA ? "w" : "l");
}

void svg_put_patterns(struct out_buffer *b)
{
	out_str(b, "<svg class=\"p\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs><pattern id=\"none\" width=\"7\" height=\"7\" "
	           "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\"><path d=\"M0 0v7\"/></pattern></defs></svg>\n");
}
