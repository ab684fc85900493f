/* format.h: the interface between show_run.c and the output formats: their functions, and the data
 * that they get. */
#ifndef SHOW_FORMAT_H
#define SHOW_FORMAT_H

#include "cli/buffer.h"
#include "show/show_options.h"
#include "stat/feed.h"
#include "stat/queries.h"

/* State that show_run.c and the chosen format share. */
struct show {
	const struct show_options *options;
	struct wait *wait;        /* functions that inputs call while they wait for data */
	struct queries *queries;
	const struct format *format;
	struct out_buffer b;
	int many_systems; /* 1: each row must show its system */
	int on_terminal;
	int live;         /* 1: the input is still being written */
	const char *system; /* for ->end_system: identifier of the system; "": unknown */
	unsigned release; /* release of the system in the last span; 0: unknown */
	char level[LEVEL_SIZE]; /* CP level of the system in the last span; "": unknown */
	unsigned members; /* cells that show_put_cell() printed in this object or line */
	const size_t *order; /* for ->rows: numbers of the rows to show, in this order */
	size_t n;            /* number of elements in ->order */
	int has_output;   /* 1: the format got rows */
	int fired;        /* 1: an alarm began, so the exit status is 3 */
	void *state;      /* private state of the format */
};

/* An output format. A function may be NULL. Functions that return int return 0, or -1 after a
 * message. */
struct format {
	const char *name;
	int one_report; /* 1: it cannot show several reports */
	int averages;   /* 1: it shows averages (spans of the kind SHOW_AVERAGE) */
	int all;        /* 1: it shows all reports unless the user names some */
	/* 1, only with ->all: it shows only reports that have alarms, and the reports in
	 * ->reports */
	int of_alarms;
	/* reports that it shows, ended by NULL; the user cannot name any; NULL: none */
	const char *const *reports;
	int totals;     /* it shows rows that are totals of other rows */
	int unchanged;  /* it also shows unchanged rows of reports whose ->changes is set */
	/* 1: it does not escape control characters, so show_run.c replaces them if the output is a
	 * terminal */
	int as_is;
	int compares;   /* it compares two captures, in the order of the command line */
	int has_data;   /* it can show its data as csv or json, if --format asks for that */
	unsigned unused; /* bits WITH_... of the options that have no effect on this format */
	int (*begin)(struct show *s);
	/* Called before the first data of a live input if the output is a terminal. */
	void (*begin_live)(struct show *s);
	void (*begin_system)(struct show *s);
	/* Print the rows of Q that s->order lists. */
	int (*rows)(struct show *s, struct query *q, const struct show_span *span);
	/* Called after the rows of all reports for SPAN were passed to ->rows. */
	int (*end_span)(struct show *s, const struct show_span *span);
	void (*end_system)(struct show *s);
	/* With ->compares: called after the last record of a capture. */
	void (*end_file)(struct show *s);
	/* Called after all inputs have ended. */
	int (*end)(struct show *s);
	void (*done)(struct show *s);
};

#define FORMAT_DECLARED(name) extern const struct format format_##name;
STAT_FORMATS(FORMAT_DECLARED)
FORMAT_DECLARED(alarms)
FORMAT_DECLARED(diff)
FORMAT_DECLARED(html)
#ifdef HAVE_NCURSES
FORMAT_DECLARED(screen)
#endif
FORMAT_DECLARED(textfile)

/* Return 1 if Q shows no rows for SPAN: it shows counters, and SPAN, the first of a system, has no
 * differences. */
static inline int show_passes(const struct query *q, const struct show_span *span)
{
	return q->counts && span->first && span->seconds <= 0;
}

/* Write the CP level or, if that is unknown, the release of the system to TEXT; "": neither is
 * known. */
#define SHOW_RELEASE_SIZE 48u
void show_put_release(const struct show *s, char text[SHOW_RELEASE_SIZE]);

/* A function for ->end_span of a format: if the input is live, write the output of the interval at
 * once. */
int show_flush(struct show *s, const struct show_span *span);

