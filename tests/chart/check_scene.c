/* check_scene.c: which series are shown, what is said of them, where gaps are. */

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
		series[k] = (struct chart_series){ .name = names[k], .values = values[k] };
		for (i = 0; i < n; i++)
			values[k][i] = (double)k;
	}
}

static void make(void)
{
	ck_assert_int_eq(choose(&choice, &chart), 0);
	ck_assert_int_eq(scene_make(&scene, &choice, 800, 300), 0);
}

static void end(void)
{
	scene_done(&scene);
	choose_done(&choice);
}

static const struct stats *stats(size_t k)
{
	return &choice.shown[k].stats;
}

TEST(averages_are_by_time)
{
	begin(2, 1);
	intervals[1].end = 60 + 180;
	values[0][0] = 10;
	values[0][1] = 2;
	make();
	ck_assert_double_eq(stats(0)->average, 4);
	ck_assert_double_eq(stats(0)->lowest, 2);
	ck_assert_double_eq(stats(0)->highest, 10);
	end();
}

TEST(the_average_of_the_report_counts)
{
	begin(2, 1);
	series[0].averaged = 1;
	series[0].average = 1.5;
	make();
	ck_assert_double_eq(stats(0)->average, 1.5);
	end();
}

/* Twenty values: nineteen of them are 95 %. */
TEST(the_percentile_is_a_value)
{
	size_t i;

	begin(20, 1);
	for (i = 0; i < 20; i++)
		values[0][i] = (double)(i * 7 % 20 + 1);
	make();
	ck_assert_double_eq(stats(0)->p95, 19);
	end();
	/* One long interval outweighs all others. */
	intervals[19].end += 60000;
	make();
	ck_assert_double_eq(stats(0)->p95, values[0][19]);
	end();
}

TEST(no_values)
{
	begin(2, 1);
	values[0][0] = NAN;
	values[0][1] = INFINITY;
	make();
	ck_assert_uint_eq(stats(0)->count, 0);
	ck_assert(isnan(stats(0)->average) && isnan(stats(0)->p95) && isnan(stats(0)->lowest));
	ck_assert_int_lt(scene.series[0].end_x, 0);
	ck_assert_uint_eq(scene.gap_count, 1);
	end();
}

/* Of twelve the last five have the highest averages; 3 and 0 have a peak. */
TEST(peaks_do_not_drown)
{
	static const char *const expected[] = { "S11", "S10", "S9", "S8", "S7", "S3", "S0", "5 others" };
	size_t k;

	begin(10, 12);
	values[3][4] = 30;
	values[0][9] = 20;
	make();
	ck_assert_uint_eq(choice.count, 8);
	for (k = 0; k < 8; k++)
		ck_assert_str_eq(choice.shown[k].series.name, expected[k]);
	/* 1, 2, 4, 5, 6 are a band. */
	ck_assert_double_eq(stats(7)->lowest, 1);
	ck_assert_double_eq(stats(7)->highest, 6);
	ck_assert(isnan(stats(7)->average));
	end();
	chart.rest = CHART_REST_SUM;
	chart.instances = "users";
	make();
	ck_assert_str_eq(choice.shown[7].series.name, "5 other users");
	ck_assert_double_eq(stats(7)->average, 18);
	ck_assert_double_eq(stats(7)->p95, 18);
	end();
}

/* Of those that have few values only these are handed over, with their intervals: nothing else changes. */
static void leave_out_nan(size_t k, uint32_t at[MOST], double left[MOST])
{
	size_t i, n = 0;

	for (i = 0; i < chart.interval_count; i++)
		if (!isnan(values[k][i])) {
			at[n] = (uint32_t)i;
			left[n++] = values[k][i];
		}
	series[k].values = left;
	series[k].at = at;
	series[k].count = n;
}

static void is_same_number(double a, double b)
{
	ck_assert(isnan(a) ? isnan(b) : !(a < b) && !(a > b));
}

