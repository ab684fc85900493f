/* check_delta.c: rates of counters, and intervals. */

#include "unit.h"

#include "table/delta.h"
#include "table/intervals.h"

#define SECOND UINT64_C(4096000000)

static struct delta_rate rate;

/* The rate as text; "-": no rate. */
static const char *rate_of(uint64_t difference, enum monread_format format, uint64_t elapsed)
{
	static char text[64];

	if (delta_rate(&rate, difference, format, elapsed))
		return "-";
	snprintf(text, sizeof text, "%llu.%06u", (unsigned long long)rate.whole,
	         (unsigned)rate.millionths);
	return text;
}

/* TOD units below a microsecond count. */
TEST(rates_are_exact)
{
	/* floor(60000008 x 4096 x 10^12 / 245760036863) millionths */
	ck_assert_str_eq(rate_of(60000008, MONREAD_UNSIGNED, 60 * SECOND + 8 * 4096 + 4095),
	                 "999999.983337");
	ck_assert_str_eq(rate_of(2000000000, MONREAD_UNSIGNED, 60 * SECOND + 4095),
	                 "33333332.777913");
	/* 4096 x 10^6 / 4095 */
	ck_assert_str_eq(rate_of(1, MONREAD_UNSIGNED, 4095), "1000244.200244");
	ck_assert_str_eq(rate_of(1, MONREAD_UNSIGNED, 1), "4096000000.000000");
	ck_assert_str_eq(rate_of(1, MONREAD_INTERVAL, 4095), "0.000244");
	/* 100 days: in microseconds, 123456789012345 / 8640000 */
	ck_assert_str_eq(rate_of(UINT64_C(123456789012345), MONREAD_UNSIGNED,
	                         100 * 86400 * SECOND + 4095),
	                 "14288980.209762");
	ck_assert_str_eq(rate_of(UINT64_C(1) << 52, MONREAD_UNSIGNED, (UINT64_C(1) << 53) + 2),
	                 "2048000000.000000");
	ck_assert_str_eq(rate_of(UINT64_C(1) << 52, MONREAD_INTERVAL, (UINT64_C(1) << 53) + 2),
	                 "0.500000");
	ck_assert_str_eq(rate_of(UINT64_C(1) << 63, MONREAD_UNSIGNED, UINT64_MAX),
	                 "2048000000.000000");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_INTERVAL, SECOND - 1), "4503599628.470007");
}

TEST(rates_at_their_limits)
{
	ck_assert_str_eq(rate_of(1, MONREAD_UNSIGNED, 0), "-");
	ck_assert_str_eq(rate_of(0, MONREAD_INTERVAL, 0), "-");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_UNSIGNED, SECOND - 1), "-");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_UNSIGNED, 4096), "-");
	ck_assert_str_eq(rate_of(UINT64_C(18446744073709), MONREAD_UNSIGNED, 4096),
	                 "18446744073709000000.000000");
	ck_assert_str_eq(rate_of(UINT64_C(18446744073710), MONREAD_UNSIGNED, 4096), "-");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_UNSIGNED, SECOND),
	                 "18446744073709551615.000000");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_UNSIGNED, UINT64_MAX), "4096000000.000000");
	ck_assert_str_eq(rate_of(UINT64_MAX, MONREAD_INTERVAL, UINT64_MAX), "1.000000");
}

/* ---- Intervals ---- */

/* An interval ends SECONDS after 1900, AT bytes after the beginning of a set of these DOMAINS.
 * Return whether it was too long. */
static int ends_in_set(struct intervals *i, unsigned domains, uint32_t at, double seconds)
{
	const struct monread_mce mce = { .type = MONREAD_SAMPLE,
		                         .domains = (uint16_t)domains,
		                         .start = 0x9000000 };
	const struct monread_ev ev = { .kind = MONREAD_RECORD,
		                       .domain = 1,
		                       .record = 11,
		                       .mce = &mce,
		                       .address = mce.start + at,
		                       .tod = (uint64_t)(seconds * 1000 + 0.5) * (SECOND / 1000) };

	return intervals_record(i, NULL, &ev) == INTERVALS_TOO_LONG;
}

/* The same, after records of domain 0. */
static int ends_at(struct intervals *i, double seconds)
{
	return ends_in_set(i, 0xC000, 400, seconds);
}

