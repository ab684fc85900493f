/* needs.h: the records that a report says it needs or uses. */
#ifndef STAT_NEEDS_H
#define STAT_NEEDS_H

#include "stat/queries.h"

#ifdef HAVE_SQLITE3

/* Whether they are records, which is known only once the site's layouts are; with -v it is told of one that the query
 * does not read.  FORGIVING: as for queries_add().  0, or -1: one is none, which was said, or memory is short (->no_memory). */
int needs_check(struct queries *q, const struct query *one, int forgiving);

/* Whether a record came, whatever form its name has; one that no query reads is taken for one. */
int needs_met(const struct queries *q, const char *record);

/* Say it where the record that N names never came, and what to do.  1: without it there is nothing to show. */
int needs_say_missing(const struct queries *q, const struct report *r, const struct report_need *n);

#endif
#endif
