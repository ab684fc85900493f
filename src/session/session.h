/* session.h: the way from FILEs to events: opens inputs, one by one or in the order of time, and
 * reports their damage, gaps and losses. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include <sys/stat.h>

#include "cli/verdict.h"
#include "cli/moment.h"
#include "input/input.h"
#include "session/ordered.h"
#include "table/intervals.h"

/* An input. A program makes it the first member of its own structure for an input, so that it can
 * cast a pointer to this member. */
struct session_source {
	/* The caller sets these members before session_add(): */
	const char *name;
	const int *fd; /* descriptor of a regular file to read; NULL: open ->name */
	/* counts and prints the problems of the input; NULL: do not print them, because they were
	 * reported before */
	struct verdict *verdict;
	/* the caller passes each record to monread_system_learn() or _layout(); session_judge()
	 * needs what this system has learned */
	struct monread_system *system;
	/* Only if several captures are read: */
	/* TOD clock of the first sample or event of the capture; after this was returned, of its
	 * next data set; 0: unknown */
	uint64_t tod;
	/* identifier of the system of the capture; "": unknown */
	char system_id[MR_SYSTEM_ID_SIZE];
	/* 1: ->system learns from each D1R4 that is read ahead; if this names another system,
	 * ->is_last is set */
	int may_change;
	/* 1: the rest of this capture is read after all other captures */
	int is_last;
	/* Set by the session: */
	/* number of the capture, from 1, in the order of session_add(), after which the caller may
	 * change it */
	unsigned number;
	struct input in;
	int is_open;
	struct intervals intervals;
	uint64_t doubted; /* number of the last record set that was reported because of its time */
	/* number of bytes of this input that were read before session_next() went on to another
	 * input */
	uint64_t at;
	int is_severed;   /* 1 if the device returns no more data */
	/* 1 if the data set has only configuration, which does not show the time of the data set */
	int is_aside;
	/* number of records that another capture had before, without D1R13, the ends of frames */
	uint64_t left_out;
	struct ordered_source order;
};

/* Functions of the caller; each may be NULL. */
struct session_calls {
	/* Called after S was opened. Return 0, or -1 after a message; then the session closes S
	 * without reading it. */
	int (*begin)(void *arg, struct session_source *s);
	/* Called before S, for which ->begin returned 0, is closed, because S ended or the session
	 * ends. */
	void (*end)(void *arg, struct session_source *s);
	/* Called before messages and events of S, if those before were of another input. */
	void (*turn)(void *arg, struct session_source *s);
	/* Called if, with --follow, S goes on in another file (NEXT is INPUT_OTHER), or if the file
	 * of S became shorter. */
	void (*next_file)(void *arg, struct session_source *s, enum input_more next);
	/* Called after each data set, and before more bytes of S are read. Return a value other
	 * than 0 to end reading. */
	int (*between)(void *arg, struct session_source *s);
	/* Called after TEXT, a problem of EV, was reported. */
	void (*problem)(void *arg, struct session_source *s, const struct monread_ev *ev,
	                const char *text);
	/* Return the next event of S, or NULL at its end. If ->next is not NULL, the session opens
	 * no file. */
	const struct monread_ev *(*next)(void *arg, struct session_source *s);
};

/* Inputs that are read together. Initialize with {0} and the first members, then call
 * session_add() for each input, session_begin(), session_next() and session_end(). */
struct session {
	struct session_calls calls;
	void *arg;                  /* first argument of ->calls */
	struct input_options
		/* options for opening the inputs; if there are several, the session sets ->piece */
		input;
	struct progress *progress;  /* NULL: show none */
	/* A capture that begins at most ->delay (TOD units) before the end of an earlier capture is
	 * read after the earlier one, so that the program gets the last differences of the earlier
	 * capture. */
	uint64_t delay;
	struct monread_pass *pass;  /* records of a single input that are skipped; NULL: none */
	/* Set by the session: */
	struct session_source *now; /* the input of the last event */
	/* 1: another capture of the system already had the event that was returned last */
	int again;
	/* with several captures, 1: the last event is the first record of its data set */
	int is_first;
	uint64_t left_out; /* sum of ->left_out of all captures; session_end() keeps it */
	const struct input_gap *loss; /* if the last event is a GAP: a loss of a device, or NULL */
	struct ordered order;
	struct monread_ev event; /* a gap that the session itself has found */
	char text[INTERVALS_TEXT];
	int is_single;          /* 1: there is one input, which needs no order */
	/* reader of the single input, if this input is open and no records are skipped; else
	 * NULL */
	struct monread *reader;
};

/* Add the input SOURCE, which must not move before session_end(). */
void session_add(struct session *s, struct session_source *source);

/* If there is one input, open it. If there are several captures, session_next() opens each of them
 * when its data is the next in time. */
void session_begin(struct session *s);

/* Close the inputs. Return 0, or -1 if memory ran out while reading. */
int session_end(struct session *s);

/* Print the number of left out duplicates, if it is not 0. */
void session_say_left_out(const struct session *s);

/* The part of session_next() for events other than records. EV: the next event of ->reader, or
 * NULL. */
const struct monread_ev *session_more(struct session *s, const struct monread_ev *ev);

/* Return the next event, and set ->now to its input; return NULL at the end of all inputs. If the
 * event is damage or a gap, it was reported to the user. */
static inline const struct monread_ev *session_next(struct session *s)
{
	const struct monread_ev *ev = s->reader ? monread_next(s->reader) : NULL;

	return ev && ev->kind < MONREAD_SET_END ? ev : session_more(s, ev);
}

