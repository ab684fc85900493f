/* help.c: --help and --version out of the table of options. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"

/* Where descriptions begin, and where they do behind a long option and in further lines. */
#define COLUMN 25
#define FURTHER 27

/* "a (default), b or c" */
static void print_words(const struct word *words)
{
	const struct word *w;

	for (w = words; w->word; w++) {
		if (w != words)
			fputs(w[1].word ? ", " : " or ", stdout);
		printf(w == words ? "%s (default)" : "%s", w->word);
	}
	putchar('\n');
}

static void print_lines(const char *text)
{
	for (;;) {
		int length = (int)strcspn(text, "\n");

		printf("%.*s\n", length, text);
		if (!text[length])
			break;
		text += length + 1;
		printf("%*s", FURTHER, "");
	}
}

static void print_option(const struct options_row *row)
{
	char lead[64];
	int n;

	n = row->letter ? snprintf(lead, sizeof lead, "  -%c, ", row->letter) : snprintf(lead, sizeof lead, "      ");
	n += snprintf(lead + n, sizeof lead - (size_t)n, "--%s", row->name);
	if (row->argument)
		n += snprintf(lead + n, sizeof lead - (size_t)n, row->optional ? "[=%s]" : "=%s", row->argument);
	printf("%-*s", n > COLUMN - 2 ? FURTHER : COLUMN, lead);
	if (row->help)
		print_lines(row->help);
	else
		print_words(row->words);
}

void options_help(const struct options_program *p)
{
	size_t i;

	for (i = 0; i < p->n; i++)
		if (p->rows[i].kind == OPTIONS_TEXT)
			fputs(p->rows[i].help, stdout);
		else
			print_option(&p->rows[i]);
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
