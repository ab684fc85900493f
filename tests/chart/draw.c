/* draw.c: draw a page from a description (see tests/chart/README) on standard input, and write it to standard
 * output. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chart/chart.h"
#include "port/ascii.h"

#define MOST 64

static struct out_buffer out;
static struct chart_page page;
static unsigned line_number;

static struct chart chart;
static struct chart_interval *intervals;
static struct chart_series *series;
static struct chart_gap *gaps;

static struct part {
	const char *key, *name, *text;
} parts[MOST]; /* of the section: its facts and the like */
static size_t part_count;
static const char *section_title;
static struct { const char *name, *title; size_t note_count; } report;
static const char *notes[MOST];
static struct chart_column columns[MOST];
static const char *page_title, *summary;
static unsigned number_of_charts;
static int in_page, in_section, in_report, in_table;

static _Noreturn void fail(const char *what)
{
	fprintf(stderr, "draw: line %u: %s\n", line_number, what);
	exit(2);
}

static void *more(void *p, size_t n, size_t size)
{
	p = realloc(p, (n + 1) * size);
	if (!p)
		fail("out of memory");
	return p;
}

/* Memory that is never freed, because the program is short. */
static void **kept;
static size_t kept_count;

static void *keep(size_t size)
{
	kept = more(kept, kept_count, sizeof *kept);
	return kept[kept_count++] = more(NULL, 0, size);
}

static char *copy(const char *s)
{
	return strcpy(keep(strlen(s) + 1), s);
}

/* Return the next word of *S, and move *S to its end. */
static char *word(char **s)
{
	char *w = *s += strspn(*s, " ");

	*s += strcspn(*s, " ");
	if (**s)
		*(*s)++ = 0;
	if (!*w)
		fail("a word is missing");
	return w;
}

static double number(char **s)
{
	char *w = word(s);
	const char *end = w;
	int minus = *end == '-';
	double v;

	if (!strcmp(w, "-"))
		return NAN;
	end += minus;
	if (mr_read_decimal(&end, &v) || *end)
		fail("not a number");
	return minus ? -v : v;
}

static void end_table(void)
{
	if (in_table)
		chart_table_end(&page);
	in_table = 0;
}

static void begin_page(void)
{
	if (!in_page)
		chart_page_begin(&page, &out, page_title ? page_title : "Test", NULL, 0);
	in_page = 1;
}

static const char *part_text(const char *key)
{
	size_t i;

	for (i = 0; i < part_count && strcmp(parts[i].key, key); i++)
		;
	return i < part_count ? parts[i].text : NULL;
}

static void put_part(size_t k, const struct part *p)
{
	const struct chart_finding finding = { k == 1 ? CHART_WARNING : CHART_NOTE, p->text, "", p->name, 0 };

	if (k == 0)
		chart_figure(&page, p->name, p->text, "detail");
	else if (k < 3)
		chart_finding(&page, &finding);
	else if (k == 3)
		chart_fact(&page, p->name, p->text);
	else
		chart_link(&page, p->name, p->text);
}

static void begin_section(void)
{
	static const char *const keys[] = { "figure", "alarm", "finding", "fact", "contents" };
	size_t i, k;

	begin_page();
	if (!section_title || in_section)
		return;
	in_section = 1;
	chart_section_begin(&page, section_title, part_text("sentence"), NULL);
	for (k = 0; k < sizeof keys / sizeof *keys; k++) {
		if (k == 1) {
			chart_lead_begin(&page);
			chart_findings_begin(&page);
		}
		if (k == 3)
			chart_facts_begin(&page);
		if (k == 4)
			chart_links_begin(&page);
		for (i = 0; i < part_count; i++)
			if (!strcmp(parts[i].key, keys[k]))
				put_part(k, &parts[i]);
	}
	out_str(&out, "</ul></nav>\n");
}

static void begin_report(void)
{
	begin_section();
	if (report.name && !in_report) {
		size_t i;

		chart_report_begin(&page, report.name, report.title, NULL);
		for (i = 0; i < report.note_count; i++)
			chart_note(&page, notes[i]);
		chart_notes_end(&page);
		in_report = 1;
	}
}

static void end_report(void)
{
	end_table();
	if (in_report)
		chart_report_end(&page);
	in_report = 0;
	report.name = NULL;
	report.note_count = 0;
}

static void end_section(void)
{
	end_report();
	if (in_section && part_text("missing"))
		chart_missing(&page, part_text("missing"));
	if (in_section)
		chart_section_end(&page);
	in_section = 0;
	section_title = NULL;
	part_count = 0;
}

static void add_intervals(char *s)
{
	double start = number(&s), length = number(&s), count = number(&s);

	for (; count > 0; count--, start += length) {
		intervals = more(intervals, chart.interval_count, sizeof *intervals);
		intervals[chart.interval_count++] = (struct chart_interval){ start, start + length };
	}
}

