/* annotate.h: adds what is known of a record to a page of it. */
#ifndef MR_ANNOTATE_H
#define MR_ANNOTATE_H

#include "monread.h"

struct mr_draft;

/* Apply the annotations of KNOWN to the rows of PAGE with the same names. The strings of KNOWN are not copied, so it
 * must live as long as the page's layout.
 * Returns 0, or -1 if out of memory. */
int mr_annotate(struct mr_draft *page, const struct monread_layout *known);

/* The number of fields in the record's structure that the two have in common. */
unsigned mr_annotate_common(const struct mr_draft *page, const struct monread_layout *known);

#endif
