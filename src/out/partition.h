/* partition.h: the logical partition that a system is in. */
#ifndef OUT_PARTITION_H
#define OUT_PARTITION_H

#include "out/out.h"

/* Its name, as the record EV (D1R4) of SYSTEM has it, in UTF-8; "": it has none. */
void out_partition(const struct out *o, struct monread_system *system, const struct monread_ev *ev, char *name, size_t size);

#endif
