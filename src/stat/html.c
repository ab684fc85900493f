/* html.c: the format of --html, a page that has for each system the findings, then each report with its charts and
 * averages. Rows come interval by interval; the part of a system is written when the system is complete. */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart/chart.h"
#include "cli/diag.h"
#include "cli/words.h"
#include "port/array.h"
#include "stat/alarms.h"
#include "stat/format.h"
#include "stat/gather.h"
#include "stat/needs.h"
#include "stat/queries.h"

#define FINDINGS_MOST 24u
#define FINDINGS_ALARMS 12u /* most alarms in a list of findings */
#define FINDING_ROOM 320u

struct findings {
	struct chart_finding list[FINDINGS_MOST];
	char texts[FINDINGS_MOST][FINDING_ROOM];
	size_t n;
	size_t alarms, silent; /* number of all alarms, and of those that are not in the list */
};

/* The rows of a report that shows only changes. Initialize it to {0}. */
struct changed {
	struct rows rows; /* ->width must be the width of the report */
	int64_t *times;   /* time of each row, microseconds since 1970 */
	size_t room;
};

/* Most rows in a table of averages. */
#define TABLE_ROWS 500u
#define NOTES_MOST 16u
#define FACTS_MOST 48u
#define GAPS_MOST 5u
#define NOTE_ROOM 600u

struct state {
	struct gather gather;
	struct changed *changed;    /* one per report, for reports that show only changes */
	struct out_buffer sections; /* HTML of the systems so far */
	struct chart_page page;     /* writes to ->sections */
	char **titles;              /* titles of the sections */
	size_t ntitles;
	struct alarms *alarms;
	struct findings findings; /* of the current system */
};

static int no_memory(void)
{
	diag_fail("out of memory");
	return -1;
}

static void free_list(char **list, size_t n)
{
	while (n-- > 0)
		free(list[n]);
	free(list);
}

/* Add a finding. REPORT must live until the section is written. Alarms after the first FINDINGS_ALARMS are only
 * counted. */
static void __attribute__((format(printf, 4, 5)))
findings_add(struct findings *f, int is_alarm, const char *report, const char *fmt, ...)
{
	va_list ap;

	if (is_alarm && f->alarms++ >= FINDINGS_ALARMS) {
		f->silent++;
		return;
	}
	if (f->n == FINDINGS_MOST)
		return;
	va_start(ap, fmt);
	vsnprintf(f->texts[f->n], FINDING_ROOM, fmt, ap);
	va_end(ap);
	f->list[f->n] = (struct chart_finding){ f->texts[f->n], report, is_alarm };
	f->n++;
}

static int begin(struct show *s)
{
	struct state *t = calloc(1, sizeof *t);

	s->state = t;
	if (t) {
		t->alarms = alarms_new(s->queries);
		t->changed = calloc(s->queries->n + 1, sizeof *t->changed);
	}
	if (!t || !t->alarms || !t->changed || gather_begin(&t->gather, s->queries) || out_buffer_init(&t->sections, OUT_MEMORY))
		return no_memory();
	t->page.out = &t->sections;
	return 0;
}

static void begin_system(struct show *s, const char *system)
{
	struct state *t = s->state;
	size_t i;

	(void)system;
	for (i = 0; i < s->queries->n; i++)
		rows_clear(&t->changed[i].rows);
	gather_clear(&t->gather);
	alarms_clear(t->alarms);
	t->findings.n = t->findings.alarms = t->findings.silent = 0;
}

struct alarm_to {
	const struct show *show;
	struct findings *findings;
};

