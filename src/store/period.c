#include "config.h"

#include "store/period.h"

#include "base/tod.h"
#include "cli/moment.h"
#include "store/clock.h"
#include "store/store.h"

#define SECOND INT64_C(1000000)
#define DAY_SECONDS 86400
/* 1970-01-05 in days since 1970-01-01 */
#define MONDAY 4

/* Return the midnight, in microseconds since 1970, at which the day DAY (days since 1970)
 * begins. */
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
	int64_t second = mr_floor(us, SECOND);
	int64_t day = mr_floor(second + (local ? moment_zone(second) : 0), DAY_SECONDS);
	int64_t length = (int64_t)(seconds * (double)SECOND), days = length / STORE_DAY;
	struct store_period p;

	if (days > 0)
		day = MONDAY + mr_floor(day - MONDAY, days) * days;
	p.begin = midnight_of(day, local);
	p.end = midnight_of(day + (days > 0 ? days : 1), local);
	if (days > 0)
		return p;
	if (length == 0)
		length = 1;
	p.begin += mr_floor(us - p.begin, length) * length;
	if (p.end > p.begin + length)
		p.end = p.begin + length;
	return p;
}
