/* show_text.c: the format text, which looks like the output of sar(1): one line per interval,
 * headings once per screen, averages at the end. */
#include "config.h"

#include "show/format.h"

#include <stdio.h>

#include "cli/escape.h"
#include "cli/terminal.h"
#include "stat/number.h"

#define TIME_WIDTH 8u /* 09:26:44 and Average: */
#define DATE_WIDTH 11u /* 2026-03-04 and a blank */
#define INT_WIDTH 4u
#define SYSTEM_WIDTH 8u

struct text_part {
	/* lines that wait until all input was read; unused in the first report */
	struct spool_chain output;
	/* number of lines before the next headings of columns; 0: print these headings now */
	unsigned left;
	int64_t day; /* day of the last line */
	long zone; /* UTC offset of the last line */
	int begun;
	int blank; /* 1: print an empty line before the next output */
};

struct text_state {
	struct spool waiting;
	size_t width; /* columns of the terminal; SIZE_MAX: not a terminal */
	unsigned height; /* lines of the terminal; 0: not a terminal */
};

static int text_begin(struct show *s)
{
	struct text_state *t = s->state;

	t->waiting.size = 32768;
	t->height = terminal_height(s->b.fd);
	t->width = t->height ? terminal_width(s->b.fd) : SIZE_MAX;
	return 0;
}

/* Move the lines in s->words to p->output, where they wait until the end. Returns 0, or -1 after a
 * message. */
static int keep_lines(struct show *s, struct text_part *p)
{
	struct text_state *t = s->state;
	size_t n = (size_t)(s->words.p - s->words.buf);

	if (s->words.error)
		return diag_no_memory();
	return spool_add(&t->waiting, &p->output, show_words(s)->buf, n);
}

/* Return 1 if rows have dates, because each step covers a day or more. */
static int is_dated(const struct show *s)
{
	return s->options->every >= 86400;
}

static size_t time_width(const struct show *s)
{
	return TIME_WIDTH + (is_dated(s) ? DATE_WIDTH : 0);
}

/* ---- Headings ---- */

static size_t width_of_text(const struct show *s)
{
	return ((const struct text_state *)s->state)->width;
}

static size_t text_fitting(const struct show *s, const struct report *r)
{
	size_t width = width_of_text(s), before = time_width(s) + 1 + INT_WIDTH;

	if (s->many_systems)
		before += 1 + SYSTEM_WIDTH;
	return line_fitting(r, 0, width > before ? width - before : 0);
}

static void text_put_left_out(const struct show *s, struct out_buffer *b, const struct report *r)
{
	size_t i = text_fitting(s, r), n = 0;
	char names[512] = "";

	for (; i < r->ncolumns && n < sizeof names; i++)
		if (report_is_shown(&r->columns[i]))
			n += (size_t)snprintf(names + n, sizeof names - n, " %s",
			                      r->columns[i].name);
	if (n)
		out_paragraph(b, 0, 0, width_of_text(s),
		              "Not shown, because the terminal is narrow:", names,
		              "; for all columns: | cat", (char *)NULL);
}

static void text_put_names(const struct show *s, struct out_buffer *b, const struct report *r)
{
	struct grid_line l = SHOW_LINE(b);

	out_printf(b, "%-*s", (int)time_width(s), "time");
	grid_line_put(&l, "int", 3, INT_WIDTH, 1);
	if (s->many_systems)
		line_left(&l, "system", SYSTEM_WIDTH);
	line_headings(&l, r, 0, text_fitting(s, r));
}

static void put_date(const struct show *s, char text[SHOW_TIME_SIZE], int64_t us)
{
	char time[SHOW_TIME_SIZE];

	show_put_time(s, time, us);
	snprintf(text, SHOW_TIME_SIZE, "%.10s %s", time, show_zone_text(time));
}

static void text_put_heading(const struct show *s, struct out_buffer *b, const struct query *q,
                             const struct show_span *span)
{
	char release[SHOW_RELEASE_SIZE] = "", date[SHOW_TIME_SIZE];
	/* If several systems are followed, a heading does not name a system, because the lines of
	 * the systems alternate. */
	int is_one = !s->options->files.found.has_many;
	const char *system = is_one ? span->system : "";
	size_t width = width_of_text(s);

	if (is_one)
		show_put_release(s, release);
	put_date(s, date, show_label(span));
	out_paragraph(b, 0, 0, width, q->report->name, ": ", q->report->question, "  ",
	              system, *system ? ", " : "", release, *release ? ", " : "", date,
	              (char *)NULL);
	line_put_doubts(b, q, width);
	if (*q->note)
		out_paragraph(b, 0, 0, width, "Note: ", q->note, (char *)NULL);
	text_put_left_out(s, b, q->report);
	out_char(b, '\n');
}

