/* annotate.h: copies annotations from the project's .dsect file of a record to a page about the
 * same record. */
#ifndef MR_ANNOTATE_H
#define MR_ANNOTATE_H

#include "monread.h"

struct mr_draft;

/* Copy the annotations of KNOWN, a built-in layout that must outlive the layout of PAGE, to the
 * rows of PAGE with the same names. Return 0, or -1 if out of memory. */
int mr_annotate(struct mr_draft *page, const struct monread_layout *known);

/* Return how many fields of the record's structure of PAGE also exist in KNOWN. */
unsigned mr_annotate_common(const struct mr_draft *page, const struct monread_layout *known);

/* If KIN, the layout of another record of the domain, has a field of PAGE that KNOWN lacks, copy
 * its flags and unit to PAGE. Names that differ only in the DSECT prefix match, because such fields
 * are copies of the same field of a control block of CP. */
void mr_annotate_kin(struct mr_draft *page, const struct monread_layout *known,
                     const struct monread_layout *kin);

#endif
