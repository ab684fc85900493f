/* report.h: a .report file as a struct. data/reports/README has the grammar. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stddef.h>

enum report_role {
	REPORT_VALUE,
	REPORT_KEY,   /* identifies a row */
	REPORT_TEXT,  /* describes a row */
	/* not printed, but used by charts and alarms. A hidden text that is not the label of the
	 * report is a note, which is printed once per system. */
	REPORT_HIDDEN,
	/* repeats a column under its earlier name; shown only in CSV, TSV, JSON and SQL */
	REPORT_OLD
};

/* What proves the formula of a column, and the letter for it, the BASIS in the .report file. */
enum report_basis {
	REPORT_SAID,     /* BASIS P: IBM's page of the record or of the CP control block */
	REPORT_SOURCE,   /* BASIS S: another public source */
	REPORT_INFERRED, /* BASIS I: no document; the names of fields suggest the formula */
	REPORT_PLAIN     /* BASIS -: the formula needs no proof */
};

/* How --group computes the value of a class from the rows of the members of the class. */
enum report_combine {
	REPORT_NOT, /* the class has no value */
	REPORT_SUM,
	REPORT_MAX,
	REPORT_MEAN, /* the mean, weighted by the column ->by */
	REPORT_RATIO /* the sum of the column ->of divided by the sum of the column ->by */
};

struct report_column {
	const char *name;
	unsigned width; /* width in characters, without the blank before the column */
	int decimals; /* -1: text, aligned to the left */
	const char *unit; /* "": no unit */
	enum report_basis basis;
	enum report_role role;
	/* in formats such as OpenMetrics, the name of the metric or, for a key, of the label; NULL:
	 * these formats leave out the column */
	const char *metric;
	double scale; /* factor that converts a value to the unit of the metric */
	const char *base; /* unit of the metric, at the end of ->metric; "": no unit */
	const char *text;
	/* "TABLE FIELD FIELD ...": fields without which the column is not shown; NULL: none */
	const char *optional;
	/* 1: no layout describes the fields ->optional, so the values are NULL and hidden */
	int is_absent;
	enum report_combine combine;
	unsigned of, by; /* indexes of other columns, see enum report_combine */
	unsigned line;
};

static inline int report_decimals(const struct report_column *c)
{
	return c->decimals < 0 ? 0 : c->decimals;
}

/* Return 1 if output formats for people show the column C. */
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

/* A record that the query of a report reads. */
struct report_need {
	const char *record;
	const char *enable; /* what to do on z/VM to get the record */
	int optional; /* 1: only some columns of the report need the record */
	unsigned line;
};

#define REPORT_SERIES 8u

enum report_chart_kind { REPORT_LINES, REPORT_STACK };

struct report_chart {
	enum report_chart_kind kind;
	unsigned columns[REPORT_SERIES];
	unsigned ncolumns;
	int by; /* index of a key column, whose values are the series; -1: columns are series */
	double capacity; /* value at which the chart has a horizontal line; 0: no line */
	const char *title; /* the question that the chart answers */
};

#define REPORT_FIGURES 9u

/* A value at the head of the HTML page. ->phrase and ->none may contain the placeholders {avg},
 * {peak}, {time}, {row}, {key} and {COLUMN}. */
struct report_figure {
	/* position among the figures of the page, from 1; 0: the report has no figure */
	unsigned place;
	int column;
	const char *title;  /* such as "Top user" */
	const char *phrase; /* text that is inserted into the first sentence of the page */
	/* text that replaces ->phrase if all values are below 0.1 % or, in other units, 0.001 */
	const char *none;
};

#define REPORT_ALSO 3u

struct report_alarm {
	int is_critical; /* 0: a warning */
	unsigned column;
	int above;        /* 1: values above ->limit start the alarm; 0: values below */
	double limit;
	double until;     /* value at which the alarm ends */
	unsigned count;   /* number of consecutive intervals beyond ->limit that start the alarm */
	/* minimum length of all these intervals together, in minutes; 0: any length */
	unsigned minutes;
	/* further conditions: the alarm starts only if all of them are true, and ends if one of
	 * them is false */
	struct report_limit {
		unsigned column;
		int above;
		double limit;
	} also[REPORT_ALSO];
	unsigned nalso;
	int with; /* index of a text column whose value follows ->text; -1: none */
	const char *text; /* "": no text */
};

