/* stats.h: what is said of a series beside its chart. */
#ifndef CHART_STATS_H
#define CHART_STATS_H

#include "chart/chart.h"

/* NAN: there are no values. */
struct stats {
	double lowest, average, p95, highest;
	size_t highest_at; /* the interval in which it was first */
	size_t last;       /* the last interval that has a value */
	size_t count;      /* of values */
};

/* A value and for how long it was so. */
struct weighted {
	double value, seconds;
};

/* Whether V is a number that can be drawn. */
int is_value(double v);

/* TO[]: its value in each interval. */
void stats_spread(double *to, const struct chart *c, const struct chart_series *s);

/* HIGH[] and LOW[], in each interval, NAN to begin with: its value is added to HIGH, or widens the range of both. */
void stats_add(double *high, double *low, const struct chart *c, const struct chart_series *s, int sum);

/* TO[]: 1 where its value is not known; S is of it.  What has no value at any time is no part. */
void stats_unknown(unsigned char *to, const struct chart *c, const struct chart_series *series, const struct stats *s);

/* All but the percentile, which is NAN. */
void stats_make(struct stats *s, const struct chart *c, const struct chart_series *series);

/* The lowest value that was not exceeded in 95 % of the time.  SCRATCH has room for a value of each interval. */
void stats_percentile(struct stats *s, const struct chart *c, const struct chart_series *series,
                      struct weighted *scratch);

#endif
