/* annotate.h: copies annotations of the project's .dsect file of a record to a page about the same
 * record. */
#ifndef MR_ANNOTATE_H
#define MR_ANNOTATE_H

#include "monread.h"

struct mr_draft;

/* Copy the annotations of KNOWN, a built-in layout, to the rows of PAGE with the same names. PAGE
 * points to strings of KNOWN, which must outlive the layout of PAGE. Return 0, or -1 if out of
 * memory. */
int mr_annotate(struct mr_draft *page, const struct monread_layout *known);

/* Return how many fields of the record's structure in PAGE are in KNOWN, too. */
unsigned mr_annotate_common(const struct mr_draft *page, const struct monread_layout *known);

/* Mark fields of PAGE that its built-in layout KNOWN lacks as counters, and set their units, if a
 * field in KIN, the layout of another record of the domain, has the same name after the DSECT: then
 * both records copy one field of a control block of CP. */
void mr_annotate_kin(struct mr_draft *page, const struct monread_layout *known,
                     const struct monread_layout *kin);

#endif