TEST(few_values_are_told_by_their_intervals)
{
	static uint32_t at[MOST][MOST];
	static double left[MOST][MOST];
	struct choice whole;
	size_t i, k;

	begin(20, 12);
	for (k = 0; k < 12; k++)
		for (i = 0; i < 20; i++)
			values[k][i] = (i * 7 + k * 5) % 4 < k % 4 ? NAN : (double)((i * 3 + k) % 17);
	for (i = 0; i < 20; i++)
		values[2][i] = NAN;
	ck_assert_int_eq(choose(&whole, &chart), 0);
	for (k = 0; k < 12; k++)
		leave_out_nan(k, at[k], left[k]);
	make();
	ck_assert_uint_eq(choice.count, whole.count);
	for (k = 0; k < whole.count; k++) {
		ck_assert_str_eq(choice.shown[k].series.name, whole.shown[k].series.name);
		for (i = 0; i < 20; i++)
			is_same_number(choice.shown[k].series.values[i], whole.shown[k].series.values[i]);
		is_same_number(stats(k)->average, whole.shown[k].stats.average);
		is_same_number(stats(k)->p95, whole.shown[k].stats.p95);
		ck_assert_uint_eq(stats(k)->highest_at, whole.shown[k].stats.highest_at);
		ck_assert_uint_eq(stats(k)->last, whole.shown[k].stats.last);
		ck_assert_uint_eq(stats(k)->count, whole.shown[k].stats.count);
	}
	end();
	choose_done(&whole);
}

TEST(those_shown_of_very_many_have_percentiles)
{
	static struct chart_series many[CHOOSE_LISTED + 1];
	size_t i, k;

	begin(20, 12);
	for (k = 0; k < sizeof many / sizeof many[0]; k++)
		many[k] = series[k % 12];
	for (i = 0; i < 19; i++)
		values[11][i] = 100;
	chart.series = many;
	chart.series_count = sizeof many / sizeof many[0];
	make();
	ck_assert_double_eq(stats(0)->p95, 100);
	for (k = 0; k < CHART_SERIES_MAX; k++)
		ck_assert(!isnan(stats(k)->p95));
	end();
}

TEST(the_first_may_be_the_highest)
{
	size_t i;

	begin(20, 12);
	for (i = 0; i < 20; i++) {
		values[0][i] = 50;
		/* Peaks, which are shown besides. */
		values[1][i] = values[2][i] = values[3][i] = i == 7 ? 90 : 0;
	}
	make();
	ck_assert_str_eq(choice.shown[0].series.name, "S0");
	ck_assert_str_eq(choice.shown[1].series.name, "S11");
	end();
}

TEST(up_to_seven_keep_their_order)
{
	begin(3, 7);
	make();
	ck_assert_uint_eq(choice.count, 7);
	ck_assert_uint_eq(choice.others, 0);
	ck_assert_str_eq(choice.shown[0].series.name, "S0");
	end();
}

/* Nothing is drawn between the end of interval 2 and the beginning of 5. */
TEST(a_gap_is_not_bridged)
{
	const struct path *line = &scene.series[0].line;
	size_t i, begins = 0;

	begin(10, 1);
	values[0][3] = values[0][4] = NAN;
	make();
	for (i = 0; i < line->count; i++) {
		begins += line->at[i].begins != 0;
		ck_assert(line->at[i].x <= path_x(&scene.scale, 180) || line->at[i].x >= path_x(&scene.scale, 300));
	}
	ck_assert_uint_eq(begins, 2);
	ck_assert_uint_eq(scene.gap_count, 1);
	ck_assert_double_eq(scene.gaps[0].from, 180);
	ck_assert_double_eq(scene.gaps[0].to, 300);
	ck_assert_ptr_null(scene.gaps[0].why);
	end();
}

TEST(what_is_known_of_a_gap_is_said)
{
	static const struct chart_gap known[] = { { 190, 240, "IPL" }, { 500, 500, "restart" } };

	begin(10, 1);
	values[0][3] = values[0][4] = NAN;
	chart.gaps = known;
	chart.gap_count = 2;
	make();
	ck_assert_uint_eq(scene.gap_count, 4);
	ck_assert_double_eq(scene.gaps[0].to, 190);
	ck_assert_str_eq(scene.gaps[1].why, "IPL");
	ck_assert_double_eq(scene.gaps[2].from, 240);
	ck_assert_double_eq(scene.gaps[2].to, 300);
	/* A moment is seen, too. */
	ck_assert_str_eq(scene.gaps[3].why, "restart");
	ck_assert_double_ge(scene.gaps[3].right - scene.gaps[3].left, 2);
	end();
}

