/* apply.h: functions that apply one annotation each to a draft. */
#ifndef MR_APPLY_H
#define MR_APPLY_H

#include "listing/note.h"
#include "listing/values.h"

/* lists.c: lists of fields (format, counter, countdown, key, unit), User, Partition, Level, Moves and Maps. The fields of a
 * Countdown are looked at once more when all formats are known. What Moves names is found in advance: other annotations have
 * no use for a field that is moved. */
void mr_apply_list(struct mr_draft *d, const struct mr_note *n);
void mr_apply_countdown_late(struct mr_draft *d, const struct mr_note *n);
void mr_apply_mark(struct mr_draft *d, const struct mr_note *n, unsigned flag);
void mr_find_mover(struct mr_draft *d);
void mr_apply_moves(struct mr_draft *d, const struct mr_note *n);
void mr_apply_maps(struct mr_draft *d, const struct mr_note *n);

/* conditions.c: read the condition FIELD OP NUMBER from the remaining words of V. Returns NULL after a report, or
 * if out of memory. */
const struct monread_when *mr_apply_condition(struct mr_draft *d, const struct mr_note *n, struct mr_value *v);

/* NAMES up to the word STOP have the condition behind it. */
void mr_apply_fields_when(struct mr_draft *d, const struct mr_note *n, struct mr_value names, const char *stop);

/* When and Tells. TELLS holds those of the layout so far and has room for one more. */
void mr_apply_when(struct mr_draft *d, const struct mr_note *n);
void mr_apply_tells(struct mr_draft *d, const struct mr_note *n, struct monread_tells *tells);

/* values.c: Values. */
void mr_apply_values(struct mr_draft *d, const struct mr_note *n);

/* unproven.c: Unproven. Its fields are marked when all arrays and mappings are known. */
void mr_apply_unproven(struct mr_draft *d, const struct mr_note *n);
void mr_unproven_mark(struct mr_draft *d, const struct monread_array *arrays);

/* endings.c: Configuration. */
void mr_apply_configuration(struct mr_draft *d, const struct mr_note *n);

/* breaks.c: Break. *B is filled in. */
void mr_apply_break(struct mr_draft *d, const struct mr_note *n, struct monread_break *b);

/* arrays.c: Array, Vary and Payload. *A is filled in. */
void mr_apply_array(struct mr_draft *d, const struct mr_note *n, struct monread_array *a);
void mr_apply_vary(struct mr_draft *d, const struct mr_note *n, struct monread_array *a);
void mr_apply_payload(struct mr_draft *d, const struct mr_note *n);

#endif
