/* diff.c: the format of --diff, which compares the averages of two captures. One report is printed
 * with all its values; of several reports the changes are printed in one list, after changes of the
 * configuration. */
#include "config.h"

#include "show/changes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/escape.h"
#include "cli/words.h"
#include "show/line.h"
#include "stat/row_keys.h"
#include "stat/number.h"

#define NAME_WIDTH  10u
#define VALUE_WIDTH 10u
#define KEYS_WIDTH  22u
/* Maximum number of printed changes of several reports, unless --top gives a number. */
#define TOP_USUAL   40u

/* A capture. */
struct side {
	/* average rows per report; last rows of a report that shows only changes */
	struct rows *rows;
	struct show_span span;
	char *system;
};

struct diff_state {
	struct side sides[SIDES];
	unsigned side;      /* index in ->sides of the capture that is being read */
	unsigned systems;   /* number of systems found in that capture */
	struct changes values, config;
	struct out_buffer keys, other; /* keys of rows */
};

static int diff_begin(struct show *s)
{
	struct diff_state *d = calloc(1, sizeof *d);

	s->state = d;
	if (!d || out_buffer_init(&d->keys, OUT_MEMORY) || out_buffer_init(&d->other, OUT_MEMORY))
		return diag_no_memory();
	d->sides[0].rows = calloc(s->queries->n + 1, sizeof *d->sides[0].rows);
	d->sides[1].rows = calloc(s->queries->n + 1, sizeof *d->sides[1].rows);
	return d->sides[0].rows && d->sides[1].rows ? 0 : diag_no_memory();
}

static int diff_rows(struct show *s, struct query *q, const struct show_span *span,
                     const size_t *order, size_t n)
{
	struct diff_state *d = s->state;
	struct rows *to;

	(void)order;
	(void)n;
	if ((span->kind == SHOW_AVERAGE) == q->report->changes || d->systems)
		return 0;
	to = &d->sides[d->side].rows[q - s->queries->list];
	rows_clear(to);
	return rows_copy_all(to, &q->rows) ? diag_no_memory() : 0;
}

static int diff_end_span(struct show *s, const struct show_span *span)
{
	struct diff_state *d = s->state;
	struct side *to = &d->sides[d->side];

	if (span->kind != SHOW_AVERAGE || d->systems)
		return 0;
	to->span = *span;
	to->system = strdup(span->system);
	return to->system ? 0 : diag_no_memory();
}

static void diff_end_system(struct show *s, const char *system)
{
	struct diff_state *d = s->state;

	(void)system;
	if (d->systems++ == 1)
		diag_fail(
			"%s: has more than one system; --diff compares two captures of one system each",
			s->options->files.given[d->side]);
}

static void diff_end_file(struct show *s)
{
	struct diff_state *d = s->state;

	if (!d->systems)
		diag_fail("%s: has no sample data that could be compared",
		          s->options->files.given[d->side]);
	d->side++;
	d->systems = 0;
}

/* ---- Text ---- */

static void put_time(struct show *s, int64_t us)
{
	char time[SHOW_TIME_SIZE];

	show_put_time(s, time, us);
	out_bytes(&s->b, time, 19);
	out_str(&s->b, time + 26);
}

static void put_capture(struct show *s, const char *what, unsigned side)
{
	const struct side *from = &((struct diff_state *)s->state)->sides[side];
	struct out_buffer *b = &s->b;

	out_str(b, what);
	out_safe(b, s->options->files.given[side]);
	out_str(b, ": ");
	if (from->system && *from->system) {
		out_safe(b, from->system);
		out_str(b, ", ");
	}
	if (!from->span.intervals) {
		out_str(b, "no intervals\n");
		return;
	}
	put_time(s, from->span.start);
	out_str(b, " to ");
	put_time(s, from->span.end);
	out_printf(b, ", %u interval%s, %.0f s\n", from->span.intervals,
	           words_plural(from->span.intervals), from->span.seconds);
}

static void put_right(struct out_buffer *b, const char *text)
{
	struct line l = { .b = b };

	line_right(&l, text, strlen(text), VALUE_WIDTH);
}

/* Return the value V of column C as text, in ROOM if it is a number. */
static const char *value_text(const struct report_column *c, const struct cell_value *v,
                              char room[NUMBER_SIZE])
{
	double number;

	if (v->type == SQLITE_TEXT)
		return v->text;
	if (rows_number(v, &number))
		return "-";
	number_put(room, number, report_decimals(c));
	return room;
}