/* Add a finding for an alarm that begins. The charts show when it ends. */
static void add_alarm(void *arg, const struct alarms_event *e)
{
	const struct alarm_to *to = arg;
	const struct report_column *c = &e->query->report->columns[e->alarm->column];
	char when[SHOW_TIME_SIZE];

	if (e->kind != ALARMS_FIRED)
		return;
	show_put_time(to->show, when, e->span->end);
	findings_add(to->findings, 1, e->query->report->name, "%.10s %.5s: %.100s%s%s %.*f %c %g%s%.120s", when, when + 11,
	             e->keys, *e->keys ? " " : "", c->name,
	             limit_decimals(e->alarm, e->value, c->decimals), e->value,
	             e->alarm->above ? '>' : '<', e->alarm->limit, *e->alarm->text ? ": " : "", e->alarm->text);
}

static struct changed *changed_of(const struct state *t, const struct show *s, const struct query *q)
{
	return &t->changed[q - s->queries->list];
}

static int take_changed(struct changed *c, const struct query *q, int64_t us)
{
	size_t n = c->rows.n;

	c->rows.width = q->rows.width;
	if (ARRAY_EXTEND(c->times, c->room, n + q->rows.n) || rows_append(&c->rows, &q->rows))
		return -1;
	while (n < c->rows.n)
		c->times[n++] = us;
	return 0;
}

/* Shows all rows in the order of the query, because --html refuses --top and --by. */
static int rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	struct state *t = s->state;
	struct alarm_to to = { s, &t->findings };

	(void)order;
	(void)n;
	if (q->report->changes)
		return take_changed(changed_of(t, s, q), q, span->end) ? no_memory() : 0;
	if (gather_rows(&t->gather, q, span) ||
	    (span->kind != SHOW_AVERAGE && alarms_take(t->alarms, q, span, add_alarm, &to)))
		return no_memory();
	return 0;
}

static int end_span(struct show *s, const struct show_span *span)
{
	return gather_span(&((struct state *)s->state)->gather, span) ? no_memory() : 0;
}

/* ---- The section of a system ---- */

/* Return the zone of --time at the time AT, with its name and its offset from UTC. */
static struct chart_zone zone_of(const struct show *s, double at, char name[32])
{
	long zone = show_zone(s, (int64_t)(at * 1e6)), minutes = (zone < 0 ? -zone : zone) / 60;

	if (s->options->time == STAT_TIME_UTC)
		snprintf(name, 32, "UTC");
	else
		snprintf(name, 32, "UTC%c%02ld:%02ld", zone < 0 ? '-' : '+', minutes / 60, minutes % 60);
	return (struct chart_zone){ name, zone };
}

/* Return how many values of S to draw: 0 for a column that never has a value, which chart_draw() reports and leaves
 * out. */
static size_t entries_of(const struct gather_chart *c, const struct gather_series *s)
{
	size_t i;

	for (i = 0; i < s->n && isnan(s->values[i]); i++)
		;
	return c->chart->by < 0 && i == s->n ? 0 : s->n;
}

static int put_chart(struct show *s, const struct gather_chart *from)
{
	static const uint32_t nowhere[1];
	struct state *t = s->state;
	const struct gather *g = &t->gather;
	const struct report *r = from->query->report;
	const struct report_column *first = &r->columns[from->chart->columns[0]];
	struct chart_series *series = malloc((from->n + 1) * sizeof *series);
	char instances[80], zone[32];
	struct chart c = { 0 };
	size_t i;
	int rc;

	if (!series)
		return -1;
	for (i = 0; i < from->n; i++) {
		const struct gather_series *one = &from->series[i];

		series[i] = (struct chart_series){ one->name, one->values, one->at ? one->at : nowhere,
			                           entries_of(from, one), one->averaged,
			                           one->average };
	}
	c.title = *from->chart->title ? from->chart->title : r->question;
	c.desc = from->chart->ncolumns == 1 ? first->text : NULL;
	c.unit = *first->unit ? first->unit : NULL;
	c.kind = from->chart->kind == REPORT_STACK ? CHART_AREA : CHART_LINES;
	c.decimals = (unsigned)first->decimals;
	if (from->chart->by >= 0) {
		snprintf(instances, sizeof instances, "%.64ss", r->columns[from->chart->by].name);
		c.instances = instances;
	}
	c.zone = zone_of(s, g->n ? g->intervals[0].start : 0, zone);
	c.intervals = g->intervals;
	c.interval_count = g->n;
	c.series = series;
	c.series_count = from->n;
	c.gaps = g->gaps;
	c.gap_count = g->ngaps;
	rc = chart_draw(&t->page, &c);
	free(series);
	return rc;
}

