/* session.h: the way from FILEs to events: opens inputs, one by one or in the order of time, and
 * reports their damage, gaps and losses. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include <sys/stat.h>

#include "cli/verdict.h"
#include "input/input.h"
#include "table/intervals.h"

/* An input. It is the first member of a program's structure for an input, so that a pointer can be
 * cast. The caller sets ->order.name; if there are several captures, also ->order.tod and
 * ->order.system_id. */
struct session_source {
	struct ordered_source order;
	struct verdict *verdict; /* counts and prints problems; NULL: they are reported already */
	/* the caller lets it learn records; session_judge() needs it */
	struct monread_system *system;
	/* Set by the session: */
	struct input in;
	struct intervals intervals;
	uint64_t doubted; /* number of the last record set that was reported because of its time */
	uint64_t at;      /* number of bytes that were read before another input had its turn */
	int is_severed;   /* 1 if the device returns no more data */
};

/* Functions of the caller; all may be NULL. */
struct session_calls {
	/* S was opened. Return 0, or -1 after a message; then S is closed and not read. */
	int (*begin)(void *arg, struct session_source *s);
	/* S, for which ->begin returned 0, will be closed: it ended, or the session ends. */
	void (*end)(void *arg, struct session_source *s);
	/* The next messages and events are about S. */
	void (*turn)(void *arg, struct session_source *s);
	/* With --follow, S goes on in another file (NEXT is INPUT_OTHER), or became shorter. */
	void (*next_file)(void *arg, struct session_source *s, enum input_more next);
	/* Called after each data set, and before more bytes of S are read. Return not 0 to end. */
	int (*between)(void *arg, struct session_source *s);
	/* TEXT, a problem of EV, was reported. */
	void (*problem)(void *arg, struct session_source *s, const struct monread_ev *ev,
	                const char *text);
};

/* Inputs that are read together. Initialize with {0} and the first members, then call
 * session_add() for each input, session_begin(), session_next() and session_end(). */
struct session {
	struct session_calls calls;
	void *arg;                  /* first argument of ->calls */
	struct input_options input; /* for opening the inputs */
	struct progress *progress;  /* NULL: show none */
	uint64_t delay;             /* of struct ordered */
	struct monread_pass *pass;  /* records of a single input that are skipped; NULL: none */
	/* Set by the session: */
	struct session_source *now; /* the input of the last event */
	int again;    /* 1: another capture of the system had the last event before */
	int is_first; /* with several captures, 1: the last event is the first record of its set */
	const struct input_gap *loss; /* if the last event is a GAP: a loss of a device, or NULL */
	struct ordered order;
	struct input_gap gap;
	struct monread_ev event; /* a gap that the session itself has found */
	char text[INTERVALS_TEXT];
	int is_single;          /* 1: there is one input, which needs no order */
	/* of this input, if it is open and no records are skipped; or NULL */
	struct monread *reader;
};

/* Add the input SOURCE, which must not move before session_end(). */
void session_add(struct session *s, struct session_source *source);

/* Open a single input. Several captures are opened when the time comes to their data. */
void session_begin(struct session *s);

/* Close the inputs. Return 0, or -1 if memory ran out while reading. ->order.left_out remains
 * valid. */
int session_end(struct session *s);

/* The part of session_next() for events other than records. EV: the next event of ->reader, or
 * NULL. */
const struct monread_ev *session_more(struct session *s, const struct monread_ev *ev);

/* Return the next event, of the input ->now; NULL at the end. Damage and gaps were reported. */
static inline const struct monread_ev *session_next(struct session *s)
{
	const struct monread_ev *ev = s->reader ? monread_next(s->reader) : NULL;

	return ev && ev->kind < MONREAD_SET_END ? ev : session_more(s, ev);
}

/* If it is time, show how much was read. session_next() calls this, too. */
void session_progress(struct session *s);

/* ---- Problems that events show ---- */

/* Report TEXT, why the time of EV, a record of SOURCE, is wrong. */
void session_doubt(struct session *s, struct session_source *source, const struct monread_ev *ev,
                   const char *text);

/* Check EV, a record of ->now for which intervals_concerns() is 1, and report a wrong time or a gap
 * that ends with EV. Return this gap, or NULL. IPL, of INTERVALS_TEXT bytes, becomes a text about
 * an IPL, or "". */
const struct monread_ev *session_judge(struct session *s, const struct monread_ev *ev, char *ipl);

/* Call this in ->calls.end(). Report a gap that lasts to the end of ->now, whose last data set is
 * DATASET. Return this gap, or NULL. */
const struct monread_ev *session_judge_end(struct session *s, uint64_t dataset);

/* Report GAP, a loss of the device ->now. */
void session_loss(struct session *s, const struct input_gap *gap);

/* ---- The same file named twice ---- */

/* The files that were named. Initialize with {0}. */
struct session_files {
	struct hash_table by_hash;
	struct session_file {
		dev_t dev;
		ino_t ino;
	} *list;
	size_t n, room;
};

/* Return 1 if F has a file with the device and inode of ST. If not, add it and return 0; -1 if out
 * of memory. */
int session_names_again(struct session_files *f, const struct stat *st);
void session_files_done(struct session_files *f);

#endif
