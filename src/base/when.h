/* when.h: numeric fields that describe the record itself, and conditions on them. */
#ifndef MR_WHEN_H
#define MR_WHEN_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"

/* The record that a condition is evaluated for. */
struct mr_asked {
	const unsigned char *bytes;
	size_t length;
	size_t limit;     /* fields are only read from the first LIMIT bytes */
	unsigned release; /* of its system; 0: unknown */
};

/* The unsigned value of F, at most INT64_MAX. Returns -1 if F has not 1 to 8 bytes or is not within LIMIT. */
int64_t mr_number_in(const struct monread_field *f, const unsigned char *bytes, size_t limit);

/* W may be NULL: no condition, which always holds.  Another does not if its field is not in the record or the release
 * is unknown. */
int mr_when_holds(const struct monread_when *w, const struct mr_asked *r);

#endif
