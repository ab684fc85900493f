/* format.h: the interface of output formats: a struct of functions, and the data that they work with. */
#ifndef OUT_FORMAT_H
#define OUT_FORMAT_H

#include "monread.h"
#include "cli/buffer.h"
#include "cli/escape.h"
#include "out/clock.h"
#include "table/delta.h"
#include "table/schema.h"

/* Requests of a format to its caller. */
#define OUT_WANTS_FILLER 1u /* MONREAD_FILLER events */
#define OUT_WANTS_LAYOUT 2u /* the layout of shown records */
#define OUT_WANTS_OTHERS 4u /* all events, not only shown records */
#define OUT_WANTS_INTERVAL 8u /* ->interval of shown records */

/* Options that only some formats accept: without the flag, the option is refused. */
#define OUT_TAKES_FIELDS   1u /* --fields */
#define OUT_TAKES_CODEPAGE 2u /* --codepage */
#define OUT_TAKES_WIDE     8u /* --wide */
#define OUT_TAKES_DELTA    16u /* --delta */
#define OUT_TAKES_TABLE    64u /* --name of a table; times are UTC */
#define OUT_TAKES_SPLIT    128u /* --split: ->record() calls out_part() with the table of its text */

#define OUT_ERROR_SIZE 256u

/* The current input. */
struct out_file {
	const char *name;
	enum monread_container container;
	unsigned index; /* from 0 */
	unsigned count; /* total number of inputs */
};

/* Whether a shown record begins a section of another input. */
enum out_turned { OUT_SAME, OUT_FIRST, OUT_NEXT };

/* A record to show. Its pointers are valid as long as the record. */
struct out_record {
	const struct monread_ev *ev;
	const struct monread_layout *layout; /* with OUT_WANTS_LAYOUT; NULL: unknown */
	unsigned release;   /* of the system when the record was read; 0: unknown */
	const char *system; /* identifier of the system at the time of the record, or "" */
	int first;                           /* the first shown record of its record set */
	/* with settings->merged: it is from another input than the previous record */
	enum out_turned turned;
	struct series_before before;         /* with differences: the record to compare with */
	/* With OUT_WANTS_INTERVAL: TOD of the first record of its sample data set; ->in_interval is 0 for events. */
	uint64_t interval;
	int in_interval;
};

/* How counters are shown. */
enum out_counters {
	OUT_LEVELS, /* unchanged */
	OUT_DELTA,  /* difference to the previous record */
	OUT_RATE    /* difference per second */
};

/* How records are shown: the same for all threads, and constant from out_begin() to out_end(). */
struct out_settings {
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	const char *const *fields; /* names and patterns, ended by NULL; NULL: all fields */
	enum out_time time;
	int all;      /* also reserved fields, and bits that are off */
	int filtered; /* only some records are selected */
	int strict;   /* stop at the first damage */
	int merged;   /* data sets of several inputs alternate: see out_turn() */
	int color;
	int explain;    /* show descriptions after values */
	int wide;       /* show arrays as tables */
	unsigned width; /* of the terminal in characters; 0: not a terminal */
	enum out_counters counters;
	const struct table_schema *schema; /* with OUT_TAKES_TABLE and OUT_TAKES_SPLIT */
	const struct table *table;         /* the table to show; NULL: all */
	const char *split;                 /* directory for one file per table; NULL: a single output */
	int force;                         /* replace existing files */
	/* Receives problems of the record EV, in the thread that reads; may be NULL. */
	void (*problem)(void *arg, const struct monread_ev *ev, const char *text);
	void *problem_arg;
};

/* Return 1 if a record with the layout L belongs to no table or, if the format has no tables, is shown without
 * fields. */
static inline unsigned out_is_homeless(const struct out_settings *s, const struct monread_layout *l)
{
	return !l || (!s->schema && l->nstructures == 0);
}

/* The data of one thread that formats records: the thread that reads, or a thread of the pool. */
struct out_worker {
	struct out_buffer b; /* receives the text */
	const struct out_settings *settings;
	const struct out_format *format;
	const struct out_file *file;
	const void *shared; /* the format's data for all workers */
	void *state;        /* the format's data for this worker, zeroed before begin_worker() */
	struct out_clock clock;
	struct monread_decoder *decoder;
	const struct out_record *record; /* the current record */
	size_t heading; /* length of the last heading of a record set */
	struct delta *delta; /* NULL: counters are shown unchanged */
	uint32_t millionths; /* fraction of a rate */
	const struct monread_emit *plain; /* receives the values after out_decode() replaced counters */
	const struct table *part;        /* with ->split: table of the current part */
	size_t part_at;                  /* start of the part in the buffer */
	int in_part;
	const struct table **tables;     /* tables of records, by layout->id */
	size_t ntables;
	void (*problem)(void *arg, const struct monread_ev *ev, const char *text);
	void *problem_arg;
	char error[OUT_ERROR_SIZE]; /* why the format failed; "": it did not */
	int no_memory;              /* it failed for lack of memory */
};

