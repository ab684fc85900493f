/* when.h: conditions, which test a numeric field of a record or the release of its system. */
#ifndef MR_WHEN_H
#define MR_WHEN_H

#include <stddef.h>
#include <stdint.h>

#include "base/be.h"
#include "monread.h"

/* The record for which a condition is evaluated. */
struct mr_asked {
	const unsigned char *bytes;
	size_t length;
	size_t limit;     /* only fields within the first ->limit bytes are valid */
	unsigned release; /* release of the system; 0: unknown */
};

/* Return the unsigned value of the field F in the record BYTES, at most INT64_MAX; -1 if F does not
 * have 1 to 8 bytes, or is not within the first LIMIT bytes of the record. */
static inline int64_t mr_number_in(const struct monread_field *f, const unsigned char *bytes,
                                   size_t limit)
{
	uint64_t v;

	if (f->length == 0 || f->length > 8 || !mr_is_inside(f->offset, f->length, limit))
		return -1;
	v = mr_be(bytes + f->offset, f->length);
	return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

/* Return 1 if the condition W holds for the record R, or if W is NULL; else 0, also if the field
 * that W tests does not exist, or if W tests an unknown release. */
int mr_when_holds(const struct monread_when *w, const struct mr_asked *r);

#endif
