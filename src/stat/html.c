/* html.c: the format of --html, a page that has for each system a sentence, the most important figures and charts, the
 * findings, then each report with its charts and averages. Rows come interval by interval; the part of a system is
 * written when the system is complete. */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart/chart.h"
#include "cli/diag.h"
#include "cli/words.h"
#include "port/array.h"
#include "port/ascii.h"
#include "stat/alarms.h"
#include "stat/format.h"
#include "stat/gather.h"
#include "stat/line.h"
#include "stat/output.h"
#include "stat/queries.h"

/* Most rows in a table of averages. */
#define TABLE_ROWS 500u
#define GAPS_MOST 5u
#define NOTE_ROOM 600u
#define NAME_ROOM 80u /* file name of a system's page */
#define LEADS 2u      /* figures whose reports have their first chart at the top */
#define DAY 86400.0

/* All occurrences of an alarm in a system. */
struct group {
	const struct query *query;
	const struct report_alarm *alarm;
	size_t times;    /* how often it began */
	double seconds;  /* how long it was on for at least one row */
	int64_t end;     /* of the last interval in ->seconds */
	double worst;
	int64_t worst_at;
	char worst_row[GATHER_NAME];
};

struct state {
	struct gather gather;
	struct rows *changed; /* of each report that shows only changes: all its rows, with their time as one more column */
	struct out_buffer sections; /* HTML of the systems so far */
	struct out_buffer words;    /* a text that is being made */
	struct chart_page page;     /* writes to ->sections */
	struct out_buffer links;    /* links to the systems so far */
	size_t nsystems;
	char title[160]; /* of the page: the name of the first system */
	struct alarms *alarms;
	struct group *groups; /* of the current system: one per alarm */
};

/* Return a copy of the text in B. NULL: out of memory. */
static char *copy_words(struct out_buffer *b)
{
	out_char(b, '\0');
	return b->error ? NULL : strdup(b->buf);
}

static int begin(struct show *s)
{
	struct state *t = calloc(1, sizeof *t);

	s->state = t;
	if (t) {
		t->alarms = alarms_new(s->queries);
		t->groups = t->alarms ? calloc(alarms_count(t->alarms) + 1, sizeof *t->groups) : NULL;
		t->changed = calloc(s->queries->n + 1, sizeof *t->changed);
	}
	if (!t || !t->groups || !t->changed || gather_begin(&t->gather, s->queries) ||
	    out_buffer_init(&t->sections, OUT_MEMORY) || out_buffer_init(&t->words, OUT_MEMORY) ||
	    out_buffer_init(&t->links, OUT_MEMORY))
		return show_no_memory();
	t->page.out = &t->sections;
	return 0;
}

static void begin_system(struct show *s, const char *system)
{
	struct state *t = s->state;
	size_t i;

	(void)system;
	for (i = 0; i < s->queries->n; i++)
		rows_clear(&t->changed[i]);
	gather_clear(&t->gather);
	alarms_clear(t->alarms);
	memset(t->groups, 0, alarms_count(t->alarms) * sizeof *t->groups);
}

/* Return the start of SPAN, which all times of the page are; its end if it has no start. */
static int64_t start_of(const struct show_span *span)
{
	return span->seconds > 0 ? span->start : span->end;
}

/* Add an interval in which an alarm is on to the group of the alarm. */
static void take_alarm(void *arg, const struct alarms_event *e)
{
	struct state *t = arg;
	struct group *g;

	if (e->kind != ALARMS_FIRED && e->kind != ALARMS_STAYS)
		return;
	g = &t->groups[e->number];
	g->query = e->query;
	g->alarm = e->alarm;
	g->times += e->kind == ALARMS_FIRED;
	if (g->end != e->span->end)
		g->seconds += e->span->seconds;
	g->end = e->span->end;
	if (!g->worst_at || (e->alarm->above ? e->value > g->worst : e->value < g->worst)) {
		g->worst = e->value;
		g->worst_at = start_of(e->span);
		gather_name(e->query->report, -1, rows_at(&e->query->rows, e->row), g->worst_row);
	}
	if (e->span->seconds > 0)
		gather_alarm(&t->gather, e->query, e->row);
}

