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
	KEPT_LEVEL  /* the average, by time */
};

struct kept_row {
	uint64_t hash;
	uint32_t next;     /* of those in the same bucket, from 1; 0: none */
	uint32_t interval; /* that it was seen in last */
	double present;    /* seconds that it was there, whether or not its counters could be compared */
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
	double now, seconds;       /* of the interval, and of all, */
	uint32_t lengths;          /* so many of which had a length */
	struct kept_row *rows;
	struct kept_sum *all;      /* ->width of each */
	struct rows cells;         /* the last of each; with ->sums after kept_settle() what they come to */
	size_t room;
	uint32_t *buckets;
	size_t nbuckets;
	size_t likely;             /* the place of the next row, as rows mostly come in the order of the interval before, */
	int doubled;               /* unless an interval has several of an instance */
};

/* An interval of so many seconds begins. */
void kept_interval(struct kept *k, double seconds);

/* A row of it.  *STAYED: whether the instance was there in the interval before; -1: it is to be found out.  0, or -1: out of
 * memory. */
int kept_add(struct kept *k, const struct cell_value *row, int *stayed);

/* Work out ->cells.  What was counted in a part of ->elapsed alone is as much more as if it had been in all of it. */
void kept_settle(struct kept *k);

/* As if nothing had been. */
void kept_clear(struct kept *k);
void kept_done(struct kept *k);

#endif
#endif
