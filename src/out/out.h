/* out.h: an output: a format, a file or pipe, and threads. Programs call it for each event of a
 * capture. */
#ifndef OUT_OUT_H
#define OUT_OUT_H

#include "out/format.h"
#include "table/row.h"

struct pool;
struct select;

/* A record that a thread of the pool passes to the reading thread, because the reading thread must
 * update its own state with it. */
struct out_noted {
	struct monread_ev ev;
	struct monread_mce mce;
	int shown;
};

/* What conditions on record contents need. Each thread has one, at the start of the caller's own
 * data. */
struct out_asking {
	struct monread_system *system;
	const char *file;
	uint64_t interval; /* start of the interval of the record: see table_state_record() */
	int in_interval;
	int failed; /* 1: the condition could not be evaluated */
};

/* The results of reading one part of an input in a thread of the pool. */
struct out_found {
	uint64_t end; /* offset in the input where the part ends */
	uint64_t records, shown, framing;
	uint64_t first, last; /* TOD clocks of the first and last record: see verdict_times() */
	int has_system; /* 1: the part has a D1R4 record, which names the system */
	unsigned nnoted;
	size_t noted_room;
	/* copies of records made by parts_note_record(); the reading thread fills in ->ev.mce */
	struct out_noted *noted;
};

struct out {
	struct out_settings settings; /* filled in by the caller */
	const struct out_format *format;
	struct out_worker main; /* worker of the reading thread; ->b is the buffer of the output */
	void *shared;           /* data of the format that all threads share */
	/* threads that format parts of inputs; NULL: the reading thread formats everything */
	struct pool *pool;
	unsigned threads;       /* number of threads of the pool */
	const struct out_file *file;
	/* with --merge: input of the last shown record; NULL: none yet */
	const struct out_file *file_shown;
	/* state of the system that wrote the input; the caller frees it */
	struct monread_system *system;
	/* the record from which the counters of the current record are subtracted; NULL: none */
	const struct series_before *before;
	/* number of the record set that has the last shown record; 0: no record was shown */
	uint64_t set_shown;
	struct split *split;      /* valid with settings.split */
	struct table_state state; /* valid with OUT_WANTS_INTERVAL */
	/* 1: nothing is shown; the caller changes this between data sets */
	unsigned paused;
	int begun;                /* 1: the format has written the beginning of the output */
	/* number of shown records without a table or known fields: out_is_homeless() */
	uint64_t homeless;
	/* The caller of out_take_part() fills in the selection of records, and the function that
	 * gets the results of each part in the order of the input: first once per noted record N,
	 * then once with N = NULL. */
	const struct select *select;
	void (*found)(void *arg, const struct out_found *f, const struct out_noted *n);
	void *found_arg;
	/* If a selection has conditions on record contents: create the select->inside_arg of one
	 * more thread from ARG. Return NULL if the condition allows only one thread. */
	struct out_asking *(*begin_asking)(void *arg);
	void (*end_asking)(struct out_asking *a);
};

/* Begin an output. The caller must have filled in o->settings and zeroed the rest of O. FD is the
 * descriptor of the output, or OUT_MEMORY. Return 0, or -1 with the text of the error in
 * o->main.error; after -1 do not call out_end(). */
int out_begin(struct out *o, const struct out_format *format, int fd);

/* End the output and write all buffers. Return 0, or -1: see out_broken(). */
int out_end(struct out *o);

/* Return 1 if the format failed (see o->main.error) or a write failed (o->main.b.error is the
 * errno). O then ignores all further records. */
static inline int out_broken(const struct out *o)
{
	return *o->main.error || o->main.b.error;
}

/* Functions below that return int return 0, or -1 if out_broken() is 1. */

/* Begin the input F. F must stay valid until out_end_file(). */
int out_begin_file(struct out *o, const struct out_file *f);
int out_end_file(struct out *o);
/* With settings.merged: the following events are from the input F, which must stay valid until
 * out_end(). Call this function only between data sets. Call out_begin_file() before the first
 * out_turn() and out_end_file() after the last one. */
void out_turn(struct out *o, const struct out_file *f);
/* Show the record EV. */
int out_show(struct out *o, const struct monread_ev *ev);
/* Pass an event EV that is not shown as a record. */
int out_pass(struct out *o, const struct monread_ev *ev);
/* Pass a BAD or GAP event to damage() of the format. If an interval is missing, EV is a GAP at the
 * end of this interval. */
int out_damage(struct out *o, const struct monread_ev *ev);
/* Write all buffers, so that the reader of the output gets all records shown so far. */
int out_flush_all(struct out *o);

/* Write N bytes of TEXT, which is from the buffer of a worker, to the output or to the files of
 * --split. */
void out_deliver(struct out *o, const char *text, size_t n);

/* Start threads for out_take_part(); N counts the calling thread, too. If the format has no
 * parallel stage, or if out of memory, start none. */
void out_begin_threads(struct out *o, unsigned n);
void out_end_threads(struct out *o);

/* Give the next part of the input M to the threads, which read, select and format the part. Return
 * 1 if M is now at the end of a part; 0 if no part can begin at the position of M; -1 if a part was
 * damaged. After -1, M is at the start of the damaged part, and no record of this part or of later
 * parts was shown. */
int out_take_part(struct out *o, struct monread *m);
/* Wait until all parts are shown. Call this function before other functions use M. Return 0, or -1
 * if a part was damaged; see out_take_part(). */
int out_finish_parts(struct out *o, struct monread *m);

#endif