static int take_changed(struct rows *to, const struct query *q, int64_t us)
{
	size_t i, k;

	to->width = q->rows.width + 1;
	for (i = 0; i < q->rows.n; i++) {
		struct cell_value *row = rows_add(to);

		for (k = 0; row && k < q->rows.width; k++)
			if (rows_set(to, &row[k], &rows_at(&q->rows, i)[k]))
				return -1;
		if (!row)
			return -1;
		cell_integer(&row[k], us);
	}
	return 0;
}

/* Shows all rows in the order of the query, because --html refuses --top and --by. */
static int rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	struct state *t = s->state;

	(void)order;
	(void)n;
	if (q->report->changes)
		return take_changed(&t->changed[q - s->queries->list], q, start_of(span)) ? show_no_memory() : 0;
	if (gather_rows(&t->gather, q, span) ||
	    (span->kind != SHOW_AVERAGE && alarms_take(t->alarms, q, span, take_alarm, t)))
		return show_no_memory();
	return 0;
}

static int end_span(struct show *s, const struct show_span *span)
{
	return gather_span(&((struct state *)s->state)->gather, span) ? show_no_memory() : 0;
}

/* ---- The section of a system ---- */

/* Return the zone of --time at the time AT, with its name and its offset from UTC. */
static struct chart_zone zone_of(const struct show *s, double at, char name[SHOW_TIME_SIZE])
{
	char time[SHOW_TIME_SIZE];

	show_put_time(s, time, (int64_t)(at * 1e6));
	snprintf(name, SHOW_TIME_SIZE, "UTC%s", s->options->time == STAT_TIME_UTC ? "" : time + 26);
	return (struct chart_zone){ name, show_zone(s, (int64_t)(at * 1e6)) };
}

/* Return chart NUMBER of Q, counted from 1. NULL: it has no value. */
static const struct gather_chart *chart_of(const struct gather *g, const struct query *q, unsigned number)
{
	const struct gather_chart *c;

	for (c = g->charts; c < g->charts + g->ncharts; c++)
		if (c->has_values && c->query == q && c->chart == &q->report->charts[number - 1])
			return c;
	return NULL;
}

/* Values below it count as none: 0.1 % of the unit. */
static double least_of(const struct report_column *c)
{
	return strcmp(c->unit, "%") == 0 ? 0.1 : 0.001;
}

static int put_chart(struct show *s, const struct gather_chart *from)
{
	struct state *t = s->state;
	const struct gather *g = &t->gather;
	const struct report *r = from->query->report;
	const struct report_column *first = &r->columns[from->chart->columns[0]];
	char instances[80] = "", zone[SHOW_TIME_SIZE];
	struct chart c = {
		.title = *from->chart->title ? from->chart->title : r->question, .report = r->name,
		.number = (unsigned)(from->chart - r->charts) + 1, .unit = *first->unit ? first->unit : NULL,
		.kind = from->chart->kind == REPORT_STACK ? CHART_AREA : CHART_LINES, .decimals = (unsigned)first->decimals,
		.capacity = from->chart->capacity, .least = least_of(first),
		.zone = zone_of(s, g->n ? g->intervals[0].start : 0, zone), .intervals = g->intervals, .interval_count = g->n,
		.series = from->series, .series_count = from->n, .gaps = g->gaps, .gap_count = g->ngaps
	};
	size_t i;

	/* Never hide an alarm. */
	for (i = 0; i < from->n; i++)
		c.least = from->series[i].important ? 0 : c.least;
	if (from->chart->by >= 0)
		snprintf(instances, sizeof instances, "%.64ss", r->columns[from->chart->by].name);
	c.instances = *instances ? instances : NULL;
	return chart_draw(&t->page, &c);
}