static void put_cells(struct chart_page *p, const struct rows *rows, const size_t *columns, size_t n, size_t row)
{
	const struct cell_value *cells = rows_at(rows, row);
	double number;
	size_t i;

	for (i = 0; i < n; i++) {
		const struct cell_value *v = &cells[columns[i]];

		if (v->type == SQLITE_TEXT)
			chart_table_text(p, v->text);
		else
			chart_table_number(p, rows_number(v, &number) ? (double)NAN : number);
	}
}

/* Print the table of a report: its averages, or its values at each change. */
static int put_table(struct show *s, const struct query *q)
{
	const struct changed *changed = changed_of(s->state, s, q);
	const struct rows *rows = q->report->changes ? &changed->rows : &q->rows;
	struct chart_page *p = &((struct state *)s->state)->page;
	const struct report *r = q->report;
	struct chart_column *columns = calloc(r->ncolumns + 2, sizeof *columns);
	size_t *from = calloc(r->ncolumns + 1, sizeof *from), n = 0, first, i, shown = rows->n;
	char summary[120], time[SHOW_TIME_SIZE];

	if (!columns || !from) {
		free(columns);
		free(from);
		return -1;
	}
	if (r->changes)
		columns[n++] = (struct chart_column){ "from", NULL, "When this was seen first", 0, 1 };
	first = n;
	for (i = 0; i < r->ncolumns; i++) {
		const struct report_column *c = &r->columns[i];

		if (!show_has(c))
			continue;
		from[n - first] = i;
		columns[n++] = (struct chart_column){ c->name, *c->unit ? c->unit : NULL, c->text,
			                              (unsigned)report_decimals(c), c->decimals < 0 };
	}
	shown = shown < TABLE_ROWS ? shown : TABLE_ROWS;
	if (shown < rows->n)
		snprintf(summary, sizeof summary, "%s: the first %zu of %zu lines; monstat %s has all",
		         r->changes ? "Changes" : "Averages", shown, rows->n, r->name);
	else
		snprintf(summary, sizeof summary, r->changes ? "Values, and when they changed" : "Averages of all intervals");
	if (n && shown) {
		chart_table_begin(p, summary, columns, n);
		for (i = 0; i < shown; i++) {
			if (r->changes) {
				show_put_time(s, time, changed->times[i]);
				chart_table_text(p, time);
			}
			put_cells(p, rows, from, n - first, i);
		}
		chart_table_end(p);
	}
	free(columns);
	free(from);
	return 0;
}

/* List the inferred columns of R. */
static void put_inferred(const struct report *r, char text[NOTE_ROOM])
{
	size_t n = 0, i;

	*text = '\0';
	for (i = 0; i < r->ncolumns && n < NOTE_ROOM - 80; i++)
		if (show_has(&r->columns[i]) && r->columns[i].basis == REPORT_INFERRED)
			n += (size_t)snprintf(text + n, NOTE_ROOM - n, "%s%.64s", n ? ", " : "Inferred from what fields are called: ",
			                      r->columns[i].name);
	if (n)
		snprintf(text + n, NOTE_ROOM - n, ".");
}

/* Split TEXT into paragraphs, which NOTES point to. Returns their number. */
static size_t put_paragraphs(char *text, const char **notes)
{
	size_t n = 0;
	char *end;

	for (; *text && n < NOTES_MOST - 2; text = end + 1, n++) {
		end = text + strcspn(text, "\n");
		notes[n] = text;
		if (!*end)
			return n + 1;
		*end = '\0';
	}
	return n;
}

