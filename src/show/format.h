/* format.h: the interface between show_run.c and the formats, and functions that several formats
 * use. */
#ifndef SHOW_FORMAT_H
#define SHOW_FORMAT_H

#include "cli/buffer.h"
#include "cli/grid.h"
#include "show/show_options.h"
#include "show/spool.h"
#include "stat/feed.h"
#include "stat/queries.h"

/* The latest UTC offsets of a system, in seconds. Each offset applies from the time ->from on, in
 * microseconds since 1970. */
#define SHOW_ZONES 64u
struct show_zones {
	struct {
		int64_t from;
		long offset;
	} list[SHOW_ZONES];
	size_t n;
};

/* State that show_run.c and the chosen format share. */
struct show {
	struct show_options *options;
	struct queries *queries;
	struct out_buffer b; /* the output */
	struct out_buffer words; /* see show_words() */
	int many_systems; /* 1: each row must show its system */
	int on_terminal;
	int live; /* 1: the input is still being written */
	/* time whose UTC offset show_put_time() uses for all times; 0: each time has its own
	 * offset */
	int64_t zone_at;
	const char *system; /* identifier of the system whose data ended; "": unknown */
	unsigned release; /* z/VM release in the last interval; 0: unknown */
	char level[LEVEL_SIZE]; /* CP level in the last interval; "": unknown */
	struct show_zones *zones; /* UTC offsets of the current system, for --time=system */
	unsigned members; /* number of cells in the current line or JSON object so far */
	/* indexes of the ->n rows of a query that the function ->rows of the format prints */
	const size_t *order;
	size_t n;
	int has_output; /* 1: the format got rows */
	int fired; /* 1: an alarm began, so the exit status is 3 */
	struct alarms *alarms; /* alarms of all reports; cleared after each system */
	void *state; /* private state of the format, zeros at first */
	char *parts; /* see show_part() */
	struct texts systems; /* names of all systems so far */
	size_t system_number; /* index in ->systems of the system of the current span */
};

/* An output format. Pointers to functions may be NULL. Functions that return int return 0, or -1
 * after a message. */
