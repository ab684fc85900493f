/* report.h: a .report file as a struct: columns, charts, alarms and query. data/reports/README has
 * the grammar. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include <stddef.h>

enum report_role {
	REPORT_VALUE,
	REPORT_KEY,   /* identifies a row */
	REPORT_TEXT,  /* describes a row */
	/* for charts and alarms, not printed; a hidden text is a note, which monstat prints once
	 * per system, or the name of the row (see ->label of struct report) */
	REPORT_HIDDEN,
	REPORT_OLD     /* a column under an earlier name, shown only in CSV, TSV, JSON and SQL */
};

/* How the formula of a column is proven, with its letter in the .report file. */
enum report_basis {
	REPORT_SAID, /* P: the page of the record or of the CP control block proves the formula */
	REPORT_SOURCE,   /* S: another public source proves the formula */
	REPORT_INFERRED, /* I: the formula is inferred from the names of fields */
	REPORT_PLAIN     /* -: the formula needs no proof */
};

/* How --group computes the value of a class, which is a group of rows, from the rows of its
 * members. */
enum report_combine {
	REPORT_NOT,  /* the class has no value */
	REPORT_SUM,
	REPORT_MAX,
	REPORT_MEAN, /* the mean, weighted by the column ->by */
	REPORT_RATIO /* the sum of the column ->of divided by the sum of the column ->by */
};

struct report_column {
	const char *name;
	unsigned width;    /* width in characters, without the blank before the column */
	/* number of decimals; -1: text, aligned to the left, which charts and alarms cannot use */
	int decimals;
	const char *unit;  /* "": no unit */
	enum report_basis basis;
	enum report_role role;
	/* name of the metric or, for a key, of the label in formats such as OpenMetrics; NULL:
	 * these formats leave out the column */
	const char *metric;
	/* factor that converts a value of the column to the unit of the metric */
	double scale;
	const char *base;   /* unit of the metric, which ends its name; "": no unit */
	const char *text;
	/* names of a table and of its fields: show the column only if a layout describes these
	 * fields; NULL: always show it */
	const char *optional;
	/* 1: the column is hidden and its values are NULL, because no layout describes the fields
	 * that ->optional names */
	int is_absent;
	enum report_combine combine;
	unsigned of, by; /* indexes of columns, see enum report_combine */
	/* 1: the value of this column decides to which class of --group a row belongs */
	int is_class;
	int is_user; /* 1: the column has user IDs, under another name than "user" */
	unsigned line;
};

/* Return the number of decimals for numbers in the column C. A text column shows numbers without
 * decimals. */
static inline int report_decimals(const struct report_column *c)
{
	return c->decimals < 0 ? 0 : c->decimals;
}

/* Return 1 if formats for people show the column C. */
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
	int optional;       /* 1: without the record only some columns have no values */
	unsigned line;
};

#define REPORT_SERIES 8u

enum report_chart_kind { REPORT_LINES, REPORT_STACK };

struct report_chart {
	enum report_chart_kind kind;
	unsigned columns[REPORT_SERIES];
	unsigned ncolumns;
	/* index of a key column: the chart has one series per value of this column; -1: one series
	 * per column that it shows */
	int by;
	double capacity;   /* value at which the chart has a horizontal line; 0: no line */
	const char *title; /* the question that the chart answers */
};

#define REPORT_FIGURES 9u

/* A value at the head of the HTML page. ->phrase and ->none may contain the placeholders {avg},
 * {peak}, {time}, {row}, {key} and {COLUMN}. */
struct report_figure {
	unsigned place;     /* position among the figures, from 1; 0: the report has no figure */
	int column;
	const char *title;  /* such as "Top user" */
	const char *phrase; /* text that the page inserts in its first sentence */
	/* text that replaces ->phrase if all values are below 0.1 % of their unit */
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
	unsigned minutes; /* minimum total length of these intervals in minutes; 0: any length */
	/* Further conditions of the alarm. The alarm starts only if all these conditions hold, and
	 * ends if one does not. */
	struct report_limit {
		unsigned column;
		int above;
		double limit;
	} also[REPORT_ALSO];
	unsigned nalso;
	/* index of a text column whose value follows ->text, such as the users who waited; -1:
	 * none */
	int with;
	const char *text; /* "": no text */
};

