/* gather.h: what the charts of reports show, interval by interval, of one system. */
#ifndef STAT_GATHER_H
#define STAT_GATHER_H

#include "chart/chart.h"
#include "stat/format.h"
#include "stat/texts.h"

struct gather_series {
	const char *name;
	double *values; /* of ->n intervals, NAN: it is not known, */
	uint32_t *at;   /* these, in order; it has none in the others */
	size_t n, room;
	int averaged;
	double average; /* as the report has it over all of them */
};

struct gather_chart {
	const struct query *query;
	const struct report_chart *chart;
	struct texts names;              /* by which series are numbered */
	struct gather_series *series;
	size_t n, room;
	size_t next; /* the series that the next row is of, most likely */
};

/* The interval in which the report was the busiest, by the sum of a column. */
struct gather_busy {
	const struct query *query;
	double highest, start, end; /* ->highest 0: there is none */
	int is_partial;  /* a value in it is not known, and it is busier, */
	size_t npartial; /* as so many intervals are */
};

struct gather {
	struct gather_chart *charts; /* of all reports, in their order */
	size_t ncharts;
	struct gather_busy *busy; /* of the reports that say what that is, in their order */
	size_t nbusy;
	struct chart_interval *intervals;
	size_t n, room;
	struct chart_gap *gaps;
	size_t ngaps, gaps_room;
	double last; /* the end of the last span */
};

/* All functions that return int return 0, or -1: out of memory. */

int gather_begin(struct gather *g, const struct queries *queries);
void gather_done(struct gather *g);

/* The rows of Q, over SPAN. */
int gather_rows(struct gather *g, const struct query *q, const struct show_span *span);

/* All reports of SPAN were given. */
int gather_span(struct gather *g, const struct show_span *span);

/* No more comes: values of an interval that was not complete, as memory was short, are forgotten. */
void gather_settle(struct gather *g);

/* From when to when, in seconds since 1970. */
#define GATHER_TIMES 96u
void gather_put_times(const struct show *s, double from, double to, char text[GATHER_TIMES]);

/* Another system begins. */
void gather_clear(struct gather *g);

#endif
