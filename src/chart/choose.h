/* choose.h: selects the series that a chart draws separately, combines the other series, and finds
 * the gaps, which are periods without data. */
#ifndef CHART_CHOOSE_H
#define CHART_CHOOSE_H

#include "chart/chart.h"

/* Statistics of the values of a series; NAN: the series has no values. */
struct stats {
	double lowest, average, p95, highest;
	double sum, seconds; /* sum of the values times their seconds, and sum of the seconds */
	size_t highest_at; /* index of the first interval with the highest value */
	size_t count;      /* number of values */
};

/* Return 1 if V is a finite number. */
int is_value(double v);

struct shown {
	const char *name;
	/* ->values has one value per interval; if they are averages, ->low and ->high have the
	 * lowest and highest value in the time of each */
	const double *values, *low, *high;
	/* ->edge is the line to draw: ->values or, for CHART_AREA, the upper edge of the stacked
	 * area. ->bottom and ->top are the lowest and highest value at each of its points. */
	const double *edge, *bottom, *top;
	struct stats stats;
};

struct choice {
	const struct chart *chart;
	struct shown shown[CHART_SERIES_MAX + 1];
	size_t count;
	/* number of series that the last shown series combines, by their sum or highest value; 0:
	 * it is a single series */
	size_t others;
	char others_name[80];
	/* the gaps of the chart, and other times in which nothing is drawn, in order of time */
	struct chart_gap *gaps;
	size_t gap_count;
	/* statistics of each series of the chart, also of those that are not shown */
	struct stats *all;
	double *memory;    /* memory for the values in ->shown */
	double *edges;     /* the part of ->memory for the edges of areas */
};

/* If a chart has at most CHART_SERIES_MAX series, all are shown, in their order. Else these are
 * shown: important series, then those with the highest averages, and CHOOSE_PEAKS series with the
 * highest values, so that a series that is busy for only an hour stays visible. */
#define CHOOSE_PEAKS 2u

/* If a chart has more than CHOOSE_LISTED series, its statistics list only the shown series, because
 * percentiles take time. */
#define CHOOSE_LISTED 500u

/* Choose the series of C to show. C must stay valid. Return -1 if out of memory, or if reading the
 * values failed. Call choose_done() in either case. */
int choose(struct choice *choice, const struct chart *c);
void choose_done(struct choice *choice);

/* Return 1 if any series has a value in interval number I. */
int choice_has_values(const struct choice *choice, size_t i);

/* Set *FROM to the start of the first interval of C and *TO to the end of the last one. */
void choice_range(const struct chart *c, double *from, double *to);

/* Return 1 if no gap separates the intervals number I and I + 1. There may be a
 * short time between them. */
int choice_follows(const struct chart *c, size_t i);

#endif
