/* pcpcount.h: counters that PCP can take differences of, which are those that monread finds.
 *
 * To PCP a counter is a number that rises, and where it falls there is no difference.  Counters in records have 2 bytes or
 * 4 and begin anew, and that a guest has logged on again is told by other records. */
#ifndef OUT_PCPCOUNT_H
#define OUT_PCPCOUNT_H

#include "out/pcpmetrics.h"

/* The differences of the rows of a record, in their order.  All zero: empty and ready. */
struct pcp_counts {
	struct pcp_count {
		uint64_t difference;
		int known;
	} *list;
	size_t n, room;
	size_t next; /* the one that is asked for next */
};

void pcp_counts_done(struct pcp_counts *c);

/* The rows of another record come. */
static inline void pcp_counts_clear(struct pcp_counts *c)
{
	c->n = c->next = 0;
}

/* Those of a row of differences are taken.  0, or -1: out of memory. */
int pcp_counts_add(struct pcp_counts *c, const struct pcp_tables *s, const struct pcp_table *t,
                   const struct table_cell *cells);

/* *V, the value of the metric with the number K of an instance of T, becomes what goes to the archive.  To be called for
 * the counters in the order in which their differences came, those without a value, where THERE is 0, included.  0, or
 * -1: out of memory. */
int pcp_count(struct pcp_counts *c, struct pcp_table *t, long instance, uint32_t k, int there, uint64_t *v);

#endif
