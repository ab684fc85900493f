/* report.h: a .report file as a struct: columns, charts, alarms and the query. data/reports/README has the grammar. */
#ifndef STAT_REPORT_H
#define STAT_REPORT_H

#include <stddef.h>

enum report_role {
	REPORT_VALUE,
	REPORT_KEY,   /* identifies a row */
	REPORT_TEXT,  /* describes a row */
	REPORT_HIDDEN, /* for charts and alarms, not printed; if it is a text, it is a note, which is reported once per
	                * system, or the name of the row */
	REPORT_OLD     /* an earlier name of a column, only in CSV, TSV, JSON and SQL */
};

/* The basis of the formula of a column. */
enum report_basis {
	REPORT_SAID,     /* P: the page of the record, or of the CP control block */
	REPORT_SOURCE,   /* S: another public source */
	REPORT_INFERRED, /* I: inferred from the names of fields */
	REPORT_PLAIN     /* -: needs no proof */
};

struct report_column {
	const char *name;
	unsigned width;    /* characters, without the blank before it */
	int decimals;      /* -1: text, aligned to the left, which charts and alarms cannot use */
	const char *unit;  /* "": no unit */
	enum report_basis basis;
	enum report_role role;
	const char *metric; /* name of the metric, or the label of a key; NULL: not in metrics */
	double scale;       /* factor to convert the value to the unit of the metric */
	const char *base;   /* unit of the metric, which ends its name; "": no unit */
	const char *text;
	const char *optional; /* "TABLE FIELD ...": it is shown only if a layout describes these fields; NULL: always */
	int is_absent;        /* ->optional, and no layout describes the fields: the column is hidden, and NULL */
	unsigned line;
};

/* Return the decimals of a number in the column. A text column shows numbers without decimals. */
static inline int report_decimals(const struct report_column *c)
{
	return c->decimals < 0 ? 0 : c->decimals;
}

/* Whether people see the column. */
static inline int report_is_shown(const struct report_column *c)
{
	return c->role < REPORT_HIDDEN;
}

static inline int report_has_numbers(const struct report_column *c)
{
	return c->role == REPORT_VALUE && c->decimals >= 0;
}

static inline int report_is_metric(const struct report_column *c)
{
	return c->metric && (c->role == REPORT_VALUE || c->role == REPORT_HIDDEN);
}

/* A record that the query reads. */
struct report_need {
	const char *record;
	const char *enable; /* how to enable it on z/VM */
	int optional;       /* without it only some columns have no values */
	unsigned line;
};

#define REPORT_SERIES 8u

enum report_chart_kind { REPORT_LINES, REPORT_STACK };

struct report_chart {
	enum report_chart_kind kind;
	unsigned columns[REPORT_SERIES];
	unsigned ncolumns;
	int by;            /* a series per value of this key; -1: a series per column */
	double capacity;   /* a line is drawn at this value; 0: no line */
	const char *title; /* the question that it answers */
};

#define REPORT_FIGURES 9u

/* A value that the head of a page shows. Phrases have the placeholders {avg}, {peak}, {time}, {key} and {COLUMN}. */
struct report_figure {
	unsigned place;     /* position among the figures; 0: the report has no figure */
	int column;
	const char *title;  /* such as "Top user" */
	const char *phrase; /* part of the first sentence of the page */
	const char *none;   /* in place of ->phrase if all values are below 0.1 % of their unit */
};

#define REPORT_ALSO 3u

struct report_alarm {
	int is_critical; /* 0: a warning */
	unsigned column;
	int above;        /* the alarm is for values above ->limit; 0: below */
	double limit;
	double until;     /* the alarm ends at this value */
	unsigned count;   /* consecutive intervals beyond ->limit before it begins */
	/* Conditions that must hold, too; the alarm also ends if one does not. */
	struct report_limit {
		unsigned column;
		int above;
		double limit;
	} also[REPORT_ALSO];
	unsigned nalso;
	const char *text; /* "": no text */
};

/* A sum of a column over time since the start of monstat. */
struct report_counter {
	unsigned column; /* a value per second, in the unit of its metric */
	const char *metric; /* ends with _total */
	const char *label, *value; /* an additional label; NULL: none */
};

struct report {
	const char *name; /* name of its file, without .report */
	const char *path; /* name of its file, for messages */
	unsigned order;   /* lower numbers come first in a list of all reports */
	int changes;      /* it is shown only if it differs from the interval before; it has no average */
	const char *title;
	const char *question; /* the question that it answers */
	const char *text;     /* paragraphs, separated by newlines; "": no text */
	struct report_need *needs;
	size_t nneeds;
	struct report_column *columns;
	size_t ncolumns, nkeys;
	struct report_chart *charts;
	size_t ncharts;
	struct report_alarm *alarms;
	size_t nalarms;
	struct report_counter *counters;
	size_t ncounters;
	const char *like; /* names of similar reports in other products, separated by commas; "": none */
	struct report_figure figure;
	int ranked, rank; /* --by the column ->ranked sorts by the column ->rank; -1: none */
	int label;        /* column that names the row in charts and alarms; -1: its keys do */
	const char *query;
	unsigned query_line; /* first line of the query in the file */
	char *memory; /* all texts point into it */
};

/* Called for an error in the file PATH. */
typedef void report_notice(void *arg, const char *path, unsigned line, const char *text);

/* Read the report NAME from the LENGTH bytes of TEXT, the contents of the file PATH. Free it with report_free().
 * Returns NULL after calls of NOTICE with the errors, or out of memory (errno is ENOMEM). */
struct report *report_read(const char *path, const char *name, const char *text, size_t length, report_notice *notice,
                           void *arg);
void report_free(struct report *r);

/* Whether column I is a note: a hidden text that does not name the row. */
static inline int report_is_note(const struct report *r, size_t i)
{
	return r->columns[i].role == REPORT_HIDDEN && r->columns[i].decimals < 0 && r->label != (int)i;
}

/* Add the alarm TEXT, as in a file of a report. R keeps TEXT, which is changed. PATH: of messages. Returns 0, or -1 as
 * report_read() does. */
int report_add_alarm(struct report *r, const char *path, char *text, report_notice *notice, void *arg);

/* Return the column to sort by if --by or a key of the screen names the column AT. */
static inline int report_sort_column(const struct report *r, int at)
{
	return at >= 0 && at == r->ranked ? r->rank : at;
}

/* Whether the N characters are a valid name of a report. */
int report_is_name(const char *name, size_t n);

/* Find the column with the name WORD, in upper or lower case, with or without its %; -1: not found. */
int report_column_find(const struct report *r, const char *word, size_t n);

#endif