static void diff_put_keys(struct out_buffer *b, const struct report *r,
                          const struct cell_value *row)
{
	char room[NUMBER_SIZE];
	size_t i, n, width;

	for (i = 0; i < r->ncolumns; i++) {
		if (r->columns[i].role != REPORT_KEY)
			continue;
		width = strlen(r->columns[i].name);
		width = width > r->columns[i].width ? width : r->columns[i].width;
		n = out_safe(b,
		             row ? value_text(&r->columns[i], &row[i], room) : r->columns[i].name);
		line_blanks(b, 1 + (n < width ? width - n : 0));
	}
}

/* Print the report and the row keys of change C as two columns. C is NULL: the headings. KEYS:
 * scratch memory. */
static void put_place(struct out_buffer *b, const struct change *c, struct out_buffer *keys)
{
	if (c)
		keys_put(keys, c->report, c->keys);
	out_safe_column(b, c ? c->report->name : "report", NAME_WIDTH);
	out_char(b, ' ');
	out_safe_column(b, c ? keys->buf : "row", KEYS_WIDTH);
	out_char(b, ' ');
}

static void diff_put_value(struct out_buffer *b, const struct change *c, int there, double v)
{
	char text[NUMBER_SIZE] = "-";

	if (there)
		number_put(text, v, c->report->columns[c->at].decimals);
	put_right(b, text);
}

static void put_change(struct out_buffer *b, const struct change *c)
{
	char text[NUMBER_SIZE] = "-";

	out_safe_column(b, c->report->columns[c->at].name, NAME_WIDTH);
	diff_put_value(b, c, c->before != NULL, c->was);
	diff_put_value(b, c, c->after != NULL, c->is);
	if (c->before && c->after)
		number_put_signed(text, c->moved, c->report->columns[c->at].decimals);
	put_right(b, text);
	if (c->rank == RANK_MOVED || c->rank == RANK_SAME)
		number_put_signed(text, c->percent, 1);
	else if (c->rank == RANK_NEW)
		strcpy(text, "new");
	else
		strcpy(text, c->rank == RANK_GONE ? "gone" : "-");
	put_right(b, text);
	out_char(b, '\n');
}

static void diff_put_heading(struct out_buffer *b)
{
	out_safe_column(b, "column", NAME_WIDTH);
	put_right(b, "before");
	put_right(b, "after");
	put_right(b, "diff");
	put_right(b, "%");
	out_char(b, '\n');
}

static void put_config(struct out_buffer *b, const struct change *c, struct out_buffer *keys)
{
	char room[NUMBER_SIZE];

	put_place(b, c, keys);
	if (c->rank != RANK_CHANGED && c->keys) {
		out_str(b, c->rank == RANK_NEW ? "came" : "went");
	} else if (c->rank != RANK_CHANGED) {
		out_str(b, c->rank == RANK_NEW ? "only after" : "only before");
	} else {
		out_safe_column(b, c->report->columns[c->at].name, NAME_WIDTH);
		out_char(b, ' ');
		out_safe(b, value_text(&c->report->columns[c->at], &c->before[c->at], room));
		out_str(b, " -> ");
		out_safe(b, value_text(&c->report->columns[c->at], &c->after[c->at], room));
	}
	out_char(b, '\n');
}

/* Return 1 if change AT of the configuration has the same keys as an earlier change of another
 * report: a user who logged on appears in several reports. */
static int is_repeated(struct diff_state *d, size_t at)
{
	const struct change *c = &d->config.list[at], *before = d->config.list;

	keys_put(&d->keys, c->report, c->keys);
	for (; before < c && c->keys && c->at < 0; before++) {
		keys_put(&d->other, before->report, before->keys);
		if (before->report != c->report && before->at < 0 && before->rank == c->rank &&
		    strcmp(d->keys.buf, d->other.buf) == 0)
			return 1;
	}
	return 0;
}

static void diff_put_text(struct show *s, struct diff_state *d, size_t n, size_t nchanged)
{
	const struct report *r = s->queries->n == 1 ? s->queries->list[0].report : NULL;
	struct out_buffer *b = &s->b;
	size_t i;

	if (r) {
		out_safe(b, r->name);
		out_str(b, ": ");
		out_safe(b, r->question);
		out_char(b, '\n');
	}
	put_capture(s, "before ", 0);
	put_capture(s, "after  ", 1);
	out_char(b, '\n');
	for (i = 0; i < d->config.n; i++)
		put_config(b, &d->config.list[i], &d->keys);
	if (d->config.n)
		out_char(b, '\n');
	if (r && r->changes)
		return;
	if (r)
		diff_put_keys(b, r, NULL);
	else
		put_place(b, NULL, NULL);
	diff_put_heading(b);
	for (i = 0; i < n; i++) {
		if (r)
			diff_put_keys(b, r, d->values.list[i].keys);
		else
			put_place(b, &d->values.list[i], &d->keys);
		put_change(b, &d->values.list[i]);
	}
	if (n < nchanged && !s->options->rows.top)
		out_printf(b, "%zu more changes: --top=%zu shows all\n", nchanged - n, nchanged);
}

