/* scene.h: computes the positions of all parts of a chart, as numbers. */
#ifndef CHART_SCENE_H
#define CHART_SCENE_H

#include "chart/choose.h"
#include "chart/path.h"
#include "chart/ticks.h"

/* Height of a line of text, in units of the drawing. */
#define SCENE_LINE 16u
/* Width of the sample line before a label, with its distance. */
#define SCENE_SAMPLE 24.0

struct scene_series {
	/* line of steps; for areas only the last series, whose line is the upper edge of the whole */
	struct path line;
	struct path shape;  /* closed shape to fill: an area down to zero, or a range between its ends */
	size_t name_length; /* bytes of the name that fit into the label */
	int end_x, end_y;   /* end of the line in half units; X < 0: no values */
	double label_y;     /* middle of the label */
};

struct scene_gap {
	double left, right;
	double from, to;
	const char *why; /* NULL: unknown */
	int is_partial;  /* there is data, but a part is unknown */
};

struct scene {
	const struct choice *choice;
	double width, height;
	struct path_scale scale;
	struct ticks y;
	struct time_ticks x;
	struct scene_series series[CHART_SERIES_MAX + 1]; /* in the order of the choice */
	struct scene_gap *gaps;
	size_t gap_count;
	int labelled; /* the labels fit */
	int negative; /* an area has negative values, which are drawn as zero */
};

/* Compute the positions for CHOICE, which must stay valid, in WIDTH x HEIGHT. Return 0, or -1 if out of memory. */
int scene_make(struct scene *s, const struct choice *choice, unsigned width, unsigned height);
void scene_done(struct scene *s);

/* Return the time range of the chart, or of its intervals. */
void scene_range(const struct chart *c, double *from, double *to);

/* Return 1 if the next interval begins where interval I ends. */
int scene_follows(const struct chart *c, size_t i);

/* Return *COUNT gaps: the gaps of the chart, and times without values or with unknown parts; their positions are
 * not computed yet. NULL if out of memory. */
struct scene_gap *scene_gaps(const struct choice *choice, size_t *count);

/* Return the width of LENGTH bytes of TEXT in units, in the widest of the usual fonts. */
double scene_text_width(const char *text, size_t length);

/* Return how many bytes of TEXT fit into ROOM; if the text is cut, one more character fits, for the mark. */
size_t scene_text_fit(const char *text, double room);

#endif