static int put_report(struct show *s, const struct query *q)
{
	struct state *t = s->state;
	const struct report *r = q->report;
	const char *notes[NOTES_MOST];
	char inferred[NOTE_ROOM], unproven[NOTE_ROOM], *text = malloc(strlen(r->text) + 1);
	struct chart_report report = { r->name, r->title, notes, 0 };
	size_t i;
	int rc = 0;

	if (!text)
		return -1;
	report.note_count = put_paragraphs(strcpy(text, r->text), notes);
	put_inferred(r, inferred);
	if (*inferred)
		notes[report.note_count++] = inferred;
	if (q->unproven) {
		snprintf(unproven, sizeof unproven, "Not proven by any document: %s.", q->unproven);
		notes[report.note_count++] = unproven;
	}
	chart_report_begin(&t->page, &report);
	for (i = 0; i < t->gather.ncharts && !rc; i++)
		if (t->gather.charts[i].query == q && t->gather.charts[i].n)
			rc = put_chart(s, &t->gather.charts[i]);
	rc = rc ? rc : put_table(s, q);
	chart_report_end(&t->page);
	free(text);
	return rc;
}

/* Whether there are rows of Q to show. */
static int has_rows(const struct show *s, const struct query *q)
{
	const struct state *t = s->state;
	size_t i;

	if (q->report->changes)
		return changed_of(t, s, q)->rows.n > 0;
	for (i = 0; i < t->gather.ncharts; i++)
		if (t->gather.charts[i].query == q && t->gather.charts[i].n)
			return 1;
	return q->rows.n > 0;
}

/* Collect the last values of reports without keys that show only changes, as facts about the system. Returns their
 * number. */
static size_t put_known(const struct show *s, struct chart_fact *facts, char texts[FACTS_MOST][NOTE_ROOM])
{
	const struct state *t = s->state;
	size_t n = 0, i, k;
	double v;

	for (i = 0; i < s->queries->n; i++) {
		const struct report *r = s->queries->list[i].report;
		const struct rows *rows = &t->changed[i].rows;

		for (k = 0; k < r->ncolumns && rows->n && !r->nkeys && n < FACTS_MOST / 2; k++) {
			const struct cell_value *cell = &rows_at(rows, rows->n - 1)[k];

			if (!show_has(&r->columns[k]))
				continue;
			if (cell->type == SQLITE_TEXT)
				snprintf(texts[n], NOTE_ROOM, "%s", cell->text);
			else if (rows_number(cell, &v) == 0)
				snprintf(texts[n], NOTE_ROOM, "%.*f %s", report_decimals(&r->columns[k]), v, r->columns[k].unit);
			else
				continue;
			facts[n] = (struct chart_fact){ r->columns[k].name, texts[n] };
			n++;
		}
	}
	return n;
}

