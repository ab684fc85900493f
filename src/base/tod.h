/* tod.h: the TOD clock (Principles of Operation): a number of 64 bits that was 0 at
 * 1900-01-01T00:00:00Z; bit 51 is one microsecond. */
#ifndef MR_TOD_H
#define MR_TOD_H

#include <stdint.h>

#define MR_TOD_SECOND (UINT64_C(1000000) << 12)
#define MR_TOD_UNIX_EPOCH UINT64_C(0x7D91048BCA000000)

/* Return A divided by B > 0, rounded down. */
static inline int64_t mr_floor(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* Return 1 if A is later than B, also if the clock has wrapped to 0 between them, as in 2042. */
static inline int mr_tod_is_later(uint64_t a, uint64_t b)
{
	return a != b && a - b < UINT64_C(1) << 63;
}

/* Return 1 if the clocks A and B differ by less than LIMIT. */
static inline int mr_tod_is_within(uint64_t limit, uint64_t a, uint64_t b)
{
	return a - b < limit || b - a < limit;
}

#endif
