/* check_setters.c: values of monplay's options. */

#include "../unit/unit.h"

#include "cli/diag.h"
#include "cli/options.h"
#include "play/options.h"
#include "play/setters.h"

static const struct word speeds[] = { { "max", 0 }, { NULL, 0 } };

/* TEXT as a speed ends the program. */
static void refused(const char *text)
{
	static const struct options_row row = { .name = "speed", .words = speeds };
	struct options o = { 0 };

	diag_begin("check_setters");
	option_speed(&o, &row, text);
}

EXIT_TEST(no_speed, STATUS_USAGE)
{
	refused("0");
}

EXIT_TEST(too_fast, STATUS_USAGE)
{
	refused("1000000001");
}

UNIT_MAIN("setters", NULL, NULL)
