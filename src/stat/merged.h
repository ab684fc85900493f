/* merged.h: captures of a system that may have records of the same time: data sets in the order of time, no record twice. */
#ifndef STAT_MERGED_H
#define STAT_MERGED_H

#include "stat/inputs.h"
#include "stat/order.h"

/* The N captures of LOOKS, which are of one system.  A capture is open from its first record on to its last one. */
void merged_read(struct reading *r, const struct order_look *looks, unsigned n);

#endif
