/* out.h: an output: which format, where to, and by how many threads. */
#ifndef OUT_OUT_H
#define OUT_OUT_H

#include "out/format.h"
#include "table/row.h"

struct pool;
struct select;

/* Records of the monitor domain in a part of an input that the thread that reads has to know of. */
#define OUT_NOTED 64u
struct out_noted {
	struct monread_ev ev;
	struct monread_mce mce;
	int shown;
};

/* Who asks whether a record meets conditions on what is in it; one for each thread.  The beginning of the caller's. */
struct out_asking {
	struct monread_system *system;
	const char *file;
	uint64_t interval; /* of the record: see table_state_record() */
	int in_interval;
	int failed; /* that cannot be told */
};

/* What there was in such a part. */
struct out_found {
	uint64_t end; /* offset of what is behind it */
	uint64_t records, shown, framing;
	uint64_t first, last; /* of verdict_times() */
	int has_system; /* a D1R4 record */
	unsigned nnoted;
	struct out_noted noted[OUT_NOTED]; /* D1R4, D1R9, D1R11, marks */
};

struct out {
	struct out_settings settings; /* the caller's */
	const struct out_format *format;
	struct out_worker main; /* of the thread that reads; ->b is the output */
	void *shared;           /* the format's part for all threads */
	struct pool *pool;      /* of threads for parts; NULL: the thread that reads does everything */
	unsigned threads;       /* of the pool */
	const struct out_file *file;
	const struct out_file *file_shown; /* with settings.merged: of the last record; NULL: none yet */
	struct monread_system *system; /* that the input is from; the caller's */
	const struct series_before *before; /* what the record is compared with; the caller's; NULL: with nothing */
	uint64_t set_shown; /* the set of the record that was shown last; 0: none yet */
	struct split *split;      /* with settings.split */
	struct out_buffer rows;   /* of one record, of a format that gathers rows, without settings.split */
	struct table_state state; /* of the input, with OUT_WANTS_INTERVAL */
	int begun;                /* the format wrote what the output begins with */
	uint64_t homeless;        /* records of which out_is_homeless() is true */
	/* With out_take_part(), and the caller's: which records of a part are shown; what is done with what was in it, in
	 * the order of the parts: N is one of what was noted, or NULL for the rest. */
	const struct select *select;
	void (*found)(void *arg, const struct out_found *f, const struct out_noted *n);
	void *found_arg;
	/* If select has conditions on the contents of records: what they get instead of select->inside_arg, which ARG is.
	 * It returns NULL if no parts can be read. */
	struct out_asking *(*begin_asking)(void *arg);
	void (*end_asking)(struct out_asking *a);
};

/* Begin; o->settings is set, everything else is 0.  FD: of the output, or OUT_MEMORY.  0, or -1: see o->main.error;
 * then there is nothing to end. */
int out_begin(struct out *o, const struct out_format *format, int fd);

/* The end of everything: write what there is.  0, or -1: see out_broken(). */
int out_end(struct out *o);

/* Whether something failed: the format, o->main.error says how, or writing, o->main.b.error is the errno.  Then
 * nothing more is shown. */
static inline int out_broken(const struct out *o)
{
	return *o->main.error || o->main.b.error;
}

/* These return 0, or -1 where the output is broken. */

/* F lives until out_end_file(). */
int out_begin_file(struct out *o, const struct out_file *f);
int out_end_file(struct out *o);
/* With settings.merged: what follows, up to the next turn, is of F, which lives until out_end().  Between data sets;
 * out_begin_file() and out_end_file() are called once, before and behind all turns. */
void out_turn(struct out *o, const struct out_file *f);
/* A record that is shown. */
int out_show(struct out *o, const struct monread_ev *ev);
/* Every other event. */
int out_pass(struct out *o, const struct monread_ev *ev);
/* State BAD or GAP, or an interval that is missing, which is a GAP at its end. */
int out_damage(struct out *o, const struct monread_ev *ev);
/* Write all that was shown so far. */
int out_flush_all(struct out *o);

/* What a worker of this output wrote, which is complete: to where it belongs. */
void out_deliver(struct out *o, const char *text, size_t n);

/* Begin N threads, of which the caller's is one, for parts of inputs, until out_end_threads().  No effect if the format
 * has no parallel stage, or without memory. */
void out_begin_threads(struct out *o, unsigned n);
void out_end_threads(struct out *o);

/* Parts of an input for those threads, which read, select and format them.  1: M goes on after one; 0: no part can be
 * taken here; -1: a part was not whole: M stands before it, and nothing of it or of later parts was shown. */
int out_take_part(struct out *o, struct monread *m);
/* Wait until all parts are shown, before M is used otherwise or fed.  0, or -1 as above. */
int out_finish_parts(struct out *o, struct monread *m);

#endif
