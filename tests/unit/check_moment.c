/* check_moment.c: times in the notation of users. */

#include "unit.h"

#include <time.h>

#include "cli/moment.h"

#define SECOND INT64_C(1000000)
#define START (INT64_C(1772611200) * SECOND + 412) /* 2026-03-04T08:00:00.000412Z */

static int64_t at(const char *text)
{
	struct moment m;

	ck_assert_msg(moment_parse(&m, text, 0) == 0, "%s is refused", text);
	return moment_resolve(&m, START, 0);
}

#define TODAY INT64_C(1772582400) /* 2026-03-04T00:00:00Z, in seconds */

TEST(times)
{
	static const struct {
		const char *text;
		int64_t us;
	} rows[] = {
		{ "2026-03-04T08:00:00Z", (TODAY + 28800) * SECOND },
		{ "2026-03-04T08:00:00.25Z", (TODAY + 28800) * SECOND + 250000 },
		{ "2026-03-04 08:00", (TODAY + 28800) * SECOND },
		{ "2026-03-04", TODAY * SECOND },
		{ "1969-12-31T23:59:59Z", -SECOND },
		{ "2024-02-29", INT64_C(1709164800) * SECOND },
		/* zones */
		{ "2026-03-04T10:00:00+02:00", (TODAY + 28800) * SECOND },
		{ "2026-03-04T10:00:00+0200", (TODAY + 28800) * SECOND },
		{ "2026-03-04T02:30:00-05:30", (TODAY + 28800) * SECOND },
		{ "2026-03-04T10:00+02", (TODAY + 28800) * SECOND },
		{ "1772611200", (TODAY + 28800) * SECOND },
		{ "1772611200.25", (TODAY + 28800) * SECOND + 250000 },
		{ "100000000", INT64_C(100000000) * SECOND },
		/* of the first day */
		{ "08:01", (TODAY + 28860) * SECOND },
		{ "08:01:02.5", (TODAY + 28862) * SECOND + 500000 },
		{ "00:00", TODAY * SECOND },
		{ "24:00", (TODAY + 86400) * SECOND },
		{ "9:00:01", (TODAY + 32401) * SECOND },
		/* from the start */
		{ "+0", START },
		{ "+90", START + 90 * SECOND },
		{ "+1.000001", START + SECOND + 1 },
		{ "+90s", START + 90 * SECOND },
		{ "+1m", START + 60 * SECOND },
		{ "+1.5H", START + 5400 * SECOND },
		{ "+2d", START + 172800 * SECOND },
	};
	size_t i;

	for (i = 0; i < sizeof rows / sizeof rows[0]; i++)
		ck_assert_msg(at(rows[i].text) == rows[i].us, "%s", rows[i].text);
}

static void spans(const char *since, const char *until, int64_t from, int64_t to)
{
	struct moment s, u;
	int64_t first, last;

	ck_assert_int_eq(moment_parse(&s, since, 0) | moment_parse(&u, until, 0), 0);
	ck_assert(!moment_is_after(&s, &u));
	moment_span(&s, &u, START, 0, &first, &last);
	ck_assert_int_eq(first, TODAY * SECOND + from * SECOND);
	ck_assert_int_eq(last, TODAY * SECOND + to * SECOND);
}

TEST(until_before_since_is_on_the_next_day)
{
	spans("23:50", "00:10", 85800, 87000);
	spans("08:00", "09:00", 28800, 32400);
	spans("2026-03-06T23:50", "00:10", 2 * 86400 + 85800, 3 * 86400 + 600);
}

TEST(distance_from_the_end)
{
	struct moment m;

	ck_assert_int_eq(moment_parse(&m, "-1.5h", 0), 0);
	ck_assert_int_eq(m.kind, MOMENT_FROM_END);
	ck_assert_int_eq(m.us, -5400 * SECOND);
}

