/* svg.h: writes the picture of a chart as an SVG element of a page. */
#ifndef CHART_SVG_H
#define CHART_SVG_H

#include "chart/choose.h"
#include "chart/ticks.h"

/* A chart of more seconds shows days, and its table has a row for each. */
#define SCENE_BY_DAY (14 * 86400.0)

/* The axes of a picture. */
struct scene {
	const struct choice *choice;
	double width, height;
	double left, right, top, bottom; /* of the plot */
	double from, to;                 /* times at the left and right ends */
	double low, high;                /* values at the lower and upper ends */
	struct ticks y;
	struct time_ticks x;
};

/* Write a picture of CHOICE. CLASS: class of the element. ID: prefix of its identifiers. */
void svg_put(struct out_buffer *b, const struct choice *choice, unsigned width, unsigned height, const char *class,
             const char *id);

/* Convert a time or a value to half units of the drawing. */
int scene_x(const struct scene *s, double time);
int scene_y(const struct scene *s, double value);

/* Write a path of steps through VALUES, one per interval, or the area below it. */
void svg_put_path(struct out_buffer *b, const struct scene *s, const char *class, const double *values, int is_area);

/* Write a sample of the line of shown series K. */
void svg_put_sample(struct out_buffer *b, const struct choice *choice, size_t k);

#endif
