/* html.c: writes the page around the charts: head, sections, reports, tables. */
#include "config.h"

#include "chart/chart.h"
#include "chart/svg.h"
#include "chart/text.h"

static void put_element(struct out_buffer *b, const char *element, const char *text)
{
	out_printf(b, "<%s>", element);
	text_put(b, text);
	out_printf(b, "</%s>\n", element);
}

/* The page has no scripts and loads nothing; the security policy enforces that. */
void chart_page_begin(struct chart_page *p, struct out_buffer *out, const char *title, const char *const *sections,
                      size_t section_count)
{
	size_t i;

	*p = (struct chart_page){ .out = out };
	out_str(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
	             "base-uri 'none'; form-action 'none'\">\n"
	             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	             "<meta name=\"color-scheme\" content=\"light dark\">\n");
	put_element(out, "title", title);
	out_str(out, "<style>\n");
	out_str(out, chart_style);
	out_str(out, "</style>\n</head>\n<body>\n");
	svg_put_patterns(out);
	put_element(out, "h1", title);
	if (section_count < 2)
		return;
	out_str(out, "<nav aria-label=\"Systems\"><ul>\n");
	for (i = 0; i < section_count; i++) {
		out_printf(out, "<li><a href=\"#s%zu\">", i + 1);
		text_put(out, sections[i]);
		out_str(out, "</a>\n");
	}
	out_str(out, "</ul></nav>\n");
}

void chart_page_end(struct chart_page *p, const char *made)
{
	if (made)
		put_element(p->out, "footer", made);
	out_str(p->out, "</body>\n</html>\n");
}

/* Print the id of a report of the section. */
static void put_report_id(struct chart_page *p, const char *name)
{
	out_printf(p->out, "s%u-", p->sections);
	text_put_id(p->out, name);
}

static void put_link(struct chart_page *p, const char *report, const char *text)
{
	out_str(p->out, "<a href=\"#");
	put_report_id(p, report);
	out_str(p->out, "\">");
	text_put(p->out, text);
	out_str(p->out, "</a>");
}

static void put_facts(struct chart_page *p, const struct chart_section *s)
{
	struct out_buffer *b = p->out;
	size_t i;

	if (!s->fact_count)
		return;
	out_str(b, "<div><h3>Summary</h3><table class=\"h\"><tbody>\n");
	for (i = 0; i < s->fact_count; i++) {
		out_str(b, "<tr><th scope=\"row\">");
		text_put(b, s->facts[i].name);
		out_str(b, "<td>");
		text_put(b, s->facts[i].value);
		out_char(b, '\n');
	}
	out_str(b, "</tbody></table></div>\n");
}

static void put_findings(struct chart_page *p, const struct chart_section *s)
{
	struct out_buffer *b = p->out;
	size_t i;

	if (!s->finding_count)
		return;
	out_str(b, "<div><h3>Findings</h3><ul>\n");
	for (i = 0; i < s->finding_count; i++) {
		const struct chart_finding *f = &s->findings[i];

		out_str(b, "<li>");
		if (f->alarm)
			out_str(b, "<span class=\"w1\">Alarm:</span> ");
		text_put(b, f->text);
		if (f->report) {
			out_str(b, " (");
			put_link(p, f->report, f->report);
			out_char(b, ')');
		}
		out_char(b, '\n');
	}
	out_str(b, "</ul></div>\n");
}

static void put_missing(struct chart_page *p, const struct chart_section *s)
{
	struct out_buffer *b = p->out;
	size_t i;

	if (!s->missing_count)
		return;
	out_str(b, "<div><h3>Missing</h3><ul>\n");
	for (i = 0; i < s->missing_count; i++) {
		out_str(b, "<li>");
		text_put(b, s->missing[i]);
		out_char(b, '\n');
	}
	out_str(b, "</ul></div>\n");
}

void chart_section_begin(struct chart_page *p, const struct chart_section *s)
{
	struct out_buffer *b = p->out;
	size_t i;

	p->sections++;
	out_printf(b, "<section aria-labelledby=\"s%u\">\n<h2 id=\"s%u\">", p->sections, p->sections);
	text_put(b, s->title);
	out_str(b, "</h2>\n<div class=\"d\">\n");
	put_facts(p, s);
	put_findings(p, s);
	put_missing(p, s);
	out_str(b, "</div>\n");
	if (!s->report_count)
		return;
	out_str(b, "<nav aria-label=\"Reports\"><ul>\n");
	for (i = 0; i < s->report_count; i++) {
		out_str(b, "<li>");
		put_link(p, s->reports[i].name, s->reports[i].title);
		out_char(b, '\n');
	}
	out_str(b, "</ul></nav>\n");
}

void chart_section_end(struct chart_page *p)
{
	out_str(p->out, "</section>\n");
}

void chart_report_begin(struct chart_page *p, const struct chart_report *r)
{
	size_t i;

	out_str(p->out, "<article>\n<h3 id=\"");
	put_report_id(p, r->name);
	out_str(p->out, "\">");
	text_put(p->out, r->title);
	out_str(p->out, "</h3>\n");
	for (i = 0; i < r->note_count; i++) {
		out_str(p->out, "<p class=\"q\">");
		text_put(p->out, r->notes[i]);
		out_str(p->out, "</p>\n");
	}
}

void chart_report_end(struct chart_page *p)
{
	out_str(p->out, "</article>\n");
}

void chart_table_begin(struct chart_page *p, const char *summary, const struct chart_column *columns, size_t count)
{
	struct out_buffer *b = p->out;
	size_t i;

	p->columns = columns;
	p->column_count = count;
	p->column = 0;
	out_str(b, "<details><summary>");
	text_put(b, summary);
	out_str(b, "</summary><div class=\"o\"><table><thead><tr>");
	for (i = 0; i < count; i++) {
		out_printf(b, "<th scope=\"col\"%s", columns[i].is_text ? " class=\"z\"" : "");
		if (columns[i].description) {
			out_str(b, " title=\"");
			text_put(b, columns[i].description);
			out_char(b, '"');
		}
		out_char(b, '>');
		text_put(b, columns[i].name);
		if (columns[i].unit) {
			out_str(b, "<br>");
			text_put(b, columns[i].unit);
		}
	}
	out_str(b, "</thead><tbody>\n");
}

/* Begin the next cell. */
static void begin_cell(struct chart_page *p)
{
	const struct chart_column *c = &p->columns[p->column];

	if (p->column == 0)
		out_str(p->out, "<tr>");
	if (p->column == 0 && c->is_text)
		out_str(p->out, "<th scope=\"row\">");
	else
		out_str(p->out, c->is_text ? "<td class=\"z\">" : "<td>");
}

static void end_cell(struct chart_page *p)
{
	if (++p->column == p->column_count) {
		p->column = 0;
		out_char(p->out, '\n');
	}
}

void chart_table_text(struct chart_page *p, const char *text)
{
	begin_cell(p);
	text_put(p->out, text);
	end_cell(p);
}

void chart_table_number(struct chart_page *p, double value)
{
	begin_cell(p);
	text_put_number(p->out, value, p->columns[p->column].decimals);
	end_cell(p);
}

void chart_table_end(struct chart_page *p)
{
	out_str(p->out, "</tbody></table></div></details>\n");
}
