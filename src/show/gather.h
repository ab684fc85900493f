/* gather.h: the values of the charts of a page, by series, for all intervals of a system. */
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
	/* names of the series; texts_number() of a name is its index in ->series */
	struct texts names;
	/* the series; in each of them, ->at is not NULL, and ->important is 1 if an alarm began for
	 * its row */
	struct chart_series *series;
	size_t n, room;
	int has_values; /* 1: a value is known */
	size_t next; /* index where the series of the next row is expected */
};

/* The highest or lowest value of a column. */
struct gather_peak {
	double value;
	/* start and end of the interval with this value, in microseconds since 1970; ->to is 0: no
	 * value yet */
	int64_t from, to;
	char row[GATHER_NAME]; /* name of the row with this value */
};

/* The column that a report chose as its figure. */
struct gather_figure {
	const struct query *query; /* NULL: no report has this figure */
	struct gather_peak peak;
};

struct gather {
	struct gather_chart *charts; /* all charts, in the order of the reports */
	size_t ncharts;
	struct gather_figure figures[REPORT_FIGURES];
	/* The intervals of all charts. If there are more than GATHER_POINTS, several successive
	 * intervals are joined to one, so that a page needs the same memory for captures of any
	 * length. */
	struct chart_interval *intervals;
	size_t n, room;
	size_t step; /* number of intervals to join to one */
	size_t tail; /* index of the first interval that is not joined yet */
	size_t count; /* number of all intervals, counted before they were joined */
	/* length in seconds of the shortest and the longest of these intervals */
	double shortest, longest;
	struct chart_gap *gaps;
	size_t ngaps, gaps_room;
	double last; /* end of the last span, in seconds since 1970 */
};

/* All functions that return int return 0, or -1: out of memory. */

int gather_begin(struct gather *g, const struct queries *queries);
void gather_done(struct gather *g);

/* Add the values of the rows of Q for SPAN to the charts and figures of Q. */
int gather_rows(struct gather *g, const struct query *q, const struct show_span *span);

/* If V, the value of row ROW of Q during SPAN, is higher than the peak P, or lower unless ABOVE,
 * make it the peak. */
void gather_peak(struct gather_peak *p, int above, double v, const struct show_span *span,
                 const struct query *q, size_t row);

/* Add SPAN to the intervals or gaps of all charts. Tables name the span by LABEL, a time in
 * microseconds since 1970. Call it after gather_rows() for all reports. */
int gather_span(struct gather *g, const struct show_span *span, int64_t label);

/* If memory ran out during an interval, drop the values of this incomplete interval. Call this
 * after the last span. */
void gather_settle(struct gather *g);

/* Set ->important of the series of row ROW of Q, for which an alarm began. Call it after
 * gather_rows(). */
void gather_alarm(struct gather *g, const struct query *q, size_t row);

/* Set NAME to the label of the row CELLS of R. A row without a label is named by the key in column
 * BY, unless that is negative, and by all other keys. */
void gather_name(const struct report *r, int by, const struct cell_value *cells,
                 char name[GATHER_NAME]);

/* Return chart NUMBER of the report of Q, counted from 1. NULL: the chart has no value. */
const struct gather_chart *gather_find(const struct gather *g, const struct query *q,
                                       unsigned number);

/* Drop all values, because another system begins. */
void gather_clear(struct gather *g);

#endif
