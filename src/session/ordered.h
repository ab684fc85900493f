/* ordered.h: reads several captures in the order of time, and recognizes records that another
 * capture of the same system already had. Other rooms use only ordered_is_before() and
 * ordered_learn(). */
#ifndef SESSION_ORDERED_H
#define SESSION_ORDERED_H

#include "base/hash.h"
#include "monread.h"

struct session;
struct session_source;

/* Events of a capture that were read ahead to find the time of its next data set. */
struct ordered_peek {
	struct peek_event *list; /* see ordered.c */
	size_t n, room;
	size_t at; /* index in ->list of the event to return next */
	int ended; /* 1 if the capture has no more events than those in ->list */
	struct monread_buffer bytes; /* bytes and texts of the events in ->list */
};

/* ---- Captures ---- */

/* The state of one of several captures. Private to the session. */
struct ordered_source {
	uint64_t system_hash;
	int is_alone;     /* 1 if no other capture is of the same system */
	/* TOD clocks. before: time of the last data set that was not only configuration. last: time
	 * of the last sample record. sampled: time of the last sample record that is less than 30 s
	 * from the time of the sample record before it. */
	uint64_t before, last, sampled;
	/* The members below describe the data set that is being read or, after its end, the next
	 * one: */
	int has_set;      /* 0: the capture is at its end */
	int has_record;   /* 1 if ordered_next() has returned a record of this data set */
	int is_sample;    /* 1 if the first record of this data set is a sample record */
	uint64_t dataset;
	struct ordered_peek peek;
};

/* Records that were returned, to recognize them in other captures. */
struct ordered_seen {
	struct ordered_record {
		uint64_t hash;
		unsigned source;
	} *records;
	size_t n, room;
	/* finds the index of a record in ->records by its hash */
	struct hash_table by_hash;
};

struct ordered {
	/* a heap of pointers to struct session_source; the first capture in the heap has the
	 * earliest next data set */
	void **heap;
	unsigned n;
	size_t room;
	/* Records that were returned in the last hours. seen: records since the TOD clock
	 * ->seen_from; before: older records. After two hours, ->seen becomes ->before, and a new
	 * ->seen begins. */
	struct ordered_seen seen, before;
	uint64_t seen_from;
	/* the capture whose data set is being read; NULL: the next data set must be chosen */
	struct session_source *now;
	/* 1 if other captures may have records of the data set that is being read */
	int others;
	int is_begun, is_set_end;
	int failed;
};

/* Return 1 if the TOD clock A is before B. Values from 2042 on, when the TOD clock wraps, come
 * after all other values. */
int ordered_is_before(uint64_t a, uint64_t b);

/* Number of records at the beginning of a data set whose times are compared: the first time is
 * wrong if the other two times agree with each other, but not with the first. */
#define ORDERED_FIRST 3u

/* The time at which a capture begins. Initialize with {0}. */
struct ordered_look {
	/* TOD clock of the first sample or event record; without such a record, of the first
	 * configuration record; 0: unknown */
	uint64_t tod;
	uint64_t tods[ORDERED_FIRST]; /* TOD clocks of the first ->n sample and event records */
	unsigned n;
};

/* Learn from EV, the next record of a capture: store in L when the capture begins, and in SYSTEM
 * (may be NULL) the identifier of the system. Return 1 if no more records are needed, 0 if more are
 * needed, or -1 if out of memory. */
int ordered_learn(struct ordered_look *l, struct monread_system *system,
                  const struct monread_ev *ev);

/* Return the next event of the capture with the earliest data set; of several captures with this
 * time, take the capture that was added first. Set ->now, ->again and ->is_first of S. Return NULL
 * if all captures are at their ends, or if out of memory (then s->order.failed is 1). */
const struct monread_ev *ordered_next(struct session *s);

/* Close C, the first capture in the heap, and remove it from the heap. */
void ordered_leave(struct session *s, struct session_source *c);

/* Close the captures that are still open, and free the memory of s->order. */
void ordered_done(struct session *s);

#endif
