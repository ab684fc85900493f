/* gap.h: losses, which a mark in the capture records. */
#ifndef STORE_GAP_H
#define STORE_GAP_H

#include "monread.h"

/* Losses, and samples left out, since the last data set that was stored; {0} to begin with. */
struct store_gap {
	struct monread_mark mark; /* its count: how many losses, or sample data sets that were left out; 0: nothing */
	uint64_t last;            /* TOD of the last record before; 0: not known */
};

/* Something was lost: SETS data sets (-1: it is not known how many), BYTES. */
void store_gap_add(struct store_gap *g, long sets, uint64_t bytes, const char *text);

/* A sample data set was left out, as the user wished: the first one of every EVERY seconds is stored. */
void store_gap_thinned(struct store_gap *g, double every);

/* The run continues a file whose last record has the TOD clock LAST; 0: it is not known. */
void store_gap_continued(struct store_gap *g, uint64_t last);

/* Whether something was lost. */
static inline int store_gap_is_loss(const struct store_gap *g)
{
	return (g->mark.why & MONREAD_MARK_LOST) != 0;
}

/* The mark to put before the data set whose first record has TOD.  FOLLOWS 0: no data set follows. */
const struct monread_mark *store_gap_mark(struct store_gap *g, uint64_t tod, int follows);

/* The gap was stored: forget it. */
static inline void store_gap_clear(struct store_gap *g)
{
	g->mark = (struct monread_mark){ 0 };
}

#endif
