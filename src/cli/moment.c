#include "config.h"

#include "cli/moment.h"

#include <string.h>
#include <time.h>

#include "base/tod.h"
#include "cli/words.h"

#define DAY_US INT64_C(86400000000)

static int64_t days_of(int year, int month, int day)
{
	int64_t y = month <= 2 ? year - 1 : year;
	int64_t era = (y >= 0 ? y : y - 399) / 400;
	int64_t yoe = y - era * 400, doy = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;

	return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

int64_t moment_zone(int64_t second)
{
	time_t t = (time_t)second;
	struct tm tm;

	if (!localtime_r(&t, &tm))
		return 0;
	return days_of(tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday) * 86400 + tm.tm_hour * 3600 +
	       tm.tm_min * 60 + tm.tm_sec - second;
}

int64_t moment_utc(int64_t local, int last)
{
	int64_t before = moment_zone(local - 86400), after = moment_zone(local + 86400);
	int was = moment_zone(local - before) == before;
	int will_be = moment_zone(local - after) == after;

	return local - (will_be && (last || !was) ? after : before);
}

/* Read the number *VALUE of N digits at S. Return the address after the digits; NULL if there are
 * fewer than N. The functions below also return the address after the text that they read; NULL if
 * this text is invalid. */
static const char *digits(const char *s, int n, int *value)
{
	*value = 0;
	while (n-- > 0) {
		if (!mr_is_digit(*s))
			return NULL;
		*value = *value * 10 + (*s++ - '0');
	}
	return s;
}

/* If S begins with a fraction of a second such as .123456, add this fraction to *US
 * (microseconds). */
static const char *fraction(const char *s, int64_t *us)
{
	int64_t unit = 100000;

	if ((*s != '.' && *s != ',') || !mr_is_digit(s[1]))
		return s;
	for (s++; mr_is_digit(*s); s++) {
		*us += (*s - '0') * unit;
		unit /= 10;
	}
	return s;
}

const char *moment_of_day(const char *s, int64_t *us)
{
	int h, m, sec = 0;

	s = digits(s, mr_is_digit(*s) && s[1] == ':' ? 1 : 2, &h);
	if (!s || *s != ':')
		return NULL;
	s = digits(s + 1, 2, &m);
	if (!s)
		return NULL;
	*us = 0;
	if (*s == ':') {
		s = digits(s + 1, 2, &sec);
		if (!s)
			return NULL;
		s = fraction(s, us);
	}
	if (h > 24 || m > 59 || sec > 60)
		return NULL;
	*us += ((int64_t)h * 3600 + m * 60 + sec) * 1000000;
	return h < 24 || *us == DAY_US ? s : NULL;
}

/* Read a time zone at S: Z, +02:00, +0200, +02, or nothing. Set *KNOWN to 0 for nothing, else to 1.
 * Set *US to the offset of the zone from UTC in microseconds. */
static const char *zone(const char *s, int *known, int64_t *us)
{
	int h, m = 0, sign;

	*known = *s != 0;
	*us = 0;
	if (*s == 'Z' || *s == 'z')
		return s + 1;
	if (*s != '+' && *s != '-')
		return s;
	sign = *s == '-' ? -1 : 1;
	s = digits(s + 1, 2, &h);
	if (s && *s == ':')
		s = digits(s + 1, 2, &m);
	else if (s && *s)
		s = digits(s, 2, &m);
	if (h > 23 || m > 59)
		return NULL;
	if (s)
		*us = sign * ((int64_t)h * 60 + m) * 60 * 1000000;
	return s;
}

static void to_utc(struct moment *m)
{
	int64_t second = mr_floor(m->us, 1000000);

	m->us += (moment_utc(second, m->last) - second) * 1000000;
}

/* Read the date YYYY-MM-DD at S. Set *DAYS to the days from 1970-01-01 to this date. */
static const char *calendar_day(const char *s, int64_t *days)
{
	int year, month, day;

	s = digits(s, 4, &year);
	if (!s || *s != '-')
		return NULL;
	s = digits(s + 1, 2, &month);
	if (!s || *s != '-')
		return NULL;
	s = digits(s + 1, 2, &day);
	if (!s || month < 1 || month > 12 || day < 1)
		return NULL;
	*days = days_of(year, month, day);
	return *days < days_of(year + month / 12, month % 12 + 1, 1) ? s : NULL;
}

static int parse_date(struct moment *m, const char *s, unsigned flags)
{
	int64_t days, us = 0, offset = 0;
	int known = 0;

	s = calendar_day(s, &days);
	if (!s)
		return -1;
	if (*s == 'T' || *s == 't' || *s == ' ') {
		s = moment_of_day(s + 1, &us);
		if (s)
			s = zone(s, &known, &offset);
	}
	if (!s || *s)
		return -1;
	m->kind = MOMENT_ABSOLUTE;
	m->us = days * DAY_US + us - offset;
	if (!known && (flags & MOMENT_ZONED))
		return -1;
	if (!known && (flags & MOMENT_LOCAL))
		to_utc(m);
	return 0;
}

/* Read a number of seconds, such as 90 or 1.5, into *US (microseconds). */
static const char *number_of_seconds(const char *s, int64_t *us)
{
	uint64_t n;

	if (mr_read_number(&s, 1000000000000u, &n))
		return NULL;
	*us = (int64_t)n * 1000000;
	return fraction(s, us);
}

/* Read a time from the start or end of the capture, such as +90, -5m or +1.5. */
static int parse_distance(struct moment *m, const char *s)
{
	int back = *s == '-';
	int64_t us, each;

	s = number_of_seconds(s + 1, &us);
	if (!s)
		return -1;
	each = *s ? words_unit_seconds(*s) : 1;
	if (!each || (*s && s[1]) || us / 1000000 > 1000000000000 / each)
		return -1;
	m->kind = back ? MOMENT_FROM_END : MOMENT_FROM_START;
	m->us = us * (back ? -each : each);
	return 0;
}

/* Read seconds since 1970, such as 1536744404.5. Refuse numbers of fewer than nine digits: users
 * probably mean a time from the start of the capture. */
static int parse_unix(struct moment *m, const char *s)
{
	const char *end = number_of_seconds(s, &m->us);

	m->kind = MOMENT_ABSOLUTE;
	return end && !*end && strspn(s, "0123456789") >= 9 ? 0 : -1;
}

int moment_parse(struct moment *m, const char *text, unsigned flags)
{
	const char *s;
	int64_t us = 0;

	m->last = (flags & MOMENT_LAST) != 0;
	m->exact = strpbrk(text, ".,") != NULL;
	if (text[0] == '+' || text[0] == '-')
		return parse_distance(m, text);
	if (mr_is_digit(text[0]) && (text[1] == ':' || (text[1] && text[2] == ':'))) {
		s = moment_of_day(text, &us);
		if (!s || *s || (flags & MOMENT_ZONED))
			return -1;
		m->kind = MOMENT_OF_DAY;
		m->us = us;
		return 0;
	}
	return parse_unix(m, text) ? parse_date(m, text, flags) : 0;
}

int64_t moment_resolve(const struct moment *m, int64_t start_us, int local)
{
	int64_t start = mr_floor(start_us, 1000000), second;

	if (m->kind == MOMENT_FROM_START)
		return start_us + m->us;
	if (m->kind == MOMENT_ABSOLUTE)
		return m->us;
	if (local)
		start += moment_zone(start);
	second = mr_floor(start, 86400) * 86400 + m->us / 1000000;
	return (local ? moment_utc(second, m->last) : second) * 1000000 + m->us % 1000000;
}

void moment_span(const struct moment *since, const struct moment *until, int64_t start_us,
                 int local, int64_t *from, int64_t *to)
{
	struct moment day = *until;

	*from = since->kind ? moment_resolve(since, start_us, local) : INT64_MIN;
	*to = until->kind ? moment_resolve(until, start_us, local) : INT64_MAX;
	while (since->kind && until->kind == MOMENT_OF_DAY && *to < *from) {
		day.us += (*from - *to + DAY_US - 1) / DAY_US * DAY_US;
		*to = moment_resolve(&day, start_us, local);
	}
}