TEST(gaps_of_one_beginning_are_in_order)
{
	static const struct chart_gap known[] = { { 300, 420, "c" }, { 300, 300, "a" }, { 300, 360, "b" } };

	begin(10, 1);
	chart.gaps = known;
	chart.gap_count = 3;
	make();
	ck_assert_uint_eq(scene.gap_count, 3);
	ck_assert_str_eq(scene.gaps[0].why, "a");
	ck_assert_str_eq(scene.gaps[1].why, "b");
	ck_assert_str_eq(scene.gaps[2].why, "c");
	end();
}

TEST(intervals_that_do_not_follow)
{
	begin(6, 1);
	intervals[3].start = intervals[4].start - 30;
	make();
	ck_assert_uint_eq(scene.gap_count, 1);
	ck_assert_double_eq(scene.gaps[0].from, 180);
	ck_assert_double_eq(scene.gaps[0].to, 210);
	end();
	/* Time stamps of neighbours differ a little. */
	intervals[3].start = 180.3;
	make();
	ck_assert_uint_eq(scene.gap_count, 0);
	end();
}

TEST(a_range_longer_than_the_data)
{
	begin(3, 1);
	chart.from = -60;
	chart.to = 600;
	make();
	ck_assert_uint_eq(scene.gap_count, 2);
	ck_assert_double_eq(scene.gaps[0].to, 0);
	ck_assert_double_eq(scene.gaps[1].from, 180);
	end();
}

TEST(axes_begin_at_zero)
{
	begin(3, 1);
	values[0][0] = 90;
	values[0][1] = 95;
	values[0][2] = 99;
	make();
	ck_assert_double_eq(scene.scale.low, 0);
	ck_assert_double_eq(scene.scale.high, 100);
	end();
	chart.no_zero = 1;
	make();
	ck_assert_double_eq(scene.scale.low, 90);
	end();
}

/* 10 + 20 + 5: each lies on the one before, and labels are in the middle. */
TEST(areas_are_stacked)
{
	begin(2, 3);
	chart.kind = CHART_AREA;
	values[0][0] = values[0][1] = 10;
	values[1][0] = values[1][1] = 20;
	values[2][0] = 5;
	values[2][1] = NAN;
	make();
	ck_assert_double_ge(scene.scale.high, 35);
	ck_assert_int_eq(scene.series[1].shape.at[1].y, path_y(&scene.scale, 30));
	ck_assert_int_eq(scene.series[2].shape.at[1].y, path_y(&scene.scale, 35));
	ck_assert_int_eq(scene.series[0].end_y, (path_y(&scene.scale, 0) + path_y(&scene.scale, 10)) / 2);
	ck_assert_int_eq(scene.negative, 0);
	end();
	values[1][0] = -1;
	make();
	ck_assert_int_eq(scene.negative, 1);
	end();
}

/* Areas that are known beside one that is not would be a whole that looks like all of it. */
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
		for (i = 0; i < scene.series[k].shape.count; i++)
			ck_assert(scene.series[k].shape.at[i].x <= path_x(&scene.scale, 240) ||
			          scene.series[k].shape.at[i].x >= path_x(&scene.scale, 360));
	ck_assert_uint_eq(scene.gap_count, 1);
	ck_assert_double_eq(scene.gaps[0].from, 240);
	ck_assert_double_eq(scene.gaps[0].to, 360);
	ck_assert_str_eq(scene.gaps[0].why, "a part is not known");
	end();
	/* Where it is left out there is no such part, as a user who is not logged on. */
	for (i = 0, k = 0; i < 10; i++)
		if (i != 4 && i != 5) {
			values[2][k] = 2;
			at[k++] = (uint32_t)i;
		}
	series[2].at = at;
	series[2].count = k;
	make();
	ck_assert_uint_eq(scene.gap_count, 0);
	ck_assert_double_ge(scene.scale.high, 1000);
	end();
	/* What has no value at any time is no part. */
	for (i = 0; i < 10; i++)
		values[2][i] = NAN;
	series[2].at = NULL;
	make();
	ck_assert_uint_eq(scene.gap_count, 0);
	end();
	/* Nor does it matter which ones are shown one by one. */
	begin(10, 12);
	chart.kind = CHART_AREA;
	values[0][7] = NAN;
	make();
	ck_assert_uint_eq(scene.gap_count, 1);
	ck_assert_double_eq(scene.gaps[0].from, 420);
	end();
	/* Lines are drawn each by itself. */
	chart.kind = CHART_LINES;
	make();
	ck_assert_uint_eq(scene.gap_count, 0);
	end();
}