/* Print only the question of the report, because the system is not known yet. */
static void begin_live(struct show *s)
{
	const struct report *r = s->queries->list[0].report;
	const struct show_options *o = s->options;
	double seconds = 60; /* the default of CP */

	out_paragraph(&s->b, 0, 0, width_of_text(s), r->name, ": ", r->question, (char *)NULL);
	out_flush(&s->b);
	if (o->pace.interval > 0)
		seconds = o->pace.interval;
	if (o->every > 0)
		seconds = o->every;
	diag_note("waiting for the first interval (%.0f s)", seconds);
}

/* ---- Rows ---- */

static void text_put_row(const struct show *s, struct out_buffer *b, const struct query *q,
                         const struct show_span *span, size_t row)
{
	const struct report *r = q->report;
	struct grid_line l = SHOW_LINE(b);
	char text[NUMBER_SIZE];
	size_t n = 1;

	show_put_time(s, text, show_label(span));
	text[10] = ' ';
	if (span->kind == SHOW_AVERAGE)
		out_printf(b, "%-*s", (int)time_width(s), "Average:");
	else
		out_bytes(b, text + DATE_WIDTH + TIME_WIDTH - time_width(s), time_width(s));
	text[0] = '-';
	if (span->seconds > 0)
		n = number_put(text, span->seconds, 0);
	grid_line_put(&l, text, n, INT_WIDTH, 1);
	if (s->many_systems)
		line_left(&l, *span->system ? span->system : "-", SYSTEM_WIDTH);
	line_values(&l, r, rows_at(&q->rows, row), 0, text_fitting(s, r));
}

static void text_begin_lines(struct show *s, struct out_buffer *b, struct query *q,
                             struct text_part *p, const struct show_span *span)
{
	const struct text_state *t = s->state;
	char date[SHOW_TIME_SIZE];
	int64_t label = show_label(span);
	long zone = show_zone(s, label);
	int64_t day = (label + zone * 1000000) / SHOW_DAY;

	if (p->blank)
		out_char(b, '\n');
	p->blank = 0;
	if (!p->begun) {
		text_put_heading(s, b, q, span);
		p->left = 0;
	} else if (((day != p->day && !is_dated(s)) || zone != p->zone) &&
	           span->kind != SHOW_AVERAGE) {
		put_date(s, date, label);
		out_printf(b, "\n%s\n", date);
		p->left = 0;
	} else if (t->height && p->left < s->n) {
		out_char(b, '\n');
		p->left = 0;
	}
	if (!p->left || !p->begun) {
		text_put_names(s, b, q->report);
		p->left = t->height > 3 ? t->height - 3 : 1;
	}
	p->begun = 1;
	if (span->kind != SHOW_AVERAGE) {
		p->day = day;
		p->zone = zone;
	}
	if (t->height)
		p->left -= p->left < s->n ? p->left : (unsigned)s->n;
}

static int text_rows(struct show *s, struct query *q, const struct show_span *span)
{
	struct text_part *p = show_part_of(s, q);
	/* Reports are printed one after the other, so the lines of all reports except the first one
	 * wait for the end of the input. Lines of live data do not wait, because this data has no
	 * end. */
	int waits = q != s->queries->list && !s->live;
	struct out_buffer *b = waits ? show_words(s) : &s->b;
	size_t i;

	if (s->n == 0 || show_passes(q, span) || (span->kind == SHOW_AVERAGE && !p->begun))
		return 0;
	text_begin_lines(s, b, q, p, span);
	for (i = 0; i < s->n; i++) {
		text_put_row(s, b, q, span, s->order[i]);
		if (waits && keep_lines(s, p))
			return -1;
	}
	return 0;
}

static void text_end_system(struct show *s)
{
	size_t i;

	for (i = 0; i < s->queries->n && !s->options->files.found.has_many; i++) {
		struct text_part *p = show_part(s, i);

		p->blank = p->begun;
		p->begun = 0;
	}
}

static void text_put_kept(void *arg, const void *data, size_t n)
{
	out_bytes(arg, data, n);
}

static int text_end(struct show *s)
{
	struct text_state *t = s->state;
	const struct text_part *p = show_part(s, 0);
	size_t i, shown = p->blank ? 1 : 0;

	for (i = 1; i < s->queries->n; i++) {
		p = show_part(s, i);
		if (p->output.tail && shown++)
			out_char(&s->b, '\n');
		if (spool_read(&t->waiting, &p->output, text_put_kept, &s->b))
			return -1;
	}
	return 0;
}

static void text_done(struct show *s)
{
	struct text_state *t = s->state;
	size_t i;

	for (i = 0; i < s->queries->n; i++)
		spool_chain_done(&((struct text_part *)show_part(s, i))->output);
	spool_done(&t->waiting);
}

const struct format format_text = {
	.name = "text",
	.state_size = sizeof(struct text_state),
	.part_size = sizeof(struct text_part),
	.averages = 1,
	.totals = 1,
	.begin = text_begin,
	.begin_live = begin_live,
	.rows = text_rows,
	.end_system = text_end_system,
	.end = text_end,
	.done = text_done,
};
