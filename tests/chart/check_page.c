/* check_page.c: text and numbers in a page. */

#include "../unit/unit.h"

#include <math.h>

#include "chart/chart.h"
#include "chart/markup.h"

static struct out_buffer b;

static const char *so_far(void)
{
	out_char(&b, 0);
	b.p = b.buf;
	return b.buf;
}

static void begin(void)
{
	ck_assert_int_eq(out_buffer_init(&b, OUT_MEMORY), 0);
}

TEST(markup_is_escaped)
{
	begin();
	markup_put(&b, "<a href=\"x\">R&D 'n'</a>");
	ck_assert_str_eq(so_far(), "&lt;a href=&quot;x&quot;&gt;R&amp;D &#39;n&#39;&lt;/a&gt;");
	/* Escape control characters, characters that change the direction of text, and invalid
	 * UTF-8; keep valid UTF-8. */
	markup_put(&b, "\x1b[2J\r\xE2\x80\xAE\xFF" "Z\xC3\xBC");
	ck_assert_str_eq(so_far(), "\\x1b[2J\\x0d\\u202e\\xffZ\xC3\xBC");
	markup_put(&b, NULL);
	ck_assert_str_eq(so_far(), "");
	markup_put_id(&b, 3, "a b\"-\xC3\xBC" "9", 2);
	ck_assert_str_eq(so_far(), "s3-a_b_-__9-2");
	out_buffer_done(&b);
}

static void number_is(double v, unsigned decimals, const char *expected, const char *short_one)
{
	markup_put_number(&b, v, decimals);
	ck_assert_str_eq(so_far(), expected);
	markup_put_short(&b, v, decimals);
	ck_assert_str_eq(so_far(), short_one);
}

TEST(numbers)
{
	begin();
	number_is(1.25, 1, "1.2", "1.2");
	number_is(-0.04, 1, "0.0", "0.0");
	number_is(-0.06, 1, "-0.1", "-0.1");
	number_is(NAN, 1, "", "");
	number_is(INFINITY, 1, "", "");
	number_is(99999, 0, "99999", "99999");
	number_is(123456, 0, "123456", "123.5k");
	number_is(-1234567, 0, "-1234567", "-1.235M");
	number_is(999999, 0, "999999", "1.000M");
	number_is(25e9, 0, "25000000000", "25.00G");
	markup_put_halves(&b, -3);
	markup_put_halves(&b, 4);
	ck_assert_str_eq(so_far(), "-1.52");
	out_buffer_done(&b);
}

static struct chart_interval intervals[401];
static double values[12][401];
static struct chart_series series[12];

/* ---- Texts about a chart ---- */

static struct chart chart;
/* The ranges of the values of the series, if the chart has ranges. */
static double low[401], high[401];

/* The values of series number K are values[K]; series without a row there have those of the
 * first. */
static int read_values(void *source, chart_take *take, void *arg)
{
	size_t i, k;

	(void)source;
	for (i = 0; i < chart.interval_count; i++)
		for (k = 0; k < chart.series_count; k++) {
			double v = values[chart.series == series ? k : 0][i];

			take(arg, &(struct chart_value){ k, i, v, chart.has_ranges ? low[i] : v,
				                         chart.has_ranges ? high[i] : v });
		}
	return 0;
}

/* N intervals of SECONDS seconds from 1970 on, and a series S with the values 0, 1, 2 ... */
static void set_up(size_t n, double seconds)
{
	size_t i;

	begin();
	series[0] = (struct chart_series){ .name = "S" };
	for (i = 0; i < n; i++) {
		intervals[i] = (struct chart_interval){ seconds * (double)i,
			                                seconds * (double)(i + 1), 0 };
		values[0][i] = (double)i;
	}
	chart = (struct chart){ .title = "?",
		                .unit = "%",
		                .instances = "",
		                .intervals = intervals,
		                .interval_count = n,
		                .series = series,
		                .series_count = 1,
		                .read = read_values,
		                .zone = { "UTC", 0 } };
}

static const char *page;

static void make(void)
{
	struct chart_page p;

	b.p = b.buf;
	chart_page_begin(&p, &b, "t", NULL);
	ck_assert_int_eq(chart_draw(&p, &chart), 0);
	page = so_far();
}

static void has(const char *text)
{
	ck_assert_msg(strstr(page, text) != NULL, "%s: is missing", text);
}

static void has_not(const char *text)
{
	ck_assert_msg(strstr(page, text) == NULL, "%s: is there", text);
}

