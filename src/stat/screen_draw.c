/* screen_draw.c: draw an interval on the screen of --top: system, processors, users, devices and alarms. Called by
 * screen.c. */
#include "config.h"

#include "stat/screen.h"

#ifdef HAVE_NCURSES

#include <stdlib.h>
#include <string.h>

#include "cli/escape.h"
#include "cli/width.h"
#include "port/array.h"
#include "stat/line.h"
#include "stat/number.h"
#include "stat/rows.h"

#define BAR_MIN     10 /* least length of a bar, in characters */
#define BAR_AROUND  16 /* characters for its key, brackets and value */
#define BAR_LINES   64 /* columns of the terminal per bar, at least */
#define ALARM_LINES 3
#define FOOT_LINES  1

/* ---- Cells ---- */

/* Return the width of a column, including the blank before it. */
static int width_of_column(const struct report_column *c)
{
	return (int)c->width + 1;
}

/* Print a heading. The ~ of an inferred column takes the place of one blank. */
static void put_heading(struct canvas *c, const struct report_column *column, int is_by)
{
	struct out_buffer *b = &c->b;
	size_t n = strlen(column->name), blanks = column->width > n ? column->width - n : 0;
	const char *mark = column->basis == REPORT_INFERRED ? "~" : "";
	size_t i;

	if (!*mark)
		out_char(b, ' ');
	for (i = 0; column->decimals >= 0 && i < blanks; i++)
		out_char(b, ' ');
	canvas_put(c, CANVAS_BOLD);
	out_str(b, mark);
	out_safe(b, column->name);
	canvas_put(c, is_by ? CANVAS_REVERSE : CANVAS_BOLD);
	for (i = 0; column->decimals < 0 && i < blanks; i++)
		out_char(b, ' ');
	canvas_put(c, CANVAS_BOLD);
}

/* Return the number of the column after those that fit, beginning with column AT. */
static size_t fitting(const struct canvas *c, const struct report *r, size_t at)
{
	int room = c->columns;

	for (; at < r->ncolumns; at++) {
		if (!show_has(&r->columns[at]))
			continue;
		room -= width_of_column(&r->columns[at]);
		if (room < 0)
			break;
	}
	return at;
}

static void put_headings(struct canvas *c, const struct report *r, size_t from, size_t to, int by)
{
	for (; from < to; from++)
		if (show_has(&r->columns[from]))
			put_heading(c, &r->columns[from], (int)from == by);
	canvas_line(c, CANVAS_BOLD);
}

static void put_cells(struct canvas *c, const struct report *r, const struct cell_value *row, size_t from, size_t to)
{
	struct line l = { &c->b, 0 };

	for (; from < to; from++)
		if (show_has(&r->columns[from]))
			line_value(&l, &r->columns[from], &row[from], 0);
	canvas_line(c, CANVAS_PLAIN);
}

/* ---- Parts ---- */

static void put_title(struct screen_state *s)
{
	struct canvas *c = &s->canvas;
	const struct screen_view *v = &s->view;
	struct out_buffer *b = &c->b;

	out_str(b, "monstat");
	out_str(b, s->ended ? "  END OF DATA" : s->paused ? "  PAUSED" : "");
	if (*v->system) {
		out_str(b, "  ");
		out_safe(b, v->system);
	}
	if (*v->release)
		out_printf(b, "  %s", v->release);
	if (v->any)
		out_printf(b, "  %s", v->time);
	if (v->seconds > 0)
		out_printf(b, "  %.0f s", v->seconds);
	canvas_line(c, CANVAS_REVERSE);
}

/* Explain why a part has no rows. */
static void put_nothing(struct screen_state *s, const struct screen_part *p, const char *name)
{
	struct out_buffer *b = &s->canvas.b;

	out_printf(b, "%s: ", name);
	if (!p->query || p->query->failed)
		out_str(b, "this report cannot be shown");
	else if (!s->view.any)
		out_str(b, "no interval yet");
	else if (p->is_missing)
		out_safe(b, p->missing.text);
	else if (*s->view.gap)
		out_safe(b, s->view.gap);
	else if (p->has_nothing)
		out_str(b, "counted from the next interval on");
	else
		out_str(b, "nothing in this interval");
	canvas_line(&s->canvas, CANVAS_PLAIN);
}

static int is_empty(const struct screen_part *p)
{
	return !p->query || p->rows.n == 0;
}

