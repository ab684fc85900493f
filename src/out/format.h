/* format.h: the interface of output formats: a struct of functions, and the data that they work
 * with. */
#ifndef OUT_FORMAT_H
#define OUT_FORMAT_H

#include "monread.h"
#include "cli/buffer.h"
#include "cli/escape.h"
#include "out/clock.h"
#include "table/delta.h"
#include "table/schema.h"

/* Flags of out_format.wants: data that the format needs from its caller. */
#define OUT_WANTS_FILLER 1u /* call event() for MONREAD_FILLER, too */
#define OUT_WANTS_LAYOUT 2u /* find the layout of each shown record */
#define OUT_WANTS_OTHERS 4u /* call event() for all events, not only for shown records */
#define OUT_WANTS_INTERVAL 8u /* fill in out_record.interval */

/* Flags of out_format.takes: options that the format accepts. If a flag is missing, the program
 * refuses the option. */
#define OUT_TAKES_FIELDS   4u /* --fields */
#define OUT_TAKES_CODEPAGE 2u /* --codepage */
#define OUT_TAKES_WIDE     8u /* --wide */
#define OUT_TAKES_DELTA    16u /* --delta */
#define OUT_TAKES_TABLE    64u /* --name may be the name of a table; time stamps are in UTC */
/* --split; record() must call out_part() with the table before it writes text */
#define OUT_TAKES_SPLIT    128u

#define OUT_ERROR_SIZE 256u

/* The current input. */
struct out_file {
	const char *name;
	enum monread_container container;
	unsigned index; /* from 0 */
	unsigned count; /* total number of inputs */
};

/* Does the shown record come from a different input than the record shown before? OUT_FIRST: no
 * record was shown before. */
enum out_turned { OUT_SAME, OUT_FIRST, OUT_NEXT };

/* A record to show. The pointers in it are valid as long as the record. */
struct out_record {
	const struct monread_ev *ev;
	/* valid with OUT_WANTS_LAYOUT; NULL: the record has no layout */
	const struct monread_layout *layout;
	unsigned release;   /* release of the z/VM system when it wrote the record; 0: unknown */
	const char *system; /* identifier of the system at the time of the record, or "" */
	/* 1: the first record of its record set that is shown; else 0 */
	int first;
	/* valid with settings->merged (--merge); else OUT_SAME */
	enum out_turned turned;
	/* with --delta: the record from which the counters of this record are subtracted */
	struct series_before before;
	/* With OUT_WANTS_INTERVAL: TOD clock of the first record of the sample data set that has
	 * this record. If ->in_interval is 0, the record is an event, which is in no sample data
	 * set. */
	uint64_t interval;
	int in_interval;
};

/* How the values of counters are shown. */
enum out_counters {
	OUT_LEVELS, /* the values themselves */
	OUT_DELTA,  /* difference to the previous record */
	OUT_RATE    /* difference per second */
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
	int filtered; /* 1: the user selected records */
	int strict;   /* stop at the first damage */
	int merged;   /* 1: the data sets of several inputs alternate (--merge): see out_turn() */
	int color;
	int explain;    /* show descriptions after values */
	int wide;       /* show arrays as tables */
	unsigned width; /* columns of the terminal; 0: the output is not a terminal */
	enum out_counters counters;
	/* all tables; valid for formats with OUT_TAKES_TABLE or OUT_TAKES_SPLIT */
	const struct table_schema *schema;
	const struct table *table;         /* the table to show; NULL: all tables */
	/* directory for one file per table; NULL: a single output */
	const char *split;
	int force;                         /* replace existing files */
	/* The reading thread calls this function with each problem TEXT of a record EV; may be
	 * NULL. */
	void (*problem)(void *arg, const struct monread_ev *ev, const char *text);
	void *problem_arg;
};

/* Return 1 if the output cannot show records with the layout L: no table has them, or, in a format
 * without tables, none of their fields is known. */
static inline unsigned out_is_homeless(const struct out_settings *s, const struct monread_layout *l)
{
	return !l || (!s->schema && l->nstructures == 0);
}

/* The data of one thread that formats records. The thread is the reading thread or a thread of the
 * pool. */
struct out_worker {
	struct out_buffer b; /* the output text is appended to this buffer */
	const struct out_settings *settings;
	const struct out_format *format;
	const struct out_file *file;
	const void *shared; /* data of the format that all workers share */
	void *state;        /* data of the format for this worker; zeroed before begin_worker() */
	struct out_clock clock;
	struct monread_decoder *decoder;
	const struct out_record *record; /* the current record */
	size_t heading; /* number of bytes of the last heading that was written for a record set */
	struct delta *delta; /* NULL: the values of counters are shown */
	uint32_t millionths; /* fraction of the current rate, in millionths */
	/* callbacks that get the values after out_counted() has replaced counters by differences */
	const struct monread_emit *plain;
	const struct table *part;        /* with --split: table of the text that is being written */
	size_t part_at;                  /* offset in ->b of the text for ->part */
	int in_part;
	const struct table **tables;     /* the table of each layout, indexed by layout->id */
	size_t ntables;
	void (*problem)(void *arg, const struct monread_ev *ev, const char *text);
	void *problem_arg;
	/* text of the error that ended the output; "" if there was none */
	char error[OUT_ERROR_SIZE];
	int no_memory;              /* 1: the error was lack of memory */
};

