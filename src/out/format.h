/* format.h: what a format of output is: a struct of functions; and what they work with. */
#ifndef OUT_FORMAT_H
#define OUT_FORMAT_H

#include "monread.h"
#include "cli/buffer.h"
#include "cli/escape.h"
#include "out/clock.h"
#include "table/delta.h"
#include "table/schema.h"

/* What a format needs from its caller. */
#define OUT_WANTS_FILLER 1u /* MONREAD_FILLER events */
#define OUT_WANTS_LAYOUT 2u /* the layout of the records that are shown */
#define OUT_WANTS_OTHERS 4u /* events other than records that are shown, too */
#define OUT_WANTS_INTERVAL 8u /* ->interval of the records that are shown */

/* The options that have an effect on a format and not on each: where it has no such flag, they are refused. */
#define OUT_TAKES_FIELDS   1u /* --fields */
#define OUT_TAKES_CODEPAGE 2u /* --codepage */
#define OUT_TAKES_EXPLAIN  4u /* --explain */
#define OUT_TAKES_WIDE     8u /* --wide */
#define OUT_TAKES_DELTA    16u /* --delta */
#define OUT_TAKES_PROVEN   32u /* --proven */
#define OUT_TAKES_TABLE    64u /* --table; times are UTC */
#define OUT_TAKES_SPLIT    128u /* --split: ->record() says by out_part() which table its text is of */

#define OUT_ERROR_SIZE 256u

/* The input that is being shown. */
struct out_file {
	const char *name;
	enum monread_container container;
	unsigned index; /* from 0 */
	unsigned count; /* how many there will be */
};

/* Which of the records that are shown begins a turn of an input. */
enum out_turned { OUT_SAME, OUT_FIRST, OUT_NEXT };

/* A record on its way out.  What it points to lives as long as it does. */
struct out_record {
	const struct monread_ev *ev;
	const struct monread_layout *layout; /* with OUT_WANTS_LAYOUT; NULL: none is known */
	unsigned release;   /* of the system, as it was known when the record was read; 0: it was not */
	const char *system; /* its identifier, likewise; "" */
	int first;                           /* the first record of its set that is shown */
	enum out_turned turned;              /* with settings->merged: it is of another input than the one before */
	struct series_before before;         /* with differences: what it is compared with */
	/* With OUT_WANTS_INTERVAL: TOD of the first record of its sample data set; not ->in_interval: it is an event. */
	uint64_t interval;
	int in_interval;
};

/* How counters are shown. */
enum out_counters {
	OUT_LEVELS, /* as they are */
	OUT_DELTA,  /* what was counted since the record before */
	OUT_RATE    /* that in a second */
};

/* How records are shown: the same for all threads, and unchanged from out_begin() to out_end(). */
struct out_settings {
	const struct monread_layouts *layouts;
	const struct monread_codepage *codepage;
	const char *const *fields; /* names and globs, ended by NULL; or NULL: all */
	enum out_time time;
	int all;      /* reserved fields, bits that are off */
	int filtered; /* not all records are selected */
	int strict;   /* the first damage ends what is shown */
	int merged;   /* data sets of several inputs alternate: see out_turn() */
	int color;
	int proven;     /* no fields that are not known for certain */
	int explain;    /* descriptions behind values */
	int wide;       /* arrays as tables */
	unsigned width; /* of the terminal, in characters; 0: it is none */
	enum out_counters counters;
	const struct table_schema *schema; /* with OUT_TAKES_TABLE and OUT_TAKES_SPLIT */
	const struct table *table;         /* that is shown; NULL: all of them */
	const char *split;                 /* directory for a file a table; NULL: there is one output */
	int force;                         /* files there are replaced */
	/* A problem inside of the record EV; NULL: it is not told.  Called by the thread that reads. */
	void (*problem)(void *arg, const struct monread_ev *ev, const char *text);
	void *problem_arg;
};

/* Whether a record with the layout L is in no table or, if the format has no tables, shown without fields. */
static inline unsigned out_is_homeless(const struct out_settings *s, const struct monread_layout *l)
{
	return !l || (!s->schema && l->nstructures == 0);
}

