/* generate.c: prints --help and --version for help2man, and the table of options for completions.
 * The build runs it on the build machine: after cross compilation, the program itself cannot run
 * there. */
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

int main(int argc, char **argv)
{
	if (argc != 2)
		return 2;
	if (strcmp(argv[1], "--help") == 0)
		options_help(&program_options);
	else if (strcmp(argv[1], "--version") == 0)
		options_version(&program_options);
	else if (strcmp(argv[1], "--table") == 0)
		print_table(&program_options);
	else
		return 2;
	return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
