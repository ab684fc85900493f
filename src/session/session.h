/* session.h: turns the FILEs of a command line into events: opens inputs, reads them one by one or
 * in the order of time, and reports their damage, gaps and losses. */
#ifndef SESSION_SESSION_H
#define SESSION_SESSION_H

#include "cli/verdict.h"
#include "cli/moment.h"
#include "input/input.h"
#include "session/ordered.h"
#include "table/intervals.h"

/* An input. A program makes this struct the first member of a larger struct, so that a pointer to
 * the input can be cast to a pointer to the larger struct. */
struct session_source {
	/* The caller sets the following members before session_add(): */
	const char *name;
	/* descriptor of a regular file to read; NULL: open the file ->name */
	const int *fd;
	/* counts and prints problems of the input, such as damage; NULL: report no problems,
	 * because an earlier session has reported them */
	struct verdict *verdict;
	/* the system of the input, for session_judge(). The caller must let this structure learn
	 * from the records. */
	struct monread_system *system;
	/* The caller sets the following members only if several captures are read: */
	/* TOD clock of the first sample or event record; 0: unknown. The session later sets ->tod
	 * to the time of the next data set. */
	uint64_t tod;
	/* identifier of the system; "": unknown */
	char system_id[MR_SYSTEM_ID_SIZE];
	/* 1: the capture may go on with another system, so ->system learns from each D1R4 that is
	 * read ahead. If a D1R4 names a system other than ->system_id, the session sets
	 * ->is_last. */
	int may_change;
	int is_last; /* 1: read the rest of this capture after all other captures */
	/* The session sets the following members: */
	/* number of the capture, from 1, in the order of session_add(); the caller may change it
	 * later */
	unsigned number;
	struct input in;
	int is_open;
	struct intervals intervals;
	uint64_t doubted; /* number of the last record set whose wrong time was reported */
	/* number of bytes that were read before the session went on to another input */
	uint64_t at;
	int is_severed;   /* 1 if the device returns no more data */
	/* 1 if the current data set contains only configuration, whose times do not show when the
	 * data set was written */
	int is_aside;
	/* number of records, except D1R13 (end of frame), that an earlier capture already had */
	uint64_t left_out;
	struct ordered_source order;
};

/* Functions that the session calls for an input S; each may be NULL. */
struct session_calls {
	/* Called after S was opened. Return 0, or -1 after a message to close S without reading
	 * it. */
	int (*begin)(void *arg, struct session_source *s);
	/* Called before S is closed, unless ->begin returned -1. */
	void (*end)(void *arg, struct session_source *s);
	/* Called before a message about S or an event of S, if the previous message or event was of
	 * another input. */
	void (*turn)(void *arg, struct session_source *s);
	/* Called with --follow if the input S goes on in another file (NEXT is INPUT_OTHER), or if
	 * the file of S became shorter (INPUT_SAME). */
	void (*next_file)(void *arg, struct session_source *s, enum input_more next);
	/* Called with --follow if a new capture NAME appears that does not continue an input: add
	 * this capture with session_add(). Return 0, or -1 after a message. If this function is
	 * NULL, all inputs must be of one system. */
	int (*join)(void *arg, const char *name);
	/* Called after each data set of S, and before more of S is read. Return a value other than
	 * 0 to end reading. */
	int (*between)(void *arg, struct session_source *s);
	/* Called after the message TEXT about EV, a problem of S, was printed. */
	void (*problem)(void *arg, struct session_source *s, const struct monread_ev *ev,
	                const char *text);
	/* If this function is not NULL, the session opens no file. Return the next event of S, or
	 * NULL at the end of S. */
	const struct monread_ev *(*next)(void *arg, struct session_source *s);
};

/* Inputs that are read together. Initialize with {0}, set the members from ->calls to ->pass, then
 * call session_add() for each input, session_begin(), session_next() and session_end(). */
struct session {
	struct session_calls calls;
	void *arg;                  /* first argument of ->calls */
	/* options of the inputs; if there are several inputs, the session sets ->piece */
	struct input_options input;
	struct progress *progress;  /* NULL: show no progress */
	/* If a capture begins at most ->delay (TOD units) before the end of an earlier capture,
	 * read the earlier capture to its end first, so that its last interval is complete. */
	uint64_t delay;
	struct monread_pass *pass;  /* with a single input: records to skip; NULL: none */
	/* The session sets the following members: */
	struct session_source *now;
	/* 1: the last event is a record that an earlier capture of the same system already had */
	int again;
	/* with several captures, 1: the last event is the first record of its data set */
	int is_first;
	/* sum of ->left_out of all captures; still valid after session_end() */
	uint64_t left_out;
	/* after a gap: the loss that a device reported; NULL: no device reported this gap */
	const struct input_gap *loss;
	struct ordered order;
	struct monread_ev event; /* the last gap that the session found or a device reported */
	char text[INTERVALS_TEXT];
	/* 1: session_begin() had only one input. If --follow adds inputs, data is read in the order
	 * in which it arrives. */
	int is_single;
	unsigned idle; /* number of inputs in a row that had no new data */
	uint64_t set_end; /* offset at which the last data set ended */
	/* reader from which session_next() takes events; NULL: it must call session_more() */
	struct monread *reader;
};