static unsigned times_of(const char *text)
{
	const char *p = page;
	unsigned n = 0;

	for (p = strstr(p, text); p; p = strstr(p + 1, text))
		n++;
	return n;
}

#define ROW  "<tr><th scope=\"row\">"
#define DASH "\xE2\x80\x93"

/* A table has at most 288 rows: with more intervals, several share a row of a round length. */
TEST(intervals_share_rows)
{
	set_up(288, 60);
	make();
	has("<caption>%</caption><thead><tr><th scope=\"col\">from, UTC<th "
	    "scope=\"col\">S</thead>");
	has(ROW "00:00<td>0\n" ROW "00:01<td>1\n");
	has(ROW "04:47<td>287\n</tbody>");
	out_buffer_done(&b);
	/* 400 minutes are 200 rows of two. */
	set_up(400, 60);
	make();
	has("<caption>%; each row has the lowest and the highest of several intervals</caption>");
	has(ROW "00:00<td>0" DASH "1\n" ROW "00:02<td>2" DASH "3\n");
	has(ROW "06:38<td>398" DASH "399\n</tbody>");
	out_buffer_done(&b);
	/* Rows begin at round times of the local clock, so 00:01 and 06:41 are alone in their
	 * rows. */
	set_up(400, 60);
	chart.zone.offset = 60;
	chart.unit = "";
	make();
	has("<caption>each row has the lowest");
	has(ROW "00:01<td>0\n" ROW "00:02<td>1" DASH "2\n");
	has(ROW "06:40<td>399\n</tbody>");
	out_buffer_done(&b);
	/* A row with one missing value, and a row with two. */
	set_up(400, 60);
	values[0][2] = values[0][4] = values[0][5] = values[0][9] = NAN;
	values[0][7] = -1;
	make();
	has(ROW "00:02<td>3\n");
	has(ROW "00:06<td>-1" DASH "6\n");
	has(ROW "00:08<td>8\n");
	has("<tr class=\"n\"><th scope=\"row\">00:04<td colspan=\"1\">no data until 00:06\n");
	has_not(ROW "00:04");
	out_buffer_done(&b);
	set_up(289, 1800);
	make();
	/* Intervals longer than a day. */
	has(ROW "1 Jan 1970 00:00<td>0" DASH "1\n" ROW "1 Jan 1970 01:00<td>2" DASH "3\n");
	has(ROW "7 Jan 1970 00:00<td>288\n</tbody>");
	out_buffer_done(&b);
	set_up(300, 60);
	intervals[299].end += 60 * 23;
	make();
	has(ROW "04:58<td>298" DASH "299\n</tbody>");
	out_buffer_done(&b);
}

/* Each value is an average of several times, of which the lowest and the highest are known. */
TEST(averages_with_ranges)
{
	set_up(2, 60);
	values[0][0] = 5;
	values[0][1] = 3;
	low[0] = 1;
	low[1] = 2;
	high[0] = 9;
	high[1] = 4;
	chart.has_ranges = 1;
	make();
	has("</svg>S<td>1<td>4<td>5<td>9<td>00:00-00:01\n");
	has(ROW "00:00<td>1" DASH "9\n" ROW "00:01<td>2" DASH "4\n");
	/* The axis goes from 0 at 258 to 10 at 26. The line begins at 5, goes to 1, 9, 5, then in
	 * the next interval to 4, 2, 3. */
	has("M44 142v93v-186v93h358v23v46.5v-23h358");
	has("Values are averages of several intervals");
	chart.kind = CHART_AREA;
	make();
	has("</svg>S<td>1<td>4<td>5<td>9<td>00:00-00:01\n");
	out_buffer_done(&b);
}

