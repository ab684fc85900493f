/* annotate.h: gives a page what we know of its fields. */
#ifndef MR_ANNOTATE_H
#define MR_ANNOTATE_H

#include "monread.h"

struct mr_draft;

/* Apply the annotations of KNOWN, whose strings outlive the page, to the rows of PAGE that have the same names; TELL of
 * what is too much for it.  0, or -1: out of memory. */
int mr_annotate(struct mr_draft *page, const struct monread_layout *known, void (*tell)(void *arg, const char *text),
                void *arg);

/* How many fields of the record's structure the two have in common. */
unsigned mr_annotate_common(const struct mr_draft *page, const struct monread_layout *known);

#endif
