/* period.h: --rotate=TIME begins a new file after each period. The first period of a day begins at
 * midnight; the last one may be shorter, because it ends at midnight. Periods of several days are
 * counted from Monday, 1970-01-05. */
#ifndef STORE_PERIOD_H
#define STORE_PERIOD_H

#include <stdint.h>

/* Times in microseconds since 1970. */
struct store_period {
	int64_t begin, end;
};

/* Return the period of SECONDS that contains the time US. If LOCAL is 1, days begin at midnight of
 * local time; else of UTC. A period lasts SECONDS of real time: an hour that the local clock shows
 * twice, at the end of summer time, is two periods. */
struct store_period store_period_of(int64_t us, double seconds, int local);

#endif
