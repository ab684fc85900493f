/* bound.h: keeps a layout from growing without bound by structures inside of structures. */
#ifndef MR_BOUND_H
#define MR_BOUND_H

#include "listing/draft.h"

/* Undo what makes the layout of D larger than MONREAD_PLAN_MAX or deeper than MONREAD_NESTING_MAX, and
 * tell of it.  ARRAYS are those of the layout, or NULL. */
void mr_bound_draft(struct mr_draft *d, struct monread_array *arrays, void (*tell)(void *arg, const char *text),
                    void *arg);

#endif