static void put_row(struct show *s, const struct report *r, const struct cell_value *cells)
{
	struct chart_page *p = &((struct state *)s->state)->page;
	char time[SHOW_TIME_SIZE];
	double number;
	size_t i;

	if (r->changes) {
		show_put_time(s, time, cells[r->ncolumns].integer);
		chart_table_cell(p, time, (double)NAN);
	}
	for (i = 0; i < r->ncolumns; i++)
		if (show_has(&r->columns[i]) && cells[i].type == SQLITE_TEXT)
			chart_table_cell(p, cells[i].text, (double)NAN);
		else if (show_has(&r->columns[i]))
			chart_table_cell(p, NULL, rows_number(&cells[i], &number) ? (double)NAN : number);
}

/* Return the rows of the table of a report: its averages, or its values at each change. */
static const struct rows *rows_of(const struct show *s, const struct query *q)
{
	return q->report->changes ? &((struct state *)s->state)->changed[q - s->queries->list] : &q->rows;
}

static int put_table(struct show *s, const struct query *q)
{
	const struct rows *rows = rows_of(s, q);
	struct chart_page *p = &((struct state *)s->state)->page;
	const struct report *r = q->report;
	struct chart_column *columns = calloc(r->ncolumns + 1, sizeof *columns);
	size_t n = 0, i, shown = rows->n < TABLE_ROWS ? rows->n : TABLE_ROWS;
	char summary[120];

	if (!columns)
		return -1;
	if (r->changes)
		columns[n++] = (struct chart_column){ "from", NULL, "When this was seen first", 0, 1 };
	for (i = 0; i < r->ncolumns; i++) {
		const struct report_column *c = &r->columns[i];

		if (show_has(c))
			columns[n++] = (struct chart_column){ c->name, *c->unit ? c->unit : NULL, c->text,
				                              (unsigned)report_decimals(c), c->decimals < 0 };
	}
	snprintf(summary, sizeof summary, r->changes ? "Values, and when they changed" : "Averages of all intervals");
	if (shown < rows->n)
		snprintf(summary, sizeof summary, "%s: the first %zu of %zu lines; monstat %s has all",
		         r->changes ? "Changes" : "Averages", shown, rows->n, r->name);
	if (n && shown) {
		chart_table_begin(p, summary, columns, n);
		for (i = 0; i < shown; i++)
			put_row(s, r, rows_at(rows, i));
		chart_put(p, CHART_TABLE_END, NULL, NULL, NULL);
	}
	free(columns);
	return 0;
}

/* Write a note: the text of ->words and N characters of TEXT. */
static void put_note(struct state *t, const char *text, size_t n)
{
	out_bytes(&t->words, text, n);
	out_char(&t->words, '\0');
	chart_put(&t->page, CHART_TEXT, t->words.error ? "" : t->words.buf, NULL, NULL);
	t->words.p = t->words.buf;
}

/* Write the paragraphs of the report, its inferred columns and its unproven fields. */
static void put_notes(struct state *t, const struct query *q)
{
	struct out_buffer *b = &t->words;
	const char *p;
	size_t n;

	b->p = b->buf;
	for (p = q->report->text; *p; p += n + (p[n] != '\0')) {
		n = strcspn(p, "\n");
		put_note(t, p, n);
	}
	line_put_doubts(b, q, SIZE_MAX);
	if (b->p > b->buf) {
		b->p--; /* the newline */
		put_note(t, "", 0);
	}
	chart_put(&t->page, CHART_TEXTS_END, NULL, NULL, NULL);
}

/* Whether the first chart of Q is at the top of the section. */
static int is_lead(const struct query *q)
{
	return q->report->figure.place > 0 && q->report->figure.place <= LEADS;
}

