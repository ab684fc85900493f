/* help.c: prints --help and --version from the table of options. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"

/* Columns of descriptions: for short options, and for long options and continuation lines. */
#define COLUMN 25
#define FURTHER 27

/* Maximum width of a description line. */
#define LINE_WIDTH 54u

const char *options_description(const struct options_row *row, char *room, size_t size)
{
	const struct word *w;
	size_t n = 0, line = 0;

	if (row->help)
		return row->help;
	for (w = row->words; w->word && n < size; w++) {
		const char *between = w == row->words ? "" : w[1].word ? ", " : " or ";

		if (n - line + strlen(between) + strlen(w->word) > LINE_WIDTH) {
			between = w[1].word ? ",\n" : "\nor ";
			line = n;
		}
		n += (size_t)snprintf(room + n, size - n, "%s%s%s", between, w->word, w == row->words ? " (default)" : "");
	}
	return room;
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
	char lead[64], text[OPTIONS_DESCRIPTION];
	int n;

	n = row->letter ? snprintf(lead, sizeof lead, "  -%c, ", row->letter) : snprintf(lead, sizeof lead, "      ");
	n += snprintf(lead + n, sizeof lead - (size_t)n, "--%s", row->name);
	if (row->argument)
		n += snprintf(lead + n, sizeof lead - (size_t)n, row->optional ? "[=%s]" : "=%s", row->argument);
	if (n > FURTHER - 2)
		printf("%s\n%*s", lead, FURTHER, "");
	else
		printf("%-*s", n > COLUMN - 2 ? FURTHER : COLUMN, lead);
	print_lines(options_description(row, text, sizeof text));
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
