/* format.h: the interface between run.c and the output formats: the functions of a format, and the data that it
 * gets. */
#ifndef STAT_FORMAT_H
#define STAT_FORMAT_H

#include "cli/buffer.h"
#include "stat/feed.h"
#include "stat/options.h"
#include "stat/queries.h"

/* State that run.c and all formats share. */
struct show {
	const struct options *options;
	struct wait *wait;        /* what inputs do while they wait */
	struct queries *queries;
	const struct format *format;
	struct out_buffer b;
	int many_systems; /* each row must show its system */
	int on_terminal;
	int live;         /* the input is still being written */
	unsigned release; /* of the system in the last span; 0: unknown */
	char level[LEVEL_SIZE]; /* CP level of the system, likewise; "": unknown */
	unsigned members; /* printed by show_put_member() in this object or line */
	int has_output;   /* the format got rows */
	int fired;        /* an alarm began, which sets the exit status */
	void *state;      /* private state of the format */
};

/* Any function may be NULL. Functions that return int return 0, or -1 after a message. */
struct format {
	const char *name;
	int one_report; /* it cannot show several reports */
	int averages;   /* it shows SHOW_AVERAGE */
	int all;        /* it shows all reports unless some are named */
	int of_alarms;  /* with ->all: it shows only reports with alarms, and ->reports */
	const char *const *reports; /* ended by NULL; if it is set, no report can be named */
	int totals;     /* it shows rows that are totals of other rows */
	int unchanged;  /* it also shows unchanged rows of reports that show only changes */
	int as_is;      /* it does not escape texts, which could control a terminal */
	int compares;   /* it compares two files, in the order of the command line */
	int has_data;   /* --format=csv and json apply to it */
	const char *unused; /* options without effect on it, separated by commas; NULL: none */
	int (*begin)(struct show *s);
	/* Called on a terminal, before the first data of a live input. */
	void (*begin_live)(struct show *s);
	void (*begin_system)(struct show *s, const char *system);
	/* Print the rows of Q with the numbers ORDER[0] to ORDER[N - 1], in this order. */
	int (*rows)(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n);
	/* All reports of SPAN were passed to ->rows. */
	int (*end_span)(struct show *s, const struct show_span *span);
	void (*end_system)(struct show *s, const char *system);
	/* With ->compares: a file has ended. */
	void (*end_file)(struct show *s);
	/* All inputs have ended. */
	int (*end)(struct show *s);
	void (*done)(struct show *s);
};

/* The formats of --format. */
#define STAT_FORMATS(F) F(text) F(csv) F(tsv) F(json) F(openmetrics) F(influx)
#define FORMAT_DECLARED(name) extern const struct format format_##name;
STAT_FORMATS(FORMAT_DECLARED)
FORMAT_DECLARED(alarms)
FORMAT_DECLARED(diff)
FORMAT_DECLARED(html)
#ifdef HAVE_NCURSES
FORMAT_DECLARED(screen)
#endif
FORMAT_DECLARED(textfile)

/* Report that memory ran out. Returns -1. */
int show_no_memory(void);

/* Whether a row of R is a total of other rows: its keys are NULL, and at least one of them has numbers. */
int show_is_total(const struct report *r, const struct cell_value *row);

/* Whether Q shows no rows for SPAN: Q shows counters, and the first span of a system has no differences. */
static inline int show_passes(const struct query *q, const struct show_span *span)
{
	return q->counts && span->first && span->seconds <= 0;
}

/* Write the release, or the CP level, of the system; "": neither is known. */
#define SHOW_RELEASE_SIZE 48u
void show_put_release(const struct show *s, char text[SHOW_RELEASE_SIZE]);

/* For ->end_span: write the interval at once if the input is live. */
int show_flush(struct show *s, const struct show_span *span);

/* Return the start of SPAN, or its end if it has no start, in microseconds since 1970. */
static inline int64_t show_start(const struct show_span *span)
{
	return span->seconds > 0 ? span->start : span->end;
}

/* The middle of SPAN, in microseconds since 1970. */
int64_t show_middle(const struct show_span *span);

/* Offset of the --time zone from UTC, in seconds. */
long show_zone(const struct show *s, int64_t us);

/* Write a time in that zone as ISO 8601. */
#define SHOW_TIME_SIZE 48u
char *show_put_time(const struct show *s, char *p, int64_t us);

/* Set B to the label of ROW, or to its keys, as "user LNX1 cpu 0", ended by NUL; "": no keys, or ROW is NULL. */
void show_put_keys(struct out_buffer *b, const struct report *r, const struct cell_value *row);

/* For --alarms and --diff: print a member of an object of JSON, or a field of a line of CSV; a number "" is unknown. */
void show_put_member(struct show *s, const char *name, const char *value, int is_number);
void show_end_members(struct show *s);

/* Whether the column COLUMN of report number QUERY is a metric. If several reports have a metric, the first one shows
 * it. */
int labels_is_metric(const struct queries *q, size_t query, size_t column);

/* Call PUT with the name and value of each label of a row: the system and the keys that have a value. */
void labels_each(const struct query *q, const struct show_span *span, size_t row,
                 void (*put)(void *arg, const char *name, const char *value, size_t length), void *arg);

/* Convert a value of the column C to the base unit of its metric. Returns 0, or -1: no value. */
int labels_value(const struct report_column *c, const struct cell_value *v, double *value);

#endif
