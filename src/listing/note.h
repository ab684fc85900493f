/* note.h: an annotation, and the fields that it names. */
#ifndef MR_NOTE_H
#define MR_NOTE_H

#include "listing/draft.h"
#include "listing/value.h"

/* Note KEY: VALUE down, up to MONREAD_ROWS_MAX of them. */
void mr_note_add(struct mr_draft *d, enum mr_key key, const char *value, unsigned line);

/* May there be one more of WHAT than COUNT?  0: no, and it is reported. */
int mr_note_has_room(struct mr_draft *d, unsigned line, const char *what, size_t count);

/* All rows of one name, in the order of their structures. */
struct mr_namesakes {
	const struct mr_place *p;
	size_t left;
};

/* Those called as the word V says. */
struct mr_namesakes mr_note_rows(struct mr_draft *d, const struct mr_value *v);

/* The next of them; NULL: no more. */
const struct mr_place *mr_namesakes_next(struct mr_namesakes *n);

void mr_note_no_field(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v);

/* The row of the record's structure that is called as the word V says; a number has 1 to 8 bytes.  NULL: there is
 * none, which is reported. */
const struct mr_row *mr_note_row(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v);
const struct mr_row *mr_note_number(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v);

#endif
