/* partition.h: finds the name of the logical partition of a system. */
#ifndef OUT_PARTITION_H
#define OUT_PARTITION_H

#include "out/out.h"

/* Write the name from the record EV (D1R4) of SYSTEM to NAME in UTF-8; "" if it has none. */
void out_partition(const struct out *o, struct monread_system *system, const struct monread_ev *ev, char *name, size_t size);

#endif
