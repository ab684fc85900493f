/* places.h: labels one below the other, each as near as can be to what it names. */
#ifndef CHART_PLACES_H
#define CHART_PLACES_H

#include <stddef.h>

#define PLACES_MAX 16u

/* WANTED: where the middles of COUNT <= PLACES_MAX labels should be.  PLACED: where they are: HEIGHT apart or more, whole between TOP and
 * BOTTOM, in the order of WANTED, and the sum of squares of the ways is the least.  0, or -1: there is no room. */
int places_make(const double *wanted, double *placed, size_t count, double height, double top, double bottom);

#endif
