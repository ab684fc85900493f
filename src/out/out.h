/* out.h: an output: its format, its destination and its threads. The programs call it for each event. */
#ifndef OUT_OUT_H
#define OUT_OUT_H

#include "out/format.h"
#include "table/row.h"

struct pool;
struct select;

/* A record that a part reports to the thread that reads. */
struct out_noted {
	struct monread_ev ev;
	struct monread_mce mce;
	int shown;
};

/* The first members of the caller's data for conditions on the contents of records; one per thread. */
struct out_asking {
	struct monread_system *system;
	const char *file;
	uint64_t interval; /* interval of the record: see table_state_record() */
	int in_interval;
	int failed; /* the condition could not be evaluated */
};

/* The results of a part. */
struct out_found {
	uint64_t end; /* offset of the end of the part */
	uint64_t records, shown, framing;
	uint64_t first, last; /* from verdict_times() */
	int has_system; /* it has a D1R4 record */
	unsigned nnoted;
	size_t noted_room;
	struct out_noted *noted; /* D1R4, D1R9, D1R11, marks; ->ev.mce is set when the thread that reads gets them */
};

struct out {
	struct out_settings settings; /* set by the caller */
	const struct out_format *format;
	struct out_worker main; /* worker of the thread that reads; ->b is the output */
	void *shared;           /* the format's data for all threads */
	struct pool *pool;      /* threads for parts; NULL: the thread that reads does everything */
	unsigned threads;       /* threads of the pool */
	const struct out_file *file;
	const struct out_file *file_shown; /* with settings.merged: input of the last record; NULL: none yet */
	struct monread_system *system; /* system of the input; belongs to the caller */
	const struct series_before *before; /* the record to compare with; belongs to the caller; NULL: none */
	uint64_t set_shown; /* record set of the last shown record; 0: none yet */
	struct split *split;      /* with settings.split */
	struct table_state state; /* with OUT_WANTS_INTERVAL */
	int begun;                /* the format has written the beginning of the output */
	uint64_t homeless;        /* number of records with out_is_homeless() */
	/* For out_take_part(), set by the caller: the selection of records, and a function that receives the
	 * results in the order of the parts: N is a noted record, or NULL for the rest. */
	const struct select *select;
	void (*found)(void *arg, const struct out_found *f, const struct out_noted *n);
	void *found_arg;
	/* For a selection with conditions on the contents of records: create the argument for select->inside
	 * (instead of select->inside_arg), from ARG. Return NULL if parts cannot be read. */
	struct out_asking *(*begin_asking)(void *arg);
	void (*end_asking)(struct out_asking *a);
};

/* Begin an output; o->settings is set, everything else is 0. FD: descriptor of the output, or OUT_MEMORY. Return 0,
 * or -1 with o->main.error; then do not call out_end(). */
int out_begin(struct out *o, const struct out_format *format, int fd);

/* End the output and write everything. Return 0, or -1: see out_broken(). */
int out_end(struct out *o);

/* Return 1 if the format failed (see o->main.error) or a write failed (o->main.b.error is the errno). Nothing more
 * is shown after that. */
static inline int out_broken(const struct out *o)
{
	return *o->main.error || o->main.b.error;
}

/* These functions return 0, or -1 if the output is broken. */

/* F must be valid until out_end_file(). */
int out_begin_file(struct out *o, const struct out_file *f);
int out_end_file(struct out *o);
/* With settings.merged: the following events, up to the next call, belong to F, which must be valid until
 * out_end(). Call it between data sets; call out_begin_file() and out_end_file() once, before and after all turns. */
void out_turn(struct out *o, const struct out_file *f);
/* Show a record. */
int out_show(struct out *o, const struct monread_ev *ev);
/* Pass any other event. */
int out_pass(struct out *o, const struct monread_ev *ev);
/* Pass a BAD or GAP event, or a missing interval, which is a GAP at its end. */
int out_damage(struct out *o, const struct monread_ev *ev);
/* Write everything shown so far. */
int out_flush_all(struct out *o);

/* Write complete text of a worker to the output, or to its files. */
void out_deliver(struct out *o, const char *text, size_t n);

/* Start N threads (including the caller's) for parts of inputs, until out_end_threads(). No effect if the format
 * has no parallel stage, or if out of memory. */
void out_begin_threads(struct out *o, unsigned n);
void out_end_threads(struct out *o);

/* Give the next part of the input to the threads, which read, select and format it. Return 1 if M continues after a
 * part; 0 if no part can begin here; -1 if a part was damaged: M is at its start, and nothing of it or of later
 * parts was shown. */
int out_take_part(struct out *o, struct monread *m);
/* Wait until all parts are shown, before M is fed or used otherwise. Return 0, or -1 as above. */
int out_finish_parts(struct out *o, struct monread *m);

#endif
