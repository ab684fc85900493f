/* note.h: stores annotations as notes, and finds the fields that they name. */
#ifndef MR_NOTE_H
#define MR_NOTE_H

#include "listing/draft.h"
#include "listing/value.h"

/* Store the annotation KEY: VALUE; at most MONREAD_ROWS_MAX of them. */
void mr_note_add(struct mr_draft *d, enum mr_key key, const char *value, unsigned line);

/* Return 1 if another WHAT is allowed after COUNT, or 0 after a report. */
int mr_note_has_room(struct mr_draft *d, unsigned line, const char *what, size_t count);

/* Iterates over the rows of a name, in the order of their structures. */
struct mr_namesakes {
	const struct mr_place *p;
	size_t left;
};

/* Return the rows with the name that is the current word of V. */
struct mr_namesakes mr_note_rows(struct mr_draft *d, const struct mr_value *v);

/* Return the next row, or NULL. */
const struct mr_place *mr_namesakes_next(struct mr_namesakes *n);

/* Report that no field has the name that is the current word of V. */
void mr_note_no_field(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v);

/* Return the row of the record's structure whose name is the current word of V. mr_note_row() requires that neither
 * Strings nor Moves move it; mr_note_number() also requires 1 to 8 bytes. Return NULL after a report. */
const struct mr_row *mr_note_named(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v);
const struct mr_row *mr_note_row(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v);
const struct mr_row *mr_note_number(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v);

#endif
