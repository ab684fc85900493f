/* check_path.c: paths with steps, and the simplification of paths with many steps. */

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

/* A second is ten units wide, a value of one is one unit high. */
static const struct path_scale plain = { .from = 0, .to = 10, .low = 0, .high = 100, .left = 0, .right = 100,
	                                 .top = 0, .bottom = 100 };

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

UNIT_MAIN("path", NULL, NULL)
