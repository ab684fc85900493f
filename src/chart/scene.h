/* scene.h: where everything of a chart is; numbers only. */
#ifndef CHART_SCENE_H
#define CHART_SCENE_H

#include "chart/choose.h"
#include "chart/path.h"
#include "chart/ticks.h"

/* What a line of text takes, in the drawing's units. */
#define SCENE_LINE 16u
/* In front of a label: a sample of its line, and what is between. */
#define SCENE_SAMPLE 24.0

struct scene_series {
	struct path line;   /* as steps; of areas, the upper edge of the whole is the last one's */
	struct path shape;  /* what is filled, and closed: of an area down to zero, of a range between its ends */
	size_t name_length; /* so many bytes of the name are its label */
	int end_x, end_y;   /* where the line ends, in halves; X < 0: it has no values */
	double label_y;     /* the middle of the label */
};

struct scene_gap {
	double left, right;
	double from, to;
	const char *why; /* NULL: not known */
	int is_partial;  /* there are data, but not of all parts */
};

struct scene {
	const struct choice *choice;
	double width, height;
	struct path_scale scale;
	struct ticks y;
	struct time_ticks x;
	struct scene_series series[CHART_SERIES_MAX + 1]; /* as in the choice */
	struct scene_gap *gaps;
	size_t gap_count;
	int labelled; /* there is room for the labels */
	int negative; /* an area has values below zero, which are drawn as zero */
};

/* What WIDTH and HEIGHT hold of CHOICE, which has to stay.  0, or -1: out of memory. */
int scene_make(struct scene *s, const struct choice *choice, unsigned width, unsigned height);
void scene_done(struct scene *s);

/* The range of time: that of the chart or of its intervals. */
void scene_range(const struct chart *c, double *from, double *to);

/* Whether nothing is between interval I and the one behind it. */
int scene_follows(const struct chart *c, size_t i);

/* The gaps of C, and what has no values, or not of all parts, besides.  Their places are not settled.  *COUNT of them; NULL: out of memory. */
struct scene_gap *scene_gaps(const struct choice *choice, size_t *count);

/* What a text of LENGTH bytes takes in units, in the widest of the usual fonts. */
double scene_text_width(const char *text, size_t length);

/* How many bytes at the beginning of TEXT take ROOM or less; where that is not all of them, a character more fits. */
size_t scene_text_fit(const char *text, double room);

#endif
