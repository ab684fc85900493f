/* screen_draw.c: draw an interval on the screen of --top: system, CPUs, users, devices, alarms. */
#include "config.h"

#include "show/screen.h"

#ifdef HAVE_NCURSES

#include "base/array.h"
#include "cli/escape.h"
#include "cli/terminal.h"

#define BAR_MIN 10 /* minimum length of a bar */
#define BAR_AROUND 16 /* width of the key, the brackets and the value beside a bar */
/* minimum width of a column of bars; a terminal of at least twice this width has several columns */
#define BARS_WIDTH 64
#define BARS_MOST 8
#define ALARM_LINES 3
#define TABLE_LINES 14 /* lines for two titles, two headings, six users and four devices */

/* ---- The canvas ---- */

static void next_line(struct canvas *c)
{
	c->row++;
	c->column = c->indent;
}

/* Print the text in c->b with ATTRIBUTES at the current position of the canvas C, cut at the right
 * border. */
static void canvas_put(struct canvas *c, attr_t attributes)
{
	const char *p = c->b.buf, *end;

	for (; p < c->b.p; p = end) {
		size_t room = c->column < c->columns ? (size_t)(c->columns - c->column) : 0, n;

		if (*p == '\n') {
			next_line(c);
			end = p + 1;
			continue;
		}
		end = memchr(p, '\n', (size_t)(c->b.p - p));
		end = end ? end : c->b.p;
		n = width_cut(p, (size_t)(end - p), room);
		if (n > 0 && c->row < c->rows) {
			wattrset(c->window, (int)attributes);
			wmove(c->window, c->row, c->column);
			waddnstr(c->window, p, (int)n);
		}
		c->column += (int)width_of(p, n);
	}
	c->b.p = c->b.buf;
}

/* Print the text in c->b as a line of the canvas C. If ATTRIBUTES is A_REVERSE, the whole line is
 * shown in reverse. */
static void canvas_line(struct canvas *c, attr_t attributes)
{
	size_t n = width_of(c->b.buf, (size_t)(c->b.p - c->b.buf)), i;

	/* Fill the line with blanks, because ncurses reverses only characters that are printed. */
	for (i = (size_t)c->column + n; attributes == A_REVERSE && i < (size_t)c->columns; i++)
		out_char(&c->b, ' ');
	canvas_put(c, attributes);
	next_line(c);
}

/* ---- Cells ---- */

static size_t fitting(const struct canvas *c, const struct report *r, size_t at)
{
	return line_fitting(r, at, (size_t)(c->columns - c->indent));
}

static void put_headings(struct canvas *c, const struct report *r, size_t at, size_t end)
{
	line_headings(&(struct grid_line)SHOW_LINE(&c->b), r, at, end);
	canvas_put(c, A_BOLD);
}

static void put_cells(struct canvas *c, const struct report *r,
                             const struct cell_value *row, size_t at, size_t end)
{
	line_values(&(struct grid_line)SHOW_LINE(&c->b), r, row, at, end);
	canvas_put(c, A_NORMAL);
}

/* ---- Parts ---- */

const char *const screen_places[SCREEN_PLACES + 1] = { "system", "cpu",       "user",
	                                               "device", "userstate", "lpar" };

static void put_title(struct screen *s)
{
	struct out_buffer *b = &s->canvas.b;

	out_str(b, "monstat");
	if (s->ended)
		out_str(b, "  END OF DATA");
	else if (s->paused)
		out_str(b, "  PAUSED");
	out_str(b, s->title);
	canvas_line(&s->canvas, A_REVERSE);
}

static void put_nothing(struct screen *s, const struct screen_part *p, const char *name)
{
	const char *why = "nothing in this interval";

	if (!p->query || p->query->failed)
		why = "this report cannot be shown";
	else if (p->is_missing)
		why = p->missing.text;
	else if (*s->gap)
		why = s->gap;
	else if (p->has_nothing)
		why = "counted from the next interval on";
	out_printf(&s->canvas.b, "%s: ", name);
	out_safe(&s->canvas.b, why);
	canvas_line(&s->canvas, A_NORMAL);
}

