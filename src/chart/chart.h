/* chart.h: writes an HTML page of charts and tables. monstat --html uses it; src/chart knows
 * nothing about monitor data.
 *
 *   chart_page_begin()
 *     chart_section_begin()      a system: a sentence
 *       CHART_FIGURE             a value
 *       CHART_LEAD               then the most important charts
 *       CHART_FINDINGS           then chart_finding()
 *       CHART_FACTS              then CHART_FACT: a name and a value
 *       CHART_CHANGES            then CHART_FACT: a time and a text
 *       CHART_LINKS              then chart_link() for each report, and CHART_LINKS_END
 *       chart_report_begin()     a report
 *         CHART_TEXT             folded sentences about the values; then CHART_TEXTS_END
 *         chart_draw()           a chart with its statistics and a folded table of its values
 *         chart_table_begin()    a folded table; then its cells, row by row, and CHART_TABLE_END
 *         chart_table_cell()
 *       CHART_REPORT_END
 *       chart_missing()          a report that is missing
 *     chart_section_end()
 *   chart_page_end()
 *
 * The parts between a begin and its end may be repeated or absent. All strings are UTF-8; src/chart
 * escapes them. Times are seconds since 1970. LC_NUMERIC must be "C". Unless noted, arguments need
 * not stay valid after the call. */
#ifndef CHART_CHART_H
#define CHART_CHART_H

#include <stddef.h>
#include <stdint.h>

#include "cli/buffer.h"

struct chart_zone {
	const char *name;
	long offset; /* seconds east of Greenwich */
};

struct chart_interval {
	double start, end;
	/* seconds from ->start to the time that tables show for the interval; usually 0 */
	double shift;
};

struct chart_series {
	const char *name; /* such as "CPU 3", "LNXDB2" */
	int important; /* 1: draw the series separately, even if others have higher values */
	int averaged; /* 1: show ->average; 0: compute the average of the values */
	double average; /* NAN: no average */
};

struct chart_value {
	size_t series, interval;
	double value; /* average of the series in the interval; NAN: unknown */
	double low, high;
};

typedef void chart_take(void *arg, const struct chart_value *v);

/* A period without data. */
struct chart_gap {
	double from, to;
	const char *why; /* such as "IPL" */
};

struct chart_event {
	double at;
	const char *text;
};

enum chart_kind {
	CHART_LINES,
	/* stacked parts of a whole; if the value of one part is unknown, the whole is unknown */
	CHART_AREA
};

#define CHART_SERIES_MAX 7u /* maximum number of series drawn separately */

struct chart {
	const char *title; /* a question: "How busy were the processors?" */
	/* for links to the chart: name of the report, and number of the chart in the report */
	const char *report;
	unsigned number;
	const char *unit; /* unit of the values, such as "% of one engine", "ms", "/s"; "": none */
	const char *instances; /* plural name of the series, such as "users"; "": none */
	enum chart_kind kind;
	unsigned decimals;
	double capacity; /* value of a horizontal line; 0: no line */
	double least; /* if all values are below ->least, the chart only says "none" */
	struct chart_zone zone;
	/* in order of time, without overlap; time between two intervals is a gap */
	const struct chart_interval *intervals;
	size_t interval_count;
	const struct chart_series *series;
	size_t series_count;
	/* Calls TAKE with ARG for the values of all series, in the order of the intervals. SOURCE
	 * is ->source. chart_draw() calls this function twice, so that the values need not be in
	 * memory. Returns 0, or -1: reading failed. */
	int (*read)(void *source, chart_take *take, void *arg);
	void *source;
	int has_ranges; /* 1: ->low and ->high of struct chart_value can differ from ->value */
	const struct chart_gap *gaps; /* in order of time */
	size_t gap_count;
	const struct chart_event *events;
	size_t event_count;
	int names_events; /* 1: the chart shows the times and texts of events */
};

struct chart_finding {
	enum chart_severity { CHART_NOTE, CHART_WARNING, CHART_CRITICAL } severity;
	const char *text, *detail;
	const char *report;
	unsigned chart; /* number of the chart to link to; 0: link to the report */
};

struct chart_column {
	const char *name, *unit, *description;
	unsigned decimals;
	int is_text;
};

/* A page that is being written. chart_page_begin() initializes it; only src/chart may use the
 * members. */
struct chart_page {
	struct out_buffer *out;
	unsigned sections; /* number of sections so far */
	unsigned charts;
	/* numbers of calls of chart_finding() and chart_missing() so far */
	unsigned findings, missing;
	const struct chart_column *columns;
	size_t column_count;
	size_t column; /* index in ->columns of the next cell of the table */
};

/* Begin and end a page in OUT. LINKS: links that chart_system() wrote, for the top of the page;
 * NULL: none. MADE: text for the end of the page. */
void chart_page_begin(struct chart_page *p, struct out_buffer *out, const char *title,
                      const struct out_buffer *links);
void chart_page_end(struct chart_page *p, const char *made);

/* Append a link to HREF, the section or page of the system NAME, and SENTENCE to LINKS. */
void chart_system(struct out_buffer *links, const char *href, const char *name,
                  const char *sentence);

/* Begin the section of a system. SENTENCE: a summary of the system; SPAN: the period of the
 * data. */
void chart_section_begin(struct chart_page *p, const char *title, const char *sentence,
                         const char *span);

/* Write the part PART of the page with its texts A, B and C. The comment at the top of this file
 * shows where each part belongs. */
enum chart_part {
	CHART_FIGURE, /* title, value, detail */
	CHART_LEAD,
	CHART_FINDINGS,
	CHART_FACTS,
	CHART_FACT,
	CHART_CHANGES,
	CHART_LINKS,
	CHART_LINKS_END,
	CHART_TEXT,
	CHART_TEXTS_END,
	CHART_TABLE_END,
	CHART_REPORT_END
};
void chart_put(struct chart_page *p, enum chart_part part, const char *a, const char *b,
               const char *c);

static inline void chart_mark(struct chart_page *p, enum chart_part part)
{
	chart_put(p, part, NULL, NULL, NULL);
}

void chart_finding(struct chart_page *p, const struct chart_finding *f);
void chart_link(struct chart_page *p, const char *report, const char *title);
void chart_missing(struct chart_page *p, const char *text);
void chart_section_end(struct chart_page *p);

/* Begin the report NAME. If its first chart was already drawn after CHART_LEAD, ABOVE is the title
 * of this chart; else NULL. */
void chart_report_begin(struct chart_page *p, const char *name, const char *title,
                        const char *above);
/* Draw the chart C, or nothing if C has no value. Return 0, or -1: out of memory, or reading
 * failed. */
int chart_draw(struct chart_page *p, const struct chart *c);

/* Begin a folded table, of which only the line SUMMARY is visible. COLUMNS, an array of COUNT
 * columns, must stay valid until CHART_TABLE_END. */
void chart_table_begin(struct chart_page *p, const char *summary,
                       const struct chart_column *columns, size_t count);
/* Write the next cell of the table: TEXT or, if TEXT is NULL, VALUE. If VALUE is NAN, too, the cell
 * is empty. */
void chart_table_cell(struct chart_page *p, const char *text, double value);

#endif