/* The end of configuration comes when monitoring begins, at any time between two samples. */
TEST(first_interval_after_configuration_may_be_short)
{
	static const uint32_t before[] = { 0, 400 }; /* position of the end in its set, in bytes */
	struct intervals i = { .end = 0 };
	size_t k;

	ck_assert_int_eq(ends_in_set(&i, 0x4000, 400, 980), 0);
	ck_assert_int_eq(ends_at(&i, 1000), 0);
	ck_assert_uint_eq(i.expected, 0);
	ck_assert_uint_eq(i.shortest, 20 * SECOND);
	ck_assert_int_eq(ends_at(&i, 1060), 0);
	ck_assert_uint_eq(i.expected, 60 * SECOND);
	/* Monitoring begins again. */
	ck_assert_int_eq(ends_in_set(&i, 0x4000, 400, 1090), 0);
	ck_assert_int_eq(ends_at(&i, 1110), 0);
	ck_assert_int_eq(ends_at(&i, 1170), 0);
	ck_assert_uint_eq(i.expected, 60 * SECOND);
	/* Configuration in a set with samples does not count. */
	memset(&i, 0, sizeof i);
	ck_assert_int_eq(ends_at(&i, 980), 0);
	ck_assert_int_eq(ends_at(&i, 1000), 0);
	ck_assert_uint_eq(i.expected, 20 * SECOND);
	/* Ends alone, of this domain or selected, and samples of this domain alone: the first one
	 * may be that of configuration. */
	for (k = 0; k < 2; k++) {
		memset(&i, 0, sizeof i);
		ck_assert_int_eq(ends_in_set(&i, 0x4000, before[k], 980), 0);
		ck_assert_int_eq(ends_in_set(&i, 0x4000, before[k], 1000), 0);
		ck_assert_uint_eq(i.expected, 0);
		ck_assert_int_eq(ends_in_set(&i, 0x4000, before[k], 1060), 0);
		ck_assert_uint_eq(i.expected, 60 * SECOND);
		ck_assert_int_eq(ends_in_set(&i, 0x4000, before[k], 1180), 1);
	}
}

/* A mark before the end of an interval reports COUNT samples left out, or the reason WHY. */
static void left_out(struct intervals *i, unsigned why, uint32_t count)
{
	const struct monread_mark mark = { .why = (uint8_t)why, .count = count };
	unsigned char bytes[600];
	const struct monread_ev ev = { .kind = MONREAD_RECORD,
		                       .domain = 10,
		                       .record = 1,
		                       .bytes = bytes,
		                       .length = (uint32_t)monread_mark_record(&mark, 1, bytes,
		                                                               sizeof bytes) };

	ck_assert_uint_gt(ev.length, 0);
	ck_assert(intervals_concerns(&ev));
	ck_assert_int_eq(intervals_record(i, NULL, &ev), 0);
}

TEST(unselected_samples_are_not_missing)
{
	struct intervals i = { .end = 0 };

	ck_assert_int_eq(ends_at(&i, 1000), 0);
	ck_assert_int_eq(ends_at(&i, 1060), 0);
	left_out(&i, MONREAD_MARK_THINNED, 1);
	left_out(&i, MONREAD_MARK_THINNED, 1);
	ck_assert_int_eq(ends_at(&i, 1240), 0);
	ck_assert_uint_eq(i.length, 60 * SECOND);
	ck_assert_uint_eq(i.left_out, 0);
	ck_assert_uint_eq(i.thinned, 2);
	/* Of 211 seconds the mark explains 120; the remaining 91 seconds are too long. */
	left_out(&i, MONREAD_MARK_THINNED, 2);
	ck_assert_int_eq(ends_at(&i, 1451), 1);
	ck_assert_uint_eq(i.too_long, 91 * SECOND);
	/* One interval and a half */
	left_out(&i, MONREAD_MARK_THINNED, 1);
	ck_assert_int_eq(ends_at(&i, 1541), 0);
	ck_assert_uint_eq(i.length, 30 * SECOND);
	/* The mark reports more samples than the time allows. */
	left_out(&i, MONREAD_MARK_THINNED, 3);
	ck_assert_int_eq(ends_at(&i, 1661), 0);
	ck_assert_uint_eq(i.length, 0);
	/* A mark of a loss does not explain a long interval. */
	left_out(&i, MONREAD_MARK_THINNED | MONREAD_MARK_LOST, 1);
	ck_assert_int_eq(ends_at(&i, 1781), 1);
	ck_assert_uint_eq(i.thinned, 8);
}

UNIT_MAIN("delta", NULL, NULL)
