/* choose.h: selects the series that a chart draws separately, and combines the others. */
#ifndef CHART_CHOOSE_H
#define CHART_CHOOSE_H

#include "chart/chart.h"

/* NAN: no values. */
struct stats {
	double lowest, average, p95, highest;
	size_t highest_at; /* the first interval with the highest value */
	size_t last;       /* the last interval with a value */
	size_t count;      /* number of values */
};

/* Return 1 if V is a finite number. */
int is_value(double v);

struct shown {
	struct chart_series series; /* with a value for each interval */
	const double *low; /* lower end of a range, whose upper end is the series; else NULL */
	struct stats stats;
};

struct choice {
	const struct chart *chart;
	struct shown shown[CHART_SERIES_MAX + 1];
	size_t count;
	size_t others; /* number of series combined in the last shown one; 0: not combined */
	char others_name[80];
	unsigned char *partial; /* for CHART_AREA, by interval: 1 if a part is unknown; else NULL */
	double *rest;      /* memory of the combined series */
	double *spread;    /* memory of the others */
	struct stats *all; /* statistics of each series of the chart */
};

/* Up to CHART_SERIES_MAX series are all shown, in their order. If there are more, the series with the highest
 * averages are shown, and CHOOSE_PEAKS others with the highest values, so that a series that is busy for an hour
 * stays visible. Important series take precedence. */
#define CHOOSE_PEAKS 2u

/* If there are more series, only the shown ones are listed with percentiles. */
#define CHOOSE_LISTED 500u

/* Return 0, or -1 if out of memory. C must stay valid. */
int choose(struct choice *choice, const struct chart *c);
void choose_done(struct choice *choice);

/* Return 1 if any series has a value in interval I. */
int choice_has_values(const struct choice *choice, size_t i);

/* Return 1 if interval I can be drawn: areas with an unknown part would show a sum that is too low. */
int choice_is_drawn(const struct choice *choice, size_t i);

#endif
