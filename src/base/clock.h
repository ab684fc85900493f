/* clock.h: clocks of this host. */
#ifndef MR_CLOCK_H
#define MR_CLOCK_H

#include <stdint.h>
#include <time.h>

#define CLOCK_SECOND INT64_C(1000000000)
#define CLOCK_NEVER INT64_MAX

/* Return the monotonic clock in nanoseconds. */
static inline int64_t clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * CLOCK_SECOND + t.tv_nsec;
}

static inline int64_t clock_ms(void)
{
	return clock_now() / 1000000;
}

/* Return the time of this host in microseconds since 1970. */
static inline int64_t clock_host_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

#endif
