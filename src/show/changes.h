/* changes.h: what --diff compares: the changes between the rows of two captures. */
#ifndef SHOW_CHANGES_H
#define SHOW_CHANGES_H

#include "show/format.h"

#define SIDES 2u /* captures that --diff compares */

/* Kinds of changes between two captures. Changes with equal shares are printed in this order. */
enum rank { RANK_MOVED, RANK_FROM_ZERO, RANK_NEW, RANK_GONE, RANK_SAME, RANK_CHANGED };

/* A value or a row of a report in both captures. */
struct change {
	const struct report *report;
	/* rows with the value, one per capture; NULL: that capture has no value */
	const struct cell_value *before, *after;
	/* row with the keys of the change; NULL: only one capture has rows of the report */
	const struct cell_value *keys;
	/* index of the column; -1: the whole row is only in one capture */
	int at;
	double was, is;
	/* ->is - ->was, as a number and in percent of ->was, rounded as printed */
	double moved, percent;
	/* absolute value of ->moved; if only one capture has a value, that value without its
	 * sign */
	double size;
	double share; /* ->size in percent of the sum of the column over all rows */
	/* sort key, highest first: ->share, less for a small ->size of several reports */
	double weight;
	enum rank rank;
	size_t order;
};

struct changes {
	struct change *list;
	size_t n, room;
};

/* Compare the rows BEFORE and AFTER that query number QUERY of S returned for the two captures.
 * Adds numbers to VALUES; adds rows that only one capture has, and changed settings, to CONFIG.
 * Returns 0, or -1: out of memory. */
int changes_compare(struct changes *values, struct changes *config, const struct show *s,
                    size_t query, const struct rows *before, const struct rows *after);

/* Sort C: the changes with the largest shares first. */
void changes_sort(struct changes *c);

#endif
