/* main.c: monread, a tool that shows z/VM monitor data. */
#include "config.h"

#include <locale.h>

#include "cli/descriptors.h"
#include "tool/command.h"

int main(int argc, char **argv)
{
	struct options o;
	int status;

	standard_fill_gaps();
	diag_begin("monread");
	setlocale(LC_ALL, "");
	/* Other programs read the numbers. */
	setlocale(LC_NUMERIC, "C");
	options_parse(&o, argc, argv); /* exits after --help, --version and usage errors */
	temporary_check();
	status = command(&o);
	options_done(&o);
	return status;
}