TEST(labels_fit_or_are_cut)
{
	begin(3, 3);
	series[1].name = "a name that is much longer than what there is room for beside a chart";
	make();
	ck_assert_uint_eq(scene.series[0].name_length, 2);
	ck_assert_uint_lt(scene.series[1].name_length, strlen(series[1].name));
	ck_assert_int_eq(scene.labelled, 1);
	ck_assert_double_le(scene.scale.right + SCENE_SAMPLE + scene_text_width(series[1].name, scene.series[1].name_length),
	                    800);
	end();
}

TEST(labels_are_a_line_apart)
{
	begin(3, 2);
	values[1][2] = values[0][2];
	make();
	ck_assert_int_eq(scene.series[0].end_y, scene.series[1].end_y);
	ck_assert_double_eq(fabs(scene.series[0].label_y - scene.series[1].label_y), 16);
	end();
}

TEST(what_is_on_the_axis_of_values_has_room)
{
	char label[TICKS_LABEL];
	int64_t i;

	begin(3, 1);
	values[0][1] = 1;
	make();
	ck_assert_double_eq(scene.scale.left, 44);
	end();
	chart.no_zero = 1;
	values[0][0] = 123456789;
	values[0][1] = 123456790;
	values[0][2] = 123456791;
	make();
	ck_assert_double_gt(scene.scale.left, 44);
	for (i = scene.y.first; i <= scene.y.last; i++) {
		ticks_label(&scene.y, i, label);
		ck_assert_double_le(scene_text_width(label, strlen(label)) + 9, scene.scale.left);
	}
	end();
}

/* A letter, a capital, a digit, what is narrow, what is wide, any other, a letter with an accent. */
TEST(a_text_is_as_wide_as_its_characters)
{
	ck_assert_double_eq(scene_text_width("aA1im#\xC3\xBC", 8), 8.2 + 9.4 + 8.4 + 5.4 + 13.2 + 11 + 9.4);
}

/* ---- Places, worked out by hand ---- */

/* Of 800 units the values' labels take 44 at least, and names 15 % and 32 more: 604 are left, and 10 labels of times. */
TEST(times_have_room_for_their_labels)
{
	size_t i;

	begin(9, 1);
	make();
	ck_assert_double_eq(scene.scale.left, 44);
	ck_assert_double_eq(scene.scale.right, 648);
	ck_assert_int_eq((int)scene.x.step, 60);
	ck_assert_int_eq((int)scene.x.first, 0);
	ck_assert_int_eq((int)scene.x.last, 540);
	end();
	begin(11, 1);
	make();
	ck_assert_int_eq((int)scene.x.step, 120);
	end();
	/* 0.4 s are less than half a unit, 0.6 s are more; of another day, too. */
	begin(9, 1);
	for (i = 0; i < 9; i++) {
		intervals[i].start += 86400;
		intervals[i].end += 86400;
	}
	intervals[0].start += 0.4;
	intervals[8].end -= 0.4;
	make();
	ck_assert_int_eq((int)scene.x.first, 86400);
	ck_assert_int_eq((int)scene.x.last, 86400 + 540);
	end();
	intervals[0].start += 0.2;
	intervals[8].end -= 0.2;
	make();
	ck_assert_int_eq((int)scene.x.first, 86400 + 60);
	ck_assert_int_eq((int)scene.x.last, 86400 + 480);
	end();
	/* With seconds a label is longer: 7 have room. */
	begin(1, 1);
	intervals[0].end = 90;
	make();
	ck_assert_int_eq((int)scene.x.step, 15);
	ck_assert_int_eq((int)scene.x.last, 90);
	end();
	intervals[0].start = 0.02;
	intervals[0].end = 89.98;
	make();
	ck_assert_int_eq((int)scene.x.first, 0);
	ck_assert_int_eq((int)scene.x.last, 90);
	end();
}

