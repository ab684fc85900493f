/* beside.h: small captures are read side by side, each by one thread, and shown in their order. */
#ifndef TOOL_BESIDE_H
#define TOOL_BESIDE_H

#include "tool/run.h"

/* How many of the FILEs from FIRST on are read so; 0: that one is not.  *LOOKED, 0 at first: those before it were looked
 * at. */
int beside_count(const struct run *r, int first, int *looked);

/* Read N FILEs from FIRST on, as run_input() would one after the other.  0, or -1: there is no memory for threads, and none
 * was read. */
int beside_inputs(struct run *r, int first, int n);

#endif
