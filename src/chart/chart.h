/* chart.h: an HTML page of charts and tables: what its parts are made of, and the verbs that write them.
 *
 *   chart_page_begin()
 *     chart_section_begin()      a system: facts, findings, what is missing
 *       chart_report_begin()     a report
 *         chart_draw()           a chart with its statistics and, folded, its values
 *         chart_table_begin()    a folded table; then its cells, row by row
 *         chart_table_text() chart_table_number()
 *         chart_table_end()
 *       chart_report_end()
 *     chart_section_end()
 *   chart_page_end()
 *
 * What is between a begin and its end may be there any number of times, and may be missing.  All strings are UTF-8, may
 * come from outside, and are escaped here.  A string may be NULL where nothing is to be said.  Times are seconds since
 * 1970.  LC_NUMERIC has to be "C".  Nothing that is handed over is kept after the call. */
#ifndef CHART_CHART_H
#define CHART_CHART_H

#include <stddef.h>
#include <stdint.h>

#include "cli/buffer.h"

struct chart_zone {
	const char *name; /* "UTC", "CEST" */
	long offset;      /* seconds east of Greenwich */
};

struct chart_interval {
	double start, end;
};

struct chart_series {
	const char *name;     /* "CPU 3", "LNXDB2" */
	const double *values; /* one an interval: the average over it.  NAN: none; of CHART_AREA: it is not known */
	const uint32_t *at;   /* which intervals they are of, in order, COUNT of them: the others have none, and of
	                       * CHART_AREA there is no such part in them; NULL: all */
	size_t count;
	int averaged;         /* AVERAGE is what the report has; else values are weighted by time */
	double average;       /* NAN: it has none */
};

/* No data from FROM to TO. */
struct chart_gap {
	double from, to;
	const char *why; /* "IPL", "interval missing" */
};

enum chart_kind {
	CHART_LINES,
	CHART_AREA /* series are parts of a whole, and none of them is negative; where a part is not known there is no whole */
};

/* What stands for the series that are too many. */
enum chart_rest {
	CHART_REST_RANGE, /* from the lowest to the highest of them: what cannot be added up */
	CHART_REST_SUM    /* their sum; always so in CHART_AREA */
};

/* No more series than these are drawn one by one. */
#define CHART_SERIES_MAX 7u

struct chart {
	const char *title;     /* a question: "How busy were the processors?" */
	const char *desc;      /* what the values are, in a sentence */
	const char *unit;      /* "% of one engine", "ms", "/s" */
	const char *instances; /* what the series are, in the plural: "users"; NULL: "others" has no more to say */
	enum chart_kind kind;
	enum chart_rest rest;
	int no_zero;           /* the axis need not start at zero: a temperature, a clock */
	unsigned decimals;     /* of values in tables */
	double from, to;       /* the range of the time axis; FROM >= TO: that of the intervals */
	struct chart_zone zone;
	const struct chart_interval *intervals; /* in order, without overlaps; holes between them are gaps, too */
	size_t interval_count;
	const struct chart_series *series;
	size_t series_count;
	const struct chart_gap *gaps; /* in order */
	size_t gap_count;
	unsigned width, height; /* 0: what suits a page */
};

/* One line of the table at the top: "machine", "3931-A01". */
struct chart_fact {
	const char *name, *value;
};

struct chart_finding {
	const char *text;
	const char *report; /* the name of the report that shows it, for a link */
	int alarm;          /* a threshold was crossed */
};

struct chart_link {
	const char *name;  /* of a report: "cpu" */
	const char *title; /* "Processors" */
};

struct chart_section {
	const char *title;                /* the system's name */
	const struct chart_fact *facts;
	size_t fact_count;
	const struct chart_finding *findings;
	size_t finding_count;
	const char *const *missing;       /* what is not in the capture, and what to do */
	size_t missing_count;
	const struct chart_link *reports; /* those that follow, for the list of contents */
	size_t report_count;
};

struct chart_report {
	const char *name;         /* "cpu" */
	const char *title;        /* "Processors" */
	const char *const *notes; /* what is computed, what is inferred, what is unproven: a sentence each */
	size_t note_count;
};

struct chart_column {
	const char *name, *unit, *description;
	unsigned decimals;
	int is_text;
};

/* To be set up by chart_page_begin(); the members are for this room. */
struct chart_page {
	struct out_buffer *out;
	unsigned sections; /* so many have begun */
	unsigned charts;
	const struct chart_column *columns; /* of the table that is being written */
	size_t column_count;
	size_t column; /* of the next cell */
};

/* TITLE is the page's; SECTIONS are linked where there is more than one; MADE is said at the end: by what, from what. */
void chart_page_begin(struct chart_page *p, struct out_buffer *out, const char *title, const char *const *sections,
                      size_t section_count);
void chart_page_end(struct chart_page *p, const char *made);

void chart_section_begin(struct chart_page *p, const struct chart_section *s);
void chart_section_end(struct chart_page *p);

void chart_report_begin(struct chart_page *p, const struct chart_report *r);
void chart_report_end(struct chart_page *p);

/* 0, or -1: out of memory. */
int chart_draw(struct chart_page *p, const struct chart *c);

/* A table that SUMMARY opens.  COLUMNS have to stay until chart_table_end(). */
void chart_table_begin(struct chart_page *p, const char *summary, const struct chart_column *columns, size_t count);
void chart_table_text(struct chart_page *p, const char *text);
void chart_table_number(struct chart_page *p, double value); /* NAN: an empty cell */
void chart_table_end(struct chart_page *p);

#endif
