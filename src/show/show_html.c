/* show_html.c: the format of --html: for each system a sentence, the most important figures and
 * charts, the findings, then each report with its charts and averages. */
#include "config.h"

#include "show/show_html.h"

#include <stdio.h>

#include "show/show_output.h"

#define NAME_ROOM 80u /* maximum size of the file name of a page */

/* ---- Sentence, figures, findings ---- */

/* Write the time of the peak P, with the date if the intervals began on several days. */
static void put_peak_time(const struct show *s, struct out_buffer *b, const struct gather_peak *p)
{
	const struct gather *g = &((struct html *)s->state)->gather;
	char time[SHOW_TIME_SIZE], first[SHOW_TIME_SIZE] = "", last[SHOW_TIME_SIZE] = "";

	if (g->n) {
		show_put_time(s, first, html_us(g->intervals[0].start));
		show_put_time(s, last, html_us(g->intervals[g->n - 1].start));
	}
	show_put_time(s, time, p->from);
	show_put_range(s, b, p->from, p->to, "-",
	               memcmp(first, last, 10) != 0 || memcmp(first, time, 10) != 0);
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

static void put_figure_value(struct out_buffer *b, const struct report_column *c, double v)
{
	int is_rate = strcmp(c->unit, "1/s") == 0;

	out_printf(b, "%.*f%s%s", v < 9.95 ? c->decimals : 0, v, *c->unit && !is_rate ? " " : "",
	           c->unit + is_rate);
}

/* The column of a figure, and the row with the highest average in this column. */
struct average {
	const struct report *report;
	const struct report_column *column;
	const struct gather_peak *peak;
	const struct cell_value *row;
	double value;
	int is_none; /* 1: average and peak are near 0 */
};

/* Find the row with the highest average in the column of the figure F. Returns 0, or -1: the figure
 * has no value. */
static int find_average(struct average *a, const struct gather_figure *f)
{
	const struct report *r = f->query ? f->query->report : NULL;
	double v;
	size_t i;

	if (!r || !f->peak.to)
		return -1;
	*a = (struct average){ r, &r->columns[r->figure.column], &f->peak, NULL, 0, 0 };
	for (i = 0; i < f->query->rows.n; i++) {
		const struct cell_value *row = rows_at(&f->query->rows, i);

		if (rows_number(&row[r->figure.column], &v) == 0 && (!a->row || v > a->value)) {
			a->row = row;
			a->value = v;
		}
	}
	a->is_none = fmax(a->value, a->peak->value) < html_least(a->column);
	return a->row ? 0 : -1;
}

/* The text P begins with two alternatives, separated by "|" and ended by "}". Write the first
 * alternative or, if FIRST is 0, the second one. */
static void put_choice(struct out_buffer *b, const char *p, int first)
{
	if (!first) {
		p += strcspn(p, "|}");
		p += *p == '|';
	}
	out_bytes(b, p, strcspn(p, "|}"));
}

/* Write the value of a placeholder in a sentence about the average A. NAME: the N characters of the
 * placeholder, which a "}" follows. */
static void put_placeholder(const struct show *s, struct out_buffer *b, const struct average *a,
                            const char *name, size_t n)
{
	size_t column = strcspn(name, " ?}");
	char key[GATHER_NAME];
	double v = 0;
	int i;

	if (strncmp(name, "avg}", 4) == 0) {
		put_figure_value(b, a->column, a->value);
	} else if (strncmp(name, "peak}", 5) == 0) {
		put_figure_value(b, a->column, a->peak->value);
	} else if (strncmp(name, "time}", 5) == 0) {
		put_peak_time(s, b, a->peak);
	} else if (strncmp(name, "row}", 4) == 0) {
		out_str(b, a->peak->row);
	} else if (strncmp(name, "key}", 4) == 0) {
		gather_name(a->report, -1, a->row, key);
		out_str(b, key);
	} else {
		/* NAME begins with the name of a column. After this name, there may be a word for
		 * the unit, or "?" and two alternatives, for a known and for an unknown value. */
		i = report_column_find(a->report, name, column);
		if (i >= 0 && name[column] == '?')
			put_choice(b, name + column + 1, rows_number(&a->row[i], &v) == 0);
		else if (i >= 0 && rows_number(&a->row[i], &v) == 0)
			out_printf(b, "%.*f%.*s%s", report_decimals(&a->report->columns[i]), v,
			           (int)(n - column), name + column,
			           n > column && (v < 1 || v > 1) ? "s" : "");
	}
}

static void put_phrase(const struct show *s, struct out_buffer *b, const struct average *a,
                       const char *p)
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

static void html_put_sentence(struct show *s)
{
	struct html *t = s->state;
	struct out_buffer *b = &t->sentence;
	struct average a;
	size_t i;

	b->p = b->buf;
	for (i = 0; i < REPORT_FIGURES; i++) {
		if (find_average(&a, &t->gather.figures[i]))
			continue;
		out_str(b, b->p > b->buf ? "; " : "");
		put_phrase(s, b, &a, a.is_none ? a.report->figure.none : a.report->figure.phrase);
	}
	out_char(b, '\0');
}

void html_put_figures(struct show *s)
{
	struct html *t = s->state;
	char key[GATHER_NAME], value[64];
	struct out_buffer *b;
	struct average a;
	size_t i;

	for (i = 0; i < REPORT_FIGURES; i++) {
		if (find_average(&a, &t->gather.figures[i]))
			continue;
		b = show_words(s);
		put_phrase(s, b, &a, a.is_none ? "none" : "{avg}");
		snprintf(value, sizeof value, "%s", html_text(s));
		b = show_words(s);
		gather_name(a.report, -1, a.row, key);
		if (!a.is_none && strstr(a.report->figure.phrase, "{key}"))
			out_printf(b, "%s; ", key);
		if (!a.is_none)
			put_phrase(s, b, &a, strcmp(key, a.peak->row) == 0 ?
			                   "peak {peak} at {time}" :
			                   "peak {peak} {row} at {time}");
		chart_put(&t->page, CHART_FIGURE, a.report->figure.title, value, html_text(s));
	}
}

static void html_take_alarm(void *arg, const struct alarms_event *e)
{
	struct html *t = arg;
	struct html_group *g;

	if (e->kind != ALARMS_FIRED && e->kind != ALARMS_STAYS)
		return;
	g = &t->groups[e->number];
	g->query = e->query;
	g->alarm = e->alarm;
	g->number = e->number;
	g->times += e->kind == ALARMS_FIRED;
	if (g->end != e->span->end)
		g->seconds += e->span->seconds;
	g->end = e->span->end;
	if (gather_peak(&g->worst, e->alarm->above, e->value, e->span, e->query, e->row))
		snprintf(g->with, sizeof g->with, "%s", alarms_with(e));
	if (e->span->seconds > 0)
		gather_alarm(&t->gather, e->query, e->row);
}

static unsigned chart_for(const struct gather *g, const struct query *q, unsigned column)
{
	unsigned i, k, first = 0;

	for (i = (unsigned)q->report->ncharts; i > 0; i--) {
		if (!gather_find(g, q, i))
			continue;
		first = i;
		for (k = 0; k < q->report->charts[i - 1].ncolumns; k++)
			if (q->report->charts[i - 1].columns[k] == column)
				return i;
	}
	return first;
}

/* Write the text of the finding G, a NUL byte, and the details of the finding. */
static void put_group(const struct show *s, struct out_buffer *b, const struct html_group *g)
{
	const struct report_column *c = &g->query->report->columns[g->alarm->column];
	char limit[LIMIT_SIZE];

	limit_text(limit, g->query->report, g->alarm);
	if (*g->alarm->text)
		out_str(b, g->alarm->text);
	else
		out_printf(b, "%s%s", c->name, limit);
	out_char(b, '\0');
	out_printf(b, "%zu time%s, ", g->times, mr_plural(g->times));
	put_duration(b, g->seconds);
	out_str(b, " in all; worst: ");
	if (*g->worst.row)
		out_printf(b, "%s, ", g->worst.row);
	out_printf(b, "%s %.*f at ", c->name, limit_decimals(g->alarm, g->worst.value, c->decimals),
	           g->worst.value);
	put_peak_time(s, b, &g->worst);
	if (*g->with)
		out_printf(b, ", %s", g->with);
	out_printf(b, " (limit%s)", limit);
}

/* Critical alarms come first, then warnings, in each case the longest first; then alarms that never
 * began. */
static int by_rank(const void *a, const void *b)
{
	const struct html_group *x = a, *y = b;

	if (!x->times || !y->times)
		return !x->times - !y->times;
	if (x->alarm->is_critical != y->alarm->is_critical)
		return y->alarm->is_critical - x->alarm->is_critical;
	if (x->seconds < y->seconds || x->seconds > y->seconds)
		return x->seconds > y->seconds ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

void html_take_events(struct show *s)
{
	struct html *t = s->state;
	const struct report *r = t->events_of;
	size_t list[HTML_EVENTS], i;

	t->nevents = r ? show_events(r, t->timeline, HTML_EVENTS, list) : 0;
	for (i = 0; i < t->nevents; i++) {
		const struct cell_value *row = rows_at(t->timeline, list[i]), *v = row + r->label;

		t->events[i].at = (double)row[r->ncolumns].integer / 1e6;
		t->events[i].text = v->type == SQLITE_TEXT ? v->text : "";
	}
}

void html_put_events(struct show *s)
{
	struct html *t = s->state;
	char rest[80];
	size_t i;

	if (t->nevents)
		chart_mark(&t->page, CHART_CHANGES);
	for (i = 0; i < t->nevents; i++) {
		int64_t us = html_us(t->events[i].at);

		put_peak_time(s, show_words(s), &(struct gather_peak){ .from = us, .to = us });
		chart_put(&t->page, CHART_FACT, html_text(s), t->events[i].text, NULL);
	}
	if (!i || t->timeline->n == i)
		return;
	snprintf(rest, sizeof rest, "and %zu more; monstat %.30s has all", t->timeline->n - i,
	         t->events_of->name);
	chart_put(&t->page, CHART_FACT, "", rest, NULL);
}

void html_put_findings(struct show *s)
{
	struct html *t = s->state;
	const struct html_group *g = t->groups;
	const char *text;
	size_t i;

	chart_mark(&t->page, CHART_FINDINGS);
	qsort(t->groups, alarms_count(s->alarms), sizeof *t->groups, by_rank);
	for (; g->times; g++) {
		struct chart_finding f = { .severity = CHART_WARNING };

		if (g->alarm->is_critical)
			f.severity = CHART_CRITICAL;
		put_group(s, show_words(s), g);
		text = html_text(s);
		if (!*text)
			return;
		f.text = text;
		f.detail = text + strlen(text) + 1;
		f.report = g->query->report->name;
		f.chart = chart_for(&t->gather, g->query, g->alarm->column);
		chart_finding(&t->page, &f);
	}
	for (i = 0; i < s->queries->n; i++) {
		const struct query *q = &s->queries->list[i];

		if (*q->note)
			chart_finding(&t->page, &(struct chart_finding){ CHART_NOTE, q->note, "",
				                                         q->report->name, 0 });
	}
}

/* ---- The page ---- */

static int html_begin(struct show *s)
{
	struct html *t = s->state;
	size_t i;

	t->groups = calloc(alarms_count(s->alarms) + 1, sizeof *t->groups);
	if (!t->groups || out_buffer_init(&t->sections, OUT_MEMORY) ||
	    out_buffer_init(&t->links, OUT_MEMORY) || out_buffer_init(&t->sentence, OUT_MEMORY))
		return diag_no_memory();
	t->page.out = &t->sections;
	/* Marks in charts show the label of an event, so skip reports of events that have no label
	 * column. */
	for (i = 0; i < s->queries->n; i++) {
		const struct report *r = s->queries->list[i].report;

		if (r->show.events && r->label >= 0) {
			t->events_of = r;
			t->timeline = show_part(s, i);
		}
	}
	return 0;
}

/* Ignore s->order except for reports that show only changes: --html excludes --top and --by, so all
 * rows of other reports are shown. */
static int html_rows(struct show *s, struct query *q, const struct show_span *span)
{
	struct html *t = s->state;

	if (q->report->show.changes)
		return show_keep_rows(s, q, show_start(span), show_part_of(s, q));
	if (gather_rows(&t->gather, q, span) ||
	    (span->kind != SHOW_AVERAGE && alarms_take(s->alarms, q, span, html_take_alarm, t)))
		return diag_no_memory();
	return 0;
}

/* Memory ran out, or the temporary file failed, which spool.c has reported: write no page, because
 * values are missing. Returns -1. */
static int html_failed(struct html *t)
{
	t->sections.error = t->gather.spool.has_failed ? EPIPE : ENOMEM;
	return -1;
}

static void html_begin_system(struct show *s)
{
	struct html *t = s->state;
	size_t i;

	for (i = 0; i < s->queries->n; i++)
		rows_clear(show_part(s, i));
	s->zone_at = 0;
	gather_done(&t->gather);
	if (gather_begin(&t->gather, s->queries))
		html_failed(t);
	memset(t->groups, 0, alarms_count(s->alarms) * sizeof *t->groups);
}

static int html_end_span(struct show *s, const struct show_span *span)
{
	struct html *t = s->state;
	struct gather *g = &t->gather;
	int64_t label = span->start;

	/* A section uses the UTC offset of its start for all times. If the offset has changed
	 * since, shift the label of SPAN, so that a day still begins at 00:00. */
	if (!g->n)
		s->zone_at = span->start;
	g->zone = show_zone(s, s->zone_at);
	if (span->label)
		label = span->label + (show_zone(s, span->label) - g->zone) * 1000000;
	return gather_span(g, span, label) ? html_failed(t) : 0;
}

/* Write a page with the sections so far to the buffer B. LINKS: links to the sections of all
 * systems; NULL: no links. */
static void html_put_page(const struct html *t, struct out_buffer *b, const char *title,
                          const struct out_buffer *links)
{
	struct chart_page page;

	chart_page_begin(&page, b, title, links);
	out_bytes(b, t->sections.buf, (size_t)(t->sections.p - t->sections.buf));
	chart_page_end(&page, "Made by " PACKAGE_STRING
	               ": monstat --html. Values are averages of intervals; a single time is the "
	               "start of an interval.");
}

static int is_taken(const struct show *s, const char *href)
{
	struct html *t = s->state;
	char link[NAME_ROOM + 3];

	snprintf(link, sizeof link, "\"%s\"", href);
	out_char(&t->links, '\0');
	t->links.p--;
	return strstr(t->links.buf, link) ||
	       strcmp(href, strrchr(s->options->target.index, '/') + 1) == 0;
}

/* Set HREF to the link to the system NAME: an anchor in the page or, if each system has its own
 * page, a file name that no page has yet. */
static void make_href(const struct show *s, const char *name, char href[NAME_ROOM])
{
	const struct html *t = s->state;
	char stem[NAME_ROOM - 32], *p;
	size_t i;

	snprintf(href, NAME_ROOM, "#s%zu", t->nsystems);
	if (!s->options->target.pages)
		return;
	snprintf(stem, sizeof stem, "%s", *name ? name : "system");
	for (p = stem; *p; p++)
		*p = mr_is_letter(*p) || mr_is_digit(*p) || *p == '-' ? *p : '_';
	snprintf(href, NAME_ROOM, "%s.html", stem);
	for (i = 2; is_taken(s, href); i++)
		snprintf(href, NAME_ROOM, "%s-%zu.html", stem, i);
}

static void write_page(struct show *s, const char *system, const char *href)
{
	struct html *t = s->state;
	struct show_options o = *s->options;
	struct output out;
	struct out_buffer b;

	out_printf(show_words(s), "%s/%s", o.target.pages, href);
	o.target.html = o.target.output = html_text(s);
	if (!s->words.error && output_begin(&out, &o, &b) == 0) {
		html_put_page(t, &b, system, NULL);
		output_end(&out, &b);
	}
	t->sections.error = s->words.error;
	t->sections.p = t->sections.buf;
	t->page.sections = 0;
}

/* The rows of the queries are averages now: show_run.c has run the queries for all intervals
 * together. */
static void html_end_system(struct show *s)
{
	struct html *t = s->state;
	const char *name = *s->system ? s->system : "A system without a name";
	char href[NAME_ROOM];

	if (t->sections.error || gather_settle(&t->gather)) {
		html_failed(t);
		return;
	}
	html_put_sentence(s);
	if (!t->nsystems++)
		snprintf(t->title, sizeof t->title, "%.100s", name);
	make_href(s, s->system, href);
	chart_system(&t->links, href, name, t->sentence.error ? "" : t->sentence.buf);
	if (t->links.error || html_put_section(s, name))
		html_failed(t);
	else if (s->options->target.pages)
		write_page(s, name, href);
}

static int html_end(struct show *s)
{
	struct html *t = s->state;
	const struct out_buffer *links = NULL;
	char title[sizeof t->title + 20];

	if (t->nsystems && s->options->target.pages)
		snprintf(title, sizeof title, "%zu system%s", t->nsystems, mr_plural(t->nsystems));
	else
		snprintf(title, sizeof title, "%s%s",
		         t->nsystems ? t->title : "Monitor data without intervals",
		         t->nsystems > 1 ? " and other systems" : "");
	if (t->nsystems > 1 || (t->nsystems && s->options->target.pages))
		links = &t->links;
	html_put_page(t, &s->b, title, links);
	if (t->sections.error)
		s->b.error = t->sections.error;
	return 0;
}

static void html_done(struct show *s)
{
	struct html *t = s->state;
	size_t i;

	for (i = 0; i < s->queries->n; i++)
		rows_done(show_part(s, i));
	free(t->groups);
	out_buffer_done(&t->sections);
	out_buffer_done(&t->links);
	out_buffer_done(&t->sentence);
	gather_done(&t->gather);
}

const struct format format_html = {
	.name = "html",
	.state_size = sizeof(struct html),
	.part_size = sizeof(struct rows),
	.averages = 1,
	.all = 1,
	.unused = WITH_RANKS,
	.begin = html_begin,
	.begin_system = html_begin_system,
	.rows = html_rows,
	.end_span = html_end_span,
	.end_system = html_end_system,
	.end = html_end,
	.done = html_done,
};
