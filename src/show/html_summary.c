/* html_summary.c: write the first sentence, figures and findings of a system for --html. */
#include "config.h"

#include "show/show_html.h"

#include <stdlib.h>
#include <string.h>

#include "cli/words.h"

/* Write the interval of P, with its date if the intervals of the system began on several days. */
static void summary_put_interval(const struct show *s, struct out_buffer *b,
                                      const struct gather_peak *p)
{
	const struct gather *g = &((struct html *)s->state)->gather;
	char time[SHOW_TIME_SIZE], first[SHOW_TIME_SIZE] = "", last[SHOW_TIME_SIZE] = "";

	if (g->n) {
		show_put_time(s, first, (int64_t)(g->intervals[0].start * 1e6));
		show_put_time(s, last, (int64_t)(g->intervals[g->n - 1].start * 1e6));
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

static void summary_put_value(struct out_buffer *b, const struct report_column *c, double v)
{
	int is_rate = strcmp(c->unit, "1/s") == 0;

	out_printf(b, "%.*f%s%s", v < 9.95 ? c->decimals : 0, v, *c->unit && !is_rate ? " " : "",
	           c->unit + is_rate);
}

/* A figure of the page, with the highest average of all rows of its report. */
struct average {
	const struct report *report;
	const struct gather_figure *figure;
	const struct cell_value *row;
	double value;
};

/* Set A to the highest average of figure F. Returns 0, or -1: F has no value. */
static int find_average(struct average *a, const struct gather_figure *f)
{
	double v;
	size_t i;

	*a = (struct average){ .report = f->query ? f->query->report : NULL, .figure = f };
	for (i = 0; f->peak.to && i < f->query->rows.n; i++) {
		const struct cell_value *row = rows_at(&f->query->rows, i);

		if (rows_number(&row[a->report->figure.column], &v) == 0 &&
		    (!a->row || v > a->value)) {
			a->row = row;
			a->value = v;
		}
	}
	return a->row ? 0 : -1;
}

static int is_none(const struct average *a)
{
	double least = html_least(&a->report->columns[a->report->figure.column]);

	return a->value < least && a->figure->peak.value < least;
}

/* Write the text before the | of P, or the text after it, which } ends. */
static void put_choice(struct out_buffer *b, const char *p, int first)
{
	if (!first) {
		p += strcspn(p, "|}");
		p += *p == '|';
	}
	out_bytes(b, p, strcspn(p, "|}"));
}

/* Write the value of the placeholder {NAME} in the sentence about the average A. N: length of
 * NAME. */
static void put_placeholder(const struct show *s, struct out_buffer *b, const struct average *a,
                            const char *name, size_t n)
{
	const struct report_column *c = &a->report->columns[a->report->figure.column];
	size_t column = strcspn(name, " ?}");
	char key[GATHER_NAME];
	double v = 0;
	int i;

	if (n == 3 && memcmp(name, "avg", 3) == 0) {
		summary_put_value(b, c, a->value);
	} else if (n == 4 && memcmp(name, "peak", 4) == 0) {
		summary_put_value(b, c, a->figure->peak.value);
	} else if (n == 4 && memcmp(name, "time", 4) == 0) {
		summary_put_interval(s, b, &a->figure->peak);
	} else if (n == 3 && memcmp(name, "row", 3) == 0) {
		out_str(b, a->figure->peak.row);
	} else if (n == 3 && memcmp(name, "key", 3) == 0) {
		gather_name(a->report, -1, a->row, key);
		out_str(b, key);
	} else {
		/* The name of a column, perhaps with a word for its unit, or with texts for a known
		 * and an unknown value. */
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

void html_put_sentence(struct show *s)
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
		put_phrase(s, b, &a, is_none(&a) ? a.report->figure.none : a.report->figure.phrase);
	}
	out_char(b, '\0');
}

void html_put_figures(struct show *s)
{
	struct html *t = s->state;
	struct out_buffer *b = &t->words;
	const char *phrase;
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
		phrase = "peak {peak} {row} at {time}";
		if (strcmp(key, a.figure->peak.row) == 0)
			phrase = "peak {peak} at {time}";
		if (!is_none(&a))
			put_phrase(s, b, &a, phrase);
		out_char(b, '\0');
		if (b->error)
			return;
		chart_put(&t->page, CHART_FIGURE, a.report->figure.title, b->buf, b->buf + n);
	}
}

void html_take_alarm(void *arg, const struct alarms_event *e)
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
	gather_peak(&g->worst, e->alarm->above, e->value, e->span, e->query, e->row);
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

/* Write the finding about the alarm G to B: its text, NUL, its detail, NUL. */
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
	out_printf(b, "%zu time%s, ", g->times, words_plural(g->times));
	put_duration(b, g->seconds);
	out_str(b, " in all; worst: ");
	if (*g->worst.row)
		out_printf(b, "%s, ", g->worst.row);
	out_printf(b, "%s %.*f at ", c->name, limit_decimals(g->alarm, g->worst.value, c->decimals),
	           g->worst.value);
	summary_put_interval(s, b, &g->worst);
	out_printf(b, " (limit%s)", limit);
	out_char(b, '\0');
}

/* Sort groups: alarms that never began last; critical ones before warnings; then the longest
 * first. */
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

void html_put_findings(struct show *s)
{
	struct html *t = s->state;
	struct out_buffer *b = &t->words;
	size_t i;

	chart_mark(&t->page, CHART_FINDINGS);
	qsort(t->groups, alarms_count(t->alarms), sizeof *t->groups, by_rank);
	for (i = 0; t->groups[i].times; i++) {
		const struct html_group *g = &t->groups[i];

		b->p = b->buf;
		put_group(s, b, g);
		if (b->error)
			return;
		chart_finding(&t->page,
		              &(struct chart_finding){
				      g->alarm->is_critical ? CHART_CRITICAL : CHART_WARNING,
				      b->buf, b->buf + strlen(b->buf) + 1, g->query->report->name,
				      chart_for(&t->gather, g->query, g->alarm->column) });
	}
	for (i = 0; i < s->queries->n; i++)
		if (*s->queries->list[i].note)
			chart_finding(&t->page, &(struct chart_finding){
							CHART_NOTE, s->queries->list[i].note, "",
							s->queries->list[i].report->name, 0 });
}

