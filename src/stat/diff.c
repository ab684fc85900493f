/* diff.c: the format of --diff, which prints the averages of two captures side by side, sorted by their share of the
 * total. */
#include "config.h"

#include "stat/format.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/diag.h"
#include "cli/escape.h"
#include "port/array.h"
#include "stat/line.h"
#include "stat/number.h"

#define NAME_WIDTH  10u
#define VALUE_WIDTH 10u
#define SIDES       2u

/* The averages of a report in one of the two captures. */
struct side {
	struct rows rows;
	struct show_span span;
	char *system;
};

struct state {
	struct side *sides; /* SIDES per report */
	unsigned side;      /* the capture that is being read: 0 or 1 */
	unsigned systems;   /* systems in that capture so far */
};

/* A value before and after. */
struct change {
	const struct cell_value *before, *after; /* the rows with the value; NULL: that capture has no value */
	const struct report *report;
	const struct cell_value *keys; /* one of these rows, for its keys */
	const struct report_column *column;
	size_t at; /* index of ->column */
	double was, is;
	double moved, percent; /* difference and percentage, rounded as printed */
	double size; /* absolute difference, or the absolute value if only one capture has it */
	double share; /* ->size in percent of the total of the column */
	int rank; /* RANK_...; lower ranks are printed first */
	size_t order;
};

enum { RANK_MOVED, RANK_FROM_ZERO, RANK_NEW, RANK_GONE, RANK_SAME };

static int begin(struct show *s)
{
	struct state *d = calloc(1, sizeof *d);
	size_t i;

	s->state = d;
	if (d)
		d->sides = calloc(SIDES * s->queries->n, sizeof *d->sides);
	if (!d || !d->sides) {
		diag_fail("out of memory");
		return -1;
	}
	for (i = 0; i < SIDES * s->queries->n; i++)
		d->sides[i].rows.width = s->queries->list[i / SIDES].rows.width;
	return 0;
}

static struct side *side_of(const struct show *s, size_t query, unsigned side)
{
	return &((struct state *)s->state)->sides[SIDES * query + side];
}

static int rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	struct state *d = s->state;
	struct side *to = side_of(s, (size_t)(q - s->queries->list), d->side);

	(void)order;
	(void)n;
	if (span->kind != SHOW_AVERAGE || d->systems)
		return 0;
	to->span = *span;
	to->system = strdup(span->system);
	if (to->system && rows_append(&to->rows, &q->rows) == 0)
		return 0;
	diag_fail("out of memory");
	return -1;
}

static void end_system(struct show *s, const char *system)
{
	struct state *d = s->state;

	(void)system;
	if (d->systems++ == 1)
		diag_fail("%s: has more than one system; --diff compares two captures of one system each", s->options->given[d->side]);
}

static void end_file(struct show *s)
{
	struct state *d = s->state;

	if (!d->systems)
		diag_fail("%s: has no sample data that could be compared", s->options->given[d->side]);
	d->side++;
	d->systems = 0;
}

/* ---- Changes ---- */

/* Round V to the printed decimals. Digits after these are noise and must not decide the order. */
static double shown(double v, int decimals)
{
	char text[NUMBER_SIZE];

	number_put(text, v, decimals);
	return strtod(text, NULL);
}

static void judge(struct change *c)
{
	char was[NUMBER_SIZE], is[NUMBER_SIZE];
	int decimals = c->column->decimals;

	number_put(was, c->was, decimals);
	number_put(is, c->is, decimals);
	/* Subtract the rounded numbers, so that the difference matches the printed values. */
	c->moved = shown(strtod(is, NULL) - strtod(was, NULL), decimals);
	c->size = fabs(c->moved);
	c->percent = 0;
	if (strcmp(was, is) == 0) {
		c->rank = RANK_SAME;
	} else if (strspn(was, "0.") == strlen(was)) {
		c->rank = RANK_FROM_ZERO;
	} else {
		c->rank = RANK_MOVED;
		c->percent = shown(100 * (c->is - c->was) / fabs(c->was), 1);
	}
}

/* Set the values of C from both rows, one of which may be NULL. Returns 0 if neither row has a value. */
static int take_change(struct change *c, const struct cell_value *before, const struct cell_value *after)
{
	int was = before ? rows_number(&before[c->at], &c->was) == 0 : 0;
	int is = after ? rows_number(&after[c->at], &c->is) == 0 : 0;

	c->before = was ? before : NULL;
	c->after = is ? after : NULL;
	if (was && is) {
		judge(c);
		return 1;
	}
	c->rank = is ? RANK_NEW : RANK_GONE;
	c->size = was || is ? fabs(shown(is ? c->is : c->was, c->column->decimals)) : 0;
	return was || is;
}