/* Add SOURCE, which must stay at this address until session_end(). */
void session_add(struct session *s, struct session_source *source);

/* Begin to read. A single input is opened now; each of several captures is opened when its first
 * data set is the next one in the order of time. */
void session_begin(struct session *s);

/* Close the inputs. Return 0, or -1 if memory ran out while they were read. */
int session_end(struct session *s);

/* Print s->left_out, the number of records that were left out, unless this number is 0. */
void session_say_left_out(const struct session *s);

/* Return the next event. session_next() calls this function if EV, the next event of ->reader, is
 * not a record or is NULL. */
const struct monread_ev *session_more(struct session *s, const struct monread_ev *ev);

/* Return the next event, and set s->now to its input. Return NULL at the end of all inputs. The
 * session has already reported an event that is damage or a gap. */
static inline const struct monread_ev *session_next(struct session *s)
{
	const struct monread_ev *ev = s->reader ? monread_next(s->reader) : NULL;

	return ev && ev->kind < MONREAD_SET_END ? ev : session_more(s, ev);
}

/* If the next line of progress is due, print how much was read. */
void session_progress(struct session *s);

/* ---- Problems that events show ---- */

/* Report that the time of EV, a record of SOURCE, is wrong because of TEXT. */
void session_doubt(struct session *s, struct session_source *source, const struct monread_ev *ev,
                   const char *text);

/* Report that the time of EV, a record of SOURCE, is far from the time of its sample, so that the
 * differences before and after EV are unknown. Do nothing if a wrong time in its record set was
 * already reported. */
void session_apart(struct session *s, struct session_source *source, const struct monread_ev *ev);

/* Check the time of EV, a record of the current input for which intervals_concerns() returns 1, and
 * report a wrong time. If a gap ends with EV, report and return the gap; else return NULL. Set IPL,
 * which has INTERVALS_TEXT bytes, to a text about an IPL of the system before EV, or to "". */
const struct monread_ev *session_judge(struct session *s, const struct monread_ev *ev, char *ipl);

/* Call this in ->end of struct session_calls. If a gap lasts until the end of s->now, report and
 * return the gap; else return NULL. DATASET is the number of the last data set. */
const struct monread_ev *session_judge_end(struct session *s, uint64_t dataset);

/* Report the last loss of the device s->now, which is in its member in.gap. */
void session_loss(struct session *s);

/* ---- For ordered.c ---- */

/* Call this before each message or event of SOURCE. */
void session_turn(struct session *s, struct session_source *source);

/* Open SOURCE. On failure, ->is_open of SOURCE is 0. */
void session_open(struct session *s, struct session_source *source);

void session_close(struct session *s, struct session_source *source);

/* ---- Directories ---- */

/* The results of folder_look() for the file NAME. */
struct folder_look {
	/* 0: NAME is not a regular file, and was not read, because a pipe can be read only once */
	int is_file;
	int is_capture;
	/* 1 if the file may be a capture in a format that monread cannot read, which ->why names */
	int is_foreign;
	/* 1 if other bytes, which ->why describes, come before the monitor data */
	int is_late;
	struct ordered_look begins;
	/* identifier of the system; "": the first records do not name it, or LAYOUTS was NULL */
	char system[MR_SYSTEM_ID_SIZE];
	/* why the file is not a capture; "": a message has said why */
	char why[INPUT_TEXT];
};

/* Read the beginning of the file NAME with the options O, and fill *LOOK. LAYOUTS (may be NULL) are
 * needed for look->system. QUIET: 1 to print no messages, because NAME will be read again. Return
 * 0, or -1 if out of memory or if the user asked to stop. */
int folder_look(struct folder_look *look, const char *name, const struct input_options *o,
                int quiet, const struct monread_layouts *layouts);

/* Return 1 if NAME is a regular file with monitor data. Print no message. */
int folder_is_capture(const char *name);

