/* ordered.h: opens several captures and reads them in time order; marks records that an earlier capture of the system
 * has, too. */
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
	size_t at; /* index of the next event */
	int ended; /* the input has no further events */
	struct monread_buffer bytes; /* bytes and texts of the events */
};

/* Append a copy of EV. Return 0, or -1 if out of memory. */
int peek_add(struct peek *p, const struct monread_ev *ev);

/* Return and remove the next event; NULL if the queue is empty. */
const struct monread_ev *peek_take(struct peek *p);

/* Put back the event that was removed last, if it is EV. Return 1, or 0 if EV did not come from the queue. */
int peek_put_back(struct peek *p, const struct monread_ev *ev);

/* Return the event after N others; NULL if there are not so many. Valid until the next event is added, like the
 * result of peek_take(). */
const struct monread_ev *peek_look(struct peek *p, size_t n);

void peek_done(struct peek *p);

/* ---- Captures ---- */

/* One of the captures. */
struct ordered_source {
	/* Set by the caller before ordered_add(): */
	const char *name;
	int fd;           /* an open descriptor of the file, which stays open; 0: open ->name */
	struct input *in; /* is open from the first event of the capture to its last one */
	struct monread_system *system; /* learns from D1R4; if one names another system, ->is_last is set; or NULL */
	/* TOD clock of its first sample or event, later of its next data set; 0: unknown */
	uint64_t tod;
	char system_id[MR_SYSTEM_ID_SIZE]; /* identifier of its system; "": unknown */
	int is_last;                       /* from the next data set on, it comes after all others */
	/* Private: */
	unsigned number;  /* from 1, in the order of ordered_add() */
	int is_open;
	uint64_t left_out; /* its records that an earlier capture has, too, except D1R13 */
	int is_alone;     /* no other capture belongs to its system */
	uint64_t before;  /* TOD clock of its last data set that was not ->is_aside */
	uint64_t last;    /* TOD clock of the last record of sample data */
	uint64_t sampled; /* TOD clock of the last sample record that agreed with the sample record before it */
	/* About the current or the next data set: */
	int has_set;      /* 0: the capture is at its end */
	int has_record;   /* ordered_next() has returned a record of the data set */
	int is_sample;    /* the data set begins with sample data */
	int is_aside;     /* the data set has only configuration, whose times do not count */
	uint64_t dataset; /* number of the data set in events */
	struct peek peek; /* events that were read ahead */
};

/* Functions of the caller; each of them gets ->arg.  All but ->doubt may be NULL. */
struct ordered_calls {
	/* From now on, messages and events are about S. */
	void (*turn)(void *arg, struct ordered_source *s);
	/* S was opened. Return 0, or -1 after an error message: S is closed and dropped. */
	int (*begin)(void *arg, struct ordered_source *s);
	/* S, for which ->begin returned 0, is at its end, or the caller has ended reading. It is still open. */
	void (*end)(void *arg, struct ordered_source *s);
	/* The time of EV, a record of S, is doubtful; TEXT is the reason. */
	void (*doubt)(void *arg, struct ordered_source *s, const struct monread_ev *ev, const char *text);
	/* For tests: return the next event of S, or NULL at its end; then no file is opened. */
	const struct monread_ev *(*next)(void *arg, struct ordered_source *s);
	void *arg;
};

/* Returned records, to detect duplicates in overlapping captures. */
struct ordered_seen {
	struct ordered_record {
		uint64_t hash;
		unsigned source; /* number of its source */
	} *records;
	size_t n, room;
	struct hash_table by_hash; /* indexes of ->records */
};

struct ordered {
	struct ordered_calls calls;
	struct input_options *input; /* how to open captures; ordered_next() sets ->piece */
	void **heap; /* sources; the first one is read */
	unsigned n;
	size_t room;
	/* Hashes of recently returned records; ->before is forgotten next. */
	struct ordered_seen seen, before;
	uint64_t seen_from; /* TOD clock at which ->seen began */
	struct ordered_source *now; /* the capture whose data set is being read; NULL: choose the next */
	int others;  /* other captures may have records of it */
	int is_begun, is_set_end;
	int is_first; /* the last returned event is the first record of a data set */
	int failed;   /* out of memory */
	uint64_t left_out; /* sum of ->left_out of all captures; ordered_done() keeps it */
	struct ordered_source *turn; /* the argument of the last ->calls.turn() */
};

#define ORDERED_TEXT 240u

/* Return 1 if A is before B; TOD clocks from 2042 on come after all others. */
int ordered_is_before(uint64_t a, uint64_t b);

/* One of so many records may have a wrong time. */
#define ORDERED_FIRST 3u

/* The results of reading the first records of a capture. Initialize with {0}. */
struct ordered_look {
	uint64_t tod; /* TOD clock of the first sample or event, else of configuration; 0: unknown */
	uint64_t tods[ORDERED_FIRST]; /* of the first samples and events */
	unsigned n;
};

/* Learn from EV, the next record of a capture: L gets the time at which the capture begins, SYSTEM (may be NULL) the
 * identifier of its system.  Returns 1 if no more records are needed, 0 if the next one is, -1: out of memory. */
int ordered_learn(struct ordered_look *l, struct monread_system *system, const struct monread_ev *ev);

/* Add S, which must outlive O. Initialize *O with {0}, ->calls and ->input. Sets ->failed if out of memory. */
void ordered_add(struct ordered *o, struct ordered_source *s);

/* Close the captures that are still open, and free memory. O is then empty. */
void ordered_done(struct ordered *o);

/* Print a note with ->left_out, if it is not 0. */
void ordered_say_left_out(const struct ordered *o);

/* Return the next event and its capture *S. *AGAIN: another capture of the system had this record before. Return
 * NULL at the end, or if out of memory (->failed).
 *
 * The data set with the earliest time of all captures is next; with equal times, the data set of the capture that
 * was added first. */
const struct monread_ev *ordered_next(struct ordered *o, struct ordered_source **s, int *again);

#endif
