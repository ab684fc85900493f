/* apply.h: functions that each apply one annotation, such as "Counter: FIELDS", to a draft. */
#ifndef MR_APPLY_H
#define MR_APPLY_H

#include "listing/note.h"
#include "listing/values.h"

/* field_lists.c: mr_apply_list() applies Counter, Countdown, Code, Key, Unit, and annotations whose
 * key is the name of a format; mr_apply_mark() applies User, Partition and Level. Before any
 * annotation is applied, call mr_find_mover(): it finds the fields whose offsets vary because of
 * Moves, which most annotations must not name. */
void mr_apply_list(struct mr_value *v);
void mr_apply_mark(struct mr_value *v);
void mr_find_mover(struct mr_draft *d);
void mr_apply_moves(struct mr_value *v);
void mr_apply_maps(struct mr_value *v);

/* conditions.c: read a condition of the form FIELD OP NUMBER from the next words of the value V.
 * Search FIELD in structure number PART, then in the record's structure. Return NULL after a
 * report, or if out of memory. */
const struct monread_when *mr_apply_condition(struct mr_value *v, unsigned part);

/* NAMES consists of names of fields, the word STOP and a condition: give each of these fields the
 * condition. */
void mr_apply_fields_when(struct mr_value names, const char *stop);

void mr_apply_when(struct mr_value *v);
void mr_apply_tells(struct mr_value *v);

void mr_apply_values(struct mr_value *v);
void mr_apply_array(struct mr_value *v);
void mr_apply_vary(struct mr_value *v);
void mr_apply_payload(struct mr_value *v);

#endif
