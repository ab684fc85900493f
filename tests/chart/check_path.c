/* check_path.c: steps, and what is left of many of them. */

#include "../unit/unit.h"

#include "chart/chart.h"
#include "chart/path.h"

#define MOST 1440

static struct chart_interval intervals[MOST];
static double values[MOST];
static struct path p;

static void equal_intervals(size_t n, double length)
{
	size_t i;

	for (i = 0; i < n; i++)
		intervals[i] = (struct chart_interval){ (double)i * length, (double)(i + 1) * length };
}

static void at(size_t i, int x, int y)
{
	ck_assert_uint_lt(i, p.count);
	ck_assert_int_eq(p.at[i].x, x);
	ck_assert_int_eq(p.at[i].y, y);
	ck_assert_int_eq(p.at[i].begins, i == 0);
}

/* A second is ten units, a value is one. */
static const struct path_scale plain = { .from = 0, .to = 10, .low = 0, .high = 100, .left = 0, .right = 100,
	                                 .top = 0, .bottom = 100 };

TEST(values_are_steps)
{
	const double v[] = { 10, 10, 40 };

	equal_intervals(3, 1);
	path_steps(&p, &plain, intervals, v, 0, 2, PATH_BOTH, 1);
	ck_assert_uint_eq(p.count, 4);
	at(0, 0, 180);
	at(1, 40, 180);
	at(2, 40, 120);
	at(3, 60, 120);
	path_done(&p);
}

TEST(each_line_is_level_or_upright)
{
	size_t i;

	equal_intervals(10, 1);
	for (i = 0; i < 10; i++)
		values[i] = (double)((i * 37) % 100);
	path_steps(&p, &plain, intervals, values, 0, 9, PATH_BOTH, 1);
	for (i = 1; i < p.count; i++)
		ck_assert(p.at[i].x == p.at[i - 1].x || p.at[i].y == p.at[i - 1].y);
	path_done(&p);
}

/* 1,440 intervals in 100 units; what the path reaches within each unit is what the values of it reach. */
TEST(lowest_and_highest_of_a_unit_stay)
{
	struct path_scale s = plain;
	unsigned seed = 7;
	size_t i;
	int unit, level;

	s.to = MOST;
	equal_intervals(MOST, 1);
	for (i = 0; i < MOST; i++) {
		seed = seed * 1103515245u + 12345u;
		values[i] = (double)(seed >> 16 & 63);
	}
	values[777] = 99;
	values[333] = 0;
	path_steps(&p, &s, intervals, values, 0, MOST - 1, PATH_BOTH, 1);
	ck_assert_uint_lt(p.count, 100 * 5);
	level = path_y(&s, values[0]);
	for (unit = 0; unit < 100; unit++) {
		int low = 0, high = 1000, got_low = 0, got_high = 1000;

		for (i = 0; i < MOST; i++)
			if (path_x(&s, intervals[i].start) / 2 == unit) {
				int y = path_y(&s, values[i]);

				low = y > low ? y : low;
				high = y < high ? y : high;
			}
		/* What is upright in the unit begins where the one before ended. */
		for (i = 0; i < p.count; i++)
			if (p.at[i].x / 2 == unit) {
				got_low = p.at[i].y > got_low ? p.at[i].y : got_low;
				got_high = p.at[i].y < got_high ? p.at[i].y : got_high;
			}
		ck_assert_int_ge(got_low, low);
		ck_assert_int_le(got_high, high);
		ck_assert_int_le(got_low, low > level ? low : level);
		ck_assert_int_ge(got_high, high < level ? high : level);
		for (i = 0; i < MOST; i++)
			level = path_x(&s, intervals[i].start) / 2 == unit ? path_y(&s, values[i]) : level;
	}
	path_done(&p);
}

TEST(ends_of_a_range)
{
	const double v[] = { 10, 30, 20, 50 };
	struct path_scale s = plain;

	/* All in one unit. */
	s.to = 1000;
	equal_intervals(4, 1);
	path_steps(&p, &s, intervals, v, 0, 3, PATH_HIGHEST, 1);
	ck_assert_uint_eq(p.count, 2);
	at(0, 0, 100);
	path_done(&p);
	path_steps(&p, &s, intervals, v, 0, 3, PATH_LOWEST, 1);
	at(0, 0, 180);
	path_done(&p);
}

TEST(the_shortest_run_is_seen)
{
	struct path_scale s = plain;

	s.to = 1e6;
	equal_intervals(1, 1);
	values[0] = 5;
	path_steps(&p, &s, intervals, values, 0, 0, PATH_BOTH, 1);
	ck_assert_uint_eq(p.count, 2);
	at(0, 0, 190);
	at(1, 1, 190);
	path_done(&p);
}

TEST(outside_is_at_the_edge)
{
	ck_assert_int_eq(path_x(&plain, -5), 0);
	ck_assert_int_eq(path_x(&plain, 50), 200);
	ck_assert_int_eq(path_y(&plain, 1e9), 0);
	ck_assert_int_eq(path_y(&plain, -1e9), 200);
}

UNIT_MAIN("path", NULL, NULL)