struct format {
	const char *name;
	int one_report;
	int averages; /* 1: the format shows spans of the kind SHOW_AVERAGE */
	int all; /* 1: the format shows all reports, unless the user names some */
	/* 1: ->all selects only the reports in ->reports, and reports with alarms */
	int of_alarms;
	/* names of the reports that the format always shows, ended by NULL; NULL: the user chooses
	 * the reports */
	const char *const *reports;
	int totals; /* 1: the format shows rows that are totals of other rows */
	/* 1: if a report shows only changes, the format also shows its unchanged rows */
	int unchanged;
	int as_is; /* 1: if the output is a terminal, ->rows gets rows without control characters */
	int has_data; /* 1: the format can print CSV and JSON, see ->data of struct show_options */
	/* size in bytes of ->state of struct show, and of each state that show_part() returns */
	size_t state_size, part_size;
	unsigned unused; /* WITH_... bits of the options that have no effect on this format */
	int (*begin)(struct show *s);
	/* Called if the output is a terminal, before a live input has data. */
	void (*begin_live)(struct show *s);
	void (*begin_system)(struct show *s);
	/* Print the rows of the query Q that s->order lists. SPAN: the time of the rows. */
	int (*rows)(struct show *s, struct query *q, const struct show_span *span);
	/* Called after ->rows got the rows of all reports for SPAN. After this call, the output
	 * buffer is written if the input is live. */
	int (*end_span)(struct show *s, const struct show_span *span);
	void (*end_system)(struct show *s);
	void (*end_file)(struct show *s); /* called after each capture of --diff */
	int (*end)(struct show *s); /* called after all inputs have ended */
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

/* Return the private state of the format for query number I, zeros at first. The state number
 * s->queries->n is for data that belongs to no query. */
static inline void *show_part(const struct show *s, size_t i)
{
	return s->parts + i * s->options->format->part_size;
}

static inline void *show_part_of(const struct show *s, const struct query *q)
{
	return show_part(s, (size_t)(q - s->queries->list));
}

/* Begin a text in s->words, memory that each format uses for one text at a time. */
static inline struct out_buffer *show_words(struct show *s)
{
	s->words.p = s->words.buf;
	return &s->words;
}

/* Return 1 if SPAN is the first sample of a system, and the query Q has no rows for it because Q
 * needs differences of counters. */
static inline int show_passes(const struct query *q, const struct show_span *span)
{
	return q->counts && span->first && span->seconds <= 0;
}

/* Write the CP level to TEXT or, if it is unknown or the user named the release, the z/VM release.
 * If both are unknown, TEXT becomes empty. */
#define SHOW_RELEASE_SIZE 48u
void show_put_release(const struct show *s, char text[SHOW_RELEASE_SIZE]);

static inline int64_t show_start(const struct show_span *span)
{
	return span->seconds > 0 ? span->start : span->end;
}

/* Return the time that formats for people print for SPAN. */
static inline int64_t show_label(const struct show_span *span)
{
	return span->label ? span->label : span->end;
}

/* With --time=system, add the UTC offset of the next interval, SPAN, to s->zones. */
void show_note_zone(struct show *s, const struct show_span *span);

/* Return the number in the column NAME of ROW, a row of the report R; NAN: no such column, or not a
 * number. */
double show_number(const struct report *r, const struct cell_value *row, const char *name);

/* Append copies of the rows of the query Q that s->order lists to TO. Each copy has the time US, in
 * microseconds since 1970, as an additional last column. Returns 0, or -1 after a message. */
int show_keep_rows(const struct show *s, const struct query *q, int64_t us, struct rows *to);

/* Store in LIST the indexes of the most important of ROWS, which are events of the report R: at
 * most MOST indexes, in ascending order. Returns the number of indexes. */
size_t show_events(const struct report *r, const struct rows *rows, size_t most, size_t *list);

/* Return the UTC offset, in seconds, that the zone of --time has at the time US, in microseconds
 * since 1970. */
long show_zone(const struct show *s, int64_t us);

/* Write the time US, in microseconds since 1970, to the text P as ISO 8601, in the zone of --time.
 * Returns the end of this text. */
#define SHOW_TIME_SIZE 48u
char *show_put_time(const struct show *s, char *p, int64_t us);

/* Return the zone, such as "UTC" or "+02:00", at the end of TIME, a text of show_put_time(). */
static inline const char *show_zone_text(const char *time)
{
	const char *zone = time + MONREAD_TIME_SIZE - 2;

	return *zone == 'Z' ? "UTC" : zone;
}

/* Print the period from START to END, such as 10:22-10:23, with the text TO in between. Print
 * seconds if the period is shorter than a minute, only START if END is not later, and dates if
 * IS_DATED is 1 or the period is longer than half a day. */
void show_put_range(const struct show *s, struct out_buffer *b, int64_t start, int64_t end,
                    const char *to, int is_dated);

/* Print a cell in CSV or TSV, or the member NAME of an object in JSON. If TEXT is NULL, or the
 * number V is NAN, the value is printed as unknown. After the last cell of a line or object, call
 * show_end_cells(). */
void show_put_cell(struct show *s, const char *name, const struct cell_value *v);
void show_put_text(struct show *s, const char *name, const char *text);
void show_put_real(struct show *s, const char *name, double v);
void show_end_cells(struct show *s);

/* Return 1 if column COLUMN of query number QUERY is a metric that no earlier report shows. */
int labels_is_metric(const struct queries *q, size_t query, size_t column);

/* Functions of this type print the label NAME of a row, with the N bytes of VALUE, to B. */
typedef void labels_put(struct out_buffer *b, const char *name, const char *value, size_t n);

/* Call PUT for each label of row ROW of the query Q: the system, and each key that has a value. */
void labels_each(const struct query *q, const struct show_span *span, size_t row, labels_put *put,
                 struct out_buffer *b);

/* Rows of several spans with the same labels, such as all rows of a CPU. */
struct labelled {
	size_t system; /* index of the system in ->systems of struct show */
	struct spool_chain rows; /* values of these rows */
	int64_t start; /* time from which on ->sums count, in microseconds since 1970 */
	int64_t end; /* end of the last span with this row; 0: none */
	double *sums; /* see labels_count() */
};

struct labelled_list {
	struct texts labels; /* labels of each element of ->list, as printed, with the same index */
	struct labelled *list;
	size_t room;
};

/* Return the element of ALL with the labels in B. If there is no such element, add it. Returns NULL
 * if out of memory. */
struct labelled *labelled_take(struct labelled_list *all, struct out_buffer *b);
void labelled_done(struct labelled_list *all);

/* Print the N bytes of the text S in quotes, with a backslash before quotes and backslashes. A
 * newline is printed as \n. */
void labels_put_quoted(struct out_buffer *b, const char *s, size_t n);

/* Return V, a value of the column C, in the base unit of the metric of this column; NAN:
 * unknown. */
double labels_value(const struct report_column *c, const struct cell_value *v);

/* Print the number V with at most ten digits, for other programs. */
void labels_put_number(struct out_buffer *b, double v);

/* Add the counters in CELLS, a row of the report R in SPAN, to of->sums. This array has one sum per
 * counter, NAN until the counter has a value. If IS_NEW is 1, all sums begin anew. Negative values
 * add nothing, because the sum of a counter must not fall. Returns 0, or -1: out of memory. */
int labels_count(struct labelled *of, int is_new, const struct report *r,
                 const struct cell_value *cells, const struct show_span *span);

/* ---- Columns of text ---- */

/* Initial values of a struct grid_line that writes to BUFFER, with a blank before each cell. */
#define SHOW_LINE(buffer) { .b = (buffer), .gap = 1, .blanks = 1 }

/* Print TEXT, escaped, at the left of a column of WIDTH characters. */
void line_left(struct grid_line *l, const char *text, size_t width);

/* Return the index of the first column of the report R that does not fit if the columns from index
 * AT on are printed in ROOM characters. */
size_t line_fitting(const struct report *r, size_t at, size_t room);

/* Print V, a value of the column C, in the width of this column. */
void line_value(struct grid_line *l, const struct report_column *c, const struct cell_value *v);

/* line_headings() prints the names of the shown columns of the report R from index AT to END - 1,
 * and a newline. line_values() prints the values of ROW in these columns, and a newline. */
void line_headings(struct grid_line *l, const struct report *r, size_t at, size_t end);
void line_values(struct grid_line *l, const struct report *r, const struct cell_value *row,
                 size_t at, size_t end);

/* Print which columns of the query Q have an inferred meaning, and whether Q reads fields whose
 * meaning no document proves. Lines have at most WIDTH characters, and never more than 100. */
void line_put_doubts(struct out_buffer *b, const struct query *q, size_t width);

#endif
