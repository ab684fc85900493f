/* tod.h: the units of TOD clock values. */
#ifndef PORT_TOD_H
#define PORT_TOD_H

#include <stdint.h>

/* Bit 51 counts microseconds. */
#define MR_TOD_SECOND (UINT64_C(1000000) << 12)

/* Return 1 if A is later than B. The clock may have wrapped between them, as it does in 2042. */
static inline int mr_tod_is_later(uint64_t a, uint64_t b)
{
	return a != b && a - b < UINT64_C(1) << 63;
}

#endif
