/* check_scene.c: the choice of series, their captions, and the gaps. */

#include "../unit/unit.h"

#include <math.h>

#include "chart/scene.h"

#define MOST 40

static struct chart_interval intervals[MOST];
static struct chart_series series[MOST];
static double values[MOST][MOST];
static char names[MOST][24];
static struct chart chart;
static struct choice choice;
static struct scene scene;

/* N intervals of a minute. */
static void begin(size_t n, size_t count)
{
	size_t i, k;

	chart = (struct chart){ .title = "?", .zone = { "UTC", 0 }, .intervals = intervals, .interval_count = n,
		                .series = series, .series_count = count };
	for (i = 0; i < n; i++)
		intervals[i] = (struct chart_interval){ 60 * (double)i, 60 * (double)(i + 1) };
	for (k = 0; k < count; k++) {
		snprintf(names[k], sizeof names[k], "S%zu", k);
		series[k] = (struct chart_series){ .name = names[k], .values = values[k], .count = n };
		for (i = 0; i < n; i++)
			values[k][i] = (double)k;
	}
}

static void make(void)
{
	ck_assert_int_eq(choose(&choice, &chart), 0);
	scene_make(&scene, &choice, 800, 300);
}

static void end(void)
{
	choose_done(&choice);
}

TEST(what_is_known_of_a_gap_is_said)
{
	static const struct chart_gap known[] = { { 190, 240, "IPL" }, { 500, 500, "restart" } };

	begin(10, 1);
	values[0][3] = values[0][4] = NAN;
	chart.gaps = known;
	chart.gap_count = 2;
	make();
	/* The whole gap has the reason of its part. */
	ck_assert_uint_eq(choice.gap_count, 2);
	ck_assert_double_eq(choice.gaps[0].from, 180);
	ck_assert_double_eq(choice.gaps[0].to, 300);
	ck_assert_str_eq(choice.gaps[0].why, "IPL");
	ck_assert_double_eq(choice.gaps[1].from, 500);
	ck_assert_str_eq(choice.gaps[1].why, "restart");
	end();
}

TEST(gaps_of_one_beginning_are_in_order)
{
	static const struct chart_gap known[] = { { 300, 420, "c" }, { 300, 300, "a" }, { 300, 360, "b" } };

	begin(10, 1);
	chart.gaps = known;
	chart.gap_count = 3;
	make();
	ck_assert_uint_eq(choice.gap_count, 3);
	ck_assert_str_eq(choice.gaps[0].why, "a");
	ck_assert_str_eq(choice.gaps[1].why, "b");
	ck_assert_str_eq(choice.gaps[2].why, "c");
	end();
}

TEST(intervals_that_do_not_follow)
{
	begin(6, 1);
	intervals[3].start = intervals[4].start - 30;
	make();
	ck_assert_uint_eq(choice.gap_count, 1);
	ck_assert_double_eq(choice.gaps[0].from, 180);
	ck_assert_double_eq(choice.gaps[0].to, 210);
	end();
	/* The time stamps of neighbouring intervals differ a little. */
	intervals[3].start = 180.3;
	make();
	ck_assert_uint_eq(choice.gap_count, 0);
	end();
}

TEST(axes_begin_at_zero)
{
	begin(3, 1);
	values[0][0] = 90;
	values[0][1] = 95;
	values[0][2] = 99;
	make();
	ck_assert_double_eq(scene.low, 0);
	ck_assert_double_eq(scene.high, 100);
	end();
}

