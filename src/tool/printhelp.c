/* printhelp.c: --help and --version of monread as a program for the machine that builds, of which help2man makes the page:
 * in a cross build monread itself does not run there. */
#include <string.h>

#include "tool/help.h"

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--version") == 0)
		help_version();
	else
		help_print();
	return 0;
}
