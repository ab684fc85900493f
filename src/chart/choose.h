/* choose.h: selects the series that a chart draws separately, combines the other series, and finds
 * gaps. */
#ifndef CHART_CHOOSE_H
#define CHART_CHOOSE_H

#include <math.h>

#include "chart/chart.h"

/* Statistics of the values of a series. They are NAN if the series has no values. */
struct stats {
	double lowest, average, p95, highest;
	double sum, seconds; /* sum of value * seconds of all intervals, and sum of their seconds */
	size_t highest_at; /* index of the first interval with the highest value */
	size_t count;
};

struct shown {
	const char *name;
	/* per interval: average, lowest and highest value */
	const double *values, *low, *high;
	/* per interval: the line to draw, and its lowest and highest point. If the chart is a
	 * CHART_AREA, all three are the upper edge of the area; else they are ->values, ->low and
	 * ->high. */
	const double *edge, *bottom, *top;
	struct stats stats;
};

struct choice {
	const struct chart *chart;
	struct shown shown[CHART_SERIES_MAX + 1];
	size_t count;
	size_t others; /* number of series that the last element of ->shown combines; 0: none */
	char others_name[80];
	struct chart_gap *gaps; /* times in which nothing is drawn, in order of time */
	size_t gap_count;
	struct stats *all; /* statistics of all series of the chart, shown or not */
	double *memory; /* memory for the values in ->shown */
};

/* If a chart has more than CHART_SERIES_MAX series, it shows important series, then the series with
 * the highest averages, and CHOOSE_PEAKS series with the highest values, so that a series that is
 * busy for only an hour stays visible. */
#define CHOOSE_PEAKS 2u

/* If a chart has more than CHOOSE_LISTED series, its statistics list only the series that are shown
 * separately, because percentiles take time. */
#define CHOOSE_LISTED 500u

/* Choose the series of the chart C, which must stay valid until choose_done(). Return 0, or -1: out
 * of memory or reading failed. Call choose_done() in either case. */
int choose(struct choice *choice, const struct chart *c);
void choose_done(struct choice *choice);

/* Return 1 if any series in choice->shown has a value in interval number I. */
int choice_has_values(const struct choice *choice, size_t i);

/* Set *FROM and *TO to the start and end of the time axis of the chart C. */
void choice_range(const struct chart *c, double *from, double *to);

/* Return 1 if no gap is between the intervals number I and I + 1 of the chart C. A very short time
 * between two intervals is not a gap. */
int choice_follows(const struct chart *c, size_t i);

#endif
