/* gather.h: collects the values for the charts of a page, for all intervals of a system. */
#ifndef SHOW_GATHER_H
#define SHOW_GATHER_H

#include "chart/chart.h"
#include "show/format.h"
#include "stat/texts.h"

#define GATHER_NAME 256u /* room for the name of a row */
#define GATHER_POINTS 1440u /* maximum number of values of a series */

struct gather_chart {
	const struct query *query;
	const struct report_chart *chart;
	/* names of the series; the number of a name is its index in ->series */
	struct texts names;
	/* the series; in each, ->important is 1 if an alarm began for its row, and ->at is never
	 * NULL */
	struct chart_series *series;
	size_t n, room;
	int has_values; /* 1: some series has a known value */
	size_t next; /* expected index of the series of the next row */
};

/* The highest or lowest value of a column. */
struct gather_peak {
	double value;
	/* start and end of the interval with this value, in microseconds since 1970; ->to is 0 if
	 * no value is known yet */
	int64_t from, to;
	char row[GATHER_NAME]; /* name of the row with this value */
};

/* A figure of the page: the column of a report that it shows, and the peak of this column. */
struct gather_figure {
	const struct query *query; /* NULL: no report defines this figure */
	struct gather_peak peak;
};

struct gather {
	struct gather_chart *charts; /* all charts, in the order of the reports */
	size_t ncharts;
	struct gather_figure figures[REPORT_FIGURES];
	/* The intervals of all charts. If there are more than GATHER_POINTS, successive intervals
	 * are joined, so that the memory for a page does not grow with the length of the
	 * capture. */
	struct chart_interval *intervals;
	size_t n, room;
	size_t step; /* number of successive intervals that are joined to one */
	size_t tail; /* index of the first interval that is not joined yet */
	size_t count; /* number of intervals before they were joined */
	/* shortest and longest interval before joining, in seconds */
	double shortest, longest;
	struct chart_gap *gaps;
	size_t ngaps, gaps_room;
	double last; /* end of the last interval, in seconds since 1970 */
};

/* All functions that return int return 0, or -1: out of memory. */

int gather_begin(struct gather *g, const struct queries *queries);
void gather_done(struct gather *g);

/* Add the rows of Q for SPAN to the charts and figures of its report. */
int gather_rows(struct gather *g, const struct query *q, const struct show_span *span);

/* Make V, the value of row number ROW of Q in SPAN, the peak P if it is higher than the peak so
 * far, or, if ABOVE is 0, lower. Returns 1 if V is the peak now, else 0. */
int gather_peak(struct gather_peak *p, int above, double v, const struct show_span *span,
                const struct query *q, size_t row);

/* Add SPAN to the intervals of all charts, and a gap before it to their gaps. Tables show the time
 * LABEL for the span, in microseconds since 1970. Call this after gather_rows() for all reports. */
int gather_span(struct gather *g, const struct show_span *span, int64_t label);

/* If memory ran out during an interval, drop the values of this incomplete interval. Call this
 * after the last span. */
void gather_settle(struct gather *g);

/* An alarm began for row number ROW of Q: mark the series of this row as important, so that the
 * chart shows it. Call this after gather_rows(). */
void gather_alarm(struct gather *g, const struct query *q, size_t row);

/* Set NAME to the label of CELLS, a row of R. A row without a label is named by its keys: first the
 * key in column BY, unless BY is negative, then the other keys. */
void gather_name(const struct report *r, int by, const struct cell_value *cells,
                 char name[GATHER_NAME]);

/* Return chart NUMBER, counted from 1, of the report of Q; NULL: the chart has no values. */
const struct gather_chart *gather_find(const struct gather *g, const struct query *q,
                                       unsigned number);

/* Drop all values before another system begins. */
void gather_clear(struct gather *g);

#endif