static int put_report(struct show *s, const struct query *q)
{
	struct state *t = s->state;
	const struct report *r = q->report;
	const struct gather_chart *c;
	unsigned i;
	int rc = 0;

	c = is_lead(q) ? chart_of(&t->gather, q, 1) : NULL;
	chart_report_begin(&t->page, r->name, r->title, c ? c->chart->title : NULL);
	put_notes(t, q);
	for (i = is_lead(q) ? 1 : 0; i < r->ncharts && !rc; i++)
		if ((c = chart_of(&t->gather, q, i + 1)) != NULL)
			rc = put_chart(s, c);
	rc = rc ? rc : put_table(s, q);
	chart_put(&t->page, CHART_REPORT_END, NULL, NULL, NULL);
	return rc;
}

/* Whether there are rows of Q to show. */
static int has_rows(const struct show *s, const struct query *q)
{
	unsigned i;

	for (i = 1; i <= q->report->ncharts; i++)
		if (chart_of(&((struct state *)s->state)->gather, q, i))
			return 1;
	return rows_of(s, q)->n > 0;
}

/* Write the last values of reports without keys that show only changes, as facts about the system. */
static void put_known(struct show *s)
{
	struct state *t = s->state;
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
				snprintf(text, sizeof text, "%.*f %s", report_decimals(&r->columns[k]), v, r->columns[k].unit);
			if (show_has(&r->columns[k]) && *text)
				chart_put(&t->page, CHART_FACT, r->columns[k].name, text, NULL);
		}
	}
}

/* Write the range from FROM to TO, in seconds since 1970. */
static void put_times(const struct show *s, double from, double to, struct out_buffer *b)
{
	char start[SHOW_TIME_SIZE], end[SHOW_TIME_SIZE];

	show_put_time(s, start, (int64_t)(from * 1e6));
	show_put_time(s, end, (int64_t)(to * 1e6));
	out_printf(b, "%.10s %.5s to ", start, start + 11);
	if (memcmp(start, end, 10) != 0)
		out_printf(b, "%.10s ", end);
	out_printf(b, "%.5s", end + 11);
}

/* Write the time of the system and its intervals. */
static void put_span(const struct show *s, struct out_buffer *b)
{
	const struct gather *g = &((struct state *)s->state)->gather;
	double shortest = INFINITY, longest = 0;
	char to[SHOW_TIME_SIZE];
	size_t i;

	for (i = 0; i < g->n; i++) {
		double length = g->intervals[i].end - g->intervals[i].start;

		shortest = length < shortest ? length : shortest;
		longest = length > longest ? length : longest;
	}
	if (!g->n)
		return;
	put_times(s, g->intervals[0].start, g->intervals[g->n - 1].end, b);
	show_put_time(s, to, (int64_t)(g->intervals[g->n - 1].end * 1e6));
	out_printf(b, " %s; %zu interval%s of ", s->options->time == STAT_TIME_UTC ? "UTC" : to + 26, g->n,
	           words_plural(g->n));
	if (longest > 1.5 * shortest)
		out_printf(b, "%.0f to ", shortest);
	out_printf(b, "%.0f s", longest > 1.5 * shortest ? longest : shortest);
}

static void put_facts(struct show *s)
{
	struct state *t = s->state;
	const struct gather *g = &t->gather;
	char text[NOTE_ROOM];
	size_t i;

	chart_put(&t->page, CHART_FACTS, NULL, NULL, NULL);
	put_known(s);
	show_put_release(s, text);
	if (*text)
		chart_put(&t->page, CHART_FACT, "Release", text, NULL);
	for (i = 0; i < g->ngaps && i < GAPS_MOST; i++) {
		t->words.p = t->words.buf;
		put_times(s, g->gaps[i].from, g->gaps[i].to, &t->words);
		out_printf(&t->words, ": %.300s", g->gaps[i].why);
		out_char(&t->words, '\0');
		chart_put(&t->page, CHART_FACT, "Gap", t->words.error ? "" : t->words.buf, NULL);
	}
	snprintf(text, sizeof text, "and %zu times more", g->ngaps - i);
	if (i < g->ngaps)
		chart_put(&t->page, CHART_FACT, "", text, NULL);
}

