/* clock.h: clocks, and a limit for how many messages are printed in a period. */
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

/* Return the time of day of this host, in microseconds since 1970. */
static inline int64_t clock_host_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

#define RATE_MOST 20u
#define RATE_SPAN (10 * CLOCK_SECOND)

/* Limits messages of one kind: RATE_MOST messages within RATE_SPAN may be printed, and later
 * messages are only counted. Initialize with {0}. */
struct rate {
	int64_t since; /* time at which the current RATE_SPAN began, with its first message */
	unsigned said;
	uint64_t left_out;
};

/* Return 1 if the caller may print a message at the time NOW; else count the message as not printed
 * and return 0. */
static inline int rate_allows(struct rate *r, int64_t now)
{
	if (r->said == 0 || (now - r->since >= RATE_SPAN && r->left_out == 0)) {
		r->since = now;
		r->said = 0;
	}
	if (r->said < RATE_MOST && r->left_out == 0) {
		r->said++;
		return 1;
	}
	r->left_out++;
	return 0;
}

/* Return how many messages were not printed, and count from 0 again. Return 0 if RATE_SPAN is not
 * over, unless NOW is CLOCK_NEVER (at the end of the program). */
static inline uint64_t rate_due(struct rate *r, int64_t now)
{
	uint64_t n = r->left_out;

	if (n == 0 || now - r->since < RATE_SPAN)
		return 0;
	r->left_out = 0;
	r->said = 0;
	return n;
}

#endif
