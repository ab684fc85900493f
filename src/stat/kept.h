/* kept.h: rows by their instance, of many intervals: the last one of each, or what they come to together. */
#ifndef STAT_KEPT_H
#define STAT_KEPT_H

#include "stat/rows.h"

#include "sql/lookup.h"

/* What becomes of a column where rows of an instance follow one another. */
enum kept_way {
	KEPT_KEY,
	KEPT_LAST,  /* the last one counts */
	KEPT_LIST,  /* the last one counts; several have no average */
	KEPT_SUM,   /* what was counted */
	KEPT_LEVEL, /* the average, by time */
	KEPT_WAYS
};

struct kept_row {
	uint32_t interval; /* the last one that had this row */
	double present;    /* seconds of the intervals that had this row, also without comparable counters, */
	double left;       /* and of these in intervals that it left in */
	double timed;      /* seconds that its levels count for */
};

struct kept_sum {
	double sum, weight; /* ->weight: seconds in which it was known; 0: it is not known; below 0: so many samples of a
	                     * level, each with weight 1, because no interval with the row has a known length */
};

/* {0} with ->ways and ->width to begin with. */
struct kept {
	const unsigned char *ways; /* enum kept_way, by cell of a row */
	size_t width;              /* cells of a row, */
	size_t weight;             /* of which this one is how much of the time it was there */
	size_t elapsed;            /* and this one how long what it counted took; ->width: none */
	int sums;                  /* ways other than KEY and LAST are used */
	uint32_t interval;         /* counts them */
	double now;                /* seconds of the interval, */
	int counted;               /* it had rows */
	double seconds;            /* of all intervals that had rows */
	uint32_t lengths;          /* how many intervals had a length */
	struct kept_row *rows;
	struct kept_sum *all;      /* ->width of each */
	struct rows cells;         /* the last of each; with ->sums after kept_settle() what they come to */
	size_t room;
	struct lookup_index index; /* of ->rows */
	size_t likely;             /* the place of the next row, as rows mostly come in the order of the interval before, */
	int doubled;               /* unless an interval has several of an instance */
};

/* Begin an interval of so many seconds; 0: its length is not known, so that its counters do not count. */
void kept_interval(struct kept *k, double seconds);

/* Whether an instance was there in the interval before; or only in the one before that, so that it was there in between, or
 * nearly so; or is there no longer. */
enum kept_stay { KEPT_CAME, KEPT_STAYED, KEPT_MISSED, KEPT_LEFT, KEPT_UNKNOWN };

/* A row of it.  *STAY where it is KEPT_UNKNOWN: is found out.  0, or -1: out of memory. */
int kept_add(struct kept *k, const struct cell_value *row, enum kept_stay *stay);

/* Of the rows from number I on, the first that was there in the interval before and is not in this one, in which it was
 * there for a while, too; ->cells.n: none. */
size_t kept_gone(struct kept *k, size_t i);

/* Compute ->cells.  A counter that was known in only a part of the time of its row is scaled up to ->elapsed. */
void kept_settle(struct kept *k);

/* The seconds in which column C of row I was known, if they are less than the *OF seconds in which columns of its way were;
 * 0: it was known all the time, or never. */
double kept_covered(const struct kept *k, size_t i, size_t c, double *of);

/* As if nothing had been. */
void kept_clear(struct kept *k);
void kept_done(struct kept *k);

#endif
