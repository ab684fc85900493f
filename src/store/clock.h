/* clock.h: the clock by which --rotate begins new files. It follows the times of data sets, but
 * ignores a single wrong time: a record that is years ahead would stop rotation for years. If two
 * data sets in a row agree on another time, somebody has set the clock of the system, and this
 * clock follows them. */
#ifndef STORE_CLOCK_H
#define STORE_CLOCK_H

#include <stdint.h>

#define STORE_HOUR INT64_C(3600000000)
#define STORE_DAY (24 * STORE_HOUR)

/* Times are in microseconds. */
struct store_clock {
	/* 1: the data comes from a device as CP makes it; 0: from a file */
	int live;
	int begun;
	int jumped;      /* 1: the time of the last data set was ignored */
	int64_t us;      /* time that this clock shows, since 1970 */
	int64_t data_us; /* time of the last data set, since 1970 */
	int64_t here_us; /* monotonic time at which the last data set arrived */
};

static inline int store_clock_is_near(int64_t a, int64_t b)
{
	return a - b <= STORE_HOUR && b - a <= STORE_HOUR;
}

/* Update C after a data set with the time DATA_US arrived at the monotonic time HERE_US. Return 1
 * if DATA_US was ignored, because it is more than an hour away from the expected time. */
static inline int store_clock_set(struct store_clock *c, int64_t data_us, int64_t here_us)
{
	int64_t passed = here_us - c->here_us;
	/* Follow all times of a file: monread reads a file faster than CP wrote it, so the clock of
	 * this host cannot tell which time is wrong. */
	int follow = !c->live || !c->begun || store_clock_is_near(data_us, c->us + passed) ||
	             (c->jumped && store_clock_is_near(data_us, c->data_us + passed));

	*c = (struct store_clock){ c->live, 1,      !follow, follow ? data_us : c->us + passed,
		                   data_us, here_us };
	return !follow;
}

#endif
