/* clock.c: converts TOD clock values to text. It computes the date once per second of data, not
 * once per record. */
#include "config.h"

#include "out/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "monread.h"
#include "cli/buffer.h"
#include "cli/moment.h"

void out_clock_init(struct out_clock *c, enum out_time time)
{
	memset(c, 0, sizeof *c);
	c->time = time;
	c->second = INT64_MIN;
	if (time == OUT_TIME_LOCAL)
		tzset();
}

void out_clock_set_zone(struct out_clock *c, struct system_zone zone)
{
	c->system = zone;
	c->second = INT64_MIN;
}

static char *clock_put_pair(char *p, unsigned v)
{
	memcpy(p, out_digit_pairs + 2 * (v % 100), 2);
	return p + 2;
}

static void set_second(struct out_clock *c, int64_t second)
{
	int is_local = c->time == OUT_TIME_LOCAL;
	int64_t zone = is_local ? moment_zone(second) : c->system.offset;
	char text[MONREAD_TIME_SIZE];
	unsigned minutes;

	/* Near the limit of 64 bits, adding the time zone would overflow. */
	if (second > INT64_MAX / 1000000 - 86400)
		zone = 0;
	monread_time_text((second + zone) * 1000000, text);
	memcpy(c->date, text, OUT_DATE);
	if (is_local || c->system.is_known) {
		minutes = (unsigned)(zone < 0 ? -zone : zone) / 60;
		snprintf(c->zone, sizeof c->zone, "%c%02u:%02u", zone < 0 ? '-' : '+',
		         minutes / 60 % 100, minutes % 60);
	} else {
		strcpy(c->zone, "Z");
	}
	c->zone_len = (unsigned)strlen(c->zone);
	c->second = second;
}

static char *clock_put_micros(char *p, uint32_t us)
{
	return clock_put_pair(clock_put_pair(clock_put_pair(p, us / 10000), us / 100), us);
}

char *out_put_unix_us(struct out_clock *c, char *p, int64_t us)
{
	int64_t second = us / 1000000, micros = us % 1000000;

	if (micros < 0) {
		micros += 1000000;
		second--;
	}
	if (second != c->second)
		set_second(c, second);
	memcpy(p, c->date, sizeof c->date);
	p += OUT_DATE;
	*p++ = '.';
	p = clock_put_micros(p, (uint32_t)micros);
	memcpy(p, c->zone, sizeof c->zone);
	return p + c->zone_len;
}

char *out_put_tod(struct out_clock *c, char *p, uint64_t tod)
{
	if (c->time == OUT_TIME_TOD)
		return out_put_hexnum(p, tod, 16, '0');
	return out_put_unix_us(c, p, monread_tod_to_unix_us(tod));
}

char *out_put_decimals(char *p, uint64_t whole, uint32_t fraction)
{
	p = out_put_u64(p, whole);
	*p++ = '.';
	return clock_put_micros(p, fraction);
}

char *out_put_interval(char *p, uint64_t units)
{
	uint64_t us = units >> 12;

	return out_put_decimals(p, us / 1000000, (uint32_t)(us % 1000000));
}
