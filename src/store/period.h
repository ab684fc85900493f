/* period.h: periods of the clock; --rotate=TIME begins a new file after each period.
 *
 * Periods that are shorter than a day begin at midnight; the last period of a day ends at the next
 * midnight, so that it may be shorter than the others. Periods of several days are counted from
 * Monday, 1970-01-05. */
#ifndef STORE_PERIOD_H
#define STORE_PERIOD_H

#include <stdint.h>

/* Times in microseconds since 1970. */
struct store_period {
	int64_t begin, end;
};

/* Return the period of SECONDS that the time US belongs to. LOCAL: 1 if periods begin at midnight
 * of local time, 0 of UTC. A period lasts SECONDS of real time: if SECONDS is an hour, and the
 * local clock shows an hour twice at the end of summer time, each of the two hours is a period. */
struct store_period store_period_of(int64_t us, double seconds, int local);

#endif