static int is_empty(const struct screen_part *p)
{
	return !p->query || p->query->failed || p->rows.n == 0;
}

/* Print the system report in at most LINES lines, but at least the columns that fit into one
 * line. */
static void put_system(struct screen *s, int lines)
{
	const struct screen_part *p = &s->parts[SCREEN_SYSTEM];
	struct canvas *c = &s->canvas;
	size_t from = 0, to, i;

	if (is_empty(p)) {
		put_nothing(s, p, "system");
		return;
	}
	while (from < p->report->ncolumns && (!from || lines > (int)p->rows.n)) {
		to = fitting(c, p->report, from);
		to += to == from;
		put_headings(c, p->report, from, to);
		for (i = 0; i < p->rows.n; i++)
			put_cells(c, p->report, rows_at(&p->rows, i), from, to);
		lines -= 1 + (int)p->rows.n;
		from = to;
	}
}

/* Draw column number COLUMN of ROW as a bar; WIDTH characters are 100 %. */
static void put_bar(struct canvas *c, const struct report *r, const struct cell_value *row,
                    size_t column, int width)
{
	struct grid_line keys = SHOW_LINE(&c->b), l = SHOW_LINE(&c->b);
	/* If the value is unknown (NAN), the bar is empty, because fmax() ignores NAN. */
	double v = fmin(fmax(rows_double(&row[column]), 0), 100);
	int i, full = (int)(v * width / 100 + 0.5);
	size_t k;

	for (k = 0; k < r->ncolumns; k++)
		if (r->columns[k].role == REPORT_KEY)
			line_value(&keys, &r->columns[k], &row[k]);
	grid_line_begin(&keys);
	out_char(&c->b, '[');
	canvas_put(c, A_NORMAL);
	for (i = 0; i < full; i++)
		out_char(&c->b, '|');
	canvas_put(c, c->bar);
	for (; i < width; i++)
		out_char(&c->b, ' ');
	out_char(&c->b, ']');
	line_value(&l, &r->columns[column], &row[column]);
	canvas_put(c, A_NORMAL);
}

static int sort(struct screen_part *p)
{
	uint32_t column = (uint32_t)report_sort_column(p->report, p->by);

	if (ARRAY_EXTEND(p->order, p->order_room, p->rows.n))
		return -1;
	rows_sort(&p->rows, &column, p->by >= 0, 1, p->order);
	return 0;
}

static void put_others(struct canvas *c, const struct screen_part *p, size_t column, size_t first)
{
	double highest = NAN, sum = 0, v;
	size_t i, n = 0;

	for (i = first; i < p->rows.n; i++)
		if (rows_number(&rows_at(&p->rows, p->order[i])[column], &v) == 0) {
			highest = fmax(highest, v);
			sum += v;
			n++;
		}
	out_printf(&c->b, "  and %zu other%s: ", p->rows.n - first, mr_plural(p->rows.n - first));
	out_safe(&c->b, p->report->columns[column].name);
	if (n)
		out_printf(&c->b, " %.1f on average, %.1f at most", sum / (double)n, highest);
	canvas_line(c, A_NORMAL);
}

static int bars_across(const struct canvas *c)
{
	if (c->columns >= 2 * BARS_WIDTH)
		return c->columns / BARS_WIDTH;
	return c->columns >= 72 ? 2 : 1;
}

static int cpu_lines(const struct screen *s)
{
	const struct screen_part *p = &s->parts[SCREEN_CPU];
	int n = p->rows.n > BARS_MOST ? BARS_MOST : (int)p->rows.n,
	    across = bars_across(&s->canvas);

	return is_empty(p) ? 1 : (n + across - 1) / across + (p->rows.n > BARS_MOST);
}