TEST(gaps_have_times_and_reasons)
{
	static struct chart_gap gaps[5] = { { 60, 120, "IPL" },
		                            { 180, 240, "a reason of twenty-eight by." },
		                            { 300, 360, "a reason of twenty-nine byte." },
		                            { 420, 480, "no data" },
		                            { 540, 600, "the fifth" } };
	size_t i;

	set_up(12, 60);
	make();
	has_not("Hatched");
	has_not("without data.");
	for (i = 1; i < 10; i += 2)
		values[0][i] = NAN;
	chart.gaps = gaps;
	chart.gap_count = 5;
	make();
	has("Hatched: no data; the table has the times and reasons.</p>\n");
	/* The table lists all gaps, each at its time. */
	has(ROW
	    "00:00<td>0\n<tr class=\"n\"><th scope=\"row\">00:01<td colspan=\"1\">IPL until "
	    "00:02\n" ROW
	    "00:02<td>2\n");
	has("00:05<td colspan=\"1\">a reason of twenty-nine byte. until 00:06\n");
	has(">the fifth until 00:10\n" ROW "00:10<td>10\n");
	has("<title>the fifth, 1 Jan 1970 00:09 to 1 Jan 1970 00:10</title>");
	chart.gap_count = 1;
	for (i = 3; i < 10; i++)
		values[0][i] = 1;
	make();
	/* A gap at the end. */
	values[0][1] = 1;
	values[0][11] = NAN;
	chart.gap_count = 0;
	make();
	has(ROW
	    "00:10<td>10\n<tr class=\"n\"><th scope=\"row\">00:11<td colspan=\"1\">no data until 00:12\n</tbody>");
	values[0][10] = NAN;
	gaps[0] = (struct chart_gap){ 600, 660, "IPL" };
	chart.gap_count = 1;
	make();
	has("<th scope=\"row\">00:10<td colspan=\"1\">IPL until 00:12\n</tbody>");
	/* A gap of length zero, with values before and after it. */
	gaps[0] = (struct chart_gap){ 120, 120, "restart" };
	make();
	has(">restart until 00:02\n" ROW "00:02<td>2\n");
	out_buffer_done(&b);
}

TEST(picture_has_a_description)
{
	set_up(3, 60);
	series[1] = (struct chart_series){ .name = "T" };
	values[1][0] = 7;
	values[1][1] = values[1][2] = 2;
	chart.series_count = 2;
	make();
	has("d\">Stepped lines of 2 series from 1 Jan 1970 00:00 to 1 Jan 1970 00:03 UTC.</desc>");
	has_not("<p>");
	has("<th scope=\"col\">S<th scope=\"col\">T</thead>");
	has(ROW "00:00<td>0<td>7\n" ROW "00:01<td>1<td>2\n");
	/* If two values are equal, the first one counts. */
	values[0][1] = 7;
	chart.kind = CHART_AREA;
	make();
	has("Stacked areas of 2 series");
	has_not("below zero");
	/* The areas are stacked in the order of the legend. */
	ck_assert(strstr(page, "</svg>S<td>") > strstr(page, "</svg>T<td>"));
	has("</svg>T<td>");
	values[1][1] = -2;
	make();
	has("Values below zero are drawn as zero; the table has them. </p>");
	chart.kind = CHART_LINES;
	make();
	has_not("below zero");
	ck_assert(strstr(page, "</svg>S<td>") < strstr(page, "</svg>T<td>"));
	has("</svg>S<td>");
	values[0][0] = values[0][1] = values[0][2] = values[1][0] = values[1][1] = values[1][2] =
		NAN;
	make();
	chart.series_count = 0;
	make();
	has_not("<figure");
	out_buffer_done(&b);
	/* Values below the least, of either sign. */
	set_up(3, 60);
	chart.least = 2.5;
	chart.report = "cpu";
	chart.number = 2;
	make();
	has("<figure id=\"s0-cpu-2\"><figcaption><h4>?</h4></figcaption>\n"
	    "<p class=\"m\">None: all values are below 2.5 %.</p></figure>");
	values[0][0] = -3;
	make();
	has("</svg>S<td>");
	out_buffer_done(&b);
}

/* The axis ends at the line, because 150 is a round number. */
TEST(capacity)
{
	set_up(2, 60);
	chart.capacity = 150;
	make();
	has("<path class=\"k\" d=\"M44 26H760\"/><g class=\"j\" text-anchor=\"end\"><text "
	    "x=\"760\" y=\"21\">capacity</text></g>");
	out_buffer_done(&b);
}

TEST(areas_of_many_intervals_have_no_outlines)
{
	set_up(400, 60);
	chart.kind = CHART_AREA;
	make();
	has("<path class=\"a\"");
	has("<path class=\"t\"");
	intervals[400] = (struct chart_interval){ 24000, 24060, 0 };
	chart.interval_count = 401;
	make();
	has("<path class=\"a e\"");
	has_not("<path class=\"t\"");
	out_buffer_done(&b);
}