/* Return the start of SPAN in microseconds since 1970; its end if it has no start. */
static inline int64_t show_start(const struct show_span *span)
{
	return span->seconds > 0 ? span->start : span->end;
}

/* Return the time that names SPAN in formats for people, in microseconds since 1970. */
static inline int64_t show_label(const struct show_span *span)
{
	return span->label ? span->label : span->end;
}

/* Return the offset of the zone of --time from UTC at the time US, in seconds. */
long show_zone(const struct show *s, int64_t us);

/* Write the time US in the zone of --time to P as ISO 8601. Returns the end of the text. */
#define SHOW_TIME_SIZE 48u
char *show_put_time(const struct show *s, char *p, int64_t us);

/* Print the time from START to END, as 10:22-10:23 if TO is "-"; with seconds if the time is
 * shorter than a minute; print only START if END is not later. IS_DATED: also print the date of
 * START, and the date of END if it differs. */
void show_put_range(const struct show *s, struct out_buffer *b, int64_t start, int64_t end,
                    const char *to, int is_dated);

/* Print a cell of a line in CSV or TSV, or a member NAME of an object in JSON. TEXT may be NULL and
 * the real V may be NAN: unknown. */
void show_put_cell(struct show *s, const char *name, const struct cell_value *v);
void show_put_text(struct show *s, const char *name, const char *text);
void show_put_real(struct show *s, const char *name, double v);
void show_end_cells(struct show *s);

/* Return 1 if column COLUMN of report number QUERY is a metric, and no earlier report shows the
 * same metric. */
int labels_is_metric(const struct queries *q, size_t query, size_t column);

/* Call PUT with the name and value of each label of row ROW of Q: its system, and its keys that
 * have a value. */
void labels_each(const struct query *q, const struct show_span *span, size_t row,
                 void (*put)(void *arg, const char *name, const char *value, size_t length),
                 void *arg);

/* Print the N bytes of S in quotes, with a backslash before quotes and backslashes, and \n instead
 * of a newline. */
void labels_put_quoted(struct out_buffer *b, const char *s, size_t n);

/* Set *VALUE to V, a value of column C, in the base unit of its metric. Returns 0, or -1: no
 * value. */
int labels_value(const struct report_column *c, const struct cell_value *v, double *value);

/* Add the values of CELLS, a row of the report R in SPAN, to *SUMS, one sum per counter of R. A sum
 * is NAN as long as its counter had no value. If *SUMS is NULL, allocate the sums; the caller frees
 * them. IS_NEW: begin all sums anew. Unknown and negative values add nothing, because a counter
 * must not fall. Returns 0, or -1 if out of memory. */
int labels_count(double **sums, int is_new, const struct report *r, const struct cell_value *cells,
                 const struct show_span *span);

/* ---- Aligned columns of text ---- */

/* A line that is being printed. If a cell is wider than its column, the next cells have fewer
 * blanks. */
struct line {
	struct out_buffer *b;
	size_t over;
	size_t pad; /* blanks of the last cell, printed only if another cell follows */
};

void line_blanks(struct out_buffer *b, size_t n);

/* Print a blank, then the N bytes of TEXT, aligned to the right of WIDTH characters. */
void line_right(struct line *l, const char *text, size_t n, size_t width);

/* Print a blank, then TEXT, aligned to the left and escaped for a terminal. */
void line_left(struct line *l, const char *text, size_t width);

/* Return the index of the first column of R from AT on that does not fit into ROOM characters. */
size_t line_fitting(const struct report *r, size_t at, size_t room);

/* Print the name of the column C, or its value V, in the width of C. */
void line_heading(struct line *l, const struct report_column *c);
void line_value(struct line *l, const struct report_column *c, const struct cell_value *v);

/* Print the blanks that fill the last cell. */
void line_padding(struct line *l);

/* Print the names of the inferred columns of Q, and whether Q has unproven fields. The lines have
 * at most WIDTH characters, and never more than 100. */
void line_put_doubts(struct out_buffer *b, const struct query *q, size_t width);

#endif