static size_t put_facts(const struct show *s, struct chart_fact *facts, char texts[FACTS_MOST][NOTE_ROOM])
{
	const struct gather *g = &((struct state *)s->state)->gather;
	double shortest = INFINITY, longest = 0;
	char from[SHOW_TIME_SIZE], to[SHOW_TIME_SIZE];
	size_t n = put_known(s, facts, texts), i;

	show_put_release(s, texts[n]);
	if (*texts[n]) {
		facts[n] = (struct chart_fact){ "Release", texts[n] };
		n++;
	}
	if (!g->n)
		return n;
	for (i = 0; i < g->n; i++) {
		double length = g->intervals[i].end - g->intervals[i].start;

		shortest = length < shortest ? length : shortest;
		longest = length > longest ? length : longest;
	}
	show_put_time(s, from, (int64_t)(g->intervals[0].start * 1e6));
	show_put_time(s, to, (int64_t)(g->intervals[g->n - 1].end * 1e6));
	snprintf(texts[n], NOTE_ROOM, "%.10s %.8s to %.10s %.8s %s", from, from + 11, to, to + 11,
	         s->options->time == STAT_TIME_UTC ? "UTC" : to + 26);
	facts[n] = (struct chart_fact){ "Span", texts[n] };
	n++;
	if (longest > 1.5 * shortest)
		snprintf(texts[n], NOTE_ROOM, "%zu, of %.0f to %.0f s", g->n, shortest, longest);
	else
		snprintf(texts[n], NOTE_ROOM, "%zu of %.0f s", g->n, shortest);
	facts[n] = (struct chart_fact){ "Intervals", texts[n] };
	n++;
	for (i = 0; i < g->ngaps && i < GAPS_MOST; i++, n++) {
		char times[GATHER_TIMES];

		gather_put_times(s, g->gaps[i].from, g->gaps[i].to, times);
		snprintf(texts[n], NOTE_ROOM, "%s: %.300s", times, g->gaps[i].why);
		facts[n] = (struct chart_fact){ "Gap", texts[n] };
	}
	if (i < g->ngaps) {
		snprintf(texts[n], NOTE_ROOM, "and %zu times more", g->ngaps - i);
		facts[n] = (struct chart_fact){ "", texts[n] };
		n++;
	}
	return n;
}

/* Explain why a report shows no rows. */
static void why_nothing(const struct show *s, const struct query *q, char text[NOTE_ROOM])
{
	const struct report *r = q->report;
	size_t n = (size_t)snprintf(text, NOTE_ROOM, "%.64s: ", r->name);
	struct needs_text missing;

	if (q->failed) {
		snprintf(text + n, NOTE_ROOM - n, "the query failed");
		return;
	}
	snprintf(text + n, NOTE_ROOM - n, "%.500s",
	         needs_missing(s->queries, r, &missing) ? missing.text : "nothing to show in this time");
}

/* Explain for each report without rows why it has none. Returns *N texts, to be freed with free_list(). NULL: out of
 * memory. */
static char **put_missing(const struct show *s, size_t *n)
{
	char **list = calloc(s->queries->n + 1, sizeof *list), text[NOTE_ROOM];
	size_t i;

	*n = 0;
	for (i = 0; list && i < s->queries->n; i++) {
		if (has_rows(s, &s->queries->list[i]))
			continue;
		why_nothing(s, &s->queries->list[i], text);
		list[*n] = malloc(strlen(text) + 1);
		if (!list[*n]) {
			free_list(list, *n);
			return NULL;
		}
		strcpy(list[(*n)++], text);
	}
	return list;
}

/* Add a finding for the busiest interval, by the first report that has one. */
static void find_busiest(struct findings *f, const struct gather *g, const struct show *s)
{
	const struct gather_busy *b;
	const struct report_column *c;
	char when[GATHER_TIMES], doubt[100];
	size_t others;

	for (b = g->busy; b < g->busy + g->nbusy && b->highest <= 0; b++)
		;
	if (b == g->busy + g->nbusy)
		return;
	c = &b->query->report->columns[b->query->report->busy];
	gather_put_times(s, b->start, b->end, when);
	*doubt = '\0';
	others = b->npartial - (b->is_partial != 0);
	if (others)
		snprintf(doubt, sizeof doubt, "; %zu other%s, of which not all is known, may have been busier", others,
		         words_plural(others));
	findings_add(f, 0, b->query->report->name, "Busiest interval: %s, %s%.*f%s%s in all%s%s", when,
	             b->is_partial ? "at least " : "", c->decimals, b->highest, *c->unit ? " " : "", c->unit,
	             b->is_partial ? ", as not all of it is known" : "", doubt);
}

