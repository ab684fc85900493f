/* note.h: stores annotations until the contents of the listing are read, and finds the fields that
 * annotations name. */
#ifndef MR_NOTE_H
#define MR_NOTE_H

#include "listing/draft.h"
#include "listing/annot_value.h"

/* Store the annotation KEY: VALUE. At most MONREAD_ROWS_MAX annotations can be stored. */
void mr_note_add(struct mr_draft *d, enum mr_key key, const char *value, unsigned line);

/* Return 1 if the layout may have more than COUNT of WHAT, such as arrays; else report the limit in
 * line number LINE and return 0. */
int mr_note_has_room(struct mr_draft *d, unsigned line, const char *what, size_t count);

/* An iterator over all rows that have one name, in the order of their structures. */
struct mr_namesakes {
	const struct mr_place *p;
	size_t left;
};

/* Return an iterator over the rows whose name is the current word of V. */
struct mr_namesakes mr_note_rows(struct mr_draft *d, const struct mr_value *v);

/* Return the next row of the iterator, or NULL at its end. */
const struct mr_place *mr_namesakes_next(struct mr_namesakes *n);

/* Report that no field has the name that is the current word of V, the value of the annotation
 * N. */
void mr_note_no_field(struct mr_draft *d, const struct mr_note *n, const struct mr_value *v);

/* Return the row of the record's structure whose name is the current word of V. If no row has this
 * name, report the name and return NULL. mr_note_row() also refuses rows with a variable offset;
 * mr_note_number() refuses these rows and rows that do not have 1 to 8 bytes. */
const struct mr_row *mr_note_named(struct mr_draft *d, const struct mr_note *n,
                                   const struct mr_value *v);
const struct mr_row *mr_note_row(struct mr_draft *d, const struct mr_note *n,
                                 const struct mr_value *v);
const struct mr_row *mr_note_number(struct mr_draft *d, const struct mr_note *n,
                                    const struct mr_value *v);

#endif
