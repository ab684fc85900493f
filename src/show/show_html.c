/* show_html.c: the format of --html, a page that has for each system a sentence, the most important
 * figures and charts, the findings, then each report with its charts and averages. Rows come
 * interval by interval; the part of a system is written when the system is complete. */
#include "config.h"

#include "show/show_html.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/words.h"
#include "port/ascii.h"
#include "show/show_output.h"

#define NAME_ROOM 80u /* maximum size of the file name of a page */

static int html_begin(struct show *s)
{
	struct html *t = calloc(1, sizeof *t);

	s->state = t;
	if (t) {
		t->alarms = alarms_new(s->queries);
		if (t->alarms)
			t->groups = calloc(alarms_count(t->alarms) + 1, sizeof *t->groups);
		t->changed = calloc(s->queries->n + 1, sizeof *t->changed);
	}
	if (!t || !t->groups || !t->changed || gather_begin(&t->gather, s->queries) ||
	    out_buffer_init(&t->sections, OUT_MEMORY) || out_buffer_init(&t->words, OUT_MEMORY) ||
	    out_buffer_init(&t->links, OUT_MEMORY) || out_buffer_init(&t->sentence, OUT_MEMORY))
		return diag_no_memory();
	t->page.out = &t->sections;
	return 0;
}

static void html_begin_system(struct show *s)
{
	struct html *t = s->state;
	size_t i;

	for (i = 0; i < s->queries->n; i++)
		rows_clear(&t->changed[i]);
	gather_clear(&t->gather);
	alarms_clear(t->alarms);
	memset(t->groups, 0, alarms_count(t->alarms) * sizeof *t->groups);
}

static int take_changed(struct rows *to, const struct query *q, const size_t *order, size_t n,
                        int64_t us)
{
	size_t i;

	to->width = q->rows.width + 1;
	for (i = 0; i < n; i++) {
		struct cell_value *row = rows_copy(to, &q->rows, order[i]);

		if (!row)
			return -1;
		cell_integer(&row[q->rows.width], us);
	}
	return 0;
}

/* A report that shows only changes has its changed rows in s->order. Other reports ignore it,
 * because --html refuses --top and --by, so rows stay in the order of the query. */
static int html_rows(struct show *s, struct query *q, const struct show_span *span)
{
	struct html *t = s->state;
	int rc;

	if (q->report->changes) {
		rc = take_changed(&t->changed[q - s->queries->list], q, s->order, s->n,
		                  show_start(span));
		return rc ? diag_no_memory() : 0;
	}
	if (gather_rows(&t->gather, q, span) ||
	    (span->kind != SHOW_AVERAGE && alarms_take(t->alarms, q, span, html_take_alarm, t)))
		return diag_no_memory();
	return 0;
}

static int html_end_span(struct show *s, const struct show_span *span)
{
	struct gather *g = &((struct html *)s->state)->gather;
	int64_t first = g->n ? (int64_t)(g->intervals[0].start * 1e6) : span->start,
		label = span->start;

	/* A chart has one zone. Correct the label if the clock was changed since: a day begins at
	 * 00:00. */
	if (span->label)
		label = span->label + (show_zone(s, span->label) - show_zone(s, first)) * 1000000;
	return gather_span(g, span, label) ? diag_no_memory() : 0;
}

/* Write a page to B: LINKS to systems (NULL: none), then the sections written so far. */
static void html_put_page(const struct html *t, struct out_buffer *b, const char *title,
                          const struct out_buffer *links)
{
	struct chart_page page;

	chart_page_begin(&page, b, title, links);
	out_bytes(b, t->sections.buf, (size_t)(t->sections.p - t->sections.buf));
	chart_page_end(&page,
	               "Made by " PACKAGE_STRING
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
	       strcmp(href, strrchr(s->options->target.html, '/') + 1) == 0;
}

/* Set HREF to the target of a link to the system NAME: an anchor in the page, or an unused file
 * name. */
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

/* Write the sections so far as a page to the file HREF in the directory of --output, and clear
 * them. */
static void write_page(struct show *s, const char *system, const char *href)
{
	struct html *t = s->state;
	struct show_options o = *s->options;
	struct output out;
	struct out_buffer b;

	t->words.p = t->words.buf;
	out_printf(&t->words, "%s/%s", o.target.pages, href);
	out_char(&t->words, '\0');
	o.target.html = o.target.output = t->words.buf;
	if (!t->words.error && output_begin(&out, &o, &b) == 0) {
		html_put_page(t, &b, system, NULL);
		output_end(&out, &b);
	}
	t->sections.error = t->words.error;
	t->sections.p = t->sections.buf;
	t->page.sections = 0;
}

/* Write the section of a system. At this point the rows of all reports are averages. */
static void html_end_system(struct show *s)
{
	struct html *t = s->state;
	const char *name = *s->system ? s->system : "A system without a name";
	char href[NAME_ROOM];

	gather_settle(&t->gather);
	html_put_sentence(s);
	if (!t->nsystems++)
		snprintf(t->title, sizeof t->title, "%.100s", name);
	make_href(s, s->system, href);
	chart_system(&t->links, href, name, t->sentence.error ? "" : t->sentence.buf);
	if (t->links.error || html_put_section(s, name)) {
		diag_no_memory();
		t->sections.error = ENOMEM;
	} else if (s->options->target.pages) {
		write_page(s, name, href);
	}
	gather_clear(&t->gather);
}

static int html_end(struct show *s)
{
	struct html *t = s->state;
	const struct out_buffer *links = NULL;
	char title[sizeof t->title + 20];

	snprintf(title, sizeof title, "%s%s",
	         t->nsystems ? t->title : "Monitor data without intervals",
	         t->nsystems > 1 ? " and other systems" : "");
	if (t->nsystems && s->options->target.pages)
		snprintf(title, sizeof title, "%zu system%s", t->nsystems,
		         words_plural(t->nsystems));
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

	if (!t)
		return;
	for (i = 0; t->changed && i < s->queries->n; i++)
		rows_done(&t->changed[i]);
	free(t->changed);
	free(t->groups);
	out_buffer_done(&t->sections);
	out_buffer_done(&t->words);
	out_buffer_done(&t->links);
	out_buffer_done(&t->sentence);
	gather_done(&t->gather);
	alarms_free(t->alarms);
	free(t);
}

const struct format format_html = {
	.name = "html",
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
