/* clock.h: the time by which --rotate-time begins new files. */
#ifndef STORE_CLOCK_H
#define STORE_CLOCK_H

#include <stdint.h>

/* Times are in microseconds. */
struct store_clock {
	int live;         /* data arrives as it is made, not from a file */
	int begun;
	int jumped;       /* the last data set was not followed */
	int64_t us;       /* since 1970: what time it is */
	int64_t data_us;  /* what the last data set said */
	int64_t here_us;  /* the receiving clock when it came */
};

/* A data set of the time DATA_US came at HERE_US, on a clock that is never
 * set.  c->us is the time then.  1: it is more than an hour away from where
 * the receiving clock has it, and is not followed. */
int store_clock_set(struct store_clock *c, int64_t data_us, int64_t here_us);

#endif