struct changes {
	struct change *list;
	size_t n, room;
};

static int add_row(struct changes *all, const struct show *s, const struct report *r, const struct cell_value *before,
                   const struct cell_value *after)
{
	const char *by = s->options->by;
	int only = by ? report_column_find(r, by, strlen(by)) : -1;
	struct change *c;
	size_t i;

	for (i = 0; i < r->ncolumns; i++) {
		if (r->columns[i].role != REPORT_VALUE || r->columns[i].decimals < 0 || (by && (int)i != only))
			continue;
		if (ARRAY_GROW(all->list, all->n, all->room))
			return -1;
		c = &all->list[all->n];
		memset(c, 0, sizeof *c);
		c->report = r;
		c->keys = before ? before : after;
		c->column = &r->columns[i];
		c->at = i;
		c->order = all->n;
		all->n += take_change(c, before, after) != 0;
	}
	return 0;
}

static int compare_keys(const struct report *r, const struct cell_value *a, const struct cell_value *b)
{
	size_t i;
	int c = 0;

	for (i = 0; i < r->ncolumns && !c; i++)
		if (r->columns[i].role == REPORT_KEY)
			c = rows_compare(&a[i], &b[i]);
	return c;
}

static int compare(const void *a, const void *b)
{
	const struct change *x = a, *y = b;
	double p = fabs(x->percent), q = fabs(y->percent);
	int c;

	if (x->share < y->share || x->share > y->share)
		return x->share < y->share ? 1 : -1;
	if (x->rank != y->rank)
		return x->rank - y->rank;
	if (p < q || p > q)
		return p < q ? 1 : -1;
	if (x->size < y->size || x->size > y->size)
		return x->size < y->size ? 1 : -1;
	c = compare_keys(x->report, x->keys, y->keys);
	if (c)
		return c;
	return x->at != y->at ? (x->at < y->at ? -1 : 1) : x->order < y->order ? -1 : 1;
}

/* Compute ->share of all changes, relative to the larger total of the two captures. Returns 0, or -1: out of memory. */
static int share(struct changes *all, size_t ncolumns)
{
	double *totals = calloc(SIDES * ncolumns + 1, sizeof *totals);
	size_t i;

	if (!totals)
		return -1;
	for (i = 0; i < all->n; i++) {
		const struct change *c = &all->list[i];

		totals[SIDES * c->at] += c->before ? fabs(c->was) : 0;
		totals[SIDES * c->at + 1] += c->after ? fabs(c->is) : 0;
	}
	for (i = 0; i < all->n; i++) {
		struct change *c = &all->list[i];
		const double *t = &totals[SIDES * c->at];

		c->share = c->size > 0 ? shown(100 * c->size / (t[0] > t[1] ? t[0] : t[1]), 3) : 0;
	}
	free(totals);
	return 0;
}

/* Find the row of IN with the same keys as ROW, beginning with row HINT. NULL: not found. */
static const struct cell_value *find_row(const struct report *r, const struct rows *in, const struct cell_value *row, size_t hint)
{
	size_t i;

	for (i = 0; i < in->n; i++) {
		const struct cell_value *other = rows_at(in, (hint + i) % in->n);

		if (compare_keys(r, row, other) == 0)
			return other;
	}
	return NULL;
}

/* Compare all rows of a report, and sort the changes. Returns 0, or -1: out of memory. */
static int find_changes(struct changes *all, const struct show *s, size_t query)
{
	const struct report *r = s->queries->list[query].report;
	const struct rows *before = &side_of(s, query, 0)->rows, *after = &side_of(s, query, 1)->rows;
	size_t i;
	int rc = 0;

	for (i = 0; i < before->n && !rc; i++)
		rc = add_row(all, s, r, rows_at(before, i), find_row(r, after, rows_at(before, i), i));
	for (i = 0; i < after->n && !rc; i++)
		if (!find_row(r, before, rows_at(after, i), i))
			rc = add_row(all, s, r, NULL, rows_at(after, i));
	if (!rc)
		rc = share(all, r->ncolumns);
	if (all->n)
		qsort(all->list, all->n, sizeof *all->list, compare);
	return rc;
}

/* ---- Text ---- */

/* Print a time without fractions of a second. */
static void put_time(struct show *s, int64_t us)
{
	char time[SHOW_TIME_SIZE];

	show_put_time(s, time, us);
	out_bytes(&s->b, time, 19);
	out_str(&s->b, time + 26);
}

