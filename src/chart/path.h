/* path.h: lines of steps, thinned to what can be seen. */
#ifndef CHART_PATH_H
#define CHART_PATH_H

#include <stddef.h>

/* In halves of the drawing's units. */
struct path_point {
	int x, y;
	int begins; /* nothing is drawn to here */
};

struct path {
	struct path_point *at;
	size_t count, room;
	int failed; /* out of memory */
};

/* From times and values to the drawing. */
struct path_scale {
	double from, to;         /* times at the left and right ends */
	double low, high;        /* values at the lower and upper ends */
	double left, right;
	double top, bottom;
};

int path_x(const struct path_scale *s, double time);
int path_y(const struct path_scale *s, double value);

void path_done(struct path *p);

void path_add(struct path *p, int x, int y, int begins);

/* Of what begins within one unit: */
enum path_thin {
	PATH_BOTH,    /* the lowest and the highest are reached, and the last one stays */
	PATH_HIGHEST, /* the highest */
	PATH_LOWEST
};

/* The steps from intervals FIRST to LAST, which follow one another and have values.  BEGINS: nothing is drawn to the first. */
struct chart_interval;
void path_steps(struct path *p, const struct path_scale *s, const struct chart_interval *intervals, const double *values,
                size_t first, size_t last, enum path_thin thin, int begins);

#endif
