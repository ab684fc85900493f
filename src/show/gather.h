/* gather.h: collects the values of the charts of a page, for all intervals of a system.
 *
 * A span is a sample interval or, with --every, a step. A chart has one value per series and
 * interval. These intervals are the spans or, if there are too many, periods of ->length seconds in
 * struct gather. The spans of an interval are a part: struct gather_sum combines the values of a
 * series in these spans to one value, which is stored in the spool. If intervals are joined later,
 * the new interval has several parts. */
#ifndef SHOW_GATHER_H
#define SHOW_GATHER_H

#include "chart/chart.h"
#include "show/format.h"
#include "stat/texts.h"

#define GATHER_NAME 256u
#define GATHER_POINTS 1440u /* maximum number of values of a series in a page */
/* maximum number of values of a series if a page has more than 14 days: the hours of a month */
#define GATHER_HOURS 744u

struct gather_chart {
	const struct query *query;
	const struct report_chart *chart;
	struct texts names; /* the names of the series, in the order of ->series */
	/* ->important is 1 if an alarm began for a row of the series */
	struct chart_series *series;
	struct gather_sum *sums; /* per series */
	size_t room, sums_room;
	/* number, from 1, of the first series in the list of the series that have values in ->sums;
	 * 0: none */
	size_t first;
	int has_values; /* 1: some series has a known value */
	size_t next; /* index of the series that the next row probably has */
	struct spool_chain chain; /* values of the chart for g->parts; in ->spool of ->gather */
	struct gather *gather;
};

/* The highest or lowest value of a column, and its time and row. */
struct gather_peak {
	double value;
	/* start and end of the interval with ->value, in microseconds since 1970; ->to is 0 if no
	 * value is known yet */
	int64_t from, to;
	char row[GATHER_NAME];
};

/* A column of a report that the head of the page shows with its highest value. */
struct gather_figure {
	const struct query *query; /* NULL: no report defines this figure */
	struct gather_peak peak;
};

struct gather_part {
	/* index of the interval to which the spans belong; join_intervals() changes it */
	uint32_t place;
	uint32_t count; /* number of spans */
	double seconds; /* sum of the lengths of the spans */
};

struct gather {
	struct gather_chart *charts; /* all charts, in the order of the reports */
	size_t ncharts;
	struct gather_figure figures[REPORT_FIGURES];
	struct chart_interval *intervals; /* the intervals of all charts */
	size_t n, room;
	int64_t length; /* length of a period in seconds; 0: each span is an interval */
	long zone; /* seconds east of Greenwich; periods begin at round local times */
	struct gather_part *parts; /* the parts with values in the spool */
	size_t nparts, parts_room;
	struct gather_part part; /* the current part, which is not in ->parts yet */
	struct spool spool;
	size_t count; /* number of spans */
	double shortest, longest; /* lengths of the shortest and the longest span, in seconds */
	struct chart_gap *gaps;
	size_t ngaps, gaps_room;
	double last; /* end of the last span, in seconds since 1970 */
};

/* Functions that return int, except gather_peak(), return 0, or -1: out of memory, or the temporary
 * file failed. */

/* Prepare G to collect the values of one system. */
int gather_begin(struct gather *g, const struct queries *queries);
void gather_done(struct gather *g);

int gather_rows(struct gather *g, const struct query *q, const struct show_span *span);

/* If V, a value of row ROW of the query Q in SPAN, is higher than the peak P (lower if ABOVE is 0),
 * make V the new peak, and return 1. */
int gather_peak(struct gather_peak *p, int above, double v, const struct show_span *span,
                const struct query *q, size_t row);

/* Add SPAN to the intervals of G, and a gap before SPAN to the gaps of G. LABEL: time that tables
 * print for SPAN, in microseconds since 1970. Call this after gather_rows() for all reports. */
int gather_span(struct gather *g, const struct show_span *span, int64_t label);

/* Call this after the last span, so that gather_read() finds all values. */
int gather_settle(struct gather *g);

/* To be used as ->read of a struct chart whose ->source is a struct gather_chart. */
int gather_read(void *source, chart_take *take, void *arg);

/* An alarm began for row ROW of the query Q: mark the series of this row as important. Call this
 * after gather_rows(). */
void gather_alarm(struct gather *g, const struct query *q, size_t row);

/* Set NAME to the label of CELLS, a row of the report R. If R has no label, set NAME to the keys of
 * the row: first the key in column BY, unless BY is negative, then the other keys. */
void gather_name(const struct report *r, int by, const struct cell_value *cells,
                 char name[GATHER_NAME]);

/* Return chart NUMBER, counted from 1, of the report of the query Q; NULL: this chart has no
 * values. */
struct gather_chart *gather_find(const struct gather *g, const struct query *q, unsigned number);

#endif
