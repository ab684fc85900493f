/* gap.h: what was lost, and the two ways to say so in what is stored: a mark in the capture, or a file beside it. */
#ifndef STORE_GAP_H
#define STORE_GAP_H

#include "monread.h"

/* What was lost since the last data set that was stored; {0} to begin with. */
struct store_gap {
	struct monread_mark mark; /* its count: how many losses; 0: nothing was lost */
	uint64_t last;            /* TOD of the last record before; 0: there is none */
};

/* Something was lost: SETS data sets (-1: it is not known how many), BYTES. */
void store_gap_add(struct store_gap *g, long sets, uint64_t bytes, const char *text);

/* The mark to put before the data set whose first record has TOD.  FOLLOWS 0: no data set follows. */
const struct monread_mark *store_gap_mark(struct store_gap *g, uint64_t tod, int follows);

/* --write-marks=no: add a line to FILE.gaps: the data set at OFFSET of FILE follows the gap.  0, or -1 with errno. */
int store_gap_note(struct store_gap *g, const char *file, uint64_t offset, uint64_t tod, unsigned mode);

/* Remove the notes beside FILE, which is removed or replaced. */
void store_gap_forget(const char *file);

/* The gap was stored: forget it. */
void store_gap_clear(struct store_gap *g);

#endif
