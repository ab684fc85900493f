/* kept.h: combines the rows of many intervals by instance: the last row of each, or sums and averages. */
#ifndef STAT_KEPT_H
#define STAT_KEPT_H

#include "stat/rows.h"

#include "sql/lookup.h"

/* How the values of a column are combined over several intervals. */
enum kept_way {
	KEPT_KEY,
	KEPT_LAST,  /* the last value */
	KEPT_LIST,  /* the last value; NULL if there are several intervals */
	KEPT_SUM,   /* the sum of a counter */
	KEPT_LEVEL, /* the average of a level, weighted by time */
	KEPT_WAYS
};

struct kept_row {
	uint32_t interval; /* the last interval with this row */
	double present;    /* seconds of all intervals with this row, even without comparable counters */
	double left;       /* seconds of the intervals in which it left, included in ->present */
	double timed;      /* seconds for which its levels count */
};

struct kept_sum {
	double sum, weight; /* ->weight: seconds in which the value was known; 0: it is unknown; below 0: no length of
	                     * an interval is known, so each sample of a level counts with weight 1, and ->weight
	                     * is minus the number of samples */
};

/* Set it to {0} first, then ->ways, ->width, ->weight, ->elapsed and ->sums. */
struct kept {
	const unsigned char *ways; /* enum kept_way of each cell in a row */
	size_t width;              /* cells in a row */
	size_t weight;             /* cell that gets the share of the time in which the row was there */
	size_t elapsed;            /* cell with the seconds of the counters; ->width: no such cell */
	int sums;                  /* some cells are summed: their ways are neither KEY nor LAST */
	uint32_t interval;         /* number of the current interval */
	double now;                /* seconds of the current interval */
	int counted;               /* the current interval has rows */
	double seconds;            /* seconds of all intervals that had rows */
	uint32_t lengths;          /* number of intervals with a known length */
	struct kept_row *rows;
	struct kept_sum *all;      /* ->width sums per row */
	struct rows cells;         /* the last row of each instance; with ->sums the combined row after kept_settle() */
	size_t room, all_room;
	struct lookup_index index; /* finds rows by keys */
	size_t likely;             /* index where the next row is expected: intervals mostly have the same order */
	int doubled;               /* some interval has several rows of an instance: do not use ->likely */
};

/* Begin an interval of SECONDS; 0: its length is unknown, so its counters do not count. */
void kept_interval(struct kept *k, double seconds);

/* If an instance was there before: new; in one of the two intervals before; no longer there; not known. */
enum kept_stay { KEPT_CAME, KEPT_STAYED, KEPT_LEFT, KEPT_UNKNOWN };

/* Add a row to the current interval. If *STAY is KEPT_UNKNOWN, it is determined. Returns 0, or -1: out of memory. */
int kept_add(struct kept *k, const struct cell_value *row, enum kept_stay *stay);

/* Return the first row, from number I on, that the interval before had and this one does not have, and count this
 * interval for it as the one in which it left. ->cells.n: no such row. */
size_t kept_gone(struct kept *k, size_t i);

/* With ->sums: compute ->cells. A counter that was known for a part of the time is scaled up to the time of ->elapsed. */
void kept_settle(struct kept *k);

/* Return the seconds in which column C of row I was known, if fewer than the seconds of the row, which are stored in
 * *OF. 0: the column was known all the time, or never. */
double kept_covered(const struct kept *k, size_t i, size_t c, double *of);

/* Remove all rows, but keep the memory for reuse. */
void kept_clear(struct kept *k);
void kept_done(struct kept *k);

#endif
