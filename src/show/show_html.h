/* show_html.h: the state of the format html, and the functions that write parts of a page. */
#ifndef SHOW_HTML_H
#define SHOW_HTML_H

#include "chart/chart.h"
#include "show/format.h"
#include "show/gather.h"
#include "stat/alarms.h"

/* A finding of the page: all occurrences of one alarm in the current system. */
struct html_group {
	const struct query *query;
	const struct report_alarm *alarm;
	size_t number;
	size_t times; /* how often the alarm began */
	double seconds; /* total length of the intervals in which the alarm was on */
	int64_t end; /* end of the last interval that ->seconds includes */
	struct gather_peak worst;
	char with[GATHER_NAME]; /* text of alarms_with() for the interval with the value ->worst */
};

/* maximum number of events that the charts mark and the list of events names */
#define HTML_EVENTS 20u

/* For a report that shows only changes, show_part() returns a struct rows: the rows of the report,
 * with their times in an additional last column. */
struct html {
	struct gather gather;
	struct out_buffer sections; /* HTML of the sections written so far */
	struct chart_page page; /* the charts in ->sections */
	struct out_buffer links; /* links to the sections of the systems so far */
	struct out_buffer sentence; /* first sentence of the current system */
	size_t nsystems;
	char title[160]; /* title of the page: the name of the first system */
	struct html_group *groups; /* one finding per alarm, for the current system */
	const struct report *events_of; /* the report that lists events; NULL: none */
	const struct rows *timeline; /* rows of ->events_of */
	/* the most important events of the current system */
	struct chart_event events[HTML_EVENTS];
	size_t nevents;
};

/* Return the value below which charts and figures show "none" for the column C. */
static inline double html_least(const struct report_column *c)
{
	return strcmp(c->unit, "%") == 0 ? 0.1 : 0.001;
}

/* Return the time T, in seconds since 1970, in microseconds. */
static inline int64_t html_us(double t)
{
	return (int64_t)(t * 1e6);
}

/* End the text in s->words and return it; "": out of memory. */
static inline const char *html_text(struct show *s)
{
	out_char(&s->words, '\0');
	return s->words.error ? "" : s->words.buf;
}

/* Write the section of the system NAME. Call this after html_put_sentence(). Returns 0, or -1: out
 * of memory, or reading the temporary file failed. */
int html_put_section(struct show *s, const char *name);

void html_take_events(struct show *s);

void html_put_figures(struct show *s);
void html_put_findings(struct show *s);

void html_put_events(struct show *s);

#endif

