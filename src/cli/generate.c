/* generate.c: a program of the build that prints --help and --version (for help2man) and completions from a
 * program's table of options. It is compiled for the build machine, because in a cross build the program itself
 * does not run there. */
#include <stdio.h>
#include <string.h>

#include "cli/complete.h"

static const struct {
	const char *option;
	void (*print)(const struct options_program *);
} outputs[] = {
	{ "--help", options_help },  { "--version", options_version }, { "--bash", complete_bash },
	{ "--zsh", complete_zsh },   { "--fish", complete_fish },
};

int main(int argc, char **argv)
{
	size_t i;

	for (i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
		if (argc == 2 && strcmp(argv[1], outputs[i].option) == 0) {
			outputs[i].print(&program_options);
			return fflush(stdout) || ferror(stdout) ? 1 : 0;
		}
	return 2;
}
