/* svg.h: writes the picture of a chart as an SVG element of a page. */
#ifndef CHART_SVG_H
#define CHART_SVG_H

#include "chart/choose.h"
#include "chart/ticks.h"

/* If a chart covers more than SCENE_BY_DAY seconds, the labels of its time axis are days, and a
 * table row that stands for several intervals stands for a day. */
#define SCENE_BY_DAY (14 * 86400.0)

/* The axes of a picture. */
struct scene {
	const struct choice *choice;
	const struct chart *chart; /* of ->choice */
	double width, height;
	double left, right, top, bottom; /* edges of the plot */
	double from, to; /* times at the left and right ends of the time axis */
	double low, high; /* values at the ends of the value axis */
	struct ticks y;
	struct time_ticks x;
};

/* Write a picture of CHOICE. CLASS: CSS class of the SVG element. ID: prefix of the identifiers in
 * this element. */
void svg_put(struct out_buffer *b, const struct choice *choice, unsigned width, unsigned height,
             const char *class, const char *id);

/* Convert a time to an X position, or a value to a Y position, in half units of the drawing. */
int scene_x(const struct scene *s, double time);
int scene_y(const struct scene *s, double value);

/* Draw the series SHOWN as a line of steps or, if IS_AREA is 1, as the area below shown->edge. */
void svg_put_path(struct out_buffer *b, const struct scene *s, const char *class,
                  const struct shown *shown, int is_area);

/* Write a short line in the style of the series choice->shown[K], for the legend. */
void svg_put_sample(struct out_buffer *b, const struct choice *choice, size_t k);

#endif
