/* note.h: stores annotations, and finds the fields that they name. */
#ifndef MR_NOTE_H
#define MR_NOTE_H

#include "listing/draft.h"
#include "listing/annot_value.h"

/* Store the annotation KEY: VALUE. At most MONREAD_ROWS_MAX annotations can be stored. */
void mr_note_add(struct mr_draft *d, enum mr_key key, const char *value, unsigned line);

/* A function that applies an annotation gets V at the first word of the value of the annotation. If
 * the function returns int, it returns 1, or 0 after a report. */

/* Report an error in the annotation v->n. The report begins with the key of the annotation and a
 * colon. */
void mr_note_refuse(const struct mr_value *v, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Return 1 if the layout may have more than COUNT of WHAT, such as arrays; else report the limit in
 * line number LINE and return 0. */
int mr_note_has_room(struct mr_draft *d, unsigned line, const char *what, size_t count);

/* Make room for one more rule, like mr_draft_more(). Return NULL after a report that there are too
 * many of WHAT, such as arrays, or if out of memory. */
void *mr_note_more(const struct mr_value *v, const char *what, void *place, size_t count,
                   size_t size);

/* Return the first row whose name is the current word of V, in the order of the structures; NULL if
 * no row has this name. In this case, only mr_note_first() reports the name. */
const struct mr_place *mr_note_find(const struct mr_value *v);
const struct mr_place *mr_note_first(const struct mr_value *v);

/* Return the next row with the name of the row P, or NULL. */
const struct mr_place *mr_note_next(const struct mr_draft *d, const struct mr_place *p);

/* Return the row of the record's structure whose name is the current word of V. If no row has this
 * name, report the name and return NULL. mr_note_row() also refuses rows with a variable offset;
 * mr_note_number() refuses these rows and rows that do not have 1 to 8 bytes. */
const struct mr_row *mr_note_named(const struct mr_value *v);
const struct mr_row *mr_note_row(const struct mr_value *v);
const struct mr_row *mr_note_number(const struct mr_value *v);

#endif