/* Show how much was read, if a line of progress is due. session_next() calls this, too. */
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

/* Report ->in.gap, a loss of the device ->now. */
void session_loss(struct session *s);

/* ---- For ordered.c ---- */

/* Let the next messages and events be about SOURCE. */
void session_turn(struct session *s, struct session_source *source);

/* Open SOURCE. On failure, ->is_open of SOURCE is 0. */
void session_open(struct session *s, struct session_source *source);

void session_close(struct session *s, struct session_source *source);

/* ---- Directories ---- */

/* The results of examining the beginning of a file. */
struct folder_look {
	/* 0 if the file is not regular; then it was not read, because a pipe can be read only
	 * once */
	int is_file;
	int is_capture; /* 1 if monitor data begins in the first bytes of the file */
	/* 1 if the file may be a capture in a form that monread cannot read; ->why names it */
	int is_foreign;
	int is_late;    /* 1 if other bytes precede the monitor data, see ->why */
	struct ordered_look begins;
	/* identifier of the system; "": not asked for, or not in the first records */
	char system[MR_SYSTEM_ID_SIZE];
	char why[INPUT_TEXT]; /* why the file is not a capture; "": a message has the reason */
};

/* Read the beginning of the file NAME and fill *LOOK; with LAYOUTS (or NULL), also ->system. QUIET:
 * print no messages, because NAME will be read later. Return 0, or -1 if out of memory or if the
 * user asked to stop. */
int folder_look(struct folder_look *look, const char *name, const struct input_options *o,
                int quiet, const struct monread_layouts *layouts);

/* Return 1 if the regular file NAME is a capture in any form, also compressed. Prints no
 * message. */
int folder_is_capture(const char *name);

/* If NAME, the file of --output, is a capture, print that --force is needed and return 1. */
int folder_refuses_output(const char *name);

/* The inputs of a command line. Initialize with {0}. */
struct folder_names {
	char **names; /* ended by NULL */
	int n;
	int *of;      /* for each of ->names, the index of its operand */
	/* those of ->names that were found in directories, allocated; ended by NULL */
	char **made;
	/* With --follow: the caller sets ->systems, globs or NULL (all), and frees ->ring, which
	 * finds the files after the last one of ->names; NULL: none */
	const char *systems;
	struct ring *ring;
};

/* Set *F to the N NAMES, but replace each directory by the captures in it and in its
 * subdirectories, sorted by the times of their first records. Ignored files are reported with
 * --verbose; a directory without captures is reported. Return 0, or -1 after a message about
 * ENOMEM, or if the user asked to stop. */
int folder_expand(struct folder_names *f, char *const *names, int n, const struct input_options *o);
void folder_done(struct folder_names *f);

/* List the regular files in the directory DIR, and with DEEP in its subdirectories. Return 0, or -1
 * if there is no such directory or, after a message, if out of memory. */
int folder_list(struct folder_names *f, char *dir, int is_deep);

/* ---- ring.c: the files that a writer begins one after the other ---- */

struct ring;

/* Make *RING for the files after NAME, if its name ends in a number, as in c.00001. Return 0, or -1
 * after a message. NAME must live as long as the ring. */
int ring_of_file(struct ring **ring, const char *name);

/* Make *RING for the captures that will be in the directory FOLDER. Return 0, or -1 after a
 * message. */
int ring_of_folder(struct ring **ring, const char *folder);

/* Add the capture NAME, which is not newer than the first file that is read. TOD: time of its first
 * record. Return 0, or -1 after a message. */
int ring_add(struct ring *r, const char *name, uint64_t tod);

/* Return the last capture added that can be followed and is of one of SYSTEMS (globs; NULL: any).
 * Only files of its system come next. NULL: there is none. */
const char *ring_begin(struct ring *r, const char *systems);

/* The function ->successor of struct input_options. */
const char *ring_next(void *ring);

/* R may be NULL. */
void ring_free(struct ring *r);

/* If M counts back from the end, as -1h does, make it absolute: go back from the time of the last
 * record of the N captures NAMES. --OPTION=TEXT is refused if one of them is not a regular file. 0,
 * or -1: the user asked to stop. */
int input_settle_end(struct moment *m, const char *option, const char *text, char *const *names,
                     int n, const struct input_options *o);

/* ---- Records that captures contain ---- */

#define PRESENT_PRODUCTS 256u

struct present {
	const struct monread_layouts *layouts;
	unsigned files; /* number of files that could be opened */
	int samples;    /* 1 if there are sample records */
	uint64_t counts[MR_DOMAINS][MR_RECORDS];
	struct {
		const char *name; /* name of the layout of application data */
		uint64_t count;
	} products[PRESENT_PRODUCTS];
	size_t nproducts;
};

/* Count the records of the N FILES, which must be captures. Return the numbers, which the caller
 * frees; NULL if out of memory. */
struct present *present_find(char *const *files, int n, const struct input_options *o,
                             const struct monread_layouts *layouts);

/* Return the number of records, or of application data, with the layout L. Return -1 if no file
 * could be read. */
int64_t present_count(const struct present *p, const struct monread_layout *l);

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

/* Return 1 if F already has the file with the device and inode of ST. If not, add this file to F
 * and return 0; return -1 if out of memory. */
int session_names_again(struct session_files *f, const struct stat *st);
void session_files_done(struct session_files *f);

#endif
