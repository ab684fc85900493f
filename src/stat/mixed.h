/* mixed.h: a query over several intervals in which some columns were not always known. */
#ifndef STAT_MIXED_H
#define STAT_MIXED_H

#include "stat/queries.h"

#ifdef HAVE_SQLITE3

/* ONE was run, over columns that are each of their own time, and may be run once more.  What it has made of several that are
 * of different times becomes what comes of the time that they have in common.  0, or -1: RUN has failed. */
int mixed_settle(struct queries *q, struct query *one, size_t wide,
                 int (*run)(struct queries *q, struct query *one, size_t wide));

#endif
#endif
