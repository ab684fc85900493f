/* gap.h: adds up losses and omitted samples until a mark reports them. A mark is a record that
 * monread itself adds to the stored capture. */
#ifndef STORE_GAP_H
#define STORE_GAP_H

#include "monread.h"

/* Losses and omitted samples since the last stored data set. Initialize with {0}. */
struct store_gap {
	/* ->mark.count: number of losses, or number of sample data sets that --every omitted; 0: no
	 * mark is needed */
	struct monread_mark mark;
	uint64_t last;            /* TOD clock of the last stored record; 0: not known */
};

/* Add to G a loss; the parameters are the same as for store_lost() in store.h. */
void store_gap_add(struct store_gap *g, long sets, uint64_t bytes, const char *text);

/* Count a sample data set that --every=EVERY omits, because it is not the first sample in its
 * period of EVERY seconds. */
void store_gap_thinned(struct store_gap *g, double every);

/* Record in G that this run continues a file whose last record has the TOD clock LAST; 0: not
 * known. */
void store_gap_continued(struct store_gap *g, uint64_t last);

/* Return 1 if G contains a loss, not only omitted samples. */
static inline int store_gap_is_loss(const struct store_gap *g)
{
	return (g->mark.why & MONREAD_MARK_LOST) != 0;
}

/* Return the mark to store before a data set whose first record has the clock TOD. If no data set
 * follows, because the mark ends the file, FOLLOWS is 0. */
const struct monread_mark *store_gap_mark(struct store_gap *g, uint64_t tod, int follows);

static inline void store_gap_clear(struct store_gap *g)
{
	g->mark = (struct monread_mark){ 0 };
}

#endif
