/* annotate.h: copies annotations from the project's .dsect file of a record to a page about the
 * same record. */
#ifndef MR_ANNOTATE_H
#define MR_ANNOTATE_H

#include "monread.h"

struct mr_draft;

/* Copy the annotations of KNOWN, a built-in layout, to the rows of PAGE with the same names. KNOWN
 * must outlive the layout of PAGE. Return 0, or -1 if out of memory. */
int mr_annotate(struct mr_draft *page, const struct monread_layout *known);

/* Return how many fields of the record's structure in PAGE also exist in KNOWN. */
unsigned mr_annotate_common(const struct mr_draft *page, const struct monread_layout *known);

/* If KIN, the layout of a different record of the same domain, has a field of PAGE that KNOWN
 * lacks, copy the flags and the unit of this field to PAGE. Names that differ only in the DSECT
 * prefix match, because such fields are copies of the same field of a control block of CP. */
void mr_annotate_kin(struct mr_draft *page, const struct monread_layout *known,
                     const struct monread_layout *kin);

#endif
