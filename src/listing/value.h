/* value.h: the words of the value of an annotation. */
#ifndef MR_VALUE_H
#define MR_VALUE_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"

struct mr_value {
	const char *p; /* what is left of it */
	const char *word;
	size_t len; /* of the word */
};

/* The next word; blanks and commas part them, and so do operators.  1, or 0 at the end. */
int mr_value_next(struct mr_value *v);

/* Is the word WANT, in any case? */
int mr_value_is(const struct mr_value *v, const char *want);

/* Is the next word WANT?  Then it is passed over. */
int mr_value_skip(struct mr_value *v, const char *want);

/* How much of the word is told in a message. */
int mr_value_shown(const struct mr_value *v);

/* The word as a number: 12, 0x1F, X'1F'; as a release, 5.4 (which is 504); as an operator.  1, or 0. */
int mr_value_number(const struct mr_value *v, uint32_t *number);
int mr_value_release(const struct mr_value *v, uint32_t *release);
int mr_value_op(const struct mr_value *v, enum monread_op *op);

#endif
