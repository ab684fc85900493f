/* annotate.h: gives a loaded page what we know of its fields. */
#ifndef MR_ANNOTATE_H
#define MR_ANNOTATE_H

#include "base/arena.h"
#include "monread.h"

/* Apply the annotations of KNOWN to PAGE, both in A and with fields in common, by the names of the fields;
 * TELL of what is too much for it.  0, or -1: out of memory. */
int mr_annotate(struct mr_arena *a, struct monread_layout *page, const struct monread_layout *known,
                void (*tell)(void *arg, const char *text), void *arg);

/* How many fields of the record's structure the two have in common. */
unsigned mr_annotate_common(const struct monread_layout *page, const struct monread_layout *known);

#endif
