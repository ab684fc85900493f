/* period.h: --rotate=TIME begins a new file after each period. If a period is shorter than a day,
 * the first period of a day begins at midnight, and the last one ends at the next midnight, so that
 * it may be shorter than the others. Periods of several days are counted from Monday,
 * 1970-01-05. */
#ifndef STORE_PERIOD_H
#define STORE_PERIOD_H

#include <stdint.h>

/* Times in microseconds since 1970. */
struct store_period {
	int64_t begin, end;
};

/* Return the period of SECONDS that contains the time US. If LOCAL is 1, periods begin at midnight
 * of local time; else of UTC. A period lasts SECONDS of real time: if it is an hour, and the local
 * clock shows an hour twice at the end of summer time, each of the two hours is a period. */
struct store_period store_period_of(int64_t us, double seconds, int local);

#endif
