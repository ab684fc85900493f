/* help.c: prints --help and --version from the table of options. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "cli/wrap.h"

/* Columns of the terminal at which descriptions begin: COLUMN if the option with its argument is
 * short; FURTHER if it is longer, and in further lines of a description. */
#define COLUMN 25
#define FURTHER 27

/* columns of a line, plus 1 */
#define WIDTH 81u

const char *options_description(const struct options_row *row, char *room, size_t size)
{
	return row->help ? row->help : words_list(room, size, row->words, " (default)");
}

static void help_put(void *to, const char *text, size_t n)
{
	fwrite(text, 1, n, to);
}

static void print_option(const struct options_row *row)
{
	struct wrapped w = { .put = help_put, .to = stdout, .indent = FURTHER, .width = WIDTH };
	char lead[64], text[OPTIONS_DESCRIPTION];
	const char *help;
	int n;

	n = row->letter ? snprintf(lead, sizeof lead, "  -%c, ", row->letter) :
	                  snprintf(lead, sizeof lead, "      ");
	n += snprintf(lead + n, sizeof lead - (size_t)n, "--%s", row->name);
	if (row->argument)
		n += snprintf(lead + n, sizeof lead - (size_t)n, row->optional ? "[=%s]" : "=%s",
		              row->argument);
	w.at = n > COLUMN - 2 ? FURTHER : COLUMN;
	if (n > FURTHER - 2)
		printf("%s\n%*s", lead, FURTHER, "");
	else
		printf("%-*s", (int)w.at, lead);
	help = options_description(row, text, sizeof text);
	wrap_words(&w, help, strlen(help));
	putchar('\n');
}

void options_help(const struct options_program *p)
{
	size_t i;

	for (i = 0; i < p->n; i++)
		if (p->rows[i].kind == OPTIONS_TEXT)
			fputs(p->rows[i].help, stdout);
		else
			print_option(&p->rows[i]);
	printf("\nReport bugs to %s.\n", BUGREPORT);
}

void options_version(const struct options_program *p)
{
	printf("%s %s\n"
	       "Copyright (C) 2026 the monread authors\n"
	       "License GPLv3+: GNU GPL version 3 or later <https://gnu.org/licenses/gpl.html>.\n"
	       "This is free software: you are free to change and redistribute it.\n"
	       "There is NO WARRANTY, to the extent permitted by law.\n",
	       p->title, PACKAGE_VERSION);
}