/* NAME = VALUE...; N*VALUE repeats VALUE N times. */
static void add_series(char *s)
{
	char *equals = strstr(s, " = ");
	double *values = keep((chart.interval_count + 1) * sizeof *values);
	size_t n = 0;

	if (!equals)
		fail("NAME = VALUE... expected");
	*equals = 0;
	series = more(series, chart.series_count, sizeof *series);
	series[chart.series_count] = (struct chart_series){ .name = copy(s), .values = values };
	for (s = equals + 3; s[strspn(s, " ")];) {
		char *star = strchr(s, '*');
		double times = 1, v;

		if (star && star < s + strcspn(s, " ")) {
			*star = ' ';
			times = number(&s);
		}
		for (v = number(&s); times > 0; times--) {
			if (n == chart.interval_count)
				fail("more values than intervals");
			values[n++] = v;
		}
	}
	if (n < chart.interval_count)
		fail("fewer values than intervals");
	chart.series_count++;
}

static void add_gap(char *s)
{
	gaps = more(gaps, chart.gap_count, sizeof *gaps);
	gaps[chart.gap_count].from = number(&s);
	gaps[chart.gap_count].to = number(&s);
	gaps[chart.gap_count++].why = *s ? copy(s) : NULL;
}

static void draw(void)
{
	begin_report();
	chart.intervals = intervals;
	chart.series = series;
	chart.gaps = gaps;
	chart.report = report.name;
	chart.number = ++number_of_charts;
	if (chart_draw(&page, &chart))
		fail("out of memory");
	chart = (struct chart){ 0 };
}

/* COLUMN...: the columns of a table; a colon after the name marks a column of text. */
static void begin_table(char *s)
{
	size_t n = 0;

	begin_report();
	summary = copy(word(&s));
	for (; s[strspn(s, " ")]; n++) {
		char *name = copy(word(&s));

		columns[n] = (struct chart_column){ .name = name, .decimals = 1 };
		if (name[strlen(name) - 1] == ':') {
			name[strlen(name) - 1] = 0;
			columns[n].is_text = 1;
		}
	}
	chart_table_begin(&page, summary, columns, n);
	in_table = 1;
}

static void add_row(char *s)
{
	size_t i;

	for (i = 0; i < page.column_count; i++)
		if (columns[i].is_text)
			chart_table_text(&page, word(&s));
		else
			chart_table_number(&page, number(&s));
}

static void take(const char *key, char *s)
{
	char *name;

	if (!strcmp(key, "page")) {
		page_title = copy(s);
	} else if (!strcmp(key, "system")) {
		end_section();
		section_title = copy(s);
	} else if (!strcmp(key, "missing") || !strcmp(key, "sentence")) {
		parts[part_count++] = (struct part){ copy(key), NULL, copy(s) };
	} else if (!strcmp(key, "fact") || !strcmp(key, "finding") || !strcmp(key, "alarm") || !strcmp(key, "contents") ||
	           !strcmp(key, "figure")) {
		name = copy(word(&s));
		parts[part_count++] = (struct part){ copy(key), name, copy(s) };
	} else if (!strcmp(key, "report")) {
		end_report();
		begin_section();
		report.name = copy(word(&s));
		report.title = copy(s);
	} else if (!strcmp(key, "note")) {
		notes[report.note_count++] = copy(s);
	} else if (!strcmp(key, "chart")) {
		end_table();
		chart = (struct chart){ .title = copy(s), .zone = { "UTC", 0 }, .decimals = 1 };
	} else if (!strcmp(key, "area")) {
		chart.kind = CHART_AREA;
	} else if (!strcmp(key, "unit")) {
		chart.unit = copy(s);
	} else if (!strcmp(key, "instances")) {
		chart.instances = copy(s);
	} else if (!strcmp(key, "capacity")) {
		chart.capacity = number(&s);
	} else if (!strcmp(key, "least")) {
		chart.least = number(&s);
	} else if (!strcmp(key, "decimals")) {
		chart.decimals = (unsigned)number(&s);
	} else if (!strcmp(key, "zone")) {
		chart.zone.name = copy(word(&s));
		chart.zone.offset = (long)number(&s);
	} else if (!strcmp(key, "intervals")) {
		add_intervals(s);
	} else if (!strcmp(key, "series")) {
		add_series(s);
	} else if (!strcmp(key, "gap")) {
		add_gap(s);
	} else if (!strcmp(key, "draw")) {
		draw();
	} else if (!strcmp(key, "table")) {
		begin_table(s);
	} else if (!strcmp(key, "row")) {
		add_row(s);
	} else {
		fail("unknown word");
	}
}

int main(void)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	if (out_buffer_init(&out, STDOUT_FILENO))
		fail("out of memory");
	end_section();
	while ((n = getline(&line, &room, stdin)) > 0) {
		char *s = line;

		line_number++;
		if (line[n - 1] == '\n')
			line[n - 1] = 0;
		if (*line && *line != '#') {
			const char *key = word(&s);

			take(key, s);
		}
	}
	begin_report();
	end_section();
	chart_page_end(&page, "Made by a test.");
	free(line);
	if (out_flush(&out)) {
		fprintf(stderr, "draw: standard output: %s\n", strerror(out.error));
		return 2;
	}
	out_buffer_done(&out);
	return 0;
}
