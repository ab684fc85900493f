/* format.h: the interface between output formats and the code that calls them. */
#ifndef OUT_FORMAT_H
#define OUT_FORMAT_H

#include "monread.h"
#include "cli/buffer.h"
#include "cli/escape.h"
#include "out/clock.h"
#include "table/delta.h"
#include "table/schema.h"

/* Flags of out_format.wants: what the caller must do for the format. */
#define OUT_WANTS_FILLER    1u /* call event() for MONREAD_FILLER, too */
#define OUT_WANTS_NO_LAYOUT 2u /* the format does not need the layouts of records */

/* Flags of out_format.takes: the options that the format accepts. The program refuses the
 * others. */
#define OUT_TAKES_FIELDS   4u /* --fields */
#define OUT_TAKES_CODEPAGE 2u /* --codepage */
#define OUT_TAKES_WIDE 8u     /* --wide */
#define OUT_TAKES_DELTA 16u   /* --delta */
/* --name with the name of a table. The format writes times in UTC, unless it also has the flag
 * OUT_TAKES_ZONE. */
#define OUT_TAKES_TABLE 64u
#define OUT_TAKES_ZONE 256u /* only with OUT_TAKES_TABLE: --time=local and --time=system */
/* --split: record() must call out_part() with the table of a record before it writes the text of
 * this record */
#define OUT_TAKES_SPLIT    128u

#define OUT_ERROR_SIZE 256u

/* The current input. */
struct out_file {
	const char *name;
	enum monread_container container;
	unsigned index; /* number of the input, from 0 */
	unsigned count; /* total number of inputs */
	/* intervals of all records of the input, also of unselected records */
	const struct intervals *intervals;
};

/* Whether a record is of the same input as the previous shown record (OUT_SAME), of another input
 * (OUT_NEXT), or the first shown record (OUT_FIRST). */
enum out_turned { OUT_SAME, OUT_FIRST, OUT_NEXT };

/* A record to show. The pointers in this struct are valid until the next record. */
struct out_record {
	const struct monread_ev *ev;
	const struct monread_layout *layout; /* NULL: the record has no layout */
	unsigned release;   /* release of z/VM that wrote the record; 0: unknown */
	const char *system; /* identifier of the system that wrote the record; "": unknown */
	int first;          /* 1: no earlier record of the same record set was shown */
	enum out_turned turned; /* without --merge always OUT_SAME */
	/* with --delta: the record from which the counters of this record are subtracted */
	struct series_before before;
	uint64_t interval; /* TOD clock of the first record of the sample that has this record */
	int in_interval;   /* 0: this is an event record, which belongs to no sample */
};

/* How counters are shown. */
enum out_counters {
	OUT_LEVELS, /* their values */
	OUT_DELTA,  /* the differences to the previous record */
	OUT_RATE    /* the differences per second */
};

/* The options for the output. They are the same for all threads, and do not change between
 * out_begin() and out_end(). */
struct out_settings {
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	/* names and patterns of --fields, ended by NULL; NULL: all fields */
	const char *const *fields;
	enum out_time time;
	int all;      /* 1: show also reserved fields, and bits that are 0 */
	int filtered; /* 1: the user selected records, so some records are not shown */
	int strict;   /* 1: stop at the first damage */
	int merged;   /* 1: the data sets of several inputs alternate: see out_turn() */
	int color;
	int explain;    /* 1: show descriptions after values */
	int wide;       /* 1: show arrays as tables */
	unsigned width; /* width of the terminal in characters; 0: the output is not a terminal */
	enum out_counters counters;
	/* all tables; valid for formats with OUT_TAKES_TABLE or OUT_TAKES_SPLIT */
	const struct table_schema *schema;
	const struct table *table; /* the table to show; NULL: all tables */
	const char *split; /* directory for one file per table; NULL: write one output */
	int force;         /* 1: replace existing files */
	/* called in the reading thread for each problem TEXT of a record EV; may be NULL */
	void (*problem)(void *arg, const struct monread_ev *ev, const char *text);
	void *problem_arg;
};

/* Return 1 if the output cannot show records with the layout L (NULL: the record has no layout). A
 * format with tables can show all records with a layout; other formats also need fields in L. */
static inline unsigned out_is_homeless(const struct out_settings *s, const struct monread_layout *l)
{
	return !l || (!s->schema && l->nstructures == 0);
}

/* The decoder always reports fewer problems of a record than this number. */
#define OUT_PROBLEMS_MAX 12u

