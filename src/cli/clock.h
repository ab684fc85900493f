/* clock.h: the monotonic clock, in nanoseconds. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <stdint.h>
#include <time.h>

#define CLOCK_SECOND INT64_C(1000000000)
#define CLOCK_NEVER INT64_MAX

static inline int64_t clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * CLOCK_SECOND + t.tv_nsec;
}

#endif
