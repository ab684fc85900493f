/* ordered.h: opens several captures and reads them in time order; marks records that an earlier
 * capture of the system has, too. */
#ifndef INPUT_ORDERED_H
#define INPUT_ORDERED_H

#include "monread.h"
#include "port/bounds.h"
#include "port/hash.h"

/* ---- peek.c: a queue of events that were read ahead to find the time of a data set ---- */

struct peek_event;

/* Initialize with {0}. */
struct peek {
	struct peek_event *list;
	size_t n, room;
	size_t at; /* index in ->list of the next event that peek_take() returns */
	int ended; /* 1 if the capture has no more events than ->list */
	struct monread_buffer bytes; /* bytes and texts of the events */
};

/* Append a copy of EV. Return 0, or -1 if out of memory. */
int peek_add(struct peek *p, const struct monread_ev *ev);

/* Return and remove the next event; NULL if the queue is empty. */
const struct monread_ev *peek_take(struct peek *p);

/* Put back the event that was removed last, if it is EV. Return 1, or 0 if EV did not come from the
 * queue. */
int peek_put_back(struct peek *p, const struct monread_ev *ev);

/* Return the event after N others; NULL if there are not so many. Valid until the next event is
 * added, like the result of peek_take(). */
const struct monread_ev *peek_look(struct peek *p, size_t n);

void peek_done(struct peek *p);

/* ---- Captures ---- */

/* One of the captures. */
struct ordered_source {
	/* The caller sets the first members before ordered_add(): */
	const char *name;
	const int *fd; /* descriptor of a regular file to read; NULL: open ->name */
	/* memory of the caller for the input, which is open while the capture is read */
	struct input *in;
	/* learns from each D1R4; if it names another system, ->is_last is set; or NULL */
	struct monread_system *system;
	/* TOD clock of the first sample or event of the capture, later of its next data set; 0:
	 * unknown */
	uint64_t tod;
	/* identifier of the system of the capture; "": unknown */
	char system_id[MR_SYSTEM_ID_SIZE];
	/* 1: the rest of this capture is read after all other captures */
	int is_last;
	/* Private: */
	/* number of the capture, from 1, in the order of ordered_add(), after which the caller may
	 * change it */
	unsigned number;
	int is_open;
	/* number of records that another capture had before, without D1R13, the ends of frames */
	uint64_t left_out;
	uint64_t system_hash; /* of ->system_id */
	int is_alone;     /* 1 if no other capture is of the same system */
	/* TOD clock of the last data set of this capture for which ->is_aside was 0 */
	uint64_t before;
	uint64_t last;    /* TOD clock of the last sample record of this capture */
	/* TOD clock of the last sample record within 30 s of the sample record before it */
	uint64_t sampled;
	/* About the current or the next data set: */
	int has_set;      /* 0: the capture is at its end */
	int has_record;   /* 1 if ordered_next() has returned a record of the data set */
	int is_sample;    /* 1 if the data set begins with sample data */
	/* 1 if the data set has only configuration, which does not show the time of the data set */
	int is_aside;
	uint64_t dataset; /* value of ->dataset in the events of the data set */
	struct peek peek; /* events that were read and not returned yet */
};

/* Functions of the caller, which get ->arg. All except ->doubt may be NULL. */
struct ordered_calls {
	/* Called if the next messages and events are about S, and the last ones were about another
	 * capture. */
	void (*turn)(void *arg, struct ordered_source *s);
	/* Called after S was opened. Return 0, or -1 after a message; then S is closed and not
	 * read. */
	int (*begin)(void *arg, struct ordered_source *s);
	/* Called before S is closed, at its end or in ordered_done(), if ->begin returned 0. */
	void (*end)(void *arg, struct ordered_source *s);
	/* Called if the time of EV, a record of S, is doubtful. TEXT is the reason, for a
	 * message. */
	void (*doubt)(void *arg, struct ordered_source *s, const struct monread_ev *ev,
	              const char *text);
	/* Return the next event of S, or NULL at its end. If ->next is not NULL, the caller opens
	 * the files. */
	const struct monread_ev *(*next)(void *arg, struct ordered_source *s);
	void *arg;
};

/* Returned records, to detect duplicates in overlapping captures. */
struct ordered_seen {
	struct ordered_record {
		uint64_t hash;
		unsigned source; /* number of the capture that had the record */
	} *records;
	size_t n, room;
	struct hash_table by_hash; /* a hash table of indexes of ->records */
};

struct ordered {
	struct ordered_calls calls;
	/* A capture that begins at most ->delay (TOD units) before the end of an earlier capture is
	 * read after that capture, so that its last differences are made. */
	uint64_t delay;
	/* options for opening captures; ordered_next() sets ->piece, the memory for each */
	struct input_options *input;
	/* a heap of pointers to struct ordered_source; the first one has the earliest data set */
	void **heap;
	unsigned n;
	size_t room;
	/* Hashes of recently returned records. When ->seen becomes old, it replaces ->before. */
	struct ordered_seen seen, before;
	uint64_t seen_from; /* TOD clock at which ->seen began */
	/* the capture whose data set is being read; NULL: choose the next */
	struct ordered_source *now;
	int others;  /* 1 if other captures may have records of the data set that is read */
	int is_begun, is_set_end;
	/* 1 if the event that ordered_next() returned last is the first record of a data set */
	int is_first;
	int failed;   /* out of memory */
	uint64_t left_out; /* sum of ->left_out of all captures; ordered_done() keeps it */
	struct ordered_source *turn; /* the capture of the last call of ->calls.turn() */
};

#define ORDERED_TEXT 240u

/* Return 1 if A is before B; TOD clocks from 2042 on come after all others. */
int ordered_is_before(uint64_t a, uint64_t b);

/* Number of first records whose times are compared: if two agree and one differs, its time is
 * wrong. */
#define ORDERED_FIRST 3u

/* The results of reading the first records of a capture. Initialize with {0}. */
struct ordered_look {
	/* TOD clock of the first sample or event, else of configuration; 0: unknown */
	uint64_t tod;
	uint64_t tods[ORDERED_FIRST]; /* TOD clocks of the first ->n sample and event records */
	unsigned n;
};

/* Learn from EV, the next record of a capture: L gets the time at which the capture begins, SYSTEM
 * (may be NULL) the identifier of the system. Return 1 if no more records are needed, else 0; -1 if
 * out of memory. */
int ordered_learn(struct ordered_look *l, struct monread_system *system,
                  const struct monread_ev *ev);

/* Add S, which must outlive O. Initialize *O with {0}, ->calls and ->input. Sets ->failed if out of
 * memory. */
void ordered_add(struct ordered *o, struct ordered_source *s);

/* Open S now, which ordered_next() would do when the time comes to its data. If that fails,
 * S->is_open is 0. */
void ordered_open(struct ordered *o, struct ordered_source *s);

/* Close the captures that are still open, and free memory. O is then empty. */
void ordered_done(struct ordered *o);

/* Print the number of left out duplicates, if it is not 0. */
void ordered_say_left_out(const struct ordered *o);

/* Return the next event and its capture *S. *AGAIN: another capture of the system had this record
 * before. Return NULL at the end, or if out of memory (->failed).
 *
 * The data set with the earliest time of all captures is next; with equal times, the data set of
 * the capture that was added first. */
const struct monread_ev *ordered_next(struct ordered *o, struct ordered_source **s, int *again);

#endif
