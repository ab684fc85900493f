/* html_section.c: write the section of a system in the page of --html: charts, tables and facts. */
#include "config.h"

#include "show/show_html.h"

#include <stdio.h>

#define TABLE_ROWS 500u
#define NOTE_ROOM 600u
/* A section begins with the first chart of each of the LEADS reports whose figures come first. */
#define LEADS 2u

static int put_chart(struct show *s, struct gather_chart *from, int is_at_top)
{
	struct html *t = s->state;
	const struct gather *g = from->gather;
	const struct report *r = from->query->report;
	const struct report_column *first = &r->columns[from->chart->columns[0]];
	char instances[80] = "", time[SHOW_TIME_SIZE], zone[SHOW_TIME_SIZE];
	struct chart c = {
		.title = *from->chart->title ? from->chart->title : r->question,
		.report = r->name,
		.number = (unsigned)(from->chart - r->charts) + 1,
		.unit = first->unit,
		.instances = instances,
		.kind = from->chart->kind == REPORT_STACK ? CHART_AREA : CHART_LINES,
		.decimals = (unsigned)first->decimals,
		.capacity = from->chart->capacity,
		.least = html_least(first),
		.zone = { zone, g->zone },
		.intervals = g->intervals,
		.interval_count = g->n,
		.series = from->series,
		.series_count = from->names.n,
		.read = gather_read,
		.source = from,
		.has_ranges = g->length > 0,
		.gaps = g->gaps,
		.gap_count = g->ngaps,
		.events = t->events,
		.event_count = t->nevents,
		.names_events = is_at_top,
	};
	size_t i;

	show_put_time(s, time, 0);
	snprintf(zone, sizeof zone, "%s%s", *show_zone_text(time) == 'U' ? "" : "UTC",
	         show_zone_text(time));
	/* If an alarm began for a series, draw the chart even if all its values are below the
	 * minimum, c.least. */
	for (i = 0; i < from->names.n; i++)
		c.least = from->series[i].important ? 0 : c.least;
	if (from->chart->by >= 0)
		snprintf(instances, sizeof instances, "%.64ss", r->columns[from->chart->by].name);
	return chart_draw(&t->page, &c);
}

static void section_row(struct show *s, const struct report *r, const struct cell_value *cells)
{
	struct chart_page *p = &((struct html *)s->state)->page;
	char time[SHOW_TIME_SIZE];
	size_t i;

	if (r->show.changes) {
		show_put_time(s, time, cells[r->ncolumns].integer);
		chart_table_cell(p, time, NAN);
	}
	for (i = 0; i < r->ncolumns; i++)
		if (report_is_shown(&r->columns[i]))
			chart_table_cell(p, cells[i].type == SQLITE_TEXT ? cells[i].text : NULL,
			                 rows_double(&cells[i]));
}

/* Return the rows for the table of the query Q. If its report shows only changes, these are the
 * rows that html_rows() kept. */
static const struct rows *rows_of(const struct show *s, const struct query *q)
{
	return q->report->show.changes ? show_part_of(s, q) : &q->rows;
}

static int section_table(struct show *s, const struct query *q)
{
	const struct rows *rows = rows_of(s, q);
	struct chart_page *p = &((struct html *)s->state)->page;
	const struct report *r = q->report;
	struct chart_column *columns = calloc(r->ncolumns + 1, sizeof *columns);
	size_t n = 0, i, shown = rows->n < TABLE_ROWS ? rows->n : TABLE_ROWS;
	char summary[120];

	if (!columns)
		return -1;
	if (r->show.changes)
		columns[n++] =
			(struct chart_column){ "from", "", "When this was seen first", 0, 1 };
	for (i = 0; i < r->ncolumns; i++) {
		const struct report_column *c = &r->columns[i];

		if (report_is_shown(c))
			columns[n++] = (struct chart_column){ c->name, c->unit, c->text,
				                              (unsigned)report_decimals(c),
				                              c->decimals < 0 };
	}
	snprintf(summary, sizeof summary,
	         r->show.changes ? "Values, and when they changed" : "Averages of all intervals");
	if (shown < rows->n)
		snprintf(summary, sizeof summary,
		         "%s: the first %zu of %zu lines; monstat %s has all",
		         r->show.changes ? "Changes" : "Averages", shown, rows->n, r->name);
	if (n && shown) {
		chart_table_begin(p, summary, columns, n);
		for (i = 0; i < shown; i++)
			section_row(s, r, rows_at(rows, i));
		chart_mark(p, CHART_TABLE_END);
	}
	free(columns);
	return 0;
}

static void section_notes(struct show *s, struct chart_page *page, const struct query *q)
{
	struct out_buffer *b = &s->words;
	const char *p;
	size_t n;

	for (p = q->report->text; *p; p += n + (p[n] != '\0')) {
		n = strcspn(p, "\n");
		out_bytes(show_words(s), p, n);
		chart_put(page, CHART_TEXT, html_text(s), NULL, NULL);
	}
	line_put_doubts(show_words(s), q, SIZE_MAX);
	if (b->p > b->buf) {
		b->p--; /* remove the newline */
		chart_put(page, CHART_TEXT, html_text(s), NULL, NULL);
	}
	chart_mark(page, CHART_TEXTS_END);
}