TEST(the_range_of_time_is_never_empty)
{
	double from, to;

	begin(1, 1);
	intervals[0] = (struct chart_interval){ 100, 100 };
	make();
	ck_assert_double_eq(scene.scale.from, 100);
	ck_assert_double_eq(scene.scale.to, 101);
	end();
	chart.interval_count = 0;
	scene_range(&chart, &from, &to);
	ck_assert_double_eq(from, 0);
	ck_assert_double_eq(to, 1);
	chart.from = chart.to = 5;
	scene_range(&chart, &from, &to);
	ck_assert_double_eq(to, 1);
	chart.to = 6;
	scene_range(&chart, &from, &to);
	ck_assert_double_eq(from, 5);
	ck_assert_double_eq(to, 6);
}

TEST(five_steps_of_values)
{
	begin(1, 1);
	values[0][0] = 100;
	make();
	ck_assert_int_eq((int)scene.y.last, 5);
	end();
	values[0][0] = 110;
	make();
	ck_assert_int_eq((int)scene.y.last, 3);
	ck_assert_double_eq(scene.scale.high, 150);
	end();
	/* 1.2 would do for both ends: zero is one of them. */
	values[0][0] = 1.2;
	make();
	ck_assert_double_eq(scene.scale.low, 0);
	end();
}

/* "0.0005" takes 47.4 and 10 more; "100M" 38.4, but "80M" less. */
TEST(labels_take_what_they_need)
{
	begin(1, 1);
	values[0][0] = 0.0005;
	make();
	ck_assert_double_eq(scene.scale.left, 57);
	end();
	values[0][0] = 1e8;
	make();
	ck_assert_double_eq(scene.scale.left, 48);
	end();
	/* 19 letters are 155.8; what is cut takes a part of 3.2, which is 250. */
	values[0][0] = 1;
	series[0].name = "aaaaaaaaaaaaaaaaaaa";
	make();
	ck_assert_double_eq(scene.scale.right, 800 - 187);
	end();
	series[0].name = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
	make();
	ck_assert_double_eq(scene.scale.right, 800 - 282);
	end();
}

/* Three areas: 0.5, nothing, 0.25; axes from 0 to 0.8. */
TEST(the_outline_of_an_area)
{
	const struct path *p = &scene.series[0].shape;
	int left, right, zero, half;

	begin(2, 3);
	chart.kind = CHART_AREA;
	values[0][0] = values[0][1] = 0.5;
	values[1][0] = values[1][1] = NAN;
	values[2][0] = values[2][1] = 0.25;
	make();
	ck_assert_double_eq(scene.scale.high, 0.8);
	left = 2 * 44;
	right = 2 * 648;
	zero = 2 * (300 - 42);
	/* 232 units are 0.8. */
	half = zero - 2 * 145;
	ck_assert_uint_eq(p->count, 4);
	ck_assert(p->at[0].x == left && p->at[0].y == zero && p->at[0].begins);
	ck_assert(p->at[1].x == left && p->at[1].y == half && !p->at[1].begins);
	ck_assert(p->at[2].x == right && p->at[2].y == half && !p->at[2].begins);
	ck_assert(p->at[3].x == right && p->at[3].y == zero && !p->at[3].begins);
	ck_assert_int_eq(scene.series[1].shape.at[1].y, half);
	/* Only the last one has the edge of the whole: at 217.5. */
	ck_assert_uint_eq(scene.series[0].line.count, 0);
	ck_assert_uint_eq(scene.series[1].line.count, 0);
	p = &scene.series[2].line;
	ck_assert_uint_eq(p->count, 2);
	ck_assert(p->at[0].x == left && p->at[0].y == zero - 435 && p->at[0].begins);
	ck_assert(p->at[1].x == right && p->at[1].y == zero - 435 && !p->at[1].begins);
	end();
}

