/* path.h: computes lines of steps, thinned to the resolution of the drawing. */
#ifndef CHART_PATH_H
#define CHART_PATH_H

#include <stddef.h>

/* In half units of the drawing. */
struct path_point {
	int x, y;
	int begins; /* begin here: draw no line to this point */
};

struct path {
	struct path_point *at;
	size_t count, room;
	int failed; /* out of memory */
};

/* The mapping of times and values to the drawing. */
struct path_scale {
	double from, to;         /* times at the left and right ends */
	double low, high;        /* values at the lower and upper ends */
	double left, right;
	double top, bottom;
};

/* Convert a time or a value to half units of the drawing. */
int path_x(const struct path_scale *s, double time);
int path_y(const struct path_scale *s, double value);

void path_done(struct path *p);

/* Add a point; after ENOMEM only set P->failed. */
void path_add(struct path *p, int x, int y, int begins);

/* How to thin values that begin within one unit. */
enum path_thin {
	PATH_BOTH,    /* draw the lowest and the highest, and end at the last */
	PATH_HIGHEST, /* draw the highest */
	PATH_LOWEST
};

/* Add the steps of intervals FIRST to LAST, which are contiguous and have values. BEGINS: draw no line to the first
 * point. */
struct chart_interval;
void path_steps(struct path *p, const struct path_scale *s, const struct chart_interval *intervals, const double *values,
                size_t first, size_t last, enum path_thin thin, int begins);

#endif