/* A metric that counts up: the sum of a column of rates, each multiplied by the length of its
 * interval. */
struct report_counter {
	unsigned column;
	const char *metric; /* ends with _total */
	const char *label, *value; /* an additional label; NULL: none */
	int is_first; /* 1: no earlier counter has its name */
};

struct report {
	const char *name; /* name of the file, without .report */
	const char *path; /* for messages */
	unsigned order;   /* position in a list of reports, the lowest number first */
	struct {
		/* 1: the report has no averages, and shows a row only if the previous interval had
		 * no equal row */
		int changes;
		/* 1: each row is an event at the time in its column unix_time. The query runs for
		 * each interval, even if several intervals are shown together. ->changes is also
		 * 1. */
		int events;
	} show;
	const char *title;
	const char *question; /* the question that the report answers */
	const char *text;     /* paragraphs, separated by newlines; "": no text */
	struct report_need *needs;
	size_t nneeds;
	struct report_column *columns;
	size_t ncolumns, nkeys;
	struct report_chart *charts;
	size_t ncharts;
	struct report_alarm *alarms;
	size_t nalarms;
	/* Counters with the same name come together, because OpenMetrics requires it. */
	struct report_counters {
		struct report_counter *list;
		size_t n;
	} counters;
	const char *like; /* similar reports in other products, as "A, B"; "": none */
	struct report_figure figure;
	/* index of the column that names rows in charts and alarms; -1: the key columns name
	 * them */
	int label;
	/* other special columns; -1: none */
	struct {
		int user; /* column of user IDs, if its name is not "user" */
		int group; /* column whose value decides to which class of --group a row belongs */
		/* if the user sorts by the column ->named with --by, sort by the column ->by
		 * instead */
		int named, by;
	} special;
	const char *query;
	unsigned query_line; /* number of the first line of ->query in the file */
	char *memory; /* has all texts */
};

/* Report the error TEXT in line LINE of the file PATH. */
typedef void report_notice(void *arg, const char *path, unsigned line, const char *text);

/* Read the report NAME from TEXT, the LENGTH bytes of the file PATH. Call NOTICE, unless it is
 * NULL, with ARG for each error in TEXT. Return NULL after an error, or if out of memory
 * (ENOMEM). */
struct report *report_read(const char *path, const char *name, const char *text, size_t length,
                           report_notice *notice, void *arg);
void report_free(struct report *r);

/* Return 1 if the column with the index I is a note: a hidden text that is not the label of the
 * row. */
static inline int report_is_note(const struct report *r, size_t i)
{
	return r->columns[i].role == REPORT_HIDDEN && r->columns[i].decimals < 0 &&
	       r->label != (int)i;
}

/* Add the alarm TEXT, written as in a .report file, to R. The function changes TEXT, and R keeps
 * pointers into TEXT. Return 0; -1 after an error, which NOTICE gets, or if out of memory
 * (ENOMEM). */
int report_add_alarm(struct report *r, char *text, report_notice *notice, void *arg);

/* Return the index of the column to sort by if the user chose the column with the index AT. */
static inline int report_sort_column(const struct report *r, int at)
{
	return at >= 0 && at == r->special.named ? r->special.by : at;
}

/* Change R for --group, so that each row is a class. The column r->special.group, which must not be
 * -1, becomes the key with the names of classes. A new last column, "count", has the number of
 * members. Return 0; -1: out of memory. */
int report_group(struct report *r);

int report_is_name(const char *name, size_t n);

/* Return the index of the column whose name is the N characters at WORD, in upper or lower case,
 * perhaps without a % at its beginning. -1: no such column. */
int report_column_find(const struct report *r, const char *word, size_t n);

/* Like report_column_find(), but "user" means the column r->special.user, if R has one. */
int report_only_column(const struct report *r, const char *word, size_t n);

/* Return the index of the column to sort R by: the column with the name BY, which may be NULL, else
 * the first column in the line Rank, else the first column in the first chart. -1: none. */
int report_first_column(const struct report *r, const char *by);

#endif
