/* annotate.h: copies the project's knowledge of a record to a page of this record. */
#ifndef MR_ANNOTATE_H
#define MR_ANNOTATE_H

#include "monread.h"

struct mr_draft;

/* Apply the annotations of KNOWN to the rows of PAGE with the same names. The strings of KNOWN are not copied, so
 * it must outlive the layout of the page. Return 0, or -1 if out of memory. */
int mr_annotate(struct mr_draft *page, const struct monread_layout *known);

/* Return the number of fields that the record's structure has in common with KNOWN. */
unsigned mr_annotate_common(const struct mr_draft *page, const struct monread_layout *known);

/* For fields of PAGE that KNOWN, its built-in layout, lacks: copy from KIN, the layout of another record of the domain,
 * if they are counters, and their units. Both records copy a field of a CP control block if its name after the DSECT is
 * the same. */
void mr_annotate_kin(struct mr_draft *page, const struct monread_layout *known, const struct monread_layout *kin);

#endif
