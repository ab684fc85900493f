/* places.h: places labels in a column, each as near as possible to its line. */
#ifndef CHART_PLACES_H
#define CHART_PLACES_H

#include <stddef.h>

#define PLACES_MAX 16u

/* WANTED: the best middles of COUNT <= PLACES_MAX labels. PLACED: their positions, at least HEIGHT apart,
 * completely between TOP and BOTTOM, in the order of WANTED, with the least sum of squared distances. Return 0, or
 * -1 if they do not fit. */
int places_make(const double *wanted, double *placed, size_t count, double height, double top, double bottom);

#endif
