/* order.h: in which order inputs are read. */
#ifndef STAT_ORDER_H
#define STAT_ORDER_H

#include "stat/options.h"

/* Sort the files of O: system by system, the oldest first.  *SYSTEMS: how many there are, as far as that is known.  0, or
 * -1: it was said why. */
int order_files(struct options *o, const struct monread_layouts *layouts, unsigned *systems);

#endif
