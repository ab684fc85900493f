/* choose.h: selects the series that a chart draws separately, combines the others, and finds the
 * gaps. */
#ifndef CHART_CHOOSE_H
#define CHART_CHOOSE_H

#include "chart/chart.h"

/* Statistics of the values of a series; NAN: the series has no values. */
struct stats {
	double lowest, average, p95, highest;
	size_t highest_at; /* index of the first interval with the highest value */
	size_t count;      /* number of values */
};

/* Return 1 if V is a finite number. */
int is_value(double v);

struct shown {
	const char *name;
	/* by interval: values; if they are averages of several times, also the lowest and highest
	 * values of these times */
	const double *values, *low, *high;
	/* values to draw, with the lowest and highest; for CHART_AREA, ->edge is the upper edge of
	 * the stacked area */
	const double *edge, *bottom, *top;
	struct stats stats;
};

struct choice {
	const struct chart *chart;
	struct shown shown[CHART_SERIES_MAX + 1];
	size_t count;
	/* number of series that the last shown series combines (by sum or highest value); 0: it
	 * combines none */
	size_t others;
	char others_name[80];
	/* times in which nothing is drawn, and other gaps of the chart, in order of time */
	struct chart_gap *gaps;
	size_t gap_count;
	struct stats *all; /* statistics of each series of the chart, shown or not */
	double *memory;    /* memory for the values in ->shown */
};

/* Up to CHART_SERIES_MAX series are all shown, in their order. If there are more, the series with
 * the highest averages are shown, and CHOOSE_PEAKS others with the highest values, so that a series
 * that is busy for an hour stays visible. Important series take precedence. */
#define CHOOSE_PEAKS 2u

/* If a chart has more than CHOOSE_LISTED series, its statistics list only the shown series with
 * percentiles. */
#define CHOOSE_LISTED 500u

/* Choose the series of C to show. C must stay valid. Return -1 if out of memory. Call choose_done()
 * in either case. */
int choose(struct choice *choice, const struct chart *c);
void choose_done(struct choice *choice);

/* Return 1 if the values of C are averages of several times, for which the series have ->low and
 * ->high. */
int choice_has_ranges(const struct chart *c);

/* Return 1 if any series has a value in interval I. */
int choice_has_values(const struct choice *choice, size_t i);

/* Set *FROM to the start of the first interval of C and *TO to the end of the last one. */
void choice_range(const struct chart *c, double *from, double *to);

/* Return 1 if no gap separates intervals I and I + 1, whose time stamps may differ a little. */
int choice_follows(const struct chart *c, size_t i);

#endif
