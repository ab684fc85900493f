/* out.h: an output: a format, a file or pipe, and threads. Programs call it for each event of a
 * capture. */
#ifndef OUT_OUT_H
#define OUT_OUT_H

#include "out/format.h"
#include "table/row.h"

struct pool;
struct select;

/* A record that a thread of the pool passes to the reading thread, which needs it for its own
 * state. */
struct out_noted {
	struct monread_ev ev;
	struct monread_mce mce;
	int shown;
};

/* What conditions on record contents need; one per thread, at the start of the caller's own
 * data. */
struct out_asking {
	struct monread_system *system;
	const char *file;
	uint64_t interval; /* start of the record's interval: see table_state_record() */
	int in_interval;
	int failed; /* 1: the condition could not be evaluated */
};

/* The results of reading one part of an input in a thread of the pool. */
struct out_found {
	uint64_t end; /* offset in the input of the end of the part */
	uint64_t records, shown, framing;
	uint64_t first, last; /* times of the first and last record: see verdict_times() */
	int has_system; /* 1: the part has a D1R4 record, which names the system */
	unsigned nnoted;
	size_t noted_room;
	/* copies made by note_record(); the reading thread sets ->ev.mce */
	struct out_noted *noted;
};

struct out {
	struct out_settings settings; /* set by the caller */
	const struct out_format *format;
	struct out_worker main; /* worker of the reading thread; ->b is the buffer of the output */
	void *shared;           /* the format's data for all threads */
	/* threads that format parts of inputs; NULL: the reading thread formats everything */
	struct pool *pool;
	unsigned threads;       /* threads of the pool */
	const struct out_file *file;
	/* with --merge: input of the last shown record; NULL: none yet */
	const struct out_file *file_shown;
	/* state of the system that wrote the input; the caller frees it */
	struct monread_system *system;
	/* record from which counters are subtracted; NULL: none */
	const struct series_before *before;
	uint64_t set_shown; /* number of the record set of the last shown record; 0: none yet */
	struct split *split;      /* with settings.split */
	struct table_state state; /* with OUT_WANTS_INTERVAL */
	unsigned paused;          /* 1: nothing is shown; set by the caller between data sets */
	int begun;                /* 1: the format has written the beginning of the output */
	/* number of shown records without a table or known fields: out_is_homeless() */
	uint64_t homeless;
	/* Set by the caller of out_take_part(): the selection of records, and the function that
	 * gets the results of each part in input order: first once per noted record N, then once
	 * with N = NULL. */
	const struct select *select;
	void (*found)(void *arg, const struct out_found *f, const struct out_noted *n);
	void *found_arg;
	/* If a selection has conditions on record contents: create select->inside_arg for one
	 * thread, from ARG. Return NULL if the condition allows only one thread. */
	struct out_asking *(*begin_asking)(void *arg);
	void (*end_asking)(struct out_asking *a);
};

/* Begin an output. The caller set o->settings and zeroed the rest of O. FD: descriptor of the
 * output, or OUT_MEMORY. Return 0, or -1 with o->main.error; then do not call out_end(). */
int out_begin(struct out *o, const struct out_format *format, int fd);

/* End the output and write all buffers. Return 0, or -1: see out_broken(). */
int out_end(struct out *o);

/* Return 1 if the format failed (see o->main.error) or a write failed (o->main.b.error is the
 * errno). After that, O ignores all records. */
static inline int out_broken(const struct out *o)
{
	return *o->main.error || o->main.b.error;
}

/* The functions below that return int return 0, or -1 if out_broken(). */

/* Begin the input F, which must be valid until out_end_file(). */
int out_begin_file(struct out *o, const struct out_file *f);
int out_end_file(struct out *o);
/* With settings.merged: switch to input F, which must be valid until out_end(), for the following
 * events. Call this only between data sets. Call out_begin_file() before the first switch and
 * out_end_file() after the last one. */
void out_turn(struct out *o, const struct out_file *f);
/* Show a record. */
int out_show(struct out *o, const struct monread_ev *ev);
/* Pass any other event. */
int out_pass(struct out *o, const struct monread_ev *ev);
/* Pass a BAD or GAP event to the format's damage(). A missing interval is a GAP at its end. */
int out_damage(struct out *o, const struct monread_ev *ev);
/* Write all buffers, so that the reader of the output sees all shown records. */
int out_flush_all(struct out *o);

/* Write N bytes of TEXT, from the buffer of a worker, to the output or to the files of --split. */
void out_deliver(struct out *o, const char *text, size_t n);

/* Start threads, N with the caller's, for out_take_part(). If the format has no parallel stage, or
 * if out of memory, start none. */
void out_begin_threads(struct out *o, unsigned n);
void out_end_threads(struct out *o);

/* Give the next part of the input M to the threads, which read, select and format it. Return 1 if M
 * is now after a part; 0 if M has no place to begin a part; -1 if a part was damaged. After -1, M
 * is at the start of the damaged part, and no record of it or of later parts was shown. */
int out_take_part(struct out *o, struct monread *m);
/* Wait until all parts are shown; call it before using M in another way. Return 0, or -1 like
 * out_take_part(). */
int out_finish_parts(struct out *o, struct monread *m);

#endif