/* Print all columns, in as many lines as they need. */
static void put_system(struct screen_state *s)
{
	const struct screen_part *p = &s->parts[SCREEN_SYSTEM];
	struct canvas *c = &s->canvas;
	size_t from = 0, to, i;

	if (is_empty(p)) {
		put_nothing(s, p, "system");
		return;
	}
	while (from < p->query->report->ncolumns) {
		to = fitting(c, p->query->report, from);
		if (to == from)
			to++;
		put_headings(c, p->query->report, from, to, -1);
		for (i = 0; i < p->rows.n; i++)
			put_cells(c, p->query->report, rows_at(&p->rows, i), from, to);
		from = to;
	}
}

/* Print the keys of a row. */
static void put_keys(struct out_buffer *b, const struct report *r, const struct cell_value *row)
{
	struct line l = { b, 0 };
	size_t i;

	for (i = 0; i < r->ncolumns; i++)
		if (r->columns[i].role == REPORT_KEY)
			line_value(&l, &r->columns[i], &row[i], 0);
}

/* Draw a bar of WIDTH characters, which stand for 100 %. */
static void put_bar(struct canvas *c, const struct report *r, const struct cell_value *row, size_t column, int width)
{
	struct line l = { &c->b, 0 };
	double v = 0;
	int i, full;

	put_keys(&c->b, r, row);
	out_str(&c->b, " [");
	canvas_put(c, CANVAS_PLAIN);
	if (rows_number(&row[column], &v))
		v = 0;
	full = v <= 0 ? 0 : v >= 100 ? width : (int)(v * width / 100 + 0.5);
	for (i = 0; i < full; i++)
		out_char(&c->b, '|');
	canvas_put(c, CANVAS_BAR);
	for (; i < width; i++)
		out_char(&c->b, ' ');
	out_char(&c->b, ']');
	line_value(&l, &r->columns[column], &row[column], 0);
	canvas_put(c, CANVAS_PLAIN);
}

static void put_cpus(struct screen_state *s)
{
	const struct screen_part *p = &s->parts[SCREEN_CPU];
	struct canvas *c = &s->canvas;
	int across = c->columns >= 2 * BAR_LINES ? c->columns / BAR_LINES : c->columns >= 72 ? 2 : 1, width, most;
	size_t i, n = p->rows.n, column, shown;

	if (is_empty(p) || !p->query->report->ncharts) {
		put_nothing(s, p, "cpu");
		return;
	}
	column = p->query->report->charts[0].columns[0];
	width = c->columns / across - BAR_AROUND;
	width = width < BAR_MIN ? BAR_MIN : width;
	/* At most a third of the screen. */
	most = c->rows / 3 * across;
	shown = n > (size_t)most ? (size_t)most : n;
	out_safe(&c->b, p->query->report->title);
	out_str(&c->b, ", ");
	out_safe(&c->b, p->query->report->columns[column].name);
	if (shown < n)
		out_printf(&c->b, ": the first %zu of %zu", shown, n);
	canvas_line(c, CANVAS_BOLD);
	for (i = 0; i < shown; i++) {
		c->column = (int)(i % (size_t)across) * (c->columns / across);
		put_bar(c, p->query->report, rows_at(&p->rows, i), column, width);
		if (i % (size_t)across == (size_t)across - 1 || i == shown - 1)
			canvas_line(c, CANVAS_PLAIN);
	}
}

static int sort(struct screen_part *p)
{
	uint32_t column = (uint32_t)p->by;

	if (ARRAY_EXTEND(p->order, p->order_room, p->rows.n))
		return -1;
	rows_sort(&p->rows, &column, p->by >= 0, 1, p->order);
	return 0;
}

static void put_table_title(struct screen_state *s, const struct screen_part *p, size_t to)
{
	struct canvas *c = &s->canvas;
	const struct report *r = p->query->report;
	const char *lead = "  not shown: ";

	out_str(&c->b, p == &s->parts[s->selected] ? "> " : "  ");
	out_safe(&c->b, r->title);
	if (p->by >= 0) {
		out_str(&c->b, " by ");
		out_safe(&c->b, r->columns[p->by].name);
	}
	out_printf(&c->b, " (%zu of %zu)", p->rows.n ? p->first + 1 : 0, p->rows.n);
	for (; to < r->ncolumns; to++)
		if (show_has(&r->columns[to])) {
			out_str(&c->b, lead);
			out_safe(&c->b, r->columns[to].name);
			lead = " ";
		}
	if (p->query->unproven) {
		out_str(&c->b, "  not proven: ");
		out_str(&c->b, p->query->unproven);
	}
	canvas_line(c, CANVAS_BOLD);
}

