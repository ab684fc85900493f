/* check_setters.c: values of monplay's options. */
#include "config.h"

#include <stdint.h>

#include "cli/diag.h"
#include "cli/options.h"
#include "play/options.h"
#include "play/setters.h"
#include "../unit/unit.h"

static const struct word speeds[] = { { "max", 0 }, { NULL, 0 } };

START_TEST(a_speed_or_as_fast_as_it_is_read)
{
	static const struct options_row row = { .name = "speed", .words = speeds };
	struct options o = { .speed = 7 };

	option_speed(&o, &row, "max");
	ck_assert(o.speed == 0);
	option_speed(&o, &row, "0.5");
	ck_assert(o.speed == 0.5);
	option_speed(&o, &row, "1000000000");
	ck_assert(o.speed == 1e9);
	option_speed(&o, &row, "MAX");
	ck_assert(o.speed == 0);
}
END_TEST

START_TEST(faults_are_gathered)
{
	static const struct options_row row = { .name = "fault" };
	struct options o = { 0 };

	option_fault(&o, &row, "eio@set=1");
	option_fault(&o, &row, "eio@set=2");
	ck_assert_uint_eq(o.faults.n, 2);
	ck_assert_uint_eq(o.faults.list[1].at, 2);
	faults_done(&o.faults);
}
END_TEST

/* What TEXT is, as a speed, ends the program. */
static void refused(const char *text)
{
	static const struct options_row row = { .name = "speed", .words = speeds };
	struct options o = { 0 };

	diag_begin("check_setters");
	option_speed(&o, &row, text);
}

START_TEST(no_speed)
{
	refused("0");
}
END_TEST

START_TEST(too_fast)
{
	refused("1000000001");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("setters");
	TCase *t = tcase_create("setters");

	tcase_add_test(t, a_speed_or_as_fast_as_it_is_read);
	tcase_add_test(t, faults_are_gathered);
	tcase_add_exit_test(t, no_speed, STATUS_FAILED);
	tcase_add_exit_test(t, too_fast, STATUS_FAILED);
	suite_add_tcase(s, t);
	return unit_run_suite(s);
}