/* The data of one thread that formats records. */
struct out_worker {
	struct out_buffer b; /* the output text is appended to this buffer */
	const struct out_settings *settings;
	const struct out_format *format;
	const struct out_file *file;
	void *state; /* data of the format for this worker; zeroed before begin() */
	/* the column "interval" has a separate clock, because a clock keeps the text of only one
	 * second */
	struct out_clock clock, interval_clock;
	struct monread_decoder *decoder;
	const struct out_record *record; /* the record that is being formatted */
	char problems[OUT_PROBLEMS_MAX][256]; /* the problems that out_decode() found in ->record */
	unsigned nproblems;
	size_t heading; /* length in bytes of the last heading of a record set */
	/* differences of the counters in ->record; NULL: show the values of the counters */
	struct delta *delta;
	/* fraction, in millionths, of a value with the format OUT_PER_SECOND */
	uint32_t millionths;
	int (*plain_field)(void *arg, const struct monread_value *v); /* field() of the format */
	const struct table *part; /* the table of the current text, from out_part(), or NULL */
	size_t part_at;           /* offset in ->b.buf of the text for ->part */
	const struct table **tables;     /* the table of each layout, indexed by layout->id */
	size_t ntables;
	void (*problem)(void *arg, const struct monread_ev *ev, const char *text);
	void *problem_arg;
	/* text of the error that ended the output; "": none */
	char error[OUT_ERROR_SIZE];
	int no_memory;              /* 1: the error was lack of memory */
};

struct out;

/* An output format. Each function may be NULL. Functions that return int return 0, or -1 after
 * out_fail(), which ends the output. */
struct out_format {
	const char *name;
	const char *suffix; /* suffix of the files of --split; NULL: the name of the format */
	unsigned wants; /* OUT_WANTS_... */
	unsigned takes; /* OUT_TAKES_... */

	/* Size of w->state, which begin() initializes and end() frees. If begin() fails, it must
	 * free the memory that it has allocated. In the reading thread, end() may write output. */
	size_t state_size;
	int (*begin)(struct out_worker *w);
	void (*end)(struct out_worker *w);

	/* Write to the buffer B the lines that come before the records of the input w->file; with
	 * OUT_TAKES_TABLE, the lines that come before the rows of the table T. */
	void (*head)(struct out_worker *w, struct out_buffer *b, const struct table *t);

	/* A format has either record() or event(). Several threads call record() for the shown
	 * records, in any order; src/out/pool.c then writes their output in the order of the
	 * records. */
	int (*record)(struct out_worker *w, const struct out_record *r);
	/* Only for a format that collects rows: write the rows that the worker W has collected.
	 * Called at the end of each part of the input, or earlier. */
	void (*flush)(struct out_worker *w);

	/* The reading thread calls event() for all events, in the order of the input. event()
	 * writes to o->main.b and keeps its data in o->main.state. SHOWN is 1 if EV is a selected
	 * record; L is then the layout of this record, or NULL with OUT_WANTS_NO_LAYOUT. If SHOWN
	 * is 0, L is NULL. */
	int (*event)(struct out *o, const struct monread_ev *ev, const struct monread_layout *l,
	             int shown);
	int (*end_file)(struct out *o); /* only for a format with event() */
};

/* Store the text of an error in w->error, unless w->error already has a text. Return -1. */
int out_fail(struct out_worker *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

int out_no_memory(struct out_worker *w);

/* Pass the values of the record R to EMIT with the argument W; with --delta, pass differences
 * instead of the values of counters. If EMIT does not have problem(), report problems and store
 * them in w->problems. Return 0, or -1 after out_fail(). */
int out_decode(struct out_worker *w, const struct out_record *r, const struct monread_emit *emit);

/* If differences are shown, compute the differences of the counters in the record R. Then call
 * record() of the format. Return 0, or -1 after out_fail(). */
int out_record(struct out_worker *w, const struct out_record *r);

/* Report the problem TEXT of the record that the worker ARG, a struct out_worker, is formatting.
 * Return 0. */
int out_tell_problem(void *arg, const char *text);

/* Initialize W. The caller must have filled in the buffer and the problem function of W, and zeroed
 * all other members. Return 0, or -1 after out_fail(); after -1 do not call out_worker_done(). */
int out_worker_init(struct out_worker *w, const struct out_format *format,
                    const struct out_settings *settings);
void out_worker_done(struct out_worker *w);

/* Further values of monread_value.format: an unknown difference, and a rate, whose integer part is
 * value->number and whose fraction is w->millionths. */
#define OUT_NO_DIFFERENCE ((enum monread_format)0x100)
#define OUT_PER_SECOND    ((enum monread_format)0x101)

#endif
