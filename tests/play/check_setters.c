/* check_setters.c: values of monplay's options. */

#include "../unit/unit.h"

#include "cli/diag.h"
#include "cli/options.h"
#include "play/options.h"
#include "play/setters.h"

static const struct word speeds[] = { { "max", 0 }, { NULL, 0 } };

TEST(a_speed_or_as_fast_as_it_is_read)
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

TEST(faults_are_gathered)
{
	static const struct options_row row = { .name = "fault" };
	struct options o = { 0 };

	option_fault(&o, &row, "eio@set=1");
	option_fault(&o, &row, "eio@set=2");
	ck_assert_uint_eq(o.faults.n, 2);
	ck_assert_uint_eq(o.faults.list[1].at, 2);
	faults_done(&o.faults);
}

/* What TEXT is, as a speed, ends the program. */
static void refused(const char *text)
{
	static const struct options_row row = { .name = "speed", .words = speeds };
	struct options o = { 0 };

	diag_begin("check_setters");
	option_speed(&o, &row, text);
}

EXIT_TEST(no_speed, STATUS_FAILED)
{
	refused("0");
}

EXIT_TEST(too_fast, STATUS_FAILED)
{
	refused("1000000001");
}

UNIT_MAIN("setters", NULL, NULL)