/* An output, and the results of a part of an input: see out.h. */
struct out;
struct out_found;

/* Any function may be NULL. Functions that return int return 0, or the result of out_fail(), after which nothing
 * more is shown. */
struct out_format {
	const char *name;
	const char *suffix; /* suffix of files of --split; NULL: the name */
	unsigned wants; /* OUT_WANTS_... */
	unsigned takes; /* OUT_TAKES_... */

	/* The sequential stage: called by the thread that reads, in the order of the input; writes to o->main.b.
	 * o->shared is zeroed before begin(). A format with record() must not change it afterwards. */
	size_t shared_size;
	int (*begin)(struct out *o);
	int (*begin_file)(struct out *o);
	/* SHOWN: EV is a selected record. L is its layout with OUT_WANTS_LAYOUT, else NULL. */
	int (*event)(struct out *o, const struct monread_ev *ev, const struct monread_layout *l, int shown);
	int (*damage)(struct out *o, const struct monread_ev *ev); /* BAD or GAP */
	int (*end_file)(struct out *o);
	/* Write the beginning of a separate file for one table. */
	void (*head)(struct out_worker *w, struct out_buffer *b, const struct table *t);
	int (*end)(struct out *o);

	/* The parallel stage: called for each shown record, instead of event(), by any thread in any order; the
	 * caller writes the texts in the order of the records. */
	size_t worker_size;
	int (*begin_worker)(struct out_worker *w);
	int (*record)(struct out_worker *w, const struct out_record *r);
	void (*end_worker)(struct out_worker *w);

	/* A format that counts has event(), and these functions for parts that threads read. Count a shown record.
	 * Return 0, or -1 if the events of the part have to be processed sequentially. */
	int (*count)(struct out_worker *w, const struct monread_ev *ev);
	/* At the end of the part, write the counts to W's text and reset them; also called for a format that collects rows. */
	void (*counted)(struct out_worker *w);
	/* In the thread that reads, in the order of the parts: add the counts, and process a noted record. */
	void (*add)(struct out *o, const struct out_found *f, const char *counts);
	int (*noted)(struct out *o, const struct monread_ev *ev, int shown);

	/* Only for a format that collects rows to write blocks of them: write the rows that W has, because none follow
	 * for now. */
	void (*flush)(struct out_worker *w);
};

/* Store the text of an error, unless there is one already. Return -1. */
int out_fail(struct out_worker *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* out_fail() for lack of memory. */
int out_no_memory(struct out_worker *w);

/* Decode R with its layout for EMIT, whose functions get W and return 0. Return 0, or -1 like out_fail(). */
int out_decode(struct out_worker *w, const struct out_record *r, const struct monread_emit *emit);

/* Compute the differences of R and show it with the format's record(). Return 0, or -1 like out_fail(). */
int out_record(struct out_worker *w, const struct out_record *r);

/* Report a problem of the current record; every format that decodes calls this. Return 0. */
int out_tell_problem(struct out_worker *w, const char *text);

/* *W is zeroed, except its buffer and problem function, which belong to the caller. SHARED: the format's data for
 * all workers. Call it before the format's begin_worker(), and out_worker_done() after its end_worker(). Return 0,
 * or -1 if out of memory; then do not call out_worker_done(). */
int out_worker_init(struct out_worker *w, const struct out_format *format, const struct out_settings *settings,
                    const void *shared);
void out_worker_done(struct out_worker *w);

/* The format of a difference: MONREAD_UNSIGNED, MONREAD_INTERVAL or one of these. */
#define OUT_NO_DIFFERENCE ((enum monread_format)0x100) /* the difference is unknown */
#define OUT_PER_SECOND    ((enum monread_format)0x101) /* ->number and w->millionths */

/* Fill *COUNTED with a copy of EMIT that passes differences instead of counters, for the record that W decodes, and
 * return it. */
const struct monread_emit *out_counted(struct out_worker *w, const struct monread_emit *emit,
                                       struct monread_emit *counted);

/* Return the TOD units from the previous record to the current one; 0: no differences. */
uint64_t out_elapsed(const struct out_worker *w);

#endif
