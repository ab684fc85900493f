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

/* The page loads nothing, and only its own script runs: the security policy enforces both. The hash is of the text of
 * the script; tests/chart/run.sh prints a new one. */
#define SCRIPT_HASH "EnIMHBD+y5iBcRSRtGOzJ9X4ensVPlyap3eegVr9m+Q="

void chart_page_begin(struct chart_page *p, struct out_buffer *out, const char *title, const struct chart_system *systems,
                      size_t count)
{
	size_t i;

	*p = (struct chart_page){ .out = out };
	out_str(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	             "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
	             "script-src 'sha256-" SCRIPT_HASH "'; base-uri 'none'; form-action 'none'\">\n"
	             "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
	             "<meta name=\"color-scheme\" content=\"light dark\">\n");
	put_element(out, "title", title);
	out_str(out, "<style>\n");
	out_str(out, page_css);
	out_printf(out, "</style>\n</head>\n<body%s>\n", count ? "" : " class=\"one\"");
	svg_put_patterns(out);
	put_element(out, "h1", title);
	if (count)
		out_str(out, "<nav aria-label=\"Systems\"><ul class=\"sys\">\n");
	for (i = 0; i < count; i++) {
		out_str(out, "<li><a href=\"");
		text_put(out, systems[i].href);
		out_str(out, "\">");
		text_put(out, systems[i].name);
		out_str(out, "</a>: ");
		text_put(out, systems[i].sentence);
		out_char(out, '\n');
	}
	out_str(out, count ? "</ul></nav>\n" : "");
}

void chart_page_end(struct chart_page *p, const char *made)
{
	if (made)
		put_element(p->out, "footer", made);
	out_str(p->out, "<script>");
	out_str(p->out, page_js);
	out_str(p->out, "</script>\n</body>\n</html>\n");
}

static void put_link(struct chart_page *p, const char *report, unsigned chart, const char *text)
{
	out_str(p->out, "<a href=\"#");
	text_put_chart_id(p->out, p->sections, report, chart);
	out_str(p->out, "\">");
	text_put(p->out, text);
	out_str(p->out, "</a>");
}

void chart_section_begin(struct chart_page *p, const struct chart_section *s)
{
	struct out_buffer *b = p->out;
	size_t i;

	p->sections++;
	out_printf(b, "<section aria-labelledby=\"s%u\">\n<h2 id=\"s%u\">", p->sections, p->sections);
	text_put(b, s->title);
	out_str(b, "</h2>\n<p class=\"i\">");
	text_put(b, s->sentence);
	out_str(b, "</p><p class=\"m\">");
	text_put(b, s->span);
	out_str(b, "</p>\n<div class=\"k4\">\n");
	for (i = 0; i < s->figure_count; i++) {
		out_str(b, "<p>");
		text_put(b, s->figures[i].title);
		out_str(b, "<b>");
		text_put(b, s->figures[i].value);
		out_str(b, "</b>");
		text_put(b, s->figures[i].detail);
		out_str(b, "</p>\n");
	}
	out_str(b, "</div>\n<h3 class=\"hid\">Overview</h3>\n<div class=\"t2\">\n");
}

static void put_facts(struct chart_page *p, const struct chart_section *s)
{
	struct out_buffer *b = p->out;
	size_t i;

	if (!s->fact_count)
		return;
	out_str(b, "<div><h3>System</h3><table class=\"h\"><tbody>\n");
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
	static const char *const severities[] = { "", "Warning: ", "Critical: " };
	struct out_buffer *b = p->out;
	size_t i;

	out_str(b, "<div><h3>Findings</h3>\n");
	out_str(b, s->finding_count ? "<ul>\n" : "<p>No limit was exceeded.</p>\n");
	for (i = 0; i < s->finding_count; i++) {
		const struct chart_finding *f = &s->findings[i];

		out_printf(b, "<li><span class=\"w%d\">%s</span>", f->severity, severities[f->severity]);
		text_put(b, f->text);
		out_str(b, "<br><small>");
		text_put(b, f->detail);
		out_str(b, *f->detail ? "; " : "");
		put_link(p, f->report, f->chart, f->chart ? "chart" : f->report);
		out_str(b, "</small>\n");
	}
	out_str(b, s->finding_count ? "</ul></div>\n" : "</div>\n");
}

void chart_section_body(struct chart_page *p, const struct chart_section *s)
{
	struct out_buffer *b = p->out;
	size_t i;

	out_str(b, "</div>\n<div class=\"d\">\n");
	put_findings(p, s);
	put_facts(p, s);
	out_str(b, "</div>\n");
	if (!s->report_count)
		return;
	out_str(b, "<nav aria-label=\"Reports\"><ul>\n");
	for (i = 0; i < s->report_count; i++) {
		out_str(b, "<li>");
		put_link(p, s->reports[i].name, 0, s->reports[i].title);
		out_char(b, '\n');
	}
	out_str(b, "</ul></nav>\n");
}

void chart_section_end(struct chart_page *p, const struct chart_section *s)
{
	struct out_buffer *b = p->out;
	size_t i;

	if (s->missing_count)
		out_str(b, "<details><summary>Not in this capture</summary><ul>\n");
	for (i = 0; i < s->missing_count; i++) {
		out_str(b, "<li>");
		text_put(b, s->missing[i]);
		out_char(b, '\n');
	}
	out_str(b, s->missing_count ? "</ul></details>\n</section>\n" : "</section>\n");
}

void chart_report_begin(struct chart_page *p, const struct chart_report *r)
{
	size_t i;

	out_str(p->out, "<article>\n<h3 id=\"");
	text_put_chart_id(p->out, p->sections, r->name, 0);
	out_str(p->out, "\">");
	text_put(p->out, r->title);
	out_str(p->out, "</h3>\n");
	if (r->above) {
		out_str(p->out, "<p class=\"m\">At the top: ");
		put_link(p, r->name, 1, r->above);
		out_str(p->out, "</p>\n");
	}
	if (r->note_count)
		out_str(p->out, "<details class=\"q\"><summary>About these values</summary>\n");
	for (i = 0; i < r->note_count; i++) {
		out_str(p->out, "<p>");
		text_put(p->out, r->notes[i]);
		out_str(p->out, "</p>\n");
	}
	out_str(p->out, r->note_count ? "</details>\n" : "");
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
