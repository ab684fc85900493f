/* annotate.h: copies annotations from the project's .dsect file of a record to a page of IBM about
 * the same record. */
#ifndef MR_ANNOTATE_H
#define MR_ANNOTATE_H

#include "monread.h"

struct mr_draft;

/* Copy the annotations of the built-in layout KNOWN to the draft PAGE, to fields with the same
 * names. KNOWN must outlive the layout of PAGE. Return 0, or -1 if out of memory. */
int mr_annotate(struct mr_draft *page, const struct monread_layout *known);

/* Return how many fields of the record's structure in the draft PAGE also exist in this structure
 * of the layout KNOWN. */
unsigned mr_annotate_common(const struct mr_draft *page, const struct monread_layout *known);

/* KNOWN is the built-in layout of the record of the draft PAGE, and KIN the layout of another
 * record of the domain. If KNOWN lacks a field of PAGE that KIN has, copy the flags and unit of the
 * field from KIN to PAGE. Fields match even if the DSECT prefixes of their names differ, because
 * such fields are copies of the same field of a control block of CP. */
void mr_annotate_kin(struct mr_draft *page, const struct monread_layout *known,
                     const struct monread_layout *kin);

#endif
