/* html.h: what html.c, html_section.c and html_summary.c share: the state of the format html and the parts of a
 * page. */
#ifndef STAT_HTML_H
#define STAT_HTML_H

#include "chart/chart.h"
#include "stat/alarms.h"
#include "stat/format.h"
#include "stat/gather.h"

/* All occurrences of an alarm in a system. */
struct html_group {
	const struct query *query;
	const struct report_alarm *alarm;
	size_t times;    /* how often it began */
	double seconds;  /* how long it was on for at least one row */
	int64_t end;     /* of the last interval in ->seconds */
	double worst;
	int64_t worst_at;
	char worst_row[GATHER_NAME];
};

struct html {
	struct gather gather;
	struct rows *changed; /* of each report that shows only changes: all its rows, with their time as one more column */
	struct out_buffer sections; /* HTML of the systems so far */
	struct out_buffer words;    /* a text that is being made */
	struct chart_page page;     /* writes to ->sections */
	struct out_buffer links;    /* links to the systems so far */
	struct out_buffer sentence; /* first sentence of the current system */
	size_t nsystems;
	char title[160]; /* of the page: the name of the first system */
	struct alarms *alarms;
	struct html_group *groups; /* of the current system: one per alarm */
};

/* Return the value in the column C below which charts and figures show "none": 0.1 % of the unit. */
static inline double html_least(const struct report_column *c)
{
	return strcmp(c->unit, "%") == 0 ? 0.1 : 0.001;
}

/* Write the section of the current system NAME, after html_put_sentence(). Returns 0, or -1: out of memory. */
int html_put_section(struct show *s, const char *name);

/* Set ->sentence to the phrases of all figures, ended by NUL. */
void html_put_sentence(struct show *s);
void html_put_figures(struct show *s);
void html_put_findings(struct show *s);

/* Add an interval in which an alarm is on to the group of the alarm. ARG: the struct html. */
void html_take_alarm(void *arg, const struct alarms_event *e);

#endif

