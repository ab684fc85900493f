/* clock.h: TOD clock values as text. */
#ifndef OUT_CLOCK_H
#define OUT_CLOCK_H

#include <stdint.h>

enum out_time { OUT_TIME_UTC, OUT_TIME_LOCAL, OUT_TIME_TOD };

/* The text of the second that was asked for last. */
struct out_clock {
	enum out_time time;
	int64_t second;
	char date[32]; /* up to the seconds */
	unsigned date_len;
	char zone[8]; /* Z or +02:00 */
	unsigned zone_len;
};

#define OUT_CLOCK_SIZE 48u /* bytes that a time stamp takes at most */

void out_clock_init(struct out_clock *c, enum out_time time);

/* A TOD clock value: ISO 8601 with microseconds, or 16 hex digits. */
char *out_put_tod(struct out_clock *c, char *p, uint64_t tod);

/* Microseconds since 1970. */
char *out_put_unix_us(struct out_clock *c, char *p, int64_t us);

/* TOD units: seconds with six decimals, cut. */
char *out_put_interval(char *p, uint64_t units);

/* WHOLE.FRACTION with six decimals, FRACTION < 1000000. */
char *out_put_decimals(char *p, uint64_t whole, uint32_t fraction);

#endif
