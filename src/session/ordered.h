/* ordered.h: reads several captures in the order of time, and recognizes records that another
 * capture of the same system already had. Private to src/session, except ordered_is_before() and
 * ordered_learn(). */
#ifndef SESSION_ORDERED_H
#define SESSION_ORDERED_H

#include "monread.h"
#include "port/hash.h"

struct session;
struct session_source;

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

/* Return event number N, from 0, in the queue; NULL if the queue has only N events or fewer. Valid
 * until the next event is added, like the result of peek_take(). */
const struct monread_ev *peek_look(struct peek *p, size_t n);

void peek_done(struct peek *p);

/* ---- Captures ---- */

/* The state of a capture among several. */
struct ordered_source {
	uint64_t system_hash; /* hash of ->system_id */
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
	uint64_t dataset; /* value of ->dataset in the events of the data set */
	struct peek peek; /* events that were read and not returned yet */
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
	/* a heap of pointers to struct session_source; the first one has the earliest data set */
	void **heap;
	unsigned n;
	size_t room;
	/* Hashes of recently returned records. When ->seen becomes old, it replaces ->before. */
	struct ordered_seen seen, before;
	uint64_t seen_from; /* TOD clock at which ->seen began */
	/* the capture whose data set is being read; NULL: choose the next */
	struct session_source *now;
	/* 1 if other captures may have the same records as the data set that is being read */
	int others;
	int is_begun, is_set_end;
	int failed;   /* 1: out of memory */
};

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

/* Return the next event of the source ->now, and set ->again and ->is_first. Return NULL at the
 * end, or if out of memory (->order.failed).
 *
 * The data set with the earliest time of all captures is next; with equal times, the data set of
 * the capture that was added first. */
const struct monread_ev *ordered_next(struct session *s);

/* Close the captures that are still open, and free memory. */
void ordered_done(struct session *s);

#endif