static int put_cpus(struct screen *s)
{
	struct screen_part *p = &s->parts[SCREEN_CPU];
	struct canvas *c = &s->canvas;
	int across = bars_across(c), width = c->columns / across - BAR_AROUND, i,
	    n = p->rows.n > BARS_MOST ? BARS_MOST : (int)p->rows.n;
	size_t column;

	if (is_empty(p) || !p->report->ncharts) {
		put_nothing(s, p, "cpu");
		return 0;
	}
	column = p->report->charts[0].columns[0];
	p->by = n < (int)p->rows.n ? (int)column : -1;
	if (sort(p))
		return -1;
	for (i = 0; i < n; i++) {
		c->column = i % across * (c->columns / across);
		put_bar(c, p->report, rows_at(&p->rows, p->order[i]), column,
		        width < BAR_MIN ? BAR_MIN : width);
		if (i % across == across - 1 || i == n - 1)
			canvas_line(c, A_NORMAL);
	}
	if (n < (int)p->rows.n)
		put_others(c, p, column, (size_t)n);
	return 0;
}

static void put_table_title(struct screen *s, const struct screen_part *p, size_t to)
{
	struct canvas *c = &s->canvas;
	const struct report *r = p->report;
	const char *lead = "  not shown: ";

	out_str(&c->b, p == &s->parts[s->selected] ? "> " : "  ");
	out_safe(&c->b, r->title);
	if (p->by >= 0) {
		out_str(&c->b, " by ");
		out_safe(&c->b, r->columns[p->by].name);
	}
	out_printf(&c->b, " (%zu of %zu)", p->rows.n ? p->first + 1 : 0, p->rows.n);
	for (; to < r->ncolumns; to++)
		if (report_is_shown(&r->columns[to])) {
			out_str(&c->b, lead);
			out_safe(&c->b, r->columns[to].name);
			lead = " ";
		}
	canvas_line(c, A_BOLD);
}

static int put_table(struct screen *s, struct screen_part *p, const char *name, int lines)
{
	struct canvas *c = &s->canvas;
	const struct report *r = p->report;
	size_t i, to;

	if (lines < 1)
		return 0;
	if (is_empty(p)) {
		put_nothing(s, p, name);
		return 0;
	}
	if (sort(p))
		return -1;
	to = fitting(c, r, 0);
	if (p->first >= p->rows.n)
		p->first = p->rows.n - 1;
	put_table_title(s, p, to);
	if (lines > 1)
		put_headings(c, r, 0, to);
	for (i = p->first; i < p->rows.n && lines-- > 2; i++)
		put_cells(c, r, rows_at(&p->rows, p->order[i]), 0, to);
	return 0;
}

static int lines_wanted(const struct screen_part *p)
{
	if (is_empty(p))
		return 1;
	return p->rows.n > 1000 ? 1002 : (int)p->rows.n + 2;
}

/* Print table PLACE and the next table in LINES lines. Each table gets half of the lines, or more
 * if the other table needs fewer. If LINES is TABLE_LINES or up to 2 less, the first table gets one
 * line more than half. */
static int put_tables(struct screen *s, enum screen_place place, int lines)
{
	struct screen_part *first = &s->parts[place], *second = first + 1;
	int above = (lines + 1) / 2 + (lines >= TABLE_LINES - 2 && lines <= TABLE_LINES ? 1 : 0);

	if (lines_wanted(first) < above)
		above = lines_wanted(first);
	else if (lines_wanted(second) < lines - above)
		above = lines - lines_wanted(second);
	return put_table(s, first, screen_places[place], above) ||
	       put_table(s, second, screen_places[place + 1], lines - above) ? -1 : 0;
}

static int put_all_tables(struct screen *s, int lines)
{
	struct canvas *c = &s->canvas;
	int columns = c->columns, top = c->row, rc;

	if (columns < SCREEN_WIDE)
		return put_tables(s, SCREEN_USER, lines);
	c->columns = columns / 2 - 1;
	rc = put_tables(s, SCREEN_USER, lines);
	c->columns = columns;
	c->row = top;
	c->column = c->indent = columns / 2;
	rc = rc || put_tables(s, SCREEN_STATE, lines) ? -1 : 0;
	c->column = c->indent = 0;
	return rc;
}

