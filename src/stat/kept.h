/* kept.h: rows by their instance, of many intervals: the last one of each, or what they come to together. */
#ifndef STAT_KEPT_H
#define STAT_KEPT_H

#include "stat/rows.h"

#ifdef HAVE_SQLITE3

/* What becomes of a column where rows of an instance follow one another. */
enum kept_way {
	KEPT_KEY,
	KEPT_LAST,  /* the last one counts */
	KEPT_SUM,   /* what was counted */
	KEPT_LEVEL, /* the average, by time */
	KEPT_WAYS
};

/* Columns of a way that were known in some of the intervals and not in others say what they do of different times, so that
 * nothing may be made of them together. */
enum kept_times {
	KEPT_EACH,   /* each column is of its own time */
	KEPT_MOVED,  /* likewise, and those that were not always known have other values: what is made of them differs */
	KEPT_COMMON  /* they are of the time in which all were known that ever were; of none, they are not known */
};

/* The columns of a way, as bits; those from the last bit on are one. */
struct kept_known {
	uint64_t ever, always;
	uint64_t together; /* in kept->all, and no others: in the rest of the time some of these were not known */
};

struct kept_row {
	uint64_t hash;
	uint32_t next;     /* of those in the same bucket, from 1; 0: none */
	uint32_t interval; /* that it was seen in last */
	double present;    /* seconds that it was there, whether or not its counters could be compared, */
	double left;       /* and of these in intervals that it left in */
	struct kept_known sums, levels;
	unsigned char timed;   /* an interval with it had a length that is known; */
	unsigned char guessed; /* none had, and its levels are averages as if all were as long */
};

struct kept_sum {
	double sum, weight; /* ->weight: seconds in which it was known; 0: it is not */
};

/* {0} with ->ways and ->width to begin with. */
struct kept {
	const unsigned char *ways; /* enum kept_way, by cell of a row */
	size_t width;              /* cells of a row, */
	size_t weight;             /* of which this one is how much of the time it was there; ->width: none */
	size_t elapsed;            /* and this one how long what it counted took; ->width: none */
	int sums;                  /* ways other than KEY and LAST are used */
	uint32_t interval;         /* counts them */
	double now;                /* seconds of the interval, */
	int guess;                 /* which has KEPT_NO_LENGTH, */
	int counted;               /* or is one of those that had rows, */
	double seconds;            /* and of all of these */
	uint32_t lengths;          /* so many intervals had a length, */
	int timed;                 /* which is known of one of them, and then of no other one it is made up */
	struct kept_row *rows;
	struct kept_sum *all;      /* ->width of each, */
	struct kept_sum *rest;     /* and what is to be added to it; NULL: nothing yet */
	int mixed;                 /* some columns were known in a part of the time */
	struct rows cells;         /* the last of each; with ->sums after kept_settle() what they come to */
	size_t room;
	uint32_t *buckets;
	size_t nbuckets;
	size_t likely;             /* the place of the next row, as rows mostly come in the order of the interval before, */
	int doubled;               /* unless an interval has several of an instance */
};

/* The length of an interval that has one, and nobody knows which: it counts where nothing else does. */
#define KEPT_NO_LENGTH (-1.0)

/* An interval of so many seconds begins; 0: in it nothing counts. */
void kept_interval(struct kept *k, double seconds);

/* Whether an instance was there in the interval before; or only in the one before that, so that it was there in between, or
 * nearly so; or is there no longer. */
enum kept_stay { KEPT_CAME, KEPT_STAYED, KEPT_MISSED, KEPT_LEFT, KEPT_UNKNOWN };

/* A row of it.  *STAY where it is KEPT_UNKNOWN: is found out.  0, or -1: out of memory. */
int kept_add(struct kept *k, const struct cell_value *row, enum kept_stay *stay);

/* Of the rows from number I on, the first that was there in the interval before and is not in this one, in which it was
 * there for a while, too; ->cells.n: none. */
size_t kept_gone(struct kept *k, size_t i);

/* Work out ->cells.  What was counted in a part of ->elapsed alone is as much more as if it had been in all of it.  TIMES
 * matters where ->mixed. */
void kept_settle(struct kept *k, enum kept_times times);

/* As if nothing had been. */
void kept_clear(struct kept *k);
void kept_done(struct kept *k);

#endif
#endif
