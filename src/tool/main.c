/* main.c: monread, a tool that shows z/VM monitor data. */
#include "config.h"

#include <locale.h>

#include "tool/options.h"
#include "tool/run.h"

int main(int argc, char **argv)
{
	struct options o;
	int status;

	setlocale(LC_ALL, "");
	options_parse(&o, argc, argv); /* exits by itself on bad usage, --help, --version */
	status = run(&o);
	options_done(&o);
	return status;
}