/* Draw a table in LINES, including its title and headings. Returns 0, or -1: out of memory. */
static int put_table(struct screen_state *s, struct screen_part *p, const char *name, int lines)
{
	struct canvas *c = &s->canvas;
	const struct report *r;
	size_t i, to;

	if (lines < 1)
		return 0;
	if (is_empty(p)) {
		put_nothing(s, p, name);
		return 0;
	}
	r = p->query->report;
	if (sort(p))
		return -1;
	to = fitting(c, r, 0);
	if (p->first >= p->rows.n)
		p->first = p->rows.n - 1;
	put_table_title(s, p, to);
	if (lines > 1)
		put_headings(c, r, 0, to, p->by);
	for (i = p->first; i < p->rows.n && lines-- > 2; i++)
		put_cells(c, r, rows_at(&p->rows, p->order[i]), 0, to);
	return 0;
}

static int lines_wanted(const struct screen_part *p)
{
	return is_empty(p) ? 1 : p->rows.n > 1000 ? 1002 : (int)p->rows.n + 2;
}

/* Divide LINES between the two tables. Each gets half, or more if the other needs less. */
static int put_tables(struct screen_state *s, int lines)
{
	struct screen_part *users = &s->parts[SCREEN_USER], *devices = &s->parts[SCREEN_DEVICE];
	int above = (lines + 1) / 2, below = lines / 2;

	if (lines_wanted(users) < above)
		above = lines_wanted(users);
	else if (lines_wanted(devices) < below)
		above = lines - lines_wanted(devices);
	below = lines - above;
	return put_table(s, users, "user", above) || put_table(s, devices, "device", below) ? -1 : 0;
}

/* Count the alarms in TEXT. */
static size_t count_alarms(const char *text)
{
	size_t n = 0;

	for (; text && (text = strchr(text, '\n')) != NULL; text++)
		n++;
	return n;
}

static int alarm_lines(const struct screen_state *s)
{
	size_t n = count_alarms(s->alarms);

	return n < 1 ? 1 : n > ALARM_LINES ? ALARM_LINES : (int)n;
}

static void put_alarms(struct screen_state *s, int lines)
{
	struct out_buffer *b = &s->canvas.b;
	const char *a = s->alarms, *end;
	size_t n = count_alarms(a);

	if (!n) {
		out_str(b, "No alarm");
		canvas_line(&s->canvas, CANVAS_PLAIN);
	}
	for (; n > 0 && lines > 0; a = end + 1, n--, lines--) {
		end = strchr(a, '\n');
		out_str(b, "ALARM ");
		if (lines == 1 && n > 1)
			out_printf(b, "(and %zu more) ", n - 1);
		out_bytes(b, a, (size_t)(end - a));
		canvas_line(&s->canvas, CANVAS_ALARM);
	}
}

static void put_foot(struct screen_state *s)
{
	struct out_buffer *b = &s->canvas.b;

	out_str(b, "q quit  < > sort  tab table  space ");
	out_str(b, s->paused ? "go on" : "pause");
	if (!s->live)
		out_printf(b, "  n next  + - pace %g s", s->pace);
	out_str(b, "  ~ inferred");
	canvas_line(&s->canvas, CANVAS_REVERSE);
}

int screen_draw(struct screen_state *s)
{
	struct canvas *c = &s->canvas;
	int alarms = alarm_lines(s), foot = FOOT_LINES + (*s->view.message != '\0'), rc = 0;

	canvas_begin(c);
	put_title(s);
	if (!s->view.any) {
		out_str(&c->b, "Waiting for the first interval of ");
		out_safe(&c->b, s->input);
		canvas_line(c, CANVAS_PLAIN);
	} else {
		put_system(s);
		put_cpus(s);
		rc = put_tables(s, c->rows - c->row - alarms - foot);
		if (c->row < c->rows - alarms - foot)
			c->row = c->rows - alarms - foot;
		put_alarms(s, alarms);
	}
	if (c->row > c->rows - foot || !s->view.any)
		c->row = c->rows - foot;
	if (*s->view.message) {
		/* The message is already escaped. */
		out_str(&c->b, s->view.message);
		canvas_line(c, CANVAS_BOLD);
	}
	put_foot(s);
	canvas_show(c);
	if (c->b.error)
		rc = -1;
	return rc;
}

/* ---- Columns ---- */

int screen_first_column(const struct report *r, const char *by)
{
	int column = by ? report_column_find(r, by, strlen(by)) : -1;

	if (column >= 0 || !r->ncharts)
		return column;
	return (int)r->charts[0].columns[0];
}

void screen_move_column(struct screen_part *p, int step)
{
	const struct report *r;
	int i, n;

	if (!p->query)
		return;
	r = p->query->report;
	n = (int)r->ncolumns;
	for (i = p->by + step; i >= 0 && i < n; i += step)
		if (show_has(&r->columns[i])) {
			p->by = i;
			p->first = 0;
			return;
		}
}

#endif
