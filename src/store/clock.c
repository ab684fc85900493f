/* clock.c: follow the time of the data, but not one wrong time stamp.
 *
 * One record that is years ahead would otherwise stop rotation for as many years.  Two data sets in a row that
 * agree are believed: the clock was set. */
#include "config.h"

#include "store/clock.h"

#define HOUR_US INT64_C(3600000000)

static int near(int64_t a, int64_t b)
{
	return a - b <= HOUR_US && b - a <= HOUR_US;
}

int store_clock_set(struct store_clock *c, int64_t data_us, int64_t here_us)
{
	int64_t passed = here_us - c->here_us;
	/* A file is read faster than it was made, so its time cannot be compared with the clock here. */
	int follow = !c->live || !c->begun || near(data_us, c->us + passed) ||
	             (c->jumped && near(data_us, c->data_us + passed));

	c->us = follow ? data_us : c->us + passed;
	c->begun = 1;
	c->jumped = !follow;
	c->data_us = data_us;
	c->here_us = here_us;
	return !follow;
}