/* The means of one thread to make text of records: of the thread that reads, and of each thread of the pool. */
struct out_worker {
	struct out_buffer b; /* takes the text */
	const struct out_settings *settings;
	const struct out_format *format;
	const struct out_file *file;
	const void *shared; /* the format's part for all workers */
	void *state;        /* the format's part for this one, zeroed before begin_worker() */
	struct out_clock clock;
	struct monread_decoder *decoder;
	const struct out_record *record; /* that is decoded */
	size_t heading; /* length of the last heading of a record set */
	struct delta *delta; /* NULL: counters are shown as they are */
	uint32_t millionths; /* of a rate */
	const struct monread_emit *plain; /* takes what out_decode() makes of counters */
	const struct table *part;        /* that is written, with ->split or gather(), */
	size_t part_at;                  /* and where that began in the buffer */
	int in_part;
	const struct table **tables;     /* of records, by the id of their layout */
	size_t ntables;
	void (*problem)(void *arg, const struct monread_ev *ev, const char *text);
	void *problem_arg;
	char error[OUT_ERROR_SIZE]; /* why the format failed; "": it did not */
	int no_memory;              /* that is why */
};

/* An output, and what was found in a part of an input: see out.h. */
struct out;
struct out_found;

/* Any function may be NULL.  Those that return int return 0, or what out_fail() does; then nothing more is shown. */
struct out_format {
	const char *name;
	const char *suffix; /* of files of --split; NULL: the name */
	unsigned wants; /* OUT_WANTS_... */
	unsigned takes; /* OUT_TAKES_... */

	/* The sequential stage: called by the thread that reads, in the order of the input, and writes to o->main.b.
	 * Its part, o->shared, is zeroed before begin().  A format with record() does not change it from then on. */
	size_t shared_size;
	int (*begin)(struct out *o);
	int (*begin_file)(struct out *o);
	/* SHOWN: EV is a record that is among the selected ones, with its layout L where OUT_WANTS_LAYOUT; else L is NULL. */
	int (*event)(struct out *o, const struct monread_ev *ev, const struct monread_layout *l, int shown);
	int (*damage)(struct out *o, const struct monread_ev *ev); /* state BAD or GAP */
	int (*end_file)(struct out *o);
	/* What a table of its own begins with. */
	void (*head)(struct out_worker *w, struct out_buffer *b, const struct table *t);
	int (*end)(struct out *o);

	/* The parallel stage: called for each record that is shown, instead of event(), by any thread, in any order;
	 * the texts are put into the order of the records. */
	size_t worker_size;
	int (*begin_worker)(struct out_worker *w);
	int (*record)(struct out_worker *w, const struct out_record *r);
	void (*end_worker)(struct out_worker *w);

	/* A format of counts has event(), and these for parts of an input that threads read.  They count the records that
	 * are shown: 0, or -1: it cannot be done so, and the part's events come one by one. */
	int (*count)(struct out_worker *w, const struct monread_ev *ev);
	/* The end of the part: what was counted to W's text, and nothing was counted. */
	void (*counted)(struct out_worker *w);
	/* Of the thread that reads, in the order of the parts: add that; and look at a record that was noted. */
	void (*add)(struct out *o, const struct out_found *f, const char *counts);
	int (*noted)(struct out *o, const struct monread_ev *ev, int shown);

	/* A format whose output is made of blocks of rows has these; its record() says by out_part() which table a text
	 * is of.  W's text from AT on, all of one table, is complete; called by the thread that wrote it. */
	void (*part_end)(struct out_worker *w, size_t at);
	/* Of the thread that reads: the next such text of the table T, or NULL: none comes for now.  What is to be
	 * written goes to TO. */
	int (*gather)(struct out_worker *w, const struct table *t, const char *text, size_t n, struct out_buffer *to);
};

/* Leave the text of an error; the first one counts.  -1. */
int out_fail(struct out_worker *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The same for want of memory. */
int out_no_memory(struct out_worker *w);

/* Decode R with its layout for EMIT, whose functions get W and return 0.  0, or -1 as out_fail(). */
int out_decode(struct out_worker *w, const struct out_record *r, const struct monread_emit *emit);

/* Show R with the format's record(), after its differences were worked out.  0, or -1 as out_fail(). */
int out_record(struct out_worker *w, const struct out_record *r);

/* Pass a problem on, as every format does that decodes.  0. */
int out_tell_problem(struct out_worker *w, const char *text);

#endif
