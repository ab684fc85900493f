/* out.h: the output: a format, the file or pipe to which it writes, and threads. Programs pass each
 * event of a capture to the output. */
#ifndef OUT_OUT_H
#define OUT_OUT_H

#include "out/format.h"
#include "table/row.h"

struct pool;
struct select;

/* A record whose time must be checked: see found() in struct out. */
struct out_noted {
	struct monread_ev ev;
	struct monread_mce mce;
};

/* Data for conditions on the contents of records. For each thread, the caller defines a larger
 * struct with this struct as its first member. */
struct out_asking {
	struct monread_system *system;
	const char *file;
	uint64_t interval; /* see struct out_record */
	int in_interval;
	int failed; /* 1: a condition could not be evaluated */
};

/* The results of reading one part of an input in a thread of the pool. */
struct out_found {
	uint64_t end; /* offset in the input where the part ends */
	uint64_t records, shown, framing;
	/* TOD clocks of the first and last record of the part: see verdict_times() */
	uint64_t first, last;
	int has_system; /* 1: the part has a D1R4 record, which names the system */
	uint32_t nnoted;
	size_t noted_room;
	/* records that pool_note_record() has copied; tell_found() sets ->ev.mce of each */
	struct out_noted *noted;
};

struct out {
	struct out_settings settings; /* filled in by the caller */
	const struct out_format *format;
	struct out_worker main; /* worker of the reading thread; writes to the output */
	struct pool *pool; /* NULL: the reading thread formats everything */
	unsigned threads;       /* number of threads of the pool, including the reading thread */
	const struct out_file *file;
	const struct out_file *file_shown; /* with --merge: input of the last shown record */
	/* state of the system that wrote the current input; the caller frees it */
	struct monread_system *system;
	/* copied to out_record.before of each record; may be NULL */
	const struct series_before *before;
	uint64_t set_shown; /* number of the record set that was shown last; 0: none */
	struct split *split;      /* valid with settings.split */
	struct table_state state;
	unsigned paused; /* 1: show no records; the caller may change this between data sets */
	int begun;       /* 1: the head of the table was written */
	uint64_t homeless; /* number of selected records for which out_is_homeless() returned 1 */
	const struct select *select; /* for out_take_part(): the selection of records */
	/* For out_take_part(), which calls found() for the parts in the order of the input: for
	 * each record N of a part whose time must be checked, and then once with NULL for N. F has
	 * the results of the part. */
	void (*found)(void *arg, const struct out_found *f, const struct out_noted *n);
	void *found_arg;
	/* Only for a selection with conditions on the contents of records. begin_asking() makes the
	 * data that one more thread passes to the conditions, or returns NULL if only one thread
	 * can evaluate the conditions. ARG is the data of the reading thread
	 * (select->inside_arg). */
	struct out_asking *(*begin_asking)(void *arg);
	void (*end_asking)(struct out_asking *a);
};

/* Begin an output. The caller must have filled in o->settings and zeroed the rest of O. FD is the
 * descriptor of the output, or OUT_MEMORY. Return 0, or -1 with the text of the error in
 * o->main.error; after -1 do not call out_end(). */
int out_begin(struct out *o, const struct out_format *format, int fd);

/* Write all buffers and end the output. Return 0, or -1: see out_broken(). */
int out_end(struct out *o);

/* Return 1 if the format failed (the reason is in o->main.error) or a write failed (o->main.b.error
 * is the errno). O then ignores all records. */
static inline int out_broken(const struct out *o)
{
	return *o->main.error || o->main.b.error;
}

/* Functions below that return int return 0, or -1 if out_broken() is 1. */

/* Begin the input F. F must stay valid until out_end_file(). */
int out_begin_file(struct out *o, const struct out_file *f);
int out_end_file(struct out *o);
/* With settings.merged: the next events are from the input F, which must stay valid until
 * out_end(). Call this function between two data sets, after out_begin_file() and before
 * out_end_file(). */
void out_turn(struct out *o, const struct out_file *f);
/* With OUT_TIME_SYSTEM: the next events are from a system in the time zone ZONE. */
void out_set_zone(struct out *o, struct system_zone zone);
int out_show(struct out *o, const struct monread_ev *ev);
/* Process the event EV, which is not shown as a record. */
int out_pass(struct out *o, const struct monread_ev *ev);
/* Pass EV, which is MONREAD_BAD or MONREAD_GAP, to event() of the format. A missing interval is
 * reported by a MONREAD_GAP at the end of this interval. */
int out_damage(struct out *o, const struct monread_ev *ev);
/* Write all buffers, so that readers of the output get all shown records. */
int out_flush_all(struct out *o);

/* Write N bytes of TEXT, which a thread has formatted, to the output or to the files of --split. */
void out_deliver(struct out *o, const char *text, size_t n);

/* Write the rows that the reading thread has collected and, with --split, the text in its buffer.
 * Call this before the text of a part is written. */
void out_write_rows(struct out *o);

/* ---- pool.c ---- */

/* Start threads for out_take_part(): N threads, including the calling thread. Start no threads if
 * the format cannot be used in several threads, or if out of memory. */
void out_begin_threads(struct out *o, unsigned n);
void out_end_threads(struct out *o);

/* Let the threads read, select and format the next part of the input M. Return 1 if M is now at the
 * end of this part; 0 if no part can begin here; -1 if a part was damaged: M is then at the start
 * of the damaged part, and no record of this part or of later parts was shown. */
int out_take_part(struct out *o, struct monread *m);
/* Wait until all parts are shown, before other functions use M. Return 0, or -1 if a part was
 * damaged: see out_take_part(). */
int out_finish_parts(struct out *o, struct monread *m);

#endif
