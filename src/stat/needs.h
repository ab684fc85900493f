/* needs.h: the records that a report needs or uses. */
#ifndef STAT_NEEDS_H
#define STAT_NEEDS_H

#include "stat/queries.h"

/* Whether CP writes the record of L into each sample, even if no domain is enabled. */
static inline int needs_is_sampled(const struct monread_layout *l)
{
	return l && (l->domain == 0 || l->domain == 1);
}

/* Check that the records exist. Call it after the site's layouts are loaded. With -v it reports a record that the query
 * does not read. FORGIVING: as for queries_add(). Returns 0, or -1: a record is unknown, or out of memory
 * (->no_memory). */
int needs_check(struct queries *q, const struct query *one, int forgiving);

struct needs_text {
	char text[1000];
};

/* Write to T which records of R never arrived and how to enable them; "": all arrived. Returns 1 if R cannot show
 * anything without one of them. */
int needs_missing(const struct queries *q, const struct report *r, struct needs_text *t);

#endif
