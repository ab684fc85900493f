/* value.h: splits the value of an annotation into words. */
#ifndef MR_VALUE_H
#define MR_VALUE_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"

struct mr_value {
	const char *p; /* the rest of the value */
	const char *word;
	size_t len; /* of ->word */
};

/* Read the next word. Words are separated by blanks and commas; operators are words. Returns 1, or 0 at the end. */
int mr_value_next(struct mr_value *v);

/* Is the word WANT, in any case? */
int mr_value_is(const struct mr_value *v, const char *want);

/* Read the next word if it is WANT. Returns 1, or 0. */
int mr_value_skip(struct mr_value *v, const char *want);

/* The length of the word to be shown in messages. */
int mr_value_shown(const struct mr_value *v);

/* The word as a number (12, 0x1F, X'1F'), a release (5.4 is 504) or an operator. Returns 1, or 0 if it is none. */
int mr_value_wide(const struct mr_value *v, uint64_t *number);
int mr_value_number(const struct mr_value *v, uint32_t *number);
int mr_value_release(const struct mr_value *v, uint32_t *release);
int mr_value_op(const struct mr_value *v, enum monread_op *op);

#endif
