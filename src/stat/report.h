/* report.h: what a .report file says: columns, charts, alarms and the query that they are of.  data/reports/README has
 * the grammar. */
#ifndef STAT_REPORT_H
#define STAT_REPORT_H

#include <stddef.h>

enum report_role {
	REPORT_VALUE,
	REPORT_KEY,   /* names what a row is of */
	REPORT_TEXT,  /* says more of it */
	REPORT_HIDDEN /* for charts and alarms: not shown; a text is a note, which is reported once for each system */
};

/* On what basis a column is computed. */
enum report_basis {
	REPORT_SAID,     /* P: a page of the record, or the CP block behind it, says so */
	REPORT_SOURCE,   /* S: another public source does */
	REPORT_INFERRED, /* I: from what fields are called */
	REPORT_PLAIN     /* -: there is nothing to be proven */
};

struct report_column {
	const char *name;
	unsigned width;    /* characters, without the blank in front */
	int decimals;      /* -1: text, from the left; never of what is drawn or has an alarm */
	const char *unit;  /* "": none */
	enum report_basis basis;
	enum report_role role;
	const char *metric; /* of a key: the label; NULL: it is in no metrics */
	double scale;       /* the value times this is in the metric's unit */
	const char *base;   /* unit of the metric, with which its name ends; "": none */
	const char *text;
	unsigned line;
};

/* Of a number in the column: in one of text it is shown whole. */
static inline int report_decimals(const struct report_column *c)
{
	return c->decimals < 0 ? 0 : c->decimals;
}

static inline int report_is_note(const struct report_column *c)
{
	return c->role == REPORT_HIDDEN && c->decimals < 0;
}

static inline int report_is_metric(const struct report_column *c)
{
	return c->metric && (c->role == REPORT_VALUE || c->role == REPORT_HIDDEN);
}

/* A record that the query reads. */
struct report_need {
	const char *record;
	const char *enable; /* what to do on z/VM to have it */
	int optional;       /* without it some columns have no values */
	unsigned line;
};

#define REPORT_SERIES 8u

enum report_chart_kind { REPORT_LINES, REPORT_STACK };

struct report_chart {
	enum report_chart_kind kind;
	unsigned columns[REPORT_SERIES];
	unsigned ncolumns;
	int by;            /* a series a value of this key; -1: a series a column */
	const char *title; /* a question */
	unsigned line;
};

struct report_alarm {
	unsigned column;
	int above;        /* else below */
	double limit;
	double until;     /* it is over where the value is back here */
	unsigned count;   /* intervals one behind the other */
	const char *text; /* "": none */
	unsigned line;
};

struct report {
	const char *name; /* of its file, without .report */
	const char *path; /* for messages */
	unsigned order;   /* small ones come first where all are shown */
	int changes;      /* shown where it differs from what it was in the interval before; no average */
	const char *title;
	const char *question; /* that it answers */
	const char *text;     /* paragraphs, with newlines between them; "": none */
	struct report_need *needs;
	size_t nneeds;
	struct report_column *columns;
	size_t ncolumns, nkeys;
	struct report_chart *charts;
	size_t ncharts;
	struct report_alarm *alarms;
	size_t nalarms;
	int busy; /* the column by which the busiest interval is found; -1: none */
	const char *query;
	unsigned query_line; /* where it begins in the file */
	char *memory; /* of the texts */
};

/* Something is wrong with the file PATH. */
typedef void report_notice(void *arg, const char *path, unsigned line, const char *text);

/* The report NAME that the LENGTH bytes of TEXT, of the file PATH, describe.  NULL: NOTICE
 * was told why, or out of memory (errno is ENOMEM). */
struct report *report_read(const char *path, const char *name, const char *text, size_t length, report_notice *notice,
                           void *arg);
void report_free(struct report *r);

/* Whether the N characters are a name that a report may have. */
int report_is_name(const char *name, size_t n);

/* The column that WORD means, in any case, with a % or without; -1: none. */
int report_column_find(const struct report *r, const char *word, size_t n);

#endif
