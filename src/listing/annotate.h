/* annotate.h: copies annotations from the project's .dsect file of a record to a page about the
 * same record. */
#ifndef MR_ANNOTATE_H
#define MR_ANNOTATE_H

#include "monread.h"

struct mr_draft;

/* Copy the annotations of the fields of KNOWN, a built-in layout, to the rows of PAGE with the same
 * names. The layout of PAGE then points to strings of KNOWN, so KNOWN must outlive it. Return 0, or
 * -1 if out of memory. */
int mr_annotate(struct mr_draft *page, const struct monread_layout *known);

/* Return how many fields of the record's structure in PAGE also exist in KNOWN. */
unsigned mr_annotate_common(const struct mr_draft *page, const struct monread_layout *known);

/* Mark fields of PAGE as counters, and give them their units, if KNOWN, the built-in layout of the
 * same record, lacks these fields. KIN is the layout of a different record of the same domain. If a
 * field in KIN has the same name without the DSECT prefix, both records copy the same field of a
 * control block of CP, so the field of PAGE gets the annotations of the field in KIN. */
void mr_annotate_kin(struct mr_draft *page, const struct monread_layout *known,
                     const struct monread_layout *kin);

#endif
