/* html_section.c: write the section of a system in the page of --html: charts, tables and facts. */
#include "config.h"

#include "show/show_html.h"

#include <stdio.h>


/* Maximum number of rows in a table of averages. */
#define TABLE_ROWS 500u
#define GAPS_MOST 5u
#define NOTE_ROOM 600u
/* number of figures (values at the head of the page) for which the first chart of their report is
 * at the top of a section */
#define LEADS 2u

static int put_chart(struct show *s, struct gather_chart *from, int is_at_top)
{
	struct html *t = s->state;
	const struct gather *g = &t->gather;
	const struct report *r = from->query->report;
	const struct report_column *first = &r->columns[from->chart->columns[0]];
	char instances[80] = "", time[SHOW_TIME_SIZE], zone[SHOW_TIME_SIZE];
	struct chart c = {
		.title = *from->chart->title ? from->chart->title : r->question,
		.report = r->name,
		.number = (unsigned)(from->chart - r->charts) + 1,
		.unit = *first->unit ? first->unit : NULL,
		.kind = from->chart->kind == REPORT_STACK ? CHART_AREA : CHART_LINES,
		.decimals = (unsigned)first->decimals,
		.capacity = from->chart->capacity,
		.least = html_least(first),
		.zone = { zone, g->zone },
		.intervals = g->intervals,
		.interval_count = g->n,
		.series = from->series,
		.series_count = from->n,
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
	/* A chart whose values are all below c.least is not drawn; always draw the row of an
	 * alarm. */
	for (i = 0; i < from->n; i++)
		c.least = from->series[i].important ? 0 : c.least;
	if (from->chart->by >= 0)
		snprintf(instances, sizeof instances, "%.64ss", r->columns[from->chart->by].name);
	c.instances = *instances ? instances : NULL;
	return chart_draw(&t->page, &c);
}

static void section_put_row(struct show *s, const struct report *r,
                                 const struct cell_value *cells)
{
	struct chart_page *p = &((struct html *)s->state)->page;
	char time[SHOW_TIME_SIZE];
	size_t i;

	if (r->show.changes) {
		show_put_time(s, time, cells[r->ncolumns].integer);
		chart_table_cell(p, time, NAN);
	}
	for (i = 0; i < r->ncolumns; i++)
		if (report_is_shown(&r->columns[i]) && cells[i].type == SQLITE_TEXT)
			chart_table_cell(p, cells[i].text, NAN);
		else if (report_is_shown(&r->columns[i]))
			chart_table_cell(p, NULL, rows_double(&cells[i]));
}

/* Return the rows for the table of Q: averages, or all changes if the report shows only changes. */
static const struct rows *rows_of(const struct show *s, const struct query *q)
{
	const struct html *t = s->state;

	return q->report->show.changes ? &t->changed[q - s->queries->list] : &q->rows;
}

static int section_put_table(struct show *s, const struct query *q)
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
		columns[n++] = (struct chart_column){ "from", NULL, "When this was seen first", 0,
			                              1 };
	for (i = 0; i < r->ncolumns; i++) {
		const struct report_column *c = &r->columns[i];

		if (report_is_shown(c))
			columns[n++] = (struct chart_column){ c->name, *c->unit ? c->unit : NULL,
				                              c->text, (unsigned)report_decimals(c),
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
			section_put_row(s, r, rows_at(rows, i));
		chart_mark(p, CHART_TABLE_END);
	}
	free(columns);
	return 0;
}

/* Write a paragraph: the text in ->words, then the N characters of TEXT. */
static void section_put_note(struct html *t, const char *text, size_t n)
{
	out_bytes(&t->words, text, n);
	out_char(&t->words, '\0');
	chart_put(&t->page, CHART_TEXT, t->words.error ? "" : t->words.buf, NULL, NULL);
	t->words.p = t->words.buf;
}

static void section_put_notes(struct html *t, const struct query *q)
{
	struct out_buffer *b = &t->words;
	const char *p;
	size_t n;

	b->p = b->buf;
	for (p = q->report->text; *p; p += n + (p[n] != '\0')) {
		n = strcspn(p, "\n");
		section_put_note(t, p, n);
	}
	line_put_doubts(b, q, SIZE_MAX);
	if (b->p > b->buf) {
		b->p--; /* remove the newline */
		section_put_note(t, "", 0);
	}
	chart_mark(&t->page, CHART_TEXTS_END);
}

/* Return 1 if the first chart of Q is at the top of the section. */
static int is_lead(const struct query *q)
{
	return q->report->figure.place > 0 && q->report->figure.place <= LEADS;
}

static int put_report(struct show *s, const struct query *q)
{
	struct html *t = s->state;
	const struct report *r = q->report;
	struct gather_chart *c;
	unsigned i;
	int rc = 0;

	c = is_lead(q) ? gather_find(&t->gather, q, 1) : NULL;
	chart_report_begin(&t->page, r->name, r->title, c ? c->chart->title : NULL);
	section_put_notes(t, q);
	for (i = is_lead(q) ? 1 : 0; i < r->ncharts && !rc; i++) {
		c = gather_find(&t->gather, q, i + 1);
		if (c)
			rc = put_chart(s, c, 0);
	}
	rc = rc ? rc : section_put_table(s, q);
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

/* Write the facts about the system: the last row of each report that shows only changes and has no
 * keys. */
static void section_put_known(struct show *s)
{
	struct html *t = s->state;
	char text[NOTE_ROOM];
	size_t i, k;
	double v;

	for (i = 0; i < s->queries->n; i++) {
		const struct report *r = s->queries->list[i].report;
		const struct rows *rows = &t->changed[i];

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
	int64_t from, to;

	if (!g->n)
		return;
	from = (int64_t)(g->intervals[0].start * 1e6);
	to = (int64_t)(g->intervals[g->n - 1].end * 1e6);
	show_put_range(s, b, from, to, " to ", 1);
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
	section_put_known(s);
	show_put_release(s, text);
	if (*text)
		chart_put(&t->page, CHART_FACT, "Release", text, NULL);
	for (i = 0; i < g->ngaps && i < GAPS_MOST; i++) {
		t->words.p = t->words.buf;
		show_put_range(s, &t->words, (int64_t)(g->gaps[i].from * 1e6),
		               (int64_t)(g->gaps[i].to * 1e6), " to ", 1);
		out_printf(&t->words, ": %.300s", g->gaps[i].why);
		out_char(&t->words, '\0');
		chart_put(&t->page, CHART_FACT, "Gap", t->words.error ? "" : t->words.buf, NULL);
	}
	snprintf(text, sizeof text, "and %zu times more", g->ngaps - i);
	if (i < g->ngaps)
		chart_put(&t->page, CHART_FACT, "", text, NULL);
}

static void section_put_missing(struct show *s)
{
	struct html *t = s->state;
	char text[sizeof(struct missing_text) + 80];
	size_t i;

	for (i = 0; i < s->queries->n; i++) {
		const struct query *q = &s->queries->list[i];
		struct missing_text missing;
		const char *why;

		if (has_rows(s, q))
			continue;
		why = "nothing to show in this time";
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
		const struct query *q = t->gather.figures[i].query;
		struct gather_chart *c = NULL;

		if (q && q->report->ncharts)
			c = gather_find(&t->gather, q, 1);
		rc = c ? put_chart(s, c, 1) : 0;
	}
	return rc;
}

int html_put_section(struct show *s, const char *name)
{
	struct html *t = s->state;
	size_t i;
	int rc;

	html_take_events(s);
	t->words.p = t->words.buf;
	put_span(s, &t->words);
	out_char(&t->words, '\0');
	if (t->words.error || t->sentence.error)
		return -1;
	chart_section_begin(&t->page, name, t->sentence.buf, t->words.buf);
	html_put_figures(s);
	rc = put_leads(s);
	html_put_findings(s);
	put_facts(s);
	html_put_events(s);
	chart_mark(&t->page, CHART_LINKS);
	for (i = 0; i < s->queries->n; i++)
		if (has_rows(s, &s->queries->list[i]))
			chart_link(&t->page, s->queries->list[i].report->name,
			           s->queries->list[i].report->title);
	chart_mark(&t->page, CHART_LINKS_END);
	for (i = 0; i < s->queries->n && !rc; i++)
		if (has_rows(s, &s->queries->list[i]))
			rc = put_report(s, &s->queries->list[i]);
	section_put_missing(s);
	chart_section_end(&t->page);
	return rc || t->words.error ? -1 : 0;
}

