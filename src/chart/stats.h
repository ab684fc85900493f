/* stats.h: computes the statistics of a series. */
#ifndef CHART_STATS_H
#define CHART_STATS_H

#include "chart/chart.h"

/* NAN: no values. */
struct stats {
	double lowest, average, p95, highest;
	size_t highest_at; /* the first interval with the highest value */
	size_t last;       /* the last interval with a value */
	size_t count;      /* number of values */
};

/* A value and its duration. */
struct weighted {
	double value, seconds;
};

/* Return 1 if V is a finite number. */
int is_value(double v);

/* Set TO[] to the value of the series in each interval. */
void stats_spread(double *to, const struct chart *c, const struct chart_series *s);

/* Add the value of the series in each interval to HIGH[] (SUM), or extend the range of HIGH[] and LOW[]; both
 * initially NAN. */
void stats_add(double *high, double *low, const struct chart *c, const struct chart_series *s, int sum);

/* Set TO[] to 1 in intervals in which the value of SERIES, with the statistics S, is unknown. A series without any
 * value does not count as a part. */
void stats_unknown(unsigned char *to, const struct chart *c, const struct chart_series *series, const struct stats *s);

/* Compute all statistics except the percentile, which becomes NAN. */
void stats_make(struct stats *s, const struct chart *c, const struct chart_series *series);

/* Compute the lowest value that was not exceeded in 95 % of the time. SCRATCH must have room for one value per
 * interval. */
void stats_percentile(struct stats *s, const struct chart *c, const struct chart_series *series,
                      struct weighted *scratch);

#endif
