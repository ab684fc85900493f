/* document.c: writes the page around the charts: head, sections, reports, tables. */
#include "config.h"

#include "chart/markup.h"

void chart_page_begin(struct chart_page *p, struct out_buffer *out, const char *title,
                      const struct out_buffer *links)
{
	*p = (struct chart_page){ .out = out };
	markup_printf(out, page_html, title);
	out_str(out, page_css);
	/* This pattern fills gaps in pictures. */
	markup_printf(out, "</style>\n</head>\n<body class=\"%s\">\n"
		"<svg class=\"p\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
		"<pattern id=\"none\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" "
		"patternTransform=\"rotate(45)\"><path d=\"M0 0v7\"/></pattern></defs></svg>\n<h1>%s</h1>\n",
		links ? "" : "one", title);
	if (!links)
		return;
	out_str(out, "<nav aria-label=\"Systems\"><ul class=\"sys\">\n");
	out_bytes(out, links->buf, (size_t)(links->p - links->buf));
	out_str(out, "</ul></nav>\n");
}

void chart_system(struct out_buffer *links, const char *href, const char *name,
                  const char *sentence)
{
	markup_printf(links, "<li><a href=\"%s\">%s</a>: %s\n", href, name, sentence);
}

void chart_page_end(struct chart_page *p, const char *made)
{
	markup_printf(p->out, "<footer>%s</footer>\n<script>", made);
	out_str(p->out, page_js);
	out_str(p->out, "</script>\n</body>\n</html>\n");
}

static void put_link(struct chart_page *p, const char *report, unsigned chart, const char *text)
{
	out_str(p->out, "<a href=\"#");
	markup_put_id(p->out, p->sections, report, chart);
	markup_printf(p->out, "\">%s</a>", text);
}

void chart_section_begin(struct chart_page *p, const char *title, const char *sentence,
                         const char *span)
{
	p->sections++;
	p->findings = p->missing = 0;
	markup_printf(p->out, "<section aria-labelledby=\"s%u\">\n<h2 id=\"s%u\">%s</h2>\n"
	              "<p class=\"i\">%s</p><p class=\"m\">%s</p>\n<div class=\"k4\">\n",
	              p->sections, p->sections, title, sentence, span);
}

void chart_put(struct chart_page *p, enum chart_part part, const char *a, const char *b,
               const char *c)
{
	static const char *const parts[] = {
		[CHART_FIGURE] = "<p>%s<b>%s</b>%s</p>\n",
		[CHART_LEAD] = "</div>\n<h3 class=\"hid\">Overview</h3>\n<div class=\"t2\">\n",
		[CHART_FINDINGS] = "</div>\n<div class=\"d\">\n<div><h3>Findings</h3>\n<ul>\n",
		[CHART_FACTS] = "</ul></div>\n<div><h3>System</h3><table class=\"h\"><tbody>\n",
		[CHART_FACT] = "<tr><th scope=\"row\">%s<td>%s\n",
		[CHART_CHANGES] = "</tbody></table><h3>Changes</h3><table class=\"h\"><tbody>\n",
		[CHART_LINKS] =
			"</tbody></table></div>\n</div>\n<nav aria-label=\"Reports\"><ul>\n",
		[CHART_LINKS_END] = "</ul></nav>\n",
		[CHART_TEXT] = "<p>%s</p>\n",
		[CHART_TEXTS_END] = "</details>\n",
		[CHART_TABLE_END] = "</tbody></table></div></details>\n",
		[CHART_REPORT_END] = "</article>\n",
	};

	if (part == CHART_FACTS && !p->findings)
		out_str(p->out, "<li>No limit was exceeded.\n");
	markup_printf(p->out, parts[part], a, b, c);
}

void chart_finding(struct chart_page *p, const struct chart_finding *f)
{
	static const char *const severities[] = { "", "Warning: ", "Critical: " };

	p->findings++;
	markup_printf(p->out, "<li><span class=\"w%u\">%s</span>%s<br><small>%s%s",
	              (unsigned)f->severity, severities[f->severity], f->text, f->detail,
	              *f->detail ? "; " : "");
	put_link(p, f->report, f->chart, f->chart ? "chart" : f->report);
	out_str(p->out, "</small>\n");
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
	markup_printf(p->out, "<li>%s\n", text);
}

void chart_section_end(struct chart_page *p)
{
	out_str(p->out, p->missing ? "</ul></details>\n</section>\n" : "</section>\n");
}

void chart_report_begin(struct chart_page *p, const char *name, const char *title,
                        const char *above)
{
	out_str(p->out, "<article>\n<h3 id=\"");
	markup_put_id(p->out, p->sections, name, 0);
	markup_printf(p->out, "\">%s</h3>\n", title);
	if (above) {
		out_str(p->out, "<p class=\"m\">At the top: ");
		put_link(p, name, 1, above);
		out_str(p->out, "</p>\n");
	}
	out_str(p->out, "<details class=\"q\"><summary>About these values</summary>\n");
}

void chart_table_begin(struct chart_page *p, const char *summary,
                       const struct chart_column *columns, size_t count)
{
	size_t i;

	p->columns = columns;
	p->column_count = count;
	p->column = 0;
	markup_printf(p->out, "<details><summary>%s</summary><div class=\"o\"><table><thead><tr>",
	              summary);
	for (i = 0; i < count; i++) {
		out_str(p->out,
		        columns[i].is_text ? "<th scope=\"col\" class=\"z\"" : "<th scope=\"col\"");
		markup_printf(p->out, " title=\"%s\">%s", columns[i].description, columns[i].name);
		if (*columns[i].unit)
			markup_printf(p->out, "<br>%s", columns[i].unit);
	}
	out_str(p->out, "</thead><tbody>\n");
}

void chart_table_cell(struct chart_page *p, const char *text, double value)
{
	const struct chart_column *c = &p->columns[p->column];

	if (p->column == 0)
		out_str(p->out, c->is_text ? "<tr><th scope=\"row\">" : "<tr><td>");
	else
		out_str(p->out, c->is_text ? "<td class=\"z\">" : "<td>");
	markup_put(p->out, text);
	markup_put_number(p->out, value, c->decimals);
	p->column = (p->column + 1) % p->column_count;
	out_str(p->out, p->column ? "" : "\n");
}