static int count_alarms(const char *text)
{
	int n = 0;

	for (text = text ? strchr(text, '\n') : NULL; text; text = strchr(text + 1, '\n'))
		n++;
	return n;
}

static void put_alarms(struct screen *s, int lines)
{
	struct out_buffer *b = &s->canvas.b;
	const char *a = s->alarms, *end;
	int n = count_alarms(a);

	if (!n) {
		out_str(b, "No alarm");
		canvas_line(&s->canvas, A_NORMAL);
	}
	for (; n > 0 && lines > 0; a = end + 1, n--, lines--) {
		end = strchr(a, '\n');
		out_str(b, "ALARM ");
		if (lines == 1 && n > 1)
			out_printf(b, "(and %d more) ", n - 1);
		out_bytes(b, a, (size_t)(end - a));
		canvas_line(&s->canvas, s->canvas.alarm);
	}
}

static void put_foot(struct screen *s)
{
	struct out_buffer *b = &s->canvas.b;

	out_str(b, s->paused ? "q quit  ? keys  space go on" : "q quit  ? keys  space pause");
	if (!s->show->live)
		out_printf(b, "  pace %g s", s->pace);
	canvas_line(&s->canvas, A_REVERSE);
}

static const char keys[] = "q        quit\n"
	"space    pause, and go on\n"
	"n        next interval\n"
	"+ -      show each interval of a file half as long, or twice as long\n"
	"tab      select the next table, which has a > before its title\n"
	"< >      sort the table by the column to the left or right\n"
	"up down page-up page-down home    move the rows of the table\n"
	"ctrl-L   draw the whole screen again\n"
	"Any key returns to the interval.\n\n";

static void put_help(struct screen *s)
{
	struct canvas *c = &s->canvas;
	size_t i;

	out_str(&c->b, keys);
	canvas_put(c, A_NORMAL);
	for (i = 0; i < SCREEN_PLACES; i++) {
		if (!s->parts[i].query)
			continue;
		out_safe(&c->b, s->parts[i].report->title);
		canvas_line(c, A_BOLD);
		line_put_doubts(&c->b, s->parts[i].query, (size_t)c->columns);
		canvas_put(c, A_NORMAL);
	}
}

static int screen_put_interval(struct screen *s, int foot)
{
	struct canvas *c = &s->canvas;
	int spare = c->rows - c->row - cpu_lines(s) - TABLE_LINES - foot, rc,
	    alarms = count_alarms(s->alarms);

	if (alarms > ALARM_LINES)
		alarms = ALARM_LINES;
	/* If the screen has no room for all alarms, show only one line of alarms. */
	if (alarms < 1 || alarms > spare - 1 - (int)s->parts[SCREEN_SYSTEM].rows.n)
		alarms = 1;
	put_system(s, spare - alarms);
	rc = put_cpus(s);
	rc = rc || put_all_tables(s, c->rows - c->row - alarms - foot) ? -1 : 0;
	if (c->row < c->rows - alarms - foot)
		c->row = c->rows - alarms - foot;
	put_alarms(s, alarms);
	return rc;
}

int screen_draw(struct screen *s)
{
	struct canvas *c = &s->canvas;
	int foot = 1 + (*s->message != '\0'), rc = 0;

	werase(c->window);
	c->row = c->column = c->indent = 0;
	c->b.p = c->b.buf;
	put_title(s);
	if (s->help) {
		put_help(s);
	} else if (!*s->title) {
		out_str(&c->b, "Waiting for the first interval of ");
		out_safe(&c->b, s->show->options->files.given[0]);
		canvas_line(c, A_NORMAL);
	} else {
		rc = screen_put_interval(s, foot);
	}
	if (c->row > c->rows - foot || !*s->title || s->help)
		c->row = c->rows - foot;
	if (*s->message) {
		out_str(&c->b, s->message);
		canvas_line(c, A_BOLD);
	}
	put_foot(s);
	wrefresh(c->window);
	return c->b.error ? -1 : rc;
}

#endif
