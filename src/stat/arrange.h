/* arrange.h: rows in the order that a query wants, so that SQLite has not to copy and sort them. */
#ifndef STAT_ARRANGE_H
#define STAT_ARRANGE_H

#include "stat/rows.h"

#define ARRANGE_TERMS 4u

/* {0} to begin with. */
struct arrange {
	struct arrange_term {
		uint32_t cell; /* of a row */
		int falling;
	} terms[ARRANGE_TERMS];
	unsigned n;
	struct arrange_place {
		uint64_t about; /* what is less here is less by the first term, what is the same may be */
		uint32_t row;
	} *order;
	size_t room;     /* of ->order, in rows */
	int as_is;       /* the rows are in this order */
};

/* Put the numbers of the rows into the order of ->terms, as SQLite compares values; rows that are the same stay as they
 * are.  0, or -1: out of memory. */
int arrange_rows(struct arrange *a, const struct rows *r);

/* The row that comes at place I. */
static inline size_t arrange_at(const struct arrange *a, size_t i)
{
	return a->as_is ? i : a->order[i].row;
}

void arrange_done(struct arrange *a);

#endif