/* ---- CSV and JSON ---- */

static void diff_put_data(struct show *s, const struct change *c, struct out_buffer *keys)
{
	static const char *const words[] = { "moved", "moved", "new", "gone", "same", "changed" };
	const struct report_column *column = c->at < 0 ? NULL : &c->report->columns[c->at];
	int is_value = column && c->rank != RANK_CHANGED, both = is_value && c->before && c->after;
	char room[NUMBER_SIZE];

	keys_put(keys, c->report, c->keys);
	show_put_text(s, "report", c->report->name);
	show_put_text(s, "keys", keys->buf);
	show_put_text(s, "column", column ? column->name : "");
	if (column)
		show_put_text(s, "change", words[c->rank]);
	else
		show_put_text(s, "change", c->rank == RANK_NEW ? "came" : "went");
	if (c->rank == RANK_CHANGED) {
		show_put_text(s, "before", value_text(column, &c->before[c->at], room));
		show_put_text(s, "after", value_text(column, &c->after[c->at], room));
	} else {
		show_put_real(s, "before", is_value && c->before ? c->was : (double)NAN);
		show_put_real(s, "after", is_value && c->after ? c->is : (double)NAN);
	}
	show_put_real(s, "diff", both ? c->moved : (double)NAN);
	show_put_real(s, "percent", both && c->rank != RANK_FROM_ZERO ? c->percent : (double)NAN);
	show_put_real(s, "share", is_value ? c->share : (double)NAN);
	show_end_cells(s);
}

/* ---- The end ---- */

static int diff_put_all(struct show *s, struct diff_state *d)
{
	size_t i, n, k, nchanged;

	for (i = 0; i < s->queries->n; i++)
		if (changes_compare(&d->values, &d->config, s, i, &d->sides[0].rows[i],
		                    &d->sides[1].rows[i]))
			return -1;
	for (i = n = 0; i < d->config.n; i++)
		if (!is_repeated(d, i))
			d->config.list[n++] = d->config.list[i];
	d->config.n = n;
	changes_sort(&d->values);
	/* With several reports, leave out values that did not change, or changed by less than is
	 * printed. */
	for (nchanged = d->values.n;
	     s->queries->n > 1 && nchanged && d->values.list[nchanged - 1].weight <= 0; nchanged--)
		;
	n = nchanged;
	if (s->options->rows.top)
		n = s->options->rows.top;
	else if (s->queries->n > 1 && !s->options->data)
		n = TOP_USUAL;
	n = n < nchanged ? n : nchanged;
	if (!s->options->data)
		diff_put_text(s, d, n, nchanged);
	else if (s->options->data == &format_csv)
		out_str(&s->b, "report,keys,column,change,before,after,diff,percent,share\n");
	for (k = 0; s->options->data && k < d->config.n; k++)
		diff_put_data(s, &d->config.list[k], &d->keys);
	for (k = 0; s->options->data && k < n; k++)
		diff_put_data(s, &d->values.list[k], &d->keys);
	return d->keys.error || d->other.error ? -1 : 0;
}

static int diff_end(struct show *s)
{
	return diag_status() != STATUS_FAILED && diff_put_all(s, s->state) ? diag_no_memory() : 0;
}

static void diff_done(struct show *s)
{
	struct diff_state *d = s->state;
	size_t i, k;

	for (i = 0; d && i < SIDES; i++) {
		for (k = 0; d->sides[i].rows && k < s->queries->n; k++)
			rows_done(&d->sides[i].rows[k]);
		free(d->sides[i].rows);
		free(d->sides[i].system);
	}
	if (d) {
		free(d->values.list);
		free(d->config.list);
		out_buffer_done(&d->keys);
		out_buffer_done(&d->other);
	}
	free(d);
}

const struct format format_diff = {
	.name = "diff",
	.averages = 1,
	.all = 1,
	.compares = 1,
	.has_data = 1,
	.begin = diff_begin,
	.rows = diff_rows,
	.end_span = diff_end_span,
	.end_system = diff_end_system,
	.end_file = diff_end_file,
	.end = diff_end,
	.done = diff_done,
};
