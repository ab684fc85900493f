/* apply.h: annotations applied to the rows of a draft and to its rules. */
#ifndef MR_APPLY_H
#define MR_APPLY_H

#include "listing/note.h"

/* lists.c: a list of fields (their format, unit and so on), and the structures that map fields. */
void mr_apply_list(struct mr_draft *d, const struct mr_note *n);
void mr_apply_maps(struct mr_draft *d, const struct mr_note *n);

/* The words left in V: FIELD OP NUMBER.  1, or 0 and it is reported. */
int mr_apply_condition(struct mr_draft *d, const struct mr_note *n, struct mr_value *v, struct monread_when *when);

/* conditions.c: which of several layouts of a record this is, and what its records tell of the release.  TELLS has room
 * for one more than the layout has. */
void mr_apply_when(struct mr_draft *d, const struct mr_note *n);
void mr_apply_tells(struct mr_draft *d, const struct mr_note *n, struct monread_tells *tells);

/* arrays.c: arrays, texts of no fixed length, application data.  A has room for one. */
void mr_apply_array(struct mr_draft *d, const struct mr_note *n, struct monread_array *a);
void mr_apply_vary(struct mr_draft *d, const struct mr_note *n, struct monread_array *a);
void mr_apply_payload(struct mr_draft *d, const struct mr_note *n);

#endif