TEST(invalid_times_are_refused)
{
	static const char *const texts[] = {
		"",
		"now",
		"8:0",
		"08",
		"08:60",
		"25:00",
		"24:01",
		"24:00:00.5",
		"08:00:61",
		"08:00x",
		"+",
		"+x",
		"-",
		"+5x",
		"2026",
		"99999999",
		"1772611200Z",
		"1772611200.",
		"9999999999999",
		"2026-13-01",
		"2026-00-10",
		"2026-02-30",
		"2026-02-29",
		"2026-04-31T00:00:00Z",
		"+5mm",
		"+m",
		"+ 5",
		"8",
		":00",
		"+99999999999999999999",
		"+1000000000000d",
		"2026-03-04T08:00+24:00",
		"2026-03-32",
		"2026-3-4",
		"2026-03-04T",
		"2026-03-04T08:00:00ZZ",
	};
	struct moment m;
	size_t i;

	for (i = 0; i < sizeof texts / sizeof texts[0]; i++)
		ck_assert_msg(moment_parse(&m, texts[i], 0) == -1, "%s is taken", texts[i]);
}

static int64_t local_at(const char *text, int64_t start, unsigned flags)
{
	struct moment m;

	ck_assert_int_eq(moment_parse(&m, text, MOMENT_LOCAL | flags), 0);
	return moment_resolve(&m, start * SECOND + 412, 1);
}

/* On 2026-03-29 clocks change from 2:00 CET, 1774746000, to 3:00 CEST; on 2026-10-25 from 3:00
 * CEST, 1792890000, to 2:00 CET. */
TEST(days_on_which_the_clocks_change)
{
	static const int64_t march = 1774738800;   /* 2026-03-29 00:00 CET, 2026-03-28T23:00Z */
	static const int64_t october = 1792879200; /* 2026-10-25 00:00 CEST, 2026-10-24T22:00Z */

	setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
	tzset();
	/* Noon is 11 or 13 hours after midnight, regardless of the time of that day at which the
	 * capture begins. */
	ck_assert_int_eq(local_at("12:00", march, 0), (march + 11 * 3600) * SECOND);
	ck_assert_int_eq(local_at("12:00", march + 20 * 3600, 0), (march + 11 * 3600) * SECOND);
	ck_assert_int_eq(local_at("00:00", march + 20 * 3600, 0), march * SECOND);
	ck_assert_int_eq(local_at("24:00", march, 0), (march + 23 * 3600) * SECOND);
	ck_assert_int_eq(local_at("12:00", october, 0), (october + 13 * 3600) * SECOND);
	ck_assert_int_eq(local_at("12:00:00.25", october + 20 * 3600, 0),
	                 (october + 13 * 3600) * SECOND + 250000);
	ck_assert_int_eq(local_at("24:00", october + 20 * 3600, 0), (october + 25 * 3600) * SECOND);
	/* Times that occur twice */
	ck_assert_int_eq(local_at("02:30", october, 0), (october + 9000) * SECOND);
	ck_assert_int_eq(local_at("02:30", october, MOMENT_LAST), (october + 12600) * SECOND);
	ck_assert_int_eq(local_at("2026-10-25T02:30", 0, 0), (october + 9000) * SECOND);
	ck_assert_int_eq(local_at("2026-10-25T02:30", 0, MOMENT_LAST), (october + 12600) * SECOND);
	ck_assert_int_eq(local_at("01:59:59", october, MOMENT_LAST), (october + 7199) * SECOND);
	ck_assert_int_eq(local_at("03:00", october, 0), (october + 14400) * SECOND);
	/* Times that do not exist */
	ck_assert_int_eq(local_at("02:30", march, 0), (march + 9000) * SECOND);
	ck_assert_int_eq(local_at("02:30", march, MOMENT_LAST), (march + 9000) * SECOND);
	ck_assert_int_eq(local_at("03:00", march, 0), (march + 7200) * SECOND);
}

UNIT_MAIN("moment", NULL, NULL)