/* A metric of formats such as openmetrics that counts up: the sum of a column of rates per second,
 * each multiplied by the length of its interval. */
struct report_counter {
	/* index of the column that is summed */
	unsigned column;
	const char *metric; /* ends with _total */
	const char *label, *value; /* name and value of an additional label; NULL: none */
};

struct report {
	const char *name; /* name of the report: the name of its file, without .report */
	const char *path; /* path of the file of the report, for messages */
	unsigned order;   /* position in a list of all reports, the lowest number first */
	struct {
		/* 1: the report has no averages, and shows a row only if the previous interval had
		 * no equal row */
		int changes;
		/* 1: ->changes is 1, too; each row is an event at the time in its column unix_time,
		 * and the query runs for each interval, even if several intervals are shown
		 * together */
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
	struct report_counters {
		struct report_counter *list;
		size_t n;
	} counters;
	/* names of similar reports in other products, separated by commas; "": none */
	const char *like;
	struct report_figure figure;
	/* If --by names the column .named, sort by the column .by. -1: no such rule */
	struct {
		int named, by;
	} sort;
	/* index of the column that names rows in charts and alarms; -1: the key columns name
	 * them */
	int label;
	const char *query;
	unsigned query_line; /* number of the first line of the query in the file */
	char *memory; /* block of memory that all texts point into */
};

/* A function that reports the error TEXT in line LINE of the file PATH. ARG: from the caller of
 * report_read(). */
typedef void report_notice(void *arg, const char *path, unsigned line, const char *text);

/* Read the report NAME from TEXT, the LENGTH bytes of the file PATH. Free it with report_free().
 * NULL: NOTICE was called for each error, or out of memory (errno is ENOMEM). */
struct report *report_read(const char *path, const char *name, const char *text, size_t length,
                           report_notice *notice, void *arg);
void report_free(struct report *r);

/* Return 1 if column I is a note: a hidden text that does not name the row. */
static inline int report_is_note(const struct report *r, size_t i)
{
	return r->columns[i].role == REPORT_HIDDEN && r->columns[i].decimals < 0 &&
	       r->label != (int)i;
}

/* Add the alarm TEXT, in the form of a .report file, to R, which then owns and changes TEXT. PATH:
 * for messages. Returns 0; -1: NOTICE was called for each error, or out of memory (errno is
 * ENOMEM). */
int report_add_alarm(struct report *r, const char *path, char *text, report_notice *notice,
                     void *arg);

/* Return the column to sort by if the user chose the column AT with --by or on the screen. */
static inline int report_sort_column(const struct report *r, int at)
{
	return at >= 0 && at == r->sort.named ? r->sort.by : at;
}

/* Return the index of the column whose value decides to which class of --group a row of R belongs;
 * -1: R has no classes. */
int report_class_column(const struct report *r);

/* Change R, which has classes, for --group: each row is then a class, whose name is in the column
 * report_class_column(), and a new last column "count" has the number of its members. Returns 0, or
 * -1: out of memory. */
int report_group(struct report *r);

int report_is_name(const char *name, size_t n);

/* Return the index of the column whose name is the N characters at WORD, in upper or lower case,
 * with or without the % of the name; -1: no such column. */
int report_column_find(const struct report *r, const char *word, size_t n);

/* Return the index of the column that --only selects rows by: as report_column_find(), but "user"
 * is the column of the keyword User, if the report has this keyword. */
int report_only_column(const struct report *r, const char *word, size_t n);

/* Return the index of the column to sort R by: column BY, the column that Rank: names, or the
 * column of its first chart; -1: none. BY may be NULL. */
int report_first_column(const struct report *r, const char *by);

#endif
