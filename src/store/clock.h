/* clock.h: the time by which --rotate-time begins new files. */
#ifndef STORE_CLOCK_H
#define STORE_CLOCK_H

#include <stdint.h>

/* Times are in microseconds. */
struct store_clock {
	int live;         /* data arrives as it is made, not from a file */
	int begun;
	int jumped;       /* the time of the last data set was not believed */
	int64_t us;       /* since 1970: the time to go by */
	int64_t data_us;  /* of the last data set */
	int64_t here_us;  /* of the monotonic clock here when it came */
};

/* A data set of the time DATA_US came at HERE_US of a clock that is never set.  Sets c->us.  1: DATA_US is more than an
 * hour away from the expected time, and was not believed. */
int store_clock_set(struct store_clock *c, int64_t data_us, int64_t here_us);

#endif