/* Explain for each report without rows why it has none. */
static void put_missing(struct show *s)
{
	struct state *t = s->state;
	char text[sizeof(struct needs_text) + 80];
	size_t i;

	for (i = 0; i < s->queries->n; i++) {
		const struct query *q = &s->queries->list[i];
		struct needs_text missing;

		if (has_rows(s, q))
			continue;
		snprintf(text, sizeof text, "%.64s: %s", q->report->name,
		         q->failed                                           ? "the query failed" :
		         needs_missing(s->queries, q->report, &missing) ? missing.text :
		                                                               "nothing to show in this time");
		chart_missing(&t->page, text);
	}
}

/* ---- Figures and findings ---- */

/* Write the time US: the hour, and the date if the intervals of the system began on several days. */
static void put_moment(const struct show *s, struct out_buffer *b, int64_t us)
{
	const struct gather *g = &((struct state *)s->state)->gather;
	char time[SHOW_TIME_SIZE], first[SHOW_TIME_SIZE] = "", last[SHOW_TIME_SIZE] = "";

	if (g->n) {
		show_put_time(s, first, (int64_t)(g->intervals[0].start * 1e6));
		show_put_time(s, last, (int64_t)(g->intervals[g->n - 1].start * 1e6));
	}
	show_put_time(s, time, us);
	if (memcmp(first, last, 10) != 0 || memcmp(first, time, 10) != 0)
		out_printf(b, "%.10s ", time);
	out_printf(b, "%.5s", time + 11);
}

static void put_duration(struct out_buffer *b, double seconds)
{
	unsigned long minutes = (unsigned long)(seconds / 60 + 0.5);

	if (seconds < 60)
		out_printf(b, "%.0f s", seconds);
	else if (minutes < 60)
		out_printf(b, "%lu min", minutes);
	else
		out_printf(b, "%lu h %lu min", minutes / 60, minutes % 60);
}

static void put_value(struct out_buffer *b, const struct report_column *c, double v)
{
	int is_rate = strcmp(c->unit, "1/s") == 0;

	out_printf(b, "%.*f%s%s", v < 9.95 ? c->decimals : 0, v, *c->unit && !is_rate ? " " : "", c->unit + is_rate);
}

/* A figure with its average: the highest of all rows. */
struct average {
	const struct report *report;
	const struct gather_figure *figure;
	const struct cell_value *row;
	double value;
};

/* Find the average of figure F. Returns 0, or -1: it has no value. */
static int find_average(struct average *a, const struct gather_figure *f)
{
	double v;
	size_t i;

	*a = (struct average){ .report = f->query ? f->query->report : NULL, .figure = f };
	for (i = 0; f->at > 0 && i < f->query->rows.n; i++) {
		const struct cell_value *row = rows_at(&f->query->rows, i);

		if (rows_number(&row[a->report->figure.column], &v) == 0 && (!a->row || v > a->value)) {
			a->row = row;
			a->value = v;
		}
	}
	return a->row ? 0 : -1;
}

static int is_none(const struct average *a)
{
	double least = least_of(&a->report->columns[a->report->figure.column]);

	return a->value < least && a->figure->peak < least;
}

/* Write the value of the placeholder NAME of N characters. */
static void put_placeholder(const struct show *s, struct out_buffer *b, const struct average *a, const char *name,
                            size_t n)
{
	const struct report_column *c = &a->report->columns[a->report->figure.column];
	size_t column = strcspn(name, " }");
	char key[GATHER_NAME];
	double v = 0;
	int i;

	if (n == 3 && memcmp(name, "avg", 3) == 0) {
		put_value(b, c, a->value);
	} else if (n == 4 && memcmp(name, "peak", 4) == 0) {
		put_value(b, c, a->figure->peak);
	} else if (n == 4 && memcmp(name, "time", 4) == 0) {
		put_moment(s, b, (int64_t)(a->figure->at * 1e6));
	} else if (n == 3 && memcmp(name, "row", 3) == 0) {
		out_str(b, a->figure->row);
	} else if (n == 3 && memcmp(name, "key", 3) == 0) {
		gather_name(a->report, -1, a->row, key);
		out_str(b, key);
	} else {
		/* A column, perhaps with the word for its unit. */
		i = report_column_find(a->report, name, column);
		if (i >= 0 && rows_number(&a->row[i], &v) == 0)
			out_printf(b, "%.*f%.*s%s", report_decimals(&a->report->columns[i]), v, (int)(n - column), name + column,
			           n > column && (v < 1 || v > 1) ? "s" : "");
	}
}

