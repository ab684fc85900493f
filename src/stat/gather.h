/* gather.h: the values of the charts of a page, by series, for all intervals of one system. Used by html.c. */
#ifndef STAT_GATHER_H
#define STAT_GATHER_H

#include "chart/chart.h"
#include "stat/format.h"
#include "stat/texts.h"

struct gather_series {
	const char *name;
	double *values; /* ->n values; NAN: unknown */
	uint32_t *at;   /* number of the interval of each value, ascending */
	size_t n, room;
	int averaged;
	double average; /* as the report computes it over all intervals */
};

struct gather_chart {
	const struct query *query;
	const struct report_chart *chart;
	struct texts names;              /* names of series; the number of a text is its index in ->series */
	struct gather_series *series;
	size_t n, room;
	size_t next; /* index where the series of the next row is expected */
};

/* The busiest interval of a report, by the sum of a column over all rows. */
struct gather_busy {
	const struct query *query;
	double highest, start, end; /* seconds since 1970; ->highest is 0: no such interval */
	int is_partial;  /* some row has no value in it, so the real sum is higher */
	size_t npartial; /* number of intervals with such rows */
};

struct gather {
	struct gather_chart *charts; /* all charts, in the order of the reports */
	size_t ncharts;
	struct gather_busy *busy; /* one per report that names a column for it, in the order of the reports */
	size_t nbusy;
	struct chart_interval *intervals;
	size_t n, room;
	struct chart_gap *gaps;
	size_t ngaps, gaps_room;
	double last; /* end of the last span, in seconds since 1970 */
};

/* All functions that return int return 0, or -1: out of memory. */

int gather_begin(struct gather *g, const struct queries *queries);
void gather_done(struct gather *g);

/* Add the rows of Q for SPAN. */
int gather_rows(struct gather *g, const struct query *q, const struct show_span *span);

/* All reports of SPAN were passed to gather_rows(). */
int gather_span(struct gather *g, const struct show_span *span);

/* Call this after the last span: it drops values of an interval that is incomplete because memory ran out. */
void gather_settle(struct gather *g);

/* Write the range from FROM to TO, in seconds since 1970. */
#define GATHER_TIMES 96u
void gather_put_times(const struct show *s, double from, double to, char text[GATHER_TIMES]);

/* Drop all values, because another system begins. */
void gather_clear(struct gather *g);

#endif
