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
 * the script; tests/stat/html.sh prints a new one. */
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

void chart_section_begin(struct chart_page *p, const char *title, const char *sentence, const char *span)
{
	struct out_buffer *b = p->out;

	p->sections++;
	p->findings = p->missing = 0;
	out_printf(b, "<section aria-labelledby=\"s%u\">\n<h2 id=\"s%u\">", p->sections, p->sections);
	text_put(b, title);
	out_str(b, "</h2>\n<p class=\"i\">");
	text_put(b, sentence);
	out_str(b, "</p><p class=\"m\">");
	text_put(b, span);
	out_str(b, "</p>\n<div class=\"k4\">\n");
}

void chart_figure(struct chart_page *p, const char *title, const char *value, const char *detail)
{
	out_str(p->out, "<p>");
	text_put(p->out, title);
	out_str(p->out, "<b>");
	text_put(p->out, value);
	out_str(p->out, "</b>");
	text_put(p->out, detail);
	out_str(p->out, "</p>\n");
}

void chart_lead_begin(struct chart_page *p)
{
	out_str(p->out, "</div>\n<h3 class=\"hid\">Overview</h3>\n<div class=\"t2\">\n");
}

void chart_findings_begin(struct chart_page *p)
{
	out_str(p->out, "</div>\n<div class=\"d\">\n<div><h3>Findings</h3>\n<ul>\n");
}

void chart_finding(struct chart_page *p, const struct chart_finding *f)
{
	static const char *const severities[] = { "", "Warning: ", "Critical: " };
	struct out_buffer *b = p->out;

	p->findings++;
	out_printf(b, "<li><span class=\"w%d\">%s</span>", (int)f->severity, severities[f->severity]);
	text_put(b, f->text);
	out_str(b, "<br><small>");
	text_put(b, f->detail);
	out_str(b, *f->detail ? "; " : "");
	put_link(p, f->report, f->chart, f->chart ? "chart" : f->report);
	out_str(b, "</small>\n");
}

void chart_facts_begin(struct chart_page *p)
{
	out_str(p->out, p->findings ? "" : "<li>No limit was exceeded.\n");
	out_str(p->out, "</ul></div>\n<div><h3>System</h3><table class=\"h\"><tbody>\n");
}

void chart_fact(struct chart_page *p, const char *name, const char *value)
{
	out_str(p->out, "<tr><th scope=\"row\">");
	text_put(p->out, name);
	out_str(p->out, "<td>");
	text_put(p->out, value);
	out_char(p->out, '\n');
}

void chart_links_begin(struct chart_page *p)
{
	out_str(p->out, "</tbody></table></div>\n</div>\n<nav aria-label=\"Reports\"><ul>\n");
}

void chart_link(struct chart_page *p, const char *report, const char *title)
{
	out_str(p->out, "<li>");
	put_link(p, report, 0, title);
	out_char(p->out, '\n');
}

void chart_missing(struct chart_page *p, const char *text)
{
	if (!p->missing++)
		out_str(p->out, "<details><summary>Not in this capture</summary><ul>\n");
	out_str(p->out, "<li>");
	text_put(p->out, text);
	out_char(p->out, '\n');
}

void chart_section_end(struct chart_page *p)
{
	out_str(p->out, p->missing ? "</ul></details>\n</section>\n" : "</section>\n");
}

void chart_report_begin(struct chart_page *p, const char *name, const char *title, const char *above)
{
	out_str(p->out, "<article>\n<h3 id=\"");
	text_put_chart_id(p->out, p->sections, name, 0);
	out_str(p->out, "\">");
	text_put(p->out, title);
	out_str(p->out, "</h3>\n");
	if (above) {
		out_str(p->out, "<p class=\"m\">At the top: ");
		put_link(p, name, 1, above);
		out_str(p->out, "</p>\n");
	}
	out_str(p->out, "<details class=\"q\"><summary>About these values</summary>\n");
}

void chart_note(struct chart_page *p, const char *text)
{
	put_element(p->out, "p", text);
}

void chart_notes_end(struct chart_page *p)
{
	out_str(p->out, "</details>\n");
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