static void put_phrase(const struct show *s, struct out_buffer *b, const struct average *a, const char *p)
{
	for (; *p; p++) {
		size_t n = *p == '{' ? strcspn(p, "}") : 0;

		if (!n || !p[n]) {
			out_char(b, *p);
			continue;
		}
		put_placeholder(s, b, a, p + 1, n - 1);
		p += n;
	}
}

/* Return the first sentence of the page, from the phrases of all figures; to be freed. NULL: out of memory. */
static char *make_sentence(const struct show *s)
{
	struct state *t = s->state;
	struct out_buffer *b = &t->words;
	struct average a;
	size_t i;

	b->p = b->buf;
	for (i = 0; i < REPORT_FIGURES; i++) {
		if (find_average(&a, &t->gather.figures[i]))
			continue;
		out_str(b, b->p > b->buf ? "; " : "");
		put_phrase(s, b, &a, is_none(&a) ? a.report->figure.none : a.report->figure.phrase);
	}
	return copy_words(b);
}

static void put_figures(struct show *s)
{
	struct state *t = s->state;
	struct out_buffer *b = &t->words;
	char key[GATHER_NAME];
	struct average a;
	size_t i, n;

	for (i = 0; i < REPORT_FIGURES; i++) {
		if (find_average(&a, &t->gather.figures[i]))
			continue;
		b->p = b->buf;
		put_phrase(s, b, &a, is_none(&a) ? "none" : "{avg}");
		out_char(b, '\0');
		n = (size_t)(b->p - b->buf);
		gather_name(a.report, -1, a.row, key);
		if (!is_none(&a) && strstr(a.report->figure.phrase, "{key}"))
			out_printf(b, "%s; ", key);
		if (!is_none(&a))
			put_phrase(s, b, &a, strcmp(key, a.figure->row) == 0 ? "peak {peak} at {time}" : "peak {peak} {row} at {time}");
		out_char(b, '\0');
		if (b->error)
			return;
		chart_put(&t->page, CHART_FIGURE, a.report->figure.title, b->buf, b->buf + n);
	}
}

static unsigned chart_for(const struct gather *g, const struct query *q, unsigned column)
{
	unsigned i, k, first = 0;

	for (i = (unsigned)q->report->ncharts; i > 0; i--) {
		if (!chart_of(g, q, i))
			continue;
		first = i;
		for (k = 0; k < q->report->charts[i - 1].ncolumns; k++)
			if (q->report->charts[i - 1].columns[k] == column)
				return i;
	}
	return first;
}

/* Write the finding of the group G (all events of an alarm) to B: its text and its detail, each ended by NUL. */
static void put_group(const struct show *s, struct out_buffer *b, const struct group *g)
{
	const struct report_column *c = &g->query->report->columns[g->alarm->column];
	char limit[LIMIT_SIZE];

	limit_text(limit, g->alarm);
	if (*g->alarm->text)
		out_str(b, g->alarm->text);
	else
		out_printf(b, "%s%s", c->name, limit);
	out_char(b, '\0');
	out_printf(b, "%zu time%s, ", g->times, words_plural(g->times));
	put_duration(b, g->seconds);
	out_str(b, " in all; worst: ");
	if (*g->worst_row)
		out_printf(b, "%s, ", g->worst_row);
	out_printf(b, "%s %.*f at ", c->name, limit_decimals(g->alarm, g->worst, c->decimals), g->worst);
	put_moment(s, b, g->worst_at);
	out_printf(b, " (limit%s)", limit);
	out_char(b, '\0');
}