static int put_section(struct show *s, const char *title)
{
	struct state *t = s->state;
	char texts[FACTS_MOST][NOTE_ROOM];
	struct chart_fact facts[FACTS_MOST];
	struct chart_link *links = calloc(s->queries->n + 1, sizeof *links);
	struct chart_section section = { .title = title, .facts = facts, .findings = t->findings.list, .reports = links };
	size_t i, n;
	char **missing = put_missing(s, &n);
	int rc = links && missing ? 0 : -1;

	section.fact_count = put_facts(s, facts, texts);
	for (i = 0; i < s->queries->n; i++)
		if (*s->queries->list[i].note)
			findings_add(&t->findings, 0, s->queries->list[i].report->name, "%s", s->queries->list[i].note);
	if (t->findings.silent)
		findings_add(&t->findings, 0, NULL, "%zu alarms more: monstat --alarms has all", t->findings.silent);
	find_busiest(&t->findings, &t->gather, s);
	section.finding_count = t->findings.n;
	section.missing = (const char *const *)missing;
	section.missing_count = n;
	for (i = 0; i < s->queries->n && !rc; i++)
		if (has_rows(s, &s->queries->list[i]))
			links[section.report_count++] =
				(struct chart_link){ s->queries->list[i].report->name, s->queries->list[i].report->title };
	if (!rc)
		chart_section_begin(&t->page, &section);
	for (i = 0; i < s->queries->n && !rc; i++)
		if (has_rows(s, &s->queries->list[i]))
			rc = put_report(s, &s->queries->list[i]);
	if (!rc)
		chart_section_end(&t->page);
	if (missing)
		free_list(missing, n);
	free(links);
	return rc;
}

static int add_title(struct state *t, const char *system)
{
	const char *title = *system ? system : "A system without a name";
	char **titles = realloc(t->titles, (t->ntitles + 1) * sizeof *titles);

	if (!titles)
		return -1;
	t->titles = titles;
	titles[t->ntitles] = malloc(strlen(title) + 1);
	if (!titles[t->ntitles])
		return -1;
	strcpy(titles[t->ntitles++], title);
	return 0;
}

/* At this point the rows of all reports are the averages. */
static void end_system(struct show *s, const char *system)
{
	struct state *t = s->state;

	gather_settle(&t->gather);
	if (add_title(t, system) || put_section(s, t->titles[t->ntitles - 1])) {
		diag_fail("out of memory");
		t->sections.error = ENOMEM;
	}
	gather_clear(&t->gather);
}

static int end(struct show *s)
{
	struct state *t = s->state;
	struct chart_page page;
	char title[160];

	if (t->ntitles)
		snprintf(title, sizeof title, "Monitor data of %.100s%s", t->titles[0], t->ntitles > 1 ? " and others" : "");
	else
		snprintf(title, sizeof title, "Monitor data without intervals");
	chart_page_begin(&page, &s->b, title, (const char *const *)t->titles, t->ntitles);
	out_bytes(&s->b, t->sections.buf, (size_t)(t->sections.p - t->sections.buf));
	chart_page_end(&page, "Made by " PACKAGE_STRING ": monstat --html. Values are averages of intervals.");
	if (t->sections.error)
		s->b.error = t->sections.error;
	return 0;
}

static void done(struct show *s)
{
	struct state *t = s->state;
	size_t i;

	if (!t)
		return;
	free_list(t->titles, t->ntitles);
	for (i = 0; t->changed && i < s->queries->n; i++) {
		rows_done(&t->changed[i].rows);
		free(t->changed[i].times);
	}
	free(t->changed);
	if (t->sections.buf)
		out_buffer_done(&t->sections);
	gather_done(&t->gather);
	alarms_free(t->alarms);
	free(t);
}

const struct format format_html = {
	.name = "html",
	.averages = 1,
	.all = 1,
	.begin = begin,
	.begin_system = begin_system,
	.rows = rows,
	.end_span = end_span,
	.end_system = end_system,
	.end = end,
	.done = done,
};
