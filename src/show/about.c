/* about.c: execute --list and --explain. */
#include "config.h"

#include "cli/escape.h"
#include "cli/terminal.h"
#include "show/show_output.h"
#include "stat/alarms.h"

/* ---- --list ---- */

/* Print the line of --list about the report R. M: to find the records that R needs and the captures
 * lack; NULL: the user gave no FILE. */
static void explain_line(struct out_buffer *b, const struct report *r, const struct missing *m)
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

static int is_present(const void *present, const char *record)
{
	const struct present *p = present;
	const struct monread_layout *l = monread_layouts_by_name(p->layouts, record);

	return l && present_count(p, l) > 0;
}

void about_list(const struct show_options *o, const struct collect *c,
                const struct monread_layouts *layouts)
{
	struct present *p = present_find(o->files.list, o->files.n, &o->input, layouts);
	struct output out;
	struct out_buffer b;
	int found = 0;
	size_t i;

	if (!p)
		diag_no_memory();
	if (!p || output_begin(&out, o, &b)) {
		free(p);
		return;
	}
	for (i = 0; i < c->n; i++) {
		const struct report *r = c->list[i];
		struct missing m = { r, layouts, is_present, p, p->samples };

		if (o->task.find && !collect_has_word(r, o->task.find, 1))
			continue;
		found = 1;
		explain_line(&b, r, o->files.n ? &m : NULL);
	}
	free(p);
	output_end(&out, &b);
	if (!found)
		diag_damage(
			"--find=%s: no report has this in its name, texts, columns or alarms; monstat --list shows all reports",
			o->task.find);
}

/* ---- --explain ---- */

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

/* Return 1 if --explain describes COLUMN of the report R: if the column is shown, is a note, or is
 * used by an alarm or by the figure for --html. */
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
		out_paragraph(b, 0, 0, width,
			"Limits of alarms are the report's own choice, not IBM's: a copy of it in --reports=DIR "
			"may have others.",
			(char *)NULL);
}

static void explain_columns(struct out_buffer *b, const struct report *r, size_t width)
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

/* UNPROVEN: names of the fields in the query whose meaning no document proves; NULL: no such
 * field. */
static void explain_query(struct out_buffer *b, const struct report *r, const char *unproven,
                          size_t width)
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

void about_report(const struct show_options *o, const struct collect *c,
                  const struct monread_layouts *layouts, const struct monread_codepage *codepage)
{
	struct report *r = collect_find(c, o->task.explained);
	struct output out;
	struct out_buffer b;
	struct queries q;
	unsigned width;
	int found;

	if (!r)
		operands_unknown(c, "--explain=", o->task.explained);
	if (output_begin(&out, o, &b))
		return;
	width = terminal_width(out.fd) ? terminal_width(out.fd) : 80;
	explain_columns(&b, r, width);
	/* Compile the query: this also hides the columns whose fields no layout describes. */
	found = queries_begin(&q, layouts, codepage, o->release) == 0 &&
	        queries_add(&q, &r, 1, 1) > 0;
	explain_query(&b, r, found ? q.list[0].unproven : NULL, width);
	queries_done(&q);
	output_end(&out, &b);
}