/* Alarms that began first, of these the critical ones, then the longest. */
static int by_rank(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	if (!x->times || !y->times)
		return !x->times - !y->times;
	if (x->alarm->is_critical != y->alarm->is_critical)
		return y->alarm->is_critical - x->alarm->is_critical;
	if (x->seconds < y->seconds || x->seconds > y->seconds)
		return x->seconds > y->seconds ? -1 : 1;
	return (x->alarm > y->alarm) - (x->alarm < y->alarm);
}

static void put_findings(struct show *s)
{
	struct state *t = s->state;
	struct out_buffer *b = &t->words;
	size_t i;

	chart_put(&t->page, CHART_FINDINGS, NULL, NULL, NULL);
	qsort(t->groups, alarms_count(t->alarms), sizeof *t->groups, by_rank);
	for (i = 0; t->groups[i].times; i++) {
		const struct group *g = &t->groups[i];

		b->p = b->buf;
		put_group(s, b, g);
		if (b->error)
			return;
		chart_finding(&t->page, &(struct chart_finding){ g->alarm->is_critical ? CHART_CRITICAL : CHART_WARNING, b->buf,
		                                                 b->buf + strlen(b->buf) + 1, g->query->report->name,
		                                                 chart_for(&t->gather, g->query, g->alarm->column) });
	}
	for (i = 0; i < s->queries->n; i++)
		if (*s->queries->list[i].note)
			chart_finding(&t->page, &(struct chart_finding){ CHART_NOTE, s->queries->list[i].note, "",
			                                                 s->queries->list[i].report->name, 0 });
}

/* ---- The section of a system, and the page ---- */

/* Draw the charts at the top. */
static int put_leads(struct show *s)
{
	struct state *t = s->state;
	size_t i;
	int rc = 0;

	chart_put(&t->page, CHART_LEAD, NULL, NULL, NULL);
	for (i = 0; i < LEADS && !rc; i++) {
		const struct query *q = t->gather.figures[i].query;
		const struct gather_chart *c = q && q->report->ncharts ? chart_of(&t->gather, q, 1) : NULL;

		rc = c ? put_chart(s, c) : 0;
	}
	return rc;
}

/* Write the section of a system. Returns 0, or -1: out of memory. */
static int put_section(struct show *s, const char *system, const char *sentence)
{
	struct state *t = s->state;
	size_t i;
	int rc;

	t->words.p = t->words.buf;
	put_span(s, &t->words);
	out_char(&t->words, '\0');
	if (t->words.error)
		return -1;
	chart_section_begin(&t->page, system, sentence, t->words.buf);
	put_figures(s);
	rc = put_leads(s);
	put_findings(s);
	put_facts(s);
	chart_put(&t->page, CHART_LINKS, NULL, NULL, NULL);
	for (i = 0; i < s->queries->n; i++)
		if (has_rows(s, &s->queries->list[i]))
			chart_link(&t->page, s->queries->list[i].report->name, s->queries->list[i].report->title);
	chart_put(&t->page, CHART_LINKS_END, NULL, NULL, NULL);
	for (i = 0; i < s->queries->n && !rc; i++)
		if (has_rows(s, &s->queries->list[i]))
			rc = put_report(s, &s->queries->list[i]);
	put_missing(s);
	chart_section_end(&t->page);
	return rc || t->words.error ? -1 : 0;
}

/* Write a page of the sections so far, below LINKS. */
static void put_page(const struct state *t, struct out_buffer *b, const char *title, const struct out_buffer *links)
{
	struct chart_page page;

	chart_page_begin(&page, b, title, links);
	out_bytes(b, t->sections.buf, (size_t)(t->sections.p - t->sections.buf));
	chart_page_end(&page, "Made by " PACKAGE_STRING ": monstat --html. Values are averages of intervals; times are the "
	               "start of the interval.");
}