TEST(long_lists_are_shortened_with_a_note)
{
	static struct chart_series many[501];
	size_t k;

	set_up(3, 60);
	for (k = 0; k < 501; k++)
		many[k] = series[0];
	chart.series = many;
	chart.series_count = 7;
	make();
	has_not("Shown are");
	has_not("<summary>All");
	chart.series_count = 8;
	make();
	has("Shown are the 5 with the highest averages and 2 more with the highest peaks; "
	    "the grey line is the highest of the others. </p>");
	has("highest of 1 other<td>0<td>1<td>2<td>2<td>00:02-00:03\n");
	has("<details><summary>All 8 series</summary>");
	ck_assert_uint_eq(times_of(ROW "S<td>0<td>1<td>2<td>2<td>00:02-00:03\n"), 8);
	chart.kind = CHART_AREA;
	chart.instances = "users";
	chart.series_count = 500;
	make();
	has("the others are added up. </p>");
	has("493 other users<td>");
	has("<details><summary>All 500 users</summary>");
	has_not("too many");
	chart.series_count = 501;
	make();
	has("the others are added up. They are too many for a list here: 501. </p>");
	has_not("<summary>All");
	/* Lines are drawn from the last to the first; the sum of the other users has a separate
	 * class. */
	ck_assert_uint_eq(times_of("<g class=\"sr\"><title>494 other users</title>"), 2);
	ck_assert_uint_eq(times_of("<g class=\"s6\"><title>"), 2);
	ck_assert_uint_eq(times_of("<g class=\"s7\">"), 0);
	out_buffer_done(&b);
}

/* ---- The picture, worked out by hand: 716 units from 44 on, 232 from 258 upwards ---- */

TEST(lines_areas_and_ticks)
{
	static const struct chart_gap moments[] = { { 60, 60, "first" }, { 120, 120, "second" } };
	size_t i;

	set_up(2, 60);
	values[0][0] = 20;
	values[0][1] = 100;
	make();
	has("</desc><text class=\"u\" x=\"1\" y=\"12\">%</text>"
	    "<path class=\"g\" d=\"M44 258h716M44 211.5h716M44 165h716M44 119h716M44 72.5h716M44 26h716\"/>"
	    "<g class=\"y\" text-anchor=\"end\"><text x=\"37\" y=\"262.5\">0</text><text x=\"37\" y=\"216\">20</text>"
	    "<text x=\"37\" y=\"169.5\">40</text><text x=\"37\" y=\"123.5\">60</text><text x=\"37\" y=\"77\">80</text>"
	    "<text x=\"37\" y=\"30.5\">100</text></g>"
	    "<g class=\"s0\"><title>S</title><path class=\"l\" d=\"M44 211.5h358v-185.5h358\"/></g>"
	    "<path class=\"x\" d=\"M44 258H760M44 258v5M223 258v5M402 258v5M581 258v5M760 258v5\"/><g class=\"y\" text-anchor=\"middle\"><text x=\"44\" y=\"278.5\">00:00:00</text>");
	has("<text x=\"402\" y=\"278.5\">00:01:00</text>");
	has("<text x=\"760\" y=\"278.5\">00:02:00</text><text x=\"44\" y=\"295.5\">1 Jan "
	    "1970</text></g>"
	    "<g class=\"y\" text-anchor=\"end\"><text x=\"799\" y=\"295.5\">UTC</text></g></svg>");
	/* The same as an area, with a line along the sum. */
	chart.kind = CHART_AREA;
	make();
	has("<g class=\"s0\"><title>S</title><path class=\"a\" d=\"M44 "
	    "258v-46.5h358v-185.5h358v232z\"/></g>"
	    "<path class=\"t\" d=\"M44 211.5h358v-185.5h358\"/><path class=\"x\"");
	out_buffer_done(&b);
	/* A gap of length zero is two units wide; it does not extend beyond the end. */
	set_up(2, 60);
	chart.gaps = moments;
	chart.gap_count = 2;
	make();
	has("<rect x=\"402\" y=\"26\" width=\"2\" height=\"232\">");
	has("<rect x=\"758\" y=\"26\" width=\"2\" height=\"232\">");
	out_buffer_done(&b);
	/* The shortest run is visible. */
	set_up(2, 0.001);
	intervals[1] = (struct chart_interval){ 1000, 2000, 0 };
	make();
	has("<path class=\"l\" d=\"M44 258h0.5M402 26h358\"/>");
	out_buffer_done(&b);
	/* The values of four intervals in one unit are one vertical line up to the highest, which
	 * ends at the last. */
	set_up(5, 1000);
	for (i = 0; i < 5; i++) {
		values[0][i] = (const double[]){ 20, 40, 100, 60, 20 }[i];
		intervals[i].start = i ? 1000 + 0.1 * (double)(i - 1) : 0;
		intervals[i].end = i < 4 ? 1000 + 0.1 * (double)i : 2000;
	}
	make();
	has("<path class=\"l\" d=\"M44 211.5h358v-185.5v185.5h358\"/>");
	out_buffer_done(&b);
	/* 238.7 units without values. */
	set_up(3, 60);
	values[0][0] = values[0][2] = 100;
	values[0][1] = NAN;
	make();
	has("<g class=\"n\"><rect x=\"282.5\" y=\"26\" width=\"239\" height=\"232\"><title>no "
	    "data, ");
	has("d=\"M44 26h238.5M521.5 26h238.5\"/>");
	chart.kind = CHART_AREA;
	make();
	has("d=\"M44 258v-232h238.5v232zM521.5 258v-232h238.5v232z\"/>");
	out_buffer_done(&b);
	/* For ticks within days each date is below the first tick of its day. */
	set_up(2, 86400);
	make();
	has("00:00</text><text x=\"44\" y=\"295.5\">1 Jan 1970</text><text x=\"402\" "
	    "y=\"295.5\">2 Jan 1970</text></g>");
	has("<path class=\"l\" d=\"M1 5h16\"/></g></svg>S<td>");
	out_buffer_done(&b);
	/* Midnight is 79.6 to the right of the first tick. Its date is 84 wide and needs a distance
	 * of 14, so there is no room for it. */
	set_up(9, 3600);
	for (i = 0; i < 9; i++) {
		intervals[i].start += 82800;
		intervals[i].end += 82800;
	}
	make();
	has("<text x=\"44\" y=\"295.5\">1 Jan 1970</text><text x=\"203\" y=\"295.5\">2 Jan "
	    "1970</text></g>");
	out_buffer_done(&b);
	set_up(2, 86400);
	/* Without ticks the page still shows the date. */
	intervals[0] = (struct chart_interval){ 0.3, 0.8, 0 };
	chart.interval_count = 1;
	chart.kind = CHART_AREA;
	make();
	has("<g class=\"y\" text-anchor=\"middle\"><text x=\"42\" y=\"295.5\">1 Jan 1970</text>"
	    "</g>");
	has("<path class=\"w\" d=\"M1 5h16\"/></g></svg>S<td>");
	out_buffer_done(&b);
}

