/* note.h: stores annotations, and finds words, numbers and fields in their values. */
#ifndef MR_NOTE_H
#define MR_NOTE_H

#include "listing/draft.h"

/* The value of an annotation, which is read word by word. ->word is the current word, the last one
 * that was read. */
struct mr_value {
	struct mr_draft *d;
	const struct mr_note *n; /* the annotation */
	const char *p;           /* the words of the value that were not read yet */
	const char *word;
	size_t len; /* length of ->word */
};

/* Read the next word of V. Blanks and commas separate words; operators are words. Return 1, or 0 at
 * the end of V. */
int mr_value_next(struct mr_value *v);

/* Return 1 if the current word of V equals WANT, ignoring case. */
int mr_value_is(const struct mr_value *v, const char *want);

/* If the next word of V is WANT, read it and return 1; else return 0. */
int mr_value_skip(struct mr_value *v, const char *want);

/* Return how many characters of the current word of V a report may show. */
int mr_value_shown(const struct mr_value *v);

/* Parse the current word of V as a number (12, 0x1F, X'1F'), as a release (5.4 is 504) or as an
 * operator. Return 1, or 0 if the word is invalid. */
int mr_value_wide(const struct mr_value *v, uint64_t *number);
int mr_value_number(const struct mr_value *v, uint32_t *number);
int mr_value_release(const struct mr_value *v, uint32_t *release);
int mr_value_op(const struct mr_value *v, enum monread_op *op);

/* Store a copy of NOTE in d->notes, which can have at most MONREAD_ROWS_MAX annotations. */
void mr_note_add(struct mr_draft *d, struct mr_note note);

/* Report an error in the annotation with the value V. The report begins with the key of the
 * annotation and a colon. */
void mr_note_refuse(const struct mr_value *v, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Add a rule, such as an array, to a list of rules of the layout, like mr_draft_more(). Return NULL
 * if out of memory, or after a report that the list has too many of WHAT, such as "arrays". */
void *mr_note_more(const struct mr_value *v, const char *what, void *place, size_t count,
                   size_t size);

/* Return the place of the first row, in the order of the structures, that the current word of V
 * names; NULL: none. mr_note_first() also reports if no row has this name. */
const struct mr_place *mr_note_find(const struct mr_value *v);
const struct mr_place *mr_note_first(const struct mr_value *v);

/* Return the place of the next row with the same name as the place P, or NULL. */
const struct mr_place *mr_note_next(const struct mr_draft *d, const struct mr_place *p);

/* Return the row of the record's structure that the current word of V names; NULL after a report.
 * mr_note_row() also refuses Strings and rows with a variable offset; mr_note_number() refuses
 * these rows and rows that do not have 1 to 8 bytes. */
const struct mr_row *mr_note_named(const struct mr_value *v);
const struct mr_row *mr_note_row(const struct mr_value *v);
const struct mr_row *mr_note_number(const struct mr_value *v);

/* Return the index in d->parts of the structure that the next word of V names; 0 after a report if
 * no structure except the first has this name. */
size_t mr_note_part(struct mr_value *v);

#endif
