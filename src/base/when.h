/* when.h: numbers of a record that say something of the record itself, and conditions on them. */
#ifndef MR_WHEN_H
#define MR_WHEN_H

#include <stddef.h>
#include <stdint.h>

#include "monread.h"

/* The record that is asked. */
struct mr_asked {
	const unsigned char *bytes;
	size_t length;
	size_t limit;     /* what of it the fields may be in */
	unsigned release; /* of the system it is from; 0: not known */
};

/* The unsigned value of F, up to INT64_MAX.  -1: it is no number, or not in the record. */
int64_t mr_number_in(const struct monread_field *f, const unsigned char *bytes, size_t limit);

/* Where the field of a condition is not there, or the release not known, it does not hold. */
int mr_when_holds(const struct monread_when *w, const struct mr_asked *r);

#endif
