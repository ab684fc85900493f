/* period.c: periods of the clock, after which --rotate=TIME begins a new file. */
#include "config.h"

#include "store/period.h"

#include "cli/moment.h"
#include "store/clock.h"
#include "store/store.h"

#define SECOND INT64_C(1000000)
#define DAY_SECONDS 86400
/* Number of days from 1970-01-01, a Thursday, to the next Monday. */
#define MONDAY 4

/* Return A divided by B, rounded down. */
static int64_t period_floor(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* Return the time of the midnight (of local time if LOCAL is 1, else UTC) at which DAY begins, in
 * microseconds since 1970. DAY: number of days since 1970-01-01. */
static int64_t midnight_of(int64_t day, int local)
{
	int64_t second = day * DAY_SECONDS;

	return (local ? moment_utc(second, 1) : second) * SECOND;
}

int store_period_is_allowed(double seconds)
{
	int64_t days = (int64_t)(seconds / DAY_SECONDS);

	return seconds <= DAY_SECONDS || seconds == (double)(days * DAY_SECONDS);
}

struct store_period store_period_of(int64_t us, double seconds, int local)
{
	int64_t second = period_floor(us, SECOND);
	int64_t day = period_floor(second + (local ? moment_zone(second) : 0), DAY_SECONDS);
	int64_t length = (int64_t)(seconds * (double)SECOND), days = length / STORE_DAY;
	struct store_period p;

	if (days > 0) {
		day = MONDAY + period_floor(day - MONDAY, days) * days;
		return (struct store_period){ midnight_of(day, local),
			                      midnight_of(day + days, local) };
	}
	p.begin = midnight_of(day, local);
	p.end = midnight_of(day + 1, local);
	if (length == 0)
		length = 1;
	p.begin += period_floor(us - p.begin, length) * length;
	if (p.end > p.begin + length)
		p.end = p.begin + length;
	return p;
}
