/* complete.c: functions for the completions of all shells. */
#include "config.h"

#include "cli/complete.h"

#include <stdio.h>
#include <string.h>

void complete_text(const struct options_program *p, const char *text)
{
	const char *name;

	while ((name = strstr(text, "NAME")) != NULL) {
		printf("%.*s%s", (int)(name - text), text, p->name);
		text = name + strlen("NAME");
	}
	fputs(text, stdout);
}

void complete_words(const struct word *words)
{
	const struct word *w;

	for (w = words; w->word; w++)
		printf("%s%s", w == words ? "" : " ", w->word);
}

void complete_description(const struct options_row *row, const char *quote, const char *special)
{
	char text[OPTIONS_DESCRIPTION];
	const char *c;
	int inside = 0; /* in parentheses */

	/* Use one line, up to a semicolon. */
	for (c = options_description(row, text, sizeof text); *c && (*c != ';' || inside); c++) {
		inside += (*c == '(') - (*c == ')');
		if (strchr(special, *c))
			putchar('\\');
		if (*c == '\'')
			fputs(quote, stdout);
		else
			putchar(*c == '\n' ? ' ' : *c);
	}
}

int complete_has(const struct options_program *p, enum options_values values)
{
	size_t i;

	for (i = 0; i < p->n; i++)
		if (p->rows[i].argument && p->rows[i].values == values)
			return 1;
	return 0;
}

int complete_has_records(const struct options_program *p)
{
	return complete_has(p, VALUES_RECORD) || complete_has(p, VALUES_DESCRIBED) || complete_has(p, VALUES_RECORDS) || complete_has(p, VALUES_TABLES) ||
	       complete_has(p, VALUES_FIELDS);
}

int complete_has_reports(const struct options_program *p)
{
	return complete_has(p, VALUES_REPORT) || p->operands[0] == VALUES_REPORT_OR_FILE;
}