/* If NAME, the file of --output, is a capture, print that --force is needed to overwrite it, and
 * return 1. */
int folder_refuses_output(const char *name);

/* The inputs of a command line. Initialize with {0}. */
struct folder_names {
	char **names; /* ended by NULL */
	int n;
	int *of; /* for each of ->names, the index of its FILE on the command line */
	char **made; /* the elements of ->names that were found in directories; ended by NULL */
	/* For --follow. systems: globs for the systems to follow, set by the caller; NULL: all.
	 * ring: finds the files that come after the last of ->names; NULL: do not search for more
	 * files. */
	const char *systems;
	/* 1: the caller can add captures of further systems */
	int has_many;
	struct ring *ring;
};

/* Replace each directory among the *N names *NAMES by the captures in it and in its subdirectories,
 * in the order of their first records. Set *NAMES and *N to the new names, which F owns. If ONCE is
 * set and a file has several names, keep only the first. Report a directory without captures and,
 * with --verbose, files that are left out.
 *
 * Set o->listed and, for --follow, o->successor and o->successor_arg. Return 0, or -1 after a
 * message about ENOMEM or if the user asked to stop. */
int folder_expand(struct folder_names *f, char ***names, int *n, struct input_options *o, int once);
void folder_done(struct folder_names *f);

/* Set *F, which must be {0}, to the regular files in the directory DIR and, if IS_DEEP is set, in
 * its subdirectories. On failure, *F has no names. */
void folder_list(struct folder_names *f, char *dir, int is_deep);

/* ---- ring.c: the files that a writer begins one after the other ---- */

struct ring;

/* If the name NAME ends in a number, as in c.00001, set *RING to a new ring, which finds the files
 * with higher numbers. Return 0, or -1 after a message. NAME must stay valid as long as the
 * ring. */
int ring_of_file(struct ring **ring, const char *name);

/* Set *RING to a new ring, which finds the captures of one system (HAS_MANY 1: of all systems) that
 * programs begin in the directory FOLDER from now on. Return 0, or -1 after a message. */
int ring_of_folder(struct ring **ring, const char *folder, int has_many);

/* Add the existing capture NAME, whose first record has the time TOD; add captures in the order of
 * time. Only the newest capture of each system can be read. Return 0, or -1 after a message. */
int ring_add(struct ring *r, const char *name, uint64_t tod);

/* Return the newest capture from ring_add() that can be followed and is of one of SYSTEMS (globs;
 * NULL: all), or NULL. From now on, R finds only files of SYSTEMS. */
const char *ring_begin(struct ring *r, const char *systems);

/* Return the name of the file of RING that follows the file NAME of the same system, or NULL if
 * RING, which searches once per second, has not found it yet. If RING finds captures of several
 * systems, the two names differ only in digits and dots or, if a file does not name its system,
 * only in their last number.
 *
 * HAS_FAILED is 1 if NAME could not be opened, perhaps because it was renamed or removed. Then, if
 * no file of the series was read yet, return an older file. This function is ->successor of struct
 * input_options. */
const char *ring_next(void *ring, const char *name, int has_failed);

/* Return the name of a file of RING that continues no file read so far, because the file is of
 * another system, or another program writes it; else NULL. Only ring_next() searches for new files,
 * so call it first. */
const char *ring_join(void *ring);

/* R may be NULL. */
void ring_free(struct ring *r);

/* If the time M counts back from the end of the captures, as -1h does, let M count back from the
 * time of the latest record in the N captures NAMES. If one of NAMES is not a regular file, exit
 * with a message about --OPTION=TEXT. Return 0; -1 if the user asked to stop. */
int input_settle_end(struct moment *m, const char *option, const char *text, char *const *names,
                     int n, const struct input_options *o);

/* ---- Records that captures contain ---- */

#define PRESENT_PRODUCTS 256u

struct present {
	const struct monread_layouts *layouts;
	unsigned files; /* number of files that could be opened */
	int samples;
	uint64_t counts[MR_DOMAINS][MR_RECORDS];
	struct {
		const char *name; /* name of the layout of the application data */
		uint64_t count;
	} products[PRESENT_PRODUCTS];
	size_t nproducts;
};

/* Count the records of each layout in the N captures FILES. The caller frees the result, which is
 * NULL if out of memory. */
struct present *present_find(char *const *files, int n, const struct input_options *o,
                             const struct monread_layouts *layouts);

/* Return how many records, or items of application data, have the layout L in the captures of P; -1
 * if unknown, because no capture could be read. */
int64_t present_count(const struct present *p, const struct monread_layout *l);

#endif
