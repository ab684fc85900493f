/* tod.h: the TOD clock (Principles of Operation): 64 bits, bit 51 ticks every microsecond from 1900-01-01T00:00:00Z. */
#ifndef MR_TOD_H
#define MR_TOD_H

#include <stdint.h>

#define MR_TOD_UNIX_EPOCH UINT64_C(0x7D91048BCA000000)

/* Monitor data is never older than 1971-05-11, so a clear top bit means the epoch that begins in 2042. */
static inline int64_t mr_tod_to_unix_us(uint64_t tod)
{
	uint64_t us = tod >> 12;

	if (!(tod >> 63))
		us += UINT64_C(1) << 52;
	return (int64_t)(us - (MR_TOD_UNIX_EPOCH >> 12));
}

static inline uint64_t mr_tod_from_unix_us(int64_t us)
{
	return ((uint64_t)us + (MR_TOD_UNIX_EPOCH >> 12)) << 12;
}

#endif
