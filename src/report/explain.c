/* explain.c: print reports for --list and --explain. */
#include "config.h"

#include "report/explain.h"

#include <stdio.h>
#include <string.h>

#include "cli/escape.h"
#include "cli/words.h"

/* ---- --list ---- */

void explain_line(struct out_buffer *b, const struct report *r, const struct missing *m)
{
	struct missing_text missing;
	int is_missing = m && missing_explain(m, &missing);

	out_safe_column(b, r->name, 11);
	if (m)
		out_str(b, is_missing ? "  " : " *");
	out_char(b, ' ');
	out_safe(b, r->question);
	if (*r->like) {
		out_str(b, "  ");
		out_safe(b, r->like);
	}
	if (is_missing) {
		out_str(b, "  ");
		out_safe(b, missing.text);
	}
	out_char(b, '\n');
}

/* ---- --explain ---- */

void limit_text(char text[LIMIT_SIZE], const struct report *r, const struct report_alarm *a)
{
	const char *name;
	size_t n;
	unsigned i;

	snprintf(text, LIMIT_SIZE, " %c %g", a->above ? '>' : '<', a->limit);
	for (i = 0; i < a->nalso; i++) {
		n = strlen(text);
		name = r->columns[a->also[i].column].name;
		snprintf(text + n, LIMIT_SIZE - n, " and %s %c %g", name,
		         a->also[i].above ? '>' : '<', a->also[i].limit);
	}
	n = strlen(text);
	if (a->minutes)
		snprintf(text + n, LIMIT_SIZE - n, " for %u minute%s", a->minutes,
		         words_plural(a->minutes));
	else if (a->count > 1)
		snprintf(text + n, LIMIT_SIZE - n, " for %u intervals", a->count);
}

static void put_needs(struct out_buffer *b, const struct report *r, size_t width)
{
	size_t i;

	for (i = 0; i < r->nneeds; i++) {
		const struct report_need *n = &r->needs[i];

		out_paragraph(b, 0, 18, width,
		              n->optional ? "            uses " : "            needs ", n->record,
		              *n->enable ? "; on z/VM: " : "", n->enable, (char *)NULL);
	}
}

/* Return 1 if --explain describes the column: a visible one, or a hidden one that an alarm or the
 * figure uses. */
static int is_told(const struct report *r, size_t column)
{
	size_t i, k;

	for (i = 0; i < r->nalarms; i++) {
		if (r->alarms[i].column == column)
			return 1;
		for (k = 0; k < r->alarms[i].nalso; k++)
			if (r->alarms[i].also[k].column == column)
				return 1;
	}
	return (r->figure.place && r->figure.column == (int)column) ||
	       report_is_shown(&r->columns[column]) || report_is_note(r, column);
}

static void explain_put_column(struct out_buffer *b, const struct report *r, size_t column,
                               size_t width)
{
	static const char *const texts[] = {
		"from the page of the record, or of the CP block that it copies",
		"by another public source", "inferred from the names of the fields"
	};
	const struct report_column *c = &r->columns[column];

	out_str(b, "  ");
	out_safe_column(b, c->name, 9);
	out_char(b, ' ');
	out_safe_column(b, c->unit, 5);
	out_char(b, ' ');
	out_paragraph(b, 18, 18, width, c->text, (char *)NULL);
	if (c->role == REPORT_HIDDEN && !report_is_note(r, column))
		out_str(b, "                  For alarms: it is not shown.\n");
	if (c->basis != REPORT_PLAIN)
		out_paragraph(b, 0, 18, width, "                  Basis: ", texts[c->basis], ".",
		              (char *)NULL);
}

static void explain_put_alarms(struct out_buffer *b, const struct report *r, size_t width)
{
	size_t i;

	for (i = 0; i < r->nalarms; i++) {
		const struct report_alarm *a = &r->alarms[i];
		char limit[LIMIT_SIZE];

		limit_text(limit, r, a);
		out_paragraph(b, 0, 7, width, "Alarm: ", r->columns[a->column].name, limit,
		              *a->text ? ": " : "", a->text, (char *)NULL);
	}
	if (r->nalarms)
		out_paragraph(
			b, 0, 0, width,
			"Limits of alarms are the report's own choice, not IBM's: a copy of it in --reports=DIR "
			"may have others.",
			(char *)NULL);
}

void explain_columns(struct out_buffer *b, const struct report *r, size_t width)
{
	size_t i;

	out_safe(b, r->name);
	out_str(b, ": ");
	out_safe(b, r->title);
	out_str(b, "\n");
	out_safe(b, r->question);
	if (*r->like) {
		out_str(b, "\nLike: ");
		out_safe(b, r->like);
	}
	out_str(b, "\n\n");
	if (*r->text)
		out_paragraph(b, 0, 0, width, r->text, "\n", (char *)NULL);
	out_str(b, "Columns after time and int (the seconds that a line covers):\n");
	for (i = 0; i < r->ncolumns; i++)
		if (is_told(r, i))
			explain_put_column(b, r, i, width);
	out_char(b, '\n');
	put_needs(b, r, width);
}

void explain_query(struct out_buffer *b, const struct report *r, const char *unproven, size_t width)
{
	const char *text;
	size_t n;

	if (unproven)
		out_paragraph(b, 0, 12, width, "Not proven: ", unproven, (char *)NULL);
	explain_put_alarms(b, r, width);
	out_str(b, "\nQuery, for each interval:\n");
	for (text = r->query; *text; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");
		out_harmless(b, text, n);
		out_char(b, '\n');
	}
}
