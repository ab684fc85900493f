/* check_tod.c: TOD clock values, civil dates and intervals. */

#include "unit.h"

#include <time.h>

#include "base/arena.h"
#include "monread.h"
#include "base/tod.h"
#include "cli/buffer.h"
#include "out/clock.h"

static uint64_t tod_from_us(int64_t us)
{
	return ((uint64_t)us + (MR_TOD_UNIX_EPOCH >> 12)) << 12;
}

static const char *text_of(uint64_t tod, enum out_time how)
{
	static char text[48 + 32];
	struct out_clock c;

	out_clock_init(&c, how);
	memset(text, 0, sizeof text);
	*out_put_tod(&c, text, tod) = 0;
	return text;
}

static const char *interval(uint64_t units)
{
	static char text[64];

	*out_put_interval(text, units) = 0;
	return text;
}

TEST(the_wrap_of_2042)
{
	ck_assert_str_eq(text_of(UINT64_MAX, OUT_TIME_UTC), "2042-09-17T23:53:47.370495Z");
	ck_assert_str_eq(text_of(0, OUT_TIME_UTC), "2042-09-17T23:53:47.370496Z");
	ck_assert_str_eq(text_of(UINT64_C(0x7FFFFFFFFFFFFFFF), OUT_TIME_UTC),
	                 "2114-01-26T11:50:41.055743Z");
	ck_assert_str_eq(text_of(UINT64_C(0x8000000000000000), OUT_TIME_UTC),
	                 "1971-05-11T11:56:53.685248Z");
}

static const char *text_of_us(int64_t us)
{
	static char text[MONREAD_TIME_SIZE];

	monread_time_text(us, text);
	return text;
}

/* The smallest and the largest number are in the years -290308 and 294247. */
TEST(every_number_of_microseconds)
{
	ck_assert_str_eq(text_of_us(INT64_MIN), "0308-12-21T19:59:05.224192Z");
	ck_assert_str_eq(text_of_us(INT64_MAX), "4247-01-10T04:00:54.775807Z");
	ck_assert_str_eq(text_of_us(-1), "1969-12-31T23:59:59.999999Z");
	ck_assert_str_eq(text_of_us(-1000000), "1969-12-31T23:59:59.000000Z");
}

/* Compare every fourth day of a century with the C library. */
TEST(dates_are_those_of_gmtime)
{
	int64_t second;
	char expected[64];

	for (second = 100000000; second < 3000000000; second += 345599) {
		time_t t = (time_t)second;
		struct tm tm;

		if ((int64_t)t != second)
			break;
		gmtime_r(&t, &tm);
		strftime(expected, sizeof expected, "%Y-%m-%dT%H:%M:%S.000007Z", &tm);
		ck_assert_str_eq(text_of(tod_from_us(second * 1000000 + 7), OUT_TIME_UTC),
		                 expected);
	}
}

TEST(local_time_has_its_zone)
{
	setenv("TZ", "XYZ-5:30", 1);
	tzset();
	ck_assert_str_eq(text_of(UINT64_C(0xD4EB9790E1F4073C), OUT_TIME_LOCAL),
	                 "2018-09-12T14:56:44.123456+05:30");
	setenv("TZ", "NST3:30NDT,M3.2.0,M11.1.0", 1);
	tzset();
	ck_assert_str_eq(text_of(UINT64_C(0xD4EB9790E1F4073C), OUT_TIME_LOCAL),
	                 "2018-09-12T06:56:44.123456-02:30");
	/* The local year differs from the year in UTC. */
	ck_assert_str_eq(text_of(tod_from_us(1546304400000000), OUT_TIME_LOCAL),
	                 "2018-12-31T21:30:00.000000-03:30");
	setenv("TZ", "XYZ-5:30", 1);
	tzset();
	ck_assert_str_eq(text_of(tod_from_us(1546286400000000), OUT_TIME_LOCAL),
	                 "2019-01-01T01:30:00.000000+05:30");
}

TEST(intervals_are_cut_not_rounded)
{
	ck_assert_str_eq(interval(0), "0.000000");
	ck_assert_str_eq(interval(4095), "0.000000");
	ck_assert_str_eq(interval(4096), "0.000001");
	ck_assert_str_eq(interval(UINT64_C(4096000000) - 1), "0.999999");
	ck_assert_str_eq(interval(UINT64_C(4096000000) * 186 + 4096 * 217013), "186.217013");
	ck_assert_str_eq(interval(UINT64_MAX), "4503599627.370495");
}

/* A size that overflows is refused. */
TEST(sizes_that_are_too_large)
{
	struct mr_arena a = { NULL };

	ck_assert_ptr_null(mr_arena_alloc(&a, SIZE_MAX / 2 + 1));
	ck_assert_ptr_null(mr_arena_array(&a, SIZE_MAX / 2, 3));
	mr_arena_free(&a);
}

UNIT_MAIN("tod", NULL, NULL)