static void put_capture(struct show *s, const char *what, unsigned side, size_t query)
{
	const struct side *from = side_of(s, query, side);
	struct out_buffer *b = &s->b;

	out_str(b, what);
	out_safe(b, s->options->given[side]);
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
	out_printf(b, ", %u interval%s, %.0f s\n", from->span.intervals, from->span.intervals == 1 ? "" : "s",
	           from->span.seconds);
}

static void put_right(struct out_buffer *b, const char *text)
{
	struct line l = { b, 0 };

	line_right(&l, text, strlen(text), VALUE_WIDTH);
}

/* Return a key as text. ROOM is used for numbers. */
static const char *key_text(const struct report_column *c, const struct cell_value *v, char room[NUMBER_SIZE])
{
	double number;

	if (v->type == SQLITE_TEXT)
		return v->text;
	if (rows_number(v, &number))
		return "-";
	number_put(room, number, report_decimals(c));
	return room;
}

static void put_keys(struct out_buffer *b, const struct report *r, const struct cell_value *row)
{
	char room[NUMBER_SIZE];
	size_t i, n, width;

	for (i = 0; i < r->ncolumns; i++) {
		if (r->columns[i].role != REPORT_KEY)
			continue;
		width = strlen(r->columns[i].name) > r->columns[i].width ? strlen(r->columns[i].name) : r->columns[i].width;
		n = out_safe(b, row ? key_text(&r->columns[i], &row[i], room) : r->columns[i].name);
		line_blanks(b, 1 + (n < width ? width - n : 0));
	}
}

static void put_value(struct out_buffer *b, const struct change *c, int there, double v)
{
	char text[NUMBER_SIZE] = "-";

	if (there)
		number_put(text, v, c->column->decimals);
	put_right(b, text);
}

static void put_change(struct out_buffer *b, const struct report *r, const struct change *c)
{
	char text[NUMBER_SIZE] = "-";

	put_keys(b, r, c->before ? c->before : c->after);
	out_safe_column(b, c->column->name, NAME_WIDTH);
	put_value(b, c, c->before != NULL, c->was);
	put_value(b, c, c->after != NULL, c->is);
	if (c->before && c->after)
		number_put_signed(text, c->moved, c->column->decimals);
	put_right(b, text);
	if (c->rank == RANK_MOVED || c->rank == RANK_SAME)
		number_put_signed(text, c->percent, 1);
	else
		strcpy(text, c->rank == RANK_NEW ? "new" : c->rank == RANK_GONE ? "gone" : "-");
	put_right(b, text);
	out_char(b, '\n');
}

static int put_report(struct show *s, size_t query)
{
	const struct report *r = s->queries->list[query].report;
	struct changes all = { NULL, 0, 0 };
	size_t i, n;

	if (find_changes(&all, s, query)) {
		free(all.list);
		diag_fail("out of memory");
		return -1;
	}
	if (query)
		out_char(&s->b, '\n');
	out_safe(&s->b, r->name);
	out_str(&s->b, ": ");
	out_safe(&s->b, r->question);
	out_char(&s->b, '\n');
	put_capture(s, "before ", 0, query);
	put_capture(s, "after  ", 1, query);
	out_char(&s->b, '\n');
	put_keys(&s->b, r, NULL);
	out_safe_column(&s->b, "column", NAME_WIDTH);
	put_right(&s->b, "before");
	put_right(&s->b, "after");
	put_right(&s->b, "diff");
	put_right(&s->b, "%");
	out_char(&s->b, '\n');
	n = s->options->top && s->options->top < all.n ? s->options->top : all.n;
	for (i = 0; i < n; i++)
		put_change(&s->b, r, &all.list[i]);
	free(all.list);
	return 0;
}

static int end(struct show *s)
{
	size_t i;

	for (i = 0; i < s->queries->n && diag_status() != STATUS_FAILED; i++)
		if (put_report(s, i))
			return -1;
	return 0;
}

static void done(struct show *s)
{
	struct state *d = s->state;
	size_t i;

	for (i = 0; d && d->sides && i < SIDES * s->queries->n; i++) {
		rows_done(&d->sides[i].rows);
		free(d->sides[i].system);
	}
	if (d)
		free(d->sides);
	free(d);
}

const struct format format_diff = {
	.name = "diff",
	.averages = 1,
	.compares = 1,
	.begin = begin,
	.rows = rows,
	.end_system = end_system,
	.end_file = end_file,
	.end = end,
	.done = done,
};