static int put_report(struct show *s, const struct query *q)
{
	struct html *t = s->state;
	const struct report *r = q->report;
	int is_lead = r->figure.place > 0 && r->figure.place <= LEADS, rc = 0;
	struct gather_chart *c = is_lead ? gather_find(&t->gather, q, 1) : NULL;
	unsigned i;

	chart_report_begin(&t->page, r->name, r->title, c ? c->chart->title : NULL);
	section_notes(s, &t->page, q);
	for (i = is_lead ? 2 : 1; i <= r->ncharts && !rc; i++) {
		c = gather_find(&t->gather, q, i);
		rc = c ? put_chart(s, c, 0) : 0;
	}
	rc = rc ? rc : section_table(s, q);
	chart_mark(&t->page, CHART_REPORT_END);
	return rc;
}

static int has_rows(const struct show *s, const struct query *q)
{
	unsigned i;

	for (i = 1; i <= q->report->ncharts; i++)
		if (gather_find(&((struct html *)s->state)->gather, q, i))
			return 1;
	return rows_of(s, q)->n > 0;
}

static void section_known(struct show *s)
{
	struct html *t = s->state;
	char text[NOTE_ROOM];
	size_t i, k;
	double v;

	for (i = 0; i < s->queries->n; i++) {
		const struct report *r = s->queries->list[i].report;
		const struct rows *rows = show_part(s, i);

		for (k = 0; k < r->ncolumns && rows->n && !r->nkeys; k++) {
			const struct cell_value *cell = &rows_at(rows, rows->n - 1)[k];

			*text = '\0';
			if (cell->type == SQLITE_TEXT)
				snprintf(text, sizeof text, "%s", cell->text);
			else if (rows_number(cell, &v) == 0)
				snprintf(text, sizeof text, "%.*f %s",
				         report_decimals(&r->columns[k]), v, r->columns[k].unit);
			if (report_is_shown(&r->columns[k]) && *text)
				chart_put(&t->page, CHART_FACT, r->columns[k].name, text, NULL);
		}
	}
}

static void put_span(const struct show *s, struct out_buffer *b)
{
	const struct gather *g = &((struct html *)s->state)->gather;
	int varies = g->longest > 1.5 * g->shortest;
	char time[SHOW_TIME_SIZE];
	int64_t to;

	if (!g->n)
		return;
	to = html_us(g->intervals[g->n - 1].end);
	show_put_range(s, b, html_us(g->intervals[0].start), to, " to ", 1);
	show_put_time(s, time, to);
	out_printf(b, " %s; %zu interval%s of ", show_zone_text(time), g->count,
	           mr_plural(g->count));
	if (varies)
		out_printf(b, "%.0f to ", g->shortest);
	out_printf(b, "%.0f s", varies ? g->longest : g->shortest);
}

static void put_facts(struct show *s)
{
	struct html *t = s->state;
	const struct gather *g = &t->gather;
	char text[NOTE_ROOM];
	size_t i;

	chart_mark(&t->page, CHART_FACTS);
	section_known(s);
	show_put_release(s, text);
	if (*text)
		chart_put(&t->page, CHART_FACT, "Release", text, NULL);
	for (i = 0; i < g->ngaps && i < 5; i++) {
		show_put_range(s, show_words(s), html_us(g->gaps[i].from), html_us(g->gaps[i].to),
		               " to ", 1);
		out_printf(&s->words, ": %.300s", g->gaps[i].why);
		chart_put(&t->page, CHART_FACT, "Gap", html_text(s), NULL);
	}
	snprintf(text, sizeof text, "and %zu times more", g->ngaps - i);
	if (i < g->ngaps)
		chart_put(&t->page, CHART_FACT, "", text, NULL);
}

static void section_missing(struct show *s)
{
	struct html *t = s->state;
	char text[sizeof(struct missing_text) + 80];
	size_t i;

	for (i = 0; i < s->queries->n; i++) {
		const struct query *q = &s->queries->list[i];
		const char *why = "nothing to show in this time";
		struct missing_text missing;

		if (has_rows(s, q))
			continue;
		if (q->failed)
			why = "the query failed";
		else if (needs_missing(s->queries, q->report, &missing))
			why = missing.text;
		snprintf(text, sizeof text, "%.64s: %s", q->report->name, why);
		chart_missing(&t->page, text);
	}
}

static int put_leads(struct show *s)
{
	struct html *t = s->state;
	size_t i;
	int rc = 0;

	chart_mark(&t->page, CHART_LEAD);
	for (i = 0; i < LEADS && !rc; i++) {
		struct gather_chart *c = gather_find(&t->gather, t->gather.figures[i].query, 1);

		rc = c ? put_chart(s, c, 1) : 0;
	}
	return rc;
}

int html_put_section(struct show *s, const char *name)
{
	struct html *t = s->state;
	const struct query *q, *end = s->queries->list + s->queries->n;
	int rc;

	html_take_events(s);
	put_span(s, show_words(s));
	if (t->sentence.error)
		return -1;
	chart_section_begin(&t->page, name, t->sentence.buf, html_text(s));
	html_put_figures(s);
	rc = put_leads(s);
	html_put_findings(s);
	put_facts(s);
	html_put_events(s);
	chart_mark(&t->page, CHART_LINKS);
	for (q = s->queries->list; q < end; q++)
		if (has_rows(s, q))
			chart_link(&t->page, q->report->name, q->report->title);
	chart_mark(&t->page, CHART_LINKS_END);
	for (q = s->queries->list; q < end && !rc; q++)
		if (has_rows(s, q))
			rc = put_report(s, q);
	section_missing(s);
	chart_section_end(&t->page);
	return rc || s->words.error ? -1 : 0;
}

