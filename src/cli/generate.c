/* generate.c: prints --help and --version for help2man, and the table of options for completions.
 * It runs only during the build, on the build machine: in a cross build, the program with these
 * options does not run there. */
#include <stdio.h>
#include <string.h>

#include "cli/options.h"

/* Print one line per option for data/completions/make.awk. */
static void print_table(const struct options_program *p)
{
	char text[OPTIONS_DESCRIPTION];
	const struct word *w;
	const char *c;
	size_t i;

	printf("%s\t%s\t%s\n", p->name, p->operands[0], p->operands[1]);
	for (i = 0; i < p->n; i++) {
		const struct options_row *row = &p->rows[i];

		if (!row->name)
			continue;
		printf("%s\t%.1s\t%s\t%d\t%d\t%s\t", row->name, &row->letter,
		       row->argument ? row->argument : "", row->optional, row->repeats,
		       row->values ? row->values : "");
		for (w = row->words; w && w->word; w++)
			printf("%s%s", w == row->words ? "" : " ", w->word);
		putchar('\t');
		for (c = options_description(row, text, sizeof text); *c; c++)
			putchar(*c == '\n' ? ' ' : *c);
		putchar('\n');
	}
}

static const struct {
	const char *option;
	void (*print)(const struct options_program *);
} outputs[] = { { "--help", options_help },
	        { "--version", options_version },
	        { "--table", print_table } };

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
