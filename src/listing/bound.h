/* bound.h: limits the size of a layout with nested structures. */
#ifndef MR_BOUND_H
#define MR_BOUND_H

#include "listing/draft.h"

/* Remove the mappings and arrays that make the layout of D exceed MONREAD_PLAN_MAX or MONREAD_NESTING_MAX, and call
 * TELL for each. ARRAYS are the arrays of the layout. */
void mr_bound_draft(struct mr_draft *d, struct monread_array *arrays, void (*tell)(void *arg, const char *text),
                    void *arg);

#endif
