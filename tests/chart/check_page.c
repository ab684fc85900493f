/* check_page.c: text and numbers in a page, and memory that is short while one is made. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "chart/chart.h"
#include "chart/text.h"
#include "../unit/memory.h"
#include "../unit/unit.h"

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

START_TEST(no_markup_from_outside)
{
	begin();
	text_put(&b, "<a href=\"x\">R&D 'n'</a>");
	ck_assert_str_eq(so_far(), "&lt;a href=&quot;x&quot;&gt;R&amp;D &#39;n&#39;&lt;/a&gt;");
	/* Control characters, another order of writing, what is no UTF-8; what is, stays. */
	text_put(&b, "\x1b[2J\r\xE2\x80\xAE\xFF" "Z\xC3\xBC");
	ck_assert_str_eq(so_far(), "\\x1b[2J\\x0d\\u202e\\xffZ\xC3\xBC");
	text_put(&b, NULL);
	ck_assert_str_eq(so_far(), "");
	text_put_part(&b, "a\xC3\xBC", 2);
	ck_assert_str_eq(so_far(), "a\xC3\xBC");
	text_put_id(&b, "a b\"-\xC3\xBC" "9");
	ck_assert_str_eq(so_far(), "a_b_-__9");
	out_buffer_done(&b);
}
END_TEST

static void number_is(double v, unsigned decimals, const char *expected, const char *short_one)
{
	text_put_number(&b, v, decimals);
	ck_assert_str_eq(so_far(), expected);
	text_put_short(&b, v, decimals);
	ck_assert_str_eq(so_far(), short_one);
}

START_TEST(numbers)
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
	text_put_halves(&b, -3);
	text_put_halves(&b, 4);
	ck_assert_str_eq(so_far(), "-1.52");
	out_buffer_done(&b);
}
END_TEST

static struct chart_interval intervals[400];
static double values[12][400];
static struct chart_series series[12];

static int draw_one(enum chart_kind kind)
{
	struct chart_gap gap = { 60, 120, "IPL" };
	struct chart c = { .title = "?", .kind = kind, .intervals = intervals, .interval_count = 400, .series = series,
		           .series_count = 12, .gaps = &gap, .gap_count = 1, .zone = { "UTC", 0 } };
	struct chart_page p;

	b.p = b.buf;
	chart_page_begin(&p, &b, "t", NULL, 0);
	return chart_draw(&p, &c);
}

/* Each allocation fails once; the buffer has room enough. */
START_TEST(each_allocation_fails)
{
	unsigned n, kind;
	size_t i, k;

	begin();
	out_bytes(&b, "", 1);
	for (k = 0; k < 12; k++) {
		series[k] = (struct chart_series){ .name = "name", .values = values[k] };
		for (i = 0; i < 400; i++)
			values[k][i] = i == 100 ? NAN : (double)((i * (k + 3) * 7) % 101);
	}
	for (i = 0; i < 400; i++)
		intervals[i] = (struct chart_interval){ 60 * (double)i, 60 * (double)i + 60 };
	for (kind = CHART_LINES; kind <= CHART_AREA; kind++) {
		ck_assert_int_eq(draw_one((enum chart_kind)kind), 0);
		for (n = 1;; n++) {
			int failed;

			memory_begin(n, 0);
			memory_watch();
			failed = draw_one((enum chart_kind)kind);
			memory_rest();
			if (!atomic_load(&memory.refused))
				break;
			ck_assert_int_eq(failed, -1);
		}
		ck_assert_uint_gt(n, 10);
	}
	out_buffer_done(&b);
}
END_TEST

/* Whether the page with C has TEXT. */
static int page_has(const struct chart *c, const char *text)
{
	struct chart_page p;

	b.p = b.buf;
	chart_page_begin(&p, &b, "t", NULL, 0);
	ck_assert_int_eq(chart_draw(&p, c), 0);
	return strstr(so_far(), text) != NULL;
}

START_TEST(borders_of_what_is_asked_for)
{
	struct chart_interval minute = { 0, 60 };
	double value = 1;
	struct chart_series one = { .name = "name", .values = &value };
	struct chart c = { .title = "?", .intervals = &minute, .interval_count = 1, .series = &one, .series_count = 1,
		           .zone = { "twelve-long-", 0 } };

	begin();
	ck_assert(page_has(&c, "viewBox=\"0 0 800 300\""));
	ck_assert(page_has(&c, ">twelve-long-</text>"));
	c.zone.name = "twelve-long-and-more";
	ck_assert(page_has(&c, ">twelve-long-</text>"));
	c.width = c.height = 1;
	ck_assert(page_has(&c, "viewBox=\"0 0 320 160\""));
	c.width = c.height = 5000;
	ck_assert(page_has(&c, "viewBox=\"0 0 4000 4000\""));
	out_buffer_done(&b);
}
END_TEST

UNIT_MAIN("page", no_markup_from_outside, numbers, each_allocation_fails, borders_of_what_is_asked_for)