/* Whether a page with the name HREF was written, or is the index. */
static int is_taken(const struct show *s, const char *href)
{
	struct state *t = s->state;
	char link[NAME_ROOM + 3];

	snprintf(link, sizeof link, "\"%s\"", href);
	out_char(&t->links, '\0');
	t->links.p--;
	return strstr(t->links.buf, link) || strcmp(href, strrchr(s->options->html, '/') + 1) == 0;
}

/* Make a link to the system NAME: a place in the page, or a file name that no other system has. */
static void make_href(const struct show *s, const char *name, char href[NAME_ROOM])
{
	const struct state *t = s->state;
	char stem[NAME_ROOM - 32], *p;
	size_t i;

	snprintf(href, NAME_ROOM, "#s%zu", t->nsystems);
	if (!s->options->pages)
		return;
	snprintf(stem, sizeof stem, "%s", *name ? name : "system");
	for (p = stem; *p; p++)
		*p = mr_is_letter(*p) || mr_is_digit(*p) || *p == '-' ? *p : '_';
	snprintf(href, NAME_ROOM, "%s.html", stem);
	for (i = 2; is_taken(s, href); i++)
		snprintf(href, NAME_ROOM, "%s-%zu.html", stem, i);
}

/* Write the page of the last system to its file HREF. */
static void write_page(struct show *s, const char *system, const char *href)
{
	struct state *t = s->state;
	struct options o = *s->options;
	struct output out;
	struct out_buffer b;

	t->words.p = t->words.buf;
	out_printf(&t->words, "%s/%s", o.pages, href);
	o.html = o.output = copy_words(&t->words);
	if (o.html && output_begin(&out, &o, &b) == 0) {
		put_page(t, &b, system, NULL);
		output_end(&out, &b);
	}
	free((char *)o.html);
	t->sections.p = t->sections.buf;
	t->page.sections = 0;
}

/* At this point the rows of all reports are the averages. */
static void end_system(struct show *s, const char *system)
{
	struct state *t = s->state;
	const char *name = *system ? system : "A system without a name";
	char *sentence, href[NAME_ROOM];

	gather_settle(&t->gather);
	sentence = make_sentence(s);
	if (!t->nsystems++)
		snprintf(t->title, sizeof t->title, "%.100s", name);
	make_href(s, system, href);
	chart_system(&t->links, href, name, sentence);
	if (!sentence || t->links.error || put_section(s, name, sentence)) {
		show_no_memory();
		t->sections.error = ENOMEM;
	} else if (s->options->pages) {
		write_page(s, name, href);
	}
	free(sentence);
	gather_clear(&t->gather);
}

static int end(struct show *s)
{
	struct state *t = s->state;
	char title[sizeof t->title + 20];

	snprintf(title, sizeof title, "%s%s", t->nsystems ? t->title : "Monitor data without intervals",
	         t->nsystems > 1 ? " and other systems" : "");
	if (t->nsystems && s->options->pages)
		snprintf(title, sizeof title, "%zu system%s", t->nsystems, words_plural(t->nsystems));
	put_page(t, &s->b, title, t->nsystems > 1 || (t->nsystems && s->options->pages) ? &t->links : NULL);
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
	for (i = 0; t->changed && i < s->queries->n; i++) {
		rows_done(&t->changed[i]);
	}
	free(t->changed);
	free(t->groups);
	out_buffer_done(&t->sections);
	out_buffer_done(&t->words);
	out_buffer_done(&t->links);
	gather_done(&t->gather);
	alarms_free(t->alarms);
	free(t);
}

const struct format format_html = {
	.name = "html",
	.averages = 1,
	.all = 1,
	.unused = "top,by",
	.begin = begin,
	.begin_system = begin_system,
	.rows = rows,
	.end_span = end_span,
	.end_system = end_system,
	.end = end,
	.done = done,
};