/* If one part is unknown, the sum of the known parts would look like the total. */
TEST(a_part_that_is_not_known_is_a_gap)
{
	static uint32_t at[MOST];
	size_t i, k;

	begin(10, 3);
	chart.kind = CHART_AREA;
	for (i = 0; i < 10; i++)
		values[1][i] = i == 4 ? 1000 : 20;
	values[2][4] = values[2][5] = NAN;
	make();
	for (k = 0; k < 3; k++)
		for (i = 0; i < 10; i++)
			ck_assert_int_eq(is_value(choice.shown[k].edge[i]), i != 4 && i != 5);
	ck_assert_uint_eq(choice.gap_count, 1);
	ck_assert_double_eq(choice.gaps[0].from, 240);
	ck_assert_double_eq(choice.gaps[0].to, 360);
	ck_assert_str_eq(choice.gaps[0].why, "a part is not known");
	end();
	/* A series without a time stamp in an interval is absent there, for example a user who is not logged on;
	 * that is not a gap. */
	for (i = 0, k = 0; i < 10; i++)
		if (i != 4 && i != 5) {
			values[2][k] = 2;
			at[k++] = (uint32_t)i;
		}
	series[2].at = at;
	series[2].count = k;
	make();
	ck_assert_uint_eq(choice.gap_count, 0);
	ck_assert_double_ge(scene.high, 1000);
	end();
	/* A series without any value does not make gaps. */
	for (i = 0; i < 10; i++)
		values[2][i] = NAN;
	series[2].at = NULL;
	series[2].count = 10;
	make();
	ck_assert_uint_eq(choice.gap_count, 0);
	end();
	/* This does not depend on which series are shown separately. */
	begin(10, 12);
	chart.kind = CHART_AREA;
	values[0][7] = NAN;
	make();
	ck_assert_uint_eq(choice.gap_count, 1);
	ck_assert_double_eq(choice.gaps[0].from, 420);
	end();
	/* Lines do not depend on each other. */
	chart.kind = CHART_LINES;
	make();
	ck_assert_uint_eq(choice.gap_count, 0);
	end();
}

/* ---- Places, worked out by hand ---- */

TEST(the_range_of_time_is_never_empty)
{
	double from, to;

	begin(1, 1);
	intervals[0] = (struct chart_interval){ 100, 100 };
	make();
	ck_assert_double_eq(scene.from, 100);
	ck_assert_double_eq(scene.to, 101);
	end();
	chart.interval_count = 0;
	choice_range(&chart, &from, &to);
	ck_assert_double_eq(from, 0);
	ck_assert_double_eq(to, 1);
}

/* Six characters of "0.0005" are 50.4, and 10 more; four of "100M" are 33.6, which is less than the usual margin. */
TEST(labels_take_what_they_need)
{
	begin(1, 1);
	values[0][0] = 0.0005;
	make();
	ck_assert_double_eq(scene.left, 60);
	ck_assert_double_eq(scene.right, 760);
	end();
	values[0][0] = 1e8;
	make();
	ck_assert_double_eq(scene.left, 44);
	end();
}

TEST(equal_ones_keep_their_order)
{
	size_t k;

	begin(2, 12);
	for (k = 0; k < 12; k++)
		values[k][0] = values[k][1] = 1;
	values[11][0] = values[11][1] = NAN;
	make();
	for (k = 0; k < 7; k++)
		ck_assert_str_eq(choice.shown[k].name, names[k]);
	ck_assert_str_eq(choice.shown[7].name, "highest of 5 others");
	end();
	/* The choice has two of the three peaks, after the five series with the highest averages. */
	for (k = 0; k < 12; k++)
		values[k][0] = values[k][1] = 10 + (double)k;
	for (k = 0; k < 3; k++) {
		values[k][0] = 100 - 10 * (double)k;
		values[k][1] = -values[k][0];
	}
	make();
	ck_assert_str_eq(choice.shown[0].name, "S11");
	ck_assert_str_eq(choice.shown[4].name, "S7");
	ck_assert_str_eq(choice.shown[5].name, "S0");
	ck_assert_str_eq(choice.shown[6].name, "S1");
	end();
	/* An important series is always drawn. */
	values[2][0] = values[2][1] = 0;
	series[2].important = 1;
	make();
	ck_assert_str_eq(choice.shown[0].name, "S2");
	ck_assert_str_eq(choice.shown[1].name, "S11");
	end();
}

UNIT_MAIN("scene", NULL, NULL)
