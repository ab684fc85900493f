/* clock.h: converts TOD clock values to text. */
#ifndef OUT_CLOCK_H
#define OUT_CLOCK_H

#include <stdint.h>

#include "table/intervals.h"

#define OUT_DATE 19u

enum out_time { OUT_TIME_UTC, OUT_TIME_LOCAL, OUT_TIME_SYSTEM, OUT_TIME_TOD };

/* A format for times, and the text of the last second that was written, because the next time is
 * usually in the same second. */
struct out_clock {
	enum out_time time;
	/* time zone for OUT_TIME_SYSTEM; if it is unknown, times are in UTC */
	struct system_zone system;
	int64_t second;
	char date[32]; /* date and time up to the seconds, OUT_DATE characters */
	char zone[8]; /* Z or +02:00 */
	unsigned zone_len;
};

void out_clock_init(struct out_clock *c, enum out_time time);

/* With OUT_TIME_SYSTEM: from now on, write times in the time zone ZONE. */
void out_clock_set_zone(struct out_clock *c, struct system_zone zone);

/* Write the TOD clock value TOD at P, in ISO 8601 with microseconds or, for OUT_TIME_TOD, as 16 hex
 * digits. This function and the functions below return the end of the text. */
char *out_put_tod(struct out_clock *c, char *p, uint64_t tod);

/* Write the time US, in microseconds since 1970, at P. */
char *out_put_unix_us(struct out_clock *c, char *p, int64_t us);

/* Write an interval of UNITS units of the TOD clock (1/4096 microsecond each) at P in seconds, cut
 * after six decimals. */
char *out_put_interval(char *p, uint64_t units);

/* Write the number WHOLE + FRACTION / 1000000 at P with six decimals. */
char *out_put_decimals(char *p, uint64_t whole, uint32_t fraction);

#endif
