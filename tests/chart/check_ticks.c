/* check_ticks.c: round places on axes. */

#include "../unit/unit.h"

#include "chart/ticks.h"

static struct ticks t;
static struct time_ticks times;
static char label[TICKS_LABEL];

static void label_is(int64_t i, const char *expected)
{
	ticks_label(&t, i, label);
	ck_assert_str_eq(label, expected);
}

TEST(steps_are_1_2_or_5)
{
	double high;

	for (high = 1e-6; high < 1e15; high *= 1.37) {
		ticks_make(&t, 0, high, 5);
		ck_assert(t.digit == 1 || t.digit == 2 || t.digit == 5);
		ck_assert_int_eq((int)t.first, 0);
		ck_assert_int_le((int)t.last, 5);
		/* Not coarser than needed: half the axis is used. */
		ck_assert_double_ge(ticks_value(&t, t.last), high * (1 - 1e-9));
		ck_assert_double_lt(ticks_value(&t, t.last), high * 2.001);
	}
}

TEST(a_round_end_is_the_end)
{
	ticks_make(&t, 0, 100, 5);
	ck_assert_double_eq(ticks_value(&t, t.last), 100);
	label_is(0, "0");
	label_is(1, "20");
	ticks_make(&t, 0, 0.3, 5);
	ck_assert_int_eq((int)t.last, 3);
	label_is(3, "0.3");
	ticks_make(&t, 0, 101, 5);
	ck_assert_double_eq(ticks_value(&t, t.last), 150);
}

TEST(below_zero)
{
	ticks_make(&t, -4, 5, 5);
	ck_assert_double_eq(ticks_value(&t, t.first), -4);
	ck_assert_double_eq(ticks_value(&t, t.last), 6);
	label_is(-1, "-2");
	ticks_make(&t, -7, -3, 5);
	ck_assert_double_le(ticks_value(&t, t.first), -7);
	ck_assert_double_ge(ticks_value(&t, t.last), -3);
}

TEST(large_values_are_in_thousands)
{
	ticks_make(&t, 0, 8000, 5);
	label_is(1, "2000");
	ticks_make(&t, 0, 12000, 5);
	label_is(1, "5k");
	ticks_make(&t, 0, 2.5e9, 5);
	label_is(1, "0.5G");
	label_is(5, "2.5G");
	ticks_make(&t, 0, 1e300, 5);
	label_is(0, "0");
	ck_assert_uint_lt(strlen(label), TICKS_LABEL);
}

TEST(axis_of_equal_values)
{
	ticks_make(&t, 0, 0, 5);
	ck_assert_double_gt(ticks_value(&t, t.last), 0);
	ticks_make(&t, 1e18, 1e18, 5);
	ck_assert_double_gt(ticks_value(&t, t.last), ticks_value(&t, t.first));
	ticks_make(&t, 123456789, 123456800, 5);
	ck_assert_double_le(ticks_value(&t, t.first), 123456789);
	ck_assert_double_ge(ticks_value(&t, t.last), 123456800);
	ck_assert_double_lt(ticks_value(&t, t.last) - ticks_value(&t, t.first), 26);
}

/* 1789977600 is 2026-09-21 08:00:00 UTC, a Monday. */
#define MONDAY_8 INT64_C(1789977600)

TEST(times_are_whole_hours_of_the_zone)
{
	time_ticks_make(&times, MONDAY_8 - 60, MONDAY_8 + 12 * 3600 + 60, 0, 8);
	ck_assert_int_eq((int)times.step, 7200);
	ck_assert_int_eq((int)(times.first - MONDAY_8), 0);
	ck_assert_int_eq((int)(times.last - MONDAY_8), 12 * 3600);
	/* Every six hours: at 00:00 and 06:00 of five and a half hours east. */
	time_ticks_make(&times, MONDAY_8, MONDAY_8 + 86400, 19800, 4);
	ck_assert_int_eq((int)times.step, 21600);
	time_label(times.first, 19800, times.step, label);
	ck_assert_str_eq(label, "18:00");
	date_label(times.first + times.step, 19800, label);
	ck_assert_str_eq(label, "22 Sep 2026");
	time_ticks_make(&times, MONDAY_8 + 1, MONDAY_8 + 3000, 0, 4);
	ck_assert_int_eq((int)times.step, 900);
	ck_assert_int_eq((int)(times.first - MONDAY_8), 900);
}

TEST(weeks_begin_on_monday)
{
	time_ticks_make(&times, MONDAY_8 - 20 * 86400, MONDAY_8 + 20 * 86400, 0, 8);
	ck_assert_int_eq((int)times.step, 7 * 86400);
	ck_assert_int_eq((int)((MONDAY_8 - 8 * 3600 - times.first) % (7 * 86400)), 0);
}

TEST(years_still_have_ticks)
{
	time_ticks_make(&times, 0, 4e9, 0, 8);
	ck_assert_int_gt((int)(times.last / times.step), 2);
	ck_assert_int_le((int)((times.last - times.first) / times.step), 8);
}

TEST(seconds)
{
	time_label(MONDAY_8 + 5, 0, 1, label);
	ck_assert_str_eq(label, "08:00:05");
	ck_assert_int_eq((int)whole_below(-0.5), -1);
	ck_assert_int_eq((int)whole_below(2), 2);
}

UNIT_MAIN("ticks", NULL, NULL)
