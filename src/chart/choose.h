/* choose.h: which series are drawn one by one, and what stands for the others. */
#ifndef CHART_CHOOSE_H
#define CHART_CHOOSE_H

#include "chart/stats.h"

struct shown {
	struct chart_series series; /* with a value for each interval */
	const double *low; /* of a range: its lower end; the series is its upper one.  Else NULL */
	struct stats stats;
};

struct choice {
	const struct chart *chart;
	struct shown shown[CHART_SERIES_MAX + 1];
	size_t count;
	size_t others; /* so many series are the last one shown; 0: it is one of its own */
	char others_name[80];
	unsigned char *partial; /* by interval, of CHART_AREA: a part is not known; else NULL */
	double *rest;      /* memory of the last one shown */
	double *spread;    /* and of others */
	struct stats *all; /* of each series of the chart */
};

/* Up to CHART_SERIES_MAX series are all shown, in their order.  Of more, those are which have the highest averages, and
 * CHOOSE_PEAKS of the others, which have the highest values: what is busy for an hour must not drown in the rest. */
#define CHOOSE_PEAKS 2u

/* Of more series only those that are shown are told of, with their percentiles. */
#define CHOOSE_LISTED 500u

/* 0, or -1: out of memory.  C has to stay. */
int choose(struct choice *choice, const struct chart *c);
void choose_done(struct choice *choice);

/* Whether any series has a value in interval I. */
int choice_has_values(const struct choice *choice, size_t i);

/* Whether interval I has a whole that can be drawn: areas with a part that is not known would add up to less. */
int choice_is_drawn(const struct choice *choice, size_t i);

#endif
