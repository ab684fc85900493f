/* needs.h: the records that a report says it needs or uses. */
#ifndef STAT_NEEDS_H
#define STAT_NEEDS_H

#include "stat/queries.h"

/* Whether CP makes the record of L in every sample, whatever is enabled. */
static inline int needs_is_sampled(const struct monread_layout *l)
{
	return l && (l->domain == 0 || l->domain == 1);
}

/* Whether they are records, which is known only once the site's layouts are; with -v it is told of one that the query
 * does not read.  FORGIVING: as for queries_add().  0, or -1: one is none, which was said, or memory is short (->no_memory). */
int needs_check(struct queries *q, const struct query *one, int forgiving);

/* Whether a record came, whatever form its name has; one that no query reads is taken for one. */
int needs_met(const struct queries *q, const char *record);

struct needs_text {
	char text[1000];
};

/* Say in T which records of R never came and what enables them; "": all came.  1: without one of them there is nothing to
 * show. */
int needs_missing(const struct queries *q, const struct report *r, struct needs_text *t);

#endif
