/* annot_value.h: splits the value of an annotation into words. The current word is the last one
 * that was read. */
#ifndef MR_ANNOT_VALUE_H
#define MR_ANNOT_VALUE_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"

struct mr_draft;
struct mr_note;

struct mr_value {
	struct mr_draft *d;      /* the draft that has the annotation */
	const struct mr_note *n; /* the annotation */
	const char *p; /* the words of the value that were not read yet */
	const char *word;
	size_t len; /* length of ->word */
};

/* Read the next word. Blanks and commas separate words; operators are words. Return 1, or 0 at the
 * end. */
int mr_value_next(struct mr_value *v);

/* Return 1 if the current word equals WANT, ignoring case. */
int mr_value_is(const struct mr_value *v, const char *want);

/* If the next word of V is WANT, read it and return 1; else return 0. */
int mr_value_skip(struct mr_value *v, const char *want);

/* Return how many characters of the current word a message may show. */
int mr_value_shown(const struct mr_value *v);

/* Parse the current word as a number (12, 0x1F, X'1F'), as a release (5.4 is 504) or as an
 * operator. Return 1, or 0 if the word is invalid. */
int mr_value_wide(const struct mr_value *v, uint64_t *number);
int mr_value_number(const struct mr_value *v, uint32_t *number);
int mr_value_release(const struct mr_value *v, uint32_t *release);
int mr_value_op(const struct mr_value *v, enum monread_op *op);

#endif
