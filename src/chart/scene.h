/* scene.h: computes the positions of all parts of a chart, as numbers. */
#ifndef CHART_SCENE_H
#define CHART_SCENE_H

#include <string.h>

#include "chart/choose.h"
#include "chart/path.h"
#include "chart/ticks.h"

struct scene_series {
	/* line of steps; for areas only the last series, whose line is the upper edge of the whole */
	struct path line;
	struct path shape;  /* closed shape to fill: an area down to zero, or a range between its ends */
};

struct scene_gap {
	double left, right;
	double from, to;
	const char *why; /* NULL: unknown */
	int is_partial;  /* there is data, but a part is unknown */
};

/* A chart of more seconds shows days, and its table has a row for each. */
#define SCENE_BY_DAY (14 * 86400.0)

struct scene {
	const struct choice *choice;
	double width, height;
	struct path_scale scale;
	struct ticks y;
	struct time_ticks x;
	struct scene_series series[CHART_SERIES_MAX + 1]; /* in the order of ->choice->shown */
	struct scene_gap *gaps;
	size_t gap_count;
	int by_day;   /* the labels of the time axis are days */
	int negative; /* an area has negative values, which are drawn as zero */
};

/* Compute the positions for CHOICE, which must stay valid, in WIDTH x HEIGHT. Return 0, or -1 if out of memory. */
int scene_make(struct scene *s, const struct choice *choice, unsigned width, unsigned height);
void scene_done(struct scene *s);

/* Return the time range of the chart, or of its intervals. */
void scene_range(const struct chart *c, double *from, double *to);

/* Return the width of a label of digits in units, in the widest of the usual fonts: DejaVu Sans with 13 units. */
static inline double scene_text_width(const char *label)
{
	return 8.4 * (double)strlen(label);
}

#endif
