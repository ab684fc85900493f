/* apply.h: functions that apply one annotation to a draft. */
#ifndef MR_APPLY_H
#define MR_APPLY_H

#include "listing/note.h"
#include "listing/values.h"

/* lists.c: apply annotations that are lists of fields (formats, Counter, Countdown, Key, Unit), and User, Partition,
 * Level, Moves and Maps. mr_find_mover() comes first, because other annotations refuse fields that Moves moves. */
void mr_apply_list(struct mr_draft *d, const struct mr_note *n);
void mr_apply_mark(struct mr_draft *d, const struct mr_note *n);
void mr_find_mover(struct mr_draft *d);
void mr_apply_moves(struct mr_draft *d, const struct mr_note *n);
void mr_apply_maps(struct mr_draft *d, const struct mr_note *n);

/* conditions.c: read the condition FIELD OP NUMBER from the remaining words of V. FIELD is in the structure PART, else in
 * the record's structure. Return NULL after a report, or if out of memory. */
const struct monread_when *mr_apply_condition(struct mr_draft *d, const struct mr_note *n, struct mr_value *v,
                                              unsigned part);

/* Give the fields NAMES, up to the word STOP, the condition that follows STOP. */
void mr_apply_fields_when(struct mr_draft *d, const struct mr_note *n, struct mr_value names, const char *stop);

/* Apply a line When: or Tells: of a .dsect file. TELLS holds the Tells: lines before it, with room for one more. */
void mr_apply_when(struct mr_draft *d, const struct mr_note *n);
void mr_apply_tells(struct mr_draft *d, const struct mr_note *n, struct monread_tells *tells);

/* values.c: Values. */
void mr_apply_values(struct mr_draft *d, const struct mr_note *n);

/* unproven.c: Unproven. Its fields are marked when all arrays and mappings are known. */
void mr_apply_unproven(struct mr_draft *d, const struct mr_note *n);
void mr_unproven_mark(struct mr_draft *d, const struct monread_array *arrays);

/* endings.c: Configuration. */
void mr_apply_configuration(struct mr_draft *d, const struct mr_note *n);

/* breaks.c: Break; fill in *B. */
void mr_apply_break(struct mr_draft *d, const struct mr_note *n, struct monread_break *b);

/* arrays.c: Array, Vary and Payload; fill in *A. */
void mr_apply_array(struct mr_draft *d, const struct mr_note *n, struct monread_array *a);
void mr_apply_vary(struct mr_draft *d, const struct mr_note *n, struct monread_array *a);
void mr_apply_payload(struct mr_draft *d, const struct mr_note *n);

#endif
