/* generate.c: what is made of a program's table of options when it is built: --help and --version, of which help2man
 * makes the page.  A program for the machine that builds: in a cross build the program itself does not run there. */
#include <string.h>

#include "cli/options.h"

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--version") == 0)
		options_version(&program_options);
	else
		options_help(&program_options);
	return 0;
}