/* Of eight series that are all the same but one: the band is from its lowest to its highest. */
TEST(the_outline_of_a_range)
{
	const struct path *p = &scene.series[7].shape;
	size_t k;

	begin(1, 9);
	for (k = 0; k < 7; k++)
		values[k][0] = 100;
	values[7][0] = 50;
	values[8][0] = 25;
	make();
	ck_assert_str_eq(choice.shown[7].series.name, "2 others");
	ck_assert_uint_eq(p->count, 4);
	/* 232 units are 100. */
	ck_assert(p->at[0].x == 88 && p->at[0].y == 516 - 232 && p->at[0].begins);
	ck_assert(p->at[1].x == 1296 && p->at[1].y == 516 - 232 && !p->at[1].begins);
	ck_assert(p->at[2].x == 1296 && p->at[2].y == 516 - 116 && !p->at[2].begins);
	ck_assert(p->at[3].x == 88 && p->at[3].y == 516 - 116 && !p->at[3].begins);
	ck_assert_uint_eq(scene.series[7].line.count, 0);
	ck_assert_int_eq(scene.series[7].end_y, 516 - 174);
	end();
}

TEST(what_is_outside_of_the_range_is_not_drawn)
{
	const struct path *p = &scene.series[0].line;
	size_t i;

	begin(10, 1);
	for (i = 0; i < 10; i++)
		values[0][i] = (double)i * 10;
	values[0][4] = NAN;
	chart.from = 120;
	chart.to = 240;
	make();
	/* 20 and 30: the axis ends at 100. */
	ck_assert_uint_eq(p->count, 4);
	ck_assert(p->at[0].x == 88 && p->at[0].begins);
	ck_assert_int_eq(p->at[0].y, path_y(&scene.scale, 20));
	ck_assert_int_eq(p->at[3].y, path_y(&scene.scale, 30));
	ck_assert_int_eq(p->at[3].x, 1296);
	ck_assert_int_eq(scene.series[0].end_x, 1296);
	ck_assert_int_eq(scene.series[0].end_y, path_y(&scene.scale, 30));
	end();
}

TEST(moments_are_two_units_wide)
{
	static const struct chart_gap moments[] = { { 300, 300, "first" }, { 600, 600, "second" } };

	begin(10, 1);
	chart.gaps = moments;
	chart.gap_count = 2;
	make();
	ck_assert_uint_eq(scene.gap_count, 2);
	ck_assert_double_eq(scene.gaps[0].left, 346);
	ck_assert_double_eq(scene.gaps[0].right, 348);
	/* Not beyond the end. */
	ck_assert_double_eq(scene.gaps[1].left, 646);
	ck_assert_double_eq(scene.gaps[1].right, 648);
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
		ck_assert_str_eq(choice.shown[k].series.name, names[k]);
	ck_assert_str_eq(choice.shown[7].series.name, "5 others");
	end();
	/* Of three peaks two are shown, behind the five that have the highest averages. */
	for (k = 0; k < 12; k++)
		values[k][0] = values[k][1] = 10 + (double)k;
	for (k = 0; k < 3; k++) {
		values[k][0] = 100 - 10 * (double)k;
		values[k][1] = -values[k][0];
	}
	make();
	ck_assert_str_eq(choice.shown[0].series.name, "S11");
	ck_assert_str_eq(choice.shown[4].series.name, "S7");
	ck_assert_str_eq(choice.shown[5].series.name, "S0");
	ck_assert_str_eq(choice.shown[6].series.name, "S1");
	end();
}

/* Its label is at the lower end. */
TEST(a_series_without_values_has_a_label)
{
	begin(2, 2);
	values[0][0] = values[0][1] = NAN;
	make();
	ck_assert_int_eq(scene.labelled, 1);
	ck_assert_double_eq(scene.series[0].label_y, 258);
	ck_assert_double_eq(scene.series[1].label_y, 26);
	end();
}

UNIT_MAIN("scene", NULL, NULL)