/* ---- A page ---- */

TEST(sections_figures_and_findings)
{
	static const struct chart_finding findings[] = { { CHART_CRITICAL, "busy", "2 times", "cpu",
		                                           2 },
		                                         { CHART_NOTE, "idle", "", "user", 0 } };
	static const char *const notes[] = { "first", "second" };
	static const struct chart_column columns[] = {
		{ .name = "user", .unit = "", .description = "name", .is_text = 1 },
		{ .name = "cpu", .unit = "%", .description = "busy", .decimals = 1 },
		{ .name = "of", .unit = "", .description = "owner", .is_text = 1 }
	};
	struct out_buffer links;
	struct chart_page p;
	size_t i;

	begin();
	ck_assert_int_eq(out_buffer_init(&links, OUT_MEMORY), 0);
	chart_system(&links, "#s1", "ZVM1", "busy");
	chart_system(&links, "x.html", "ZVM2", "idle");
	chart_page_begin(&p, &b, "t", &links);
	out_buffer_done(&links);
	page = so_far();
	has("<nav aria-label=\"Systems\"><ul class=\"sys\">\n<li><a href=\"#s1\">ZVM1</a>: busy\n"
	    "<li><a href=\"x.html\">ZVM2</a>: idle\n</ul></nav>\n");
	chart_page_begin(&p, &b, "t", NULL);
	page = so_far();
	has_not("<nav");
	chart_section_begin(&p, "ZVM1", "All is well.", "today");
	chart_put(&p, CHART_FIGURE, "CPU", "41 %", "peak 62 %");
	chart_put(&p, CHART_LEAD, NULL, NULL, NULL);
	page = so_far();
	ck_assert_str_eq(
		page,
		"<section aria-labelledby=\"s1\">\n<h2 id=\"s1\">ZVM1</h2>\n<p class=\"i\">All is well.</p><p class=\"m\">today</p>\n"
		"<div class=\"k4\">\n<p>CPU<b>41 %</b>peak 62 %</p>\n</div>\n<h3 class=\"hid\">Overview</h3>\n<div class=\"t2\">\n");
	chart_put(&p, CHART_FINDINGS, NULL, NULL, NULL);
	chart_finding(&p, &findings[0]);
	chart_finding(&p, &findings[1]);
	chart_put(&p, CHART_FACTS, NULL, NULL, NULL);
	chart_put(&p, CHART_FACT, "machine", "3931", NULL);
	chart_put(&p, CHART_FACT, "release", "7.3", NULL);
	chart_put(&p, CHART_LINKS, NULL, NULL, NULL);
	chart_link(&p, "cpu", "Processors");
	chart_link(&p, "user", "Users");
	page = so_far();
	ck_assert_str_eq(
		page,
		"</div>\n<div class=\"d\">\n<div><h3>Findings</h3>\n<ul>\n"
		"<li><span class=\"w2\">Critical: </span>busy<br><small>2 times; <a href=\"#s1-cpu-2\">chart</a></small>\n"
		"<li><span class=\"w0\"></span>idle<br><small><a href=\"#s1-user\">user</a></small>\n</ul></div>\n"
		"<div><h3>System</h3><table class=\"h\"><tbody>\n" ROW "machine<td>3931\n" ROW
		"release<td>7.3\n</tbody></table></div>\n</div>\n"
		"<nav aria-label=\"Reports\"><ul>\n<li><a href=\"#s1-cpu\">Processors</a>\n<li><a href=\"#s1-user\">Users</a>\n");
	chart_missing(&p, "device");
	chart_missing(&p, "scsi");
	chart_section_end(&p);
	ck_assert_str_eq(
		so_far(),
		"<details><summary>Not in this capture</summary><ul>\n<li>device\n<li>scsi\n</ul></details>\n</section>\n");
	chart_section_begin(&p, "ZVM2", NULL, NULL);
	chart_put(&p, CHART_FINDINGS, NULL, NULL, NULL);
	chart_put(&p, CHART_FACTS, NULL, NULL, NULL);
	page = so_far();
	has("<h2 id=\"s2\">ZVM2</h2>");
	has("<ul>\n<li>No limit was exceeded.\n</ul>");
	chart_report_begin(&p, "cpu", "Processors", "How busy?");
	for (i = 0; i < 2; i++)
		chart_put(&p, CHART_TEXT, notes[i], NULL, NULL);
	chart_put(&p, CHART_TEXTS_END, NULL, NULL, NULL);
	ck_assert_str_eq(
		so_far(),
		"<article>\n<h3 id=\"s2-cpu\">Processors</h3>\n<p class=\"m\">At the top: <a href=\"#s2-cpu-1\">How busy?</a></p>\n"
		"<details class=\"q\"><summary>About these values</summary>\n<p>first</p>\n<p>second</p>\n</details>\n");
	chart_table_begin(&p, "Averages", columns, 3);
	ck_assert_str_eq(
		so_far(),
		"<details><summary>Averages</summary><div class=\"o\"><table><thead><tr><th scope=\"col\" class=\"z\" title=\"name\">user"
		"<th scope=\"col\" title=\"busy\">cpu<br>%<th scope=\"col\" class=\"z\" title=\"owner\">of</thead><tbody>\n");
	chart_table_cell(&p, "A", NAN);
	chart_table_cell(&p, NULL, 1.25);
	chart_table_cell(&p, "B", NAN);
	chart_table_cell(&p, NULL, NAN);
	chart_table_cell(&p, NULL, NAN);
	chart_table_cell(&p, "C", NAN);
	ck_assert_str_eq(
		so_far(),
		"<tr><th scope=\"row\">A<td>1.2<td class=\"z\">B\n<tr><th scope=\"row\"><td><td class=\"z\">C\n");
	chart_put(&p, CHART_TABLE_END, NULL, NULL, NULL);
	chart_put(&p, CHART_REPORT_END, NULL, NULL, NULL);
	chart_section_end(&p);
	ck_assert_str_eq(so_far(), "</tbody></table></div></details>\n</article>\n</section>\n");
	chart_page_end(&p, "by hand");
	page = so_far();
	has("<footer>by hand</footer>\n<script>");
	has("</script>\n</body>\n</html>\n");
	out_buffer_done(&b);
}

UNIT_MAIN("page", NULL, NULL)
