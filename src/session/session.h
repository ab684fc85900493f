/* session.h: the way from FILEs to events: opens the inputs of a program, one by one or in the order of time, and
 * reports their damage, gaps and losses. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include <sys/stat.h>

#include "cli/verdict.h"
#include "input/input.h"
#include "table/intervals.h"

/* An input. Programs put it first into their own structure for an input, so that a pointer can be cast. */
struct session_source {
	/* The caller sets ->order.name, and of several captures ->order.tod and ->order.system_id. */
	struct ordered_source order;
	struct verdict *verdict; /* counts problems and prints them; NULL: they were reported before */
	struct monread_system *system; /* for session_judge(); the caller passes the records of the input to it */
	/* Set by the session: */
	struct input in;
	struct intervals intervals;
	uint64_t doubted; /* number of the last record set that was reported because of its time; 0: none */
	int is_severed;   /* 1 if the device returns no more data */
	uint64_t at;      /* number of bytes that were read before another input had its turn */
};

/* Functions of the caller; all may be NULL. */
struct session_calls {
	/* The input S was opened. Return 0, or -1 after a message; then it is closed and not read. */
	int (*begin)(void *arg, struct session_source *s);
	/* S is closed next: it is at its end, or session_end() was called. Called only if ->begin returned 0. */
	void (*end)(void *arg, struct session_source *s);
	/* The next messages and events are about S. */
	void (*turn)(void *arg, struct session_source *s);
	/* With --follow, S goes on in another file. NEXT: INPUT_OTHER; INPUT_SAME if the file became shorter. */
	void (*next_file)(void *arg, struct session_source *s, enum input_more next);
	/* Called between two data sets, and before more bytes of S are read. Return not 0 to end reading. */
	int (*between)(void *arg, struct session_source *s);
	/* TEXT, a problem of EV, was reported. */
	void (*problem)(void *arg, struct session_source *s, const struct monread_ev *ev, const char *text);
};

/* Inputs that are read together. Initialize with {0} and the first members, then call session_add() for each input. */
struct session {
	struct session_calls calls;
	void *arg;                  /* of these calls */
	struct input_options input; /* for opening the inputs */
	struct progress *progress;  /* NULL: the caller shows it */
	uint64_t delay;             /* of struct ordered */
	struct monread_pass *pass;  /* records of a single input that are not returned; NULL: none */
	/* Set by the session: */
	struct session_source *now; /* the input of the last event */
	int again;                  /* 1: another capture of the system had the last event before */
	int is_first;               /* 1: the last event is the first record of a data set. Only with several captures */
	const struct input_gap *loss; /* the loss of a device that the last event, a GAP, reports; NULL: it reports none */
	struct ordered order;
	struct input_gap gap;
	struct monread_ev event;    /* a gap that session_next() or session_judge() made */
	char text[INTERVALS_TEXT];
	int is_single;              /* 1: there is one input, which needs no order */
	struct monread *reader;     /* of that input if it is open, and all its records are returned; else NULL */
};

/* Add the input SOURCE, which must not move before session_end(). */
void session_add(struct session *s, struct session_source *source);

/* Begin to read. A single input is opened now; several captures are opened when the time comes to their data. */
void session_begin(struct session *s);

/* The rest of session_next(). EV: the next event; NULL: ->reader has none. */
const struct monread_ev *session_more(struct session *s, const struct monread_ev *ev);

/* Return the next event, which is of the input ->now; NULL at the end. Damage and gaps were reported. */
static inline const struct monread_ev *session_next(struct session *s)
{
	const struct monread_ev *ev = s->reader ? monread_next(s->reader) : NULL;

	return ev && ev->kind < MONREAD_SET_END ? ev : session_more(s, ev);
}

/* If it is time, show how much was read. session_next() calls this, too. */
void session_progress(struct session *s);

/* Close the inputs. ->order.left_out keeps its value. Return 0, or -1 if memory ran out while reading. */
int session_end(struct session *s);

/* Report that the time of EV, a record of SOURCE, is wrong because of TEXT. */
void session_doubt(struct session *s, struct session_source *source, const struct monread_ev *ev, const char *text);

/* Check the time of EV, a record of ->now for which intervals_concerns() is 1, and report what is wrong. Return the gap
 * that ends with EV; NULL: none does. IPL, of INTERVALS_TEXT bytes, becomes a text about an IPL, or "". */
const struct monread_ev *session_judge(struct session *s, const struct monread_ev *ev, char *ipl);

/* Call this in ->calls.end(): report a gap that lasts to the end of ->now, in its data set DATASET. Return it, or NULL. */
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

/* Return 1 if F has the file ST. Else add it and return 0; -1 if out of memory. */
int session_names_again(struct session_files *f, const struct stat *st);
void session_files_done(struct session_files *f);

#endif
