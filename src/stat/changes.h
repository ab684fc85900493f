/* changes.h: what --diff compares: the changes between the rows of two captures. Used by diff.c. */
#ifndef STAT_CHANGES_H
#define STAT_CHANGES_H

#include "stat/format.h"

#define SIDES 2u /* captures that --diff compares */

/* What became of a value, or of a row. Values with the same share are printed in this order. */
enum rank { RANK_MOVED, RANK_FROM_ZERO, RANK_NEW, RANK_GONE, RANK_SAME, RANK_CHANGED };

/* A value, or a part of the configuration, before and after. */
struct change {
	const struct report *report;
	const struct cell_value *before, *after; /* the rows with the value; NULL: that capture has no value */
	const struct cell_value *keys; /* one of these rows, for its keys; NULL: the report has rows in one capture only */
	int at;                        /* the column; -1: the row came or went */
	double was, is;
	double moved, percent; /* difference and percentage, rounded as printed */
	double size; /* absolute difference, or the absolute value if only one capture has it */
	double share; /* ->size in percent of the total of the column */
	double weight; /* changes are sorted by it: ->share; with several reports, less if ->size is small */
	enum rank rank;
	size_t order;
};

struct changes {
	struct change *list;
	size_t n, room;
};

/* Add the changes of query number QUERY of S, of which the captures have the rows BEFORE and AFTER: numbers to VALUES,
 * rows that came or went and parts of the configuration to CONFIG. Returns 0, or -1: out of memory. */
int changes_compare(struct changes *values, struct changes *config, const struct show *s, size_t query,
                    const struct rows *before, const struct rows *after);

/* Sort C: the changes with the largest shares first. */
void changes_sort(struct changes *c);

#endif