/* struct out is an output; struct out_found has the results of reading one part of an input. See
 * out.h. */
struct out;
struct out_found;

/* An output format. Each function may be NULL. Functions that return int return 0, or -1 after
 * out_fail(), which ends the output. */
struct out_format {
	const char *name;
	const char *suffix; /* suffix of the files of --split; NULL: ->name is the suffix */
	unsigned wants; /* OUT_WANTS_... */
	unsigned takes; /* OUT_TAKES_... */

	/* The sequential stage: the reading thread calls these functions in the order of the input.
	 * They write to o->main.b. Before begin(), o->shared is zeroed; if the format has record(),
	 * only begin() may change o->shared. */
	size_t shared_size;
	int (*begin)(struct out *o);
	int (*begin_file)(struct out *o);
	/* Process the event EV. SHOWN is 1 if EV is a selected record. With OUT_WANTS_LAYOUT, L is
	 * the layout of EV; else L is NULL. */
	int (*event)(struct out *o, const struct monread_ev *ev, const struct monread_layout *l,
	             int shown);
	int (*damage)(struct out *o, const struct monread_ev *ev); /* BAD or GAP */
	int (*end_file)(struct out *o);
	/* Write the first lines of the --split file of the table T to B. */
	void (*head)(struct out_worker *w, struct out_buffer *b, const struct table *t);
	int (*end)(struct out *o);

	/* The parallel stage: for each shown record, a thread calls record() instead of event(), in
	 * any order. The caller then writes the texts in the order of the records. */
	size_t worker_size;
	int (*begin_worker)(struct out_worker *w);
	int (*record)(struct out_worker *w, const struct out_record *r);
	void (*end_worker)(struct out_worker *w);

	/* Only for a format that counts records, such as summary. A thread that reads a part of the
	 * input calls this function for each shown record. Return 0, or -1 if the reading thread
	 * must process this part of the input with event(). */
	int (*count)(struct out_worker *w, const struct monread_ev *ev);
	/* At the end of a part of the input, write the counts or the collected rows of W to the
	 * buffer of W, and reset them. */
	void (*counted)(struct out_worker *w);
	/* The reading thread calls these functions in the order of the input. add(): add COUNTS,
	 * the text that counted() wrote, to the totals. noted(): process a record that a thread
	 * noted. */
	void (*add)(struct out *o, const struct out_found *f, const char *counts);
	int (*noted)(struct out *o, const struct monread_ev *ev, int shown);

	/* Only for a format that collects rows and writes them in blocks: write the rows that W has
	 * collected so far. */
	void (*flush)(struct out_worker *w);
};

/* Store the text of an error in w->error, unless it has a text already. Return -1. */
int out_fail(struct out_worker *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Call out_fail() with the message "out of memory". Return -1. */
int out_no_memory(struct out_worker *w);

/* Decode R and pass its values to the functions of EMIT, which get W as argument. Return 0, or -1
 * after out_fail(). */
int out_decode(struct out_worker *w, const struct out_record *r, const struct monread_emit *emit);

/* Compute the differences of the counters of R if the user wants them, and call the format's
 * record(). Return 0 or -1. */
int out_record(struct out_worker *w, const struct out_record *r);

/* Report TEXT as a problem of the current record of W. Every format that decodes records must call
 * this function. Return 0. */
int out_tell_problem(struct out_worker *w, const char *text);

/* Initialize W. The caller must have filled in the buffer and the problem function of W, and zeroed
 * the rest. SHARED is the data of the format for all workers. Call this function before
 * begin_worker(), and out_worker_done() after end_worker(). Return 0, or -1 if out of memory; after
 * -1 do not call out_worker_done(). */
int out_worker_init(struct out_worker *w, const struct out_format *format,
                    const struct out_settings *settings, const void *shared);
void out_worker_done(struct out_worker *w);

/* Formats of values that are differences of counters. Differences can also have the formats
 * MONREAD_UNSIGNED and MONREAD_INTERVAL. */
#define OUT_NO_DIFFERENCE ((enum monread_format)0x100) /* the difference is unknown */
#define OUT_PER_SECOND                                                                \
	((enum monread_format)0x101) /* a rate: the integer ->number and the fraction \
	                                w->millionths */

/* Make *COUNTED a copy of EMIT whose functions get differences instead of counters, for the record
 * that W decodes. Return COUNTED. */
const struct monread_emit *out_counted(struct out_worker *w, const struct monread_emit *emit,
                                       struct monread_emit *counted);

/* Return the TOD units from the previous record of the instance to the current record; 0 if no
 * differences are shown. */
uint64_t out_elapsed(const struct out_worker *w);

#endif
