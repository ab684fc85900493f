/* scene.h: computes the axes of a chart, and the positions of times and values in it. */
#ifndef CHART_SCENE_H
#define CHART_SCENE_H

#include <string.h>

#include "chart/choose.h"
#include "chart/ticks.h"

/* A chart of more seconds shows days, and its table has a row for each. */
#define SCENE_BY_DAY (14 * 86400.0)

struct scene {
	const struct choice *choice;
	double width, height;
	double left, right, top, bottom; /* of the plot */
	double from, to;                 /* times at the left and right ends */
	double low, high;                /* values at the lower and upper ends */
	struct ticks y;
	struct time_ticks x;
};

/* Compute the axes for CHOICE, which must stay valid, in WIDTH x HEIGHT. */
void scene_make(struct scene *s, const struct choice *choice, unsigned width, unsigned height);

/* Convert a time or a value to half units of the drawing. */
int scene_x(const struct scene *s, double time);
int scene_y(const struct scene *s, double value);

/* Return the width of a label of digits in units, in the widest of the usual fonts: DejaVu Sans with 13 units. */
static inline double scene_text_width(const char *label)
{
	return 8.4 * (double)strlen(label);
}

#endif
