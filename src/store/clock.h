/* clock.h: the time by which --rotate begins new files: that of the data, but not one wrong time stamp.
 *
 * One record that is years ahead would otherwise stop rotation for as many years.  Two data sets in a row that
 * agree are believed: the clock was set. */
#ifndef STORE_CLOCK_H
#define STORE_CLOCK_H

#include <stdint.h>

#define STORE_HOUR INT64_C(3600000000)

/* Times are in microseconds. */
struct store_clock {
	int live;         /* data arrives as it is made, not from a file */
	int begun;
	int jumped;       /* the time of the last data set was not believed */
	int64_t us;       /* since 1970: the time to go by */
	int64_t data_us;  /* of the last data set */
	int64_t here_us;  /* of the monotonic clock here when it came */
};

static inline int store_clock_is_near(int64_t a, int64_t b)
{
	return a - b <= STORE_HOUR && b - a <= STORE_HOUR;
}

/* A data set of the time DATA_US came at HERE_US of a clock that is never set.  Sets c->us.  1: DATA_US is more than an
 * hour away from the expected time, and was not believed. */
static inline int store_clock_set(struct store_clock *c, int64_t data_us, int64_t here_us)
{
	int64_t passed = here_us - c->here_us;
	/* A file is read faster than it was made, so its time cannot be compared with the clock here. */
	int follow = !c->live || !c->begun || store_clock_is_near(data_us, c->us + passed) ||
	             (c->jumped && store_clock_is_near(data_us, c->data_us + passed));

	*c = (struct store_clock){ c->live, 1, !follow, follow ? data_us : c->us + passed, data_us, here_us };
	return !follow;
}

#endif
