/* diff.c: the format of --diff, which compares the averages of two captures: all values of one
 * report, or the changes of configuration and the changed values of several reports. */
#include "config.h"

#include "base/array.h"
#include "cli/escape.h"
#include "show/format.h"
#include "stat/number.h"

#define SIDES 2u /* captures that --diff compares */

/* Changes with the same ->weight are printed in the order of their rank. */
enum rank { RANK_MOVED, RANK_FROM_ZERO, RANK_NEW, RANK_GONE, RANK_SAME, RANK_CHANGED };

/* A changed value of a report, or a row that only one capture has. */
struct change {
	const struct report *report;
	/* the row in the first and in the second capture; NULL: the capture does not have this row.
	 * If both are NULL, only one capture has rows of the report */
	const struct cell_value *before, *after;
	int at; /* index of the changed column; -1: only one capture has the row */
	/* value in the first and in the second capture; NAN: unknown */
	double was, is;
	/* change from ->was to ->is, also in percent; rounded like the printed values; NAN:
	 * unknown */
	double moved, percent;
	/* ->moved without its sign; if only one capture has a value, this value without its sign */
	double size;
	double share; /* ->size in percent of the sum of the column over all rows */
	/* key by which changes are sorted: ->share, or less if several reports are compared and
	 * ->size is small */
	double weight;
	enum rank rank;
	size_t order;
};

struct changes {
	struct change *list;
	size_t n, room;
};

/* For each report, show_part() returns an array of SIDES struct rows, one per capture. These rows
 * are averages. But if the report shows only changes, they are the rows of the last interval, and
 * if it shows events, they are all events. */
struct diff_state {
	struct show_span spans[SIDES]; /* all intervals of each capture */
	unsigned side; /* index of the capture that is being read */
	unsigned systems; /* number of systems in the capture that is being read */
	struct changes values; /* changed numbers */
	struct changes config; /* changed settings, and rows that only one capture has */
	struct out_buffer other; /* memory for is_repeated() */
};

#define NAME_WIDTH 10u
#define KEYS_WIDTH 22u
/* without --top, maximum number of changes that are printed for several reports */
#define TOP_USUAL 40u
#define EVENTS_USUAL 20u /* maximum number of events that are printed per report */

/* ---- Changes. Functions return -1 if out of memory. ---- */

/* Round the value V to its DECIMALS, so that digits that are not printed do not decide the order of
 * changes. */
static double shown(double v, int decimals)
{
	char text[NUMBER_SIZE];

	number_put(text, v, decimals);
	return strtod(text, NULL);
}

static const struct cell_value *change_keys(const struct change *c)
{
	return c->before ? c->before : c->after;
}

static int changes_add(struct changes *to, const struct report *r, const struct cell_value *before,
                       const struct cell_value *after, int at, enum rank rank)
{
	if (ARRAY_GROW(to->list, to->n, to->room))
		return -1;
	to->list[to->n] = (struct change){
		.report = r,
		.before = before,
		.after = after,
		.at = at,
		.was = NAN,
		.is = NAN,
		.moved = NAN,
		.percent = NAN,
		.share = NAN,
		.rank = rank,
		.order = to->n,
	};
	to->n++;
	return 0;
}

static int add_value(struct changes *to, const struct report *r, const struct cell_value *before,
                     const struct cell_value *after, int at)
{
	int decimals = r->columns[at].decimals;
	double was = before ? rows_double(&before[at]) : NAN;
	double is = after ? rows_double(&after[at]) : NAN;
	struct change *c;

	if (isnan(was) && isnan(is))
		return 0;
	if (changes_add(to, r, before, after, at, isnan(is) ? RANK_GONE : RANK_NEW))
		return -1;
	c = &to->list[to->n - 1];
	c->was = was;
	c->is = is;
	c->size = fabs(shown(isnan(is) ? was : is, decimals));
	if (isnan(was) || isnan(is))
		return 0;
	/* Subtract the rounded numbers, so that the difference matches the printed values. */
	was = shown(was, decimals);
	is = shown(is, decimals);
	c->moved = shown(is - was, decimals);
	c->size = fabs(c->moved);
	c->rank = RANK_FROM_ZERO;
	if (was == is) {
		c->rank = RANK_SAME;
		c->percent = 0;
	} else if (was != 0) {
		c->rank = RANK_MOVED;
		c->percent = shown(100 * (c->is - c->was) / fabs(c->was), 1);
	}
	return 0;
}

static int add_row_values(struct changes *to, const struct show *s, const struct report *r,
                           const struct cell_value *before, const struct cell_value *after)
{
	const char *by = s->options->rows.by;
	int only = by ? report_column_find(r, by, strlen(by)) : -1, i;

	for (i = 0; i < (int)r->ncolumns; i++)
		if (report_has_numbers(&r->columns[i]) && (!by || i == only) &&
		    add_value(to, r, before, after, i))
			return -1;
	return 0;
}

static int compare_keys(const struct report *r, const struct cell_value *a,
                        const struct cell_value *b)
{
	size_t i;
	int c = 0;

	for (i = 0; i < r->ncolumns && !c; i++)
		if (r->columns[i].role == REPORT_KEY)
			c = rows_compare(&a[i], &b[i]);
	return c;
}

static int higher_first(double a, double b)
{
	return (a < b) - (a > b);
}

static int changes_order(const void *a, const void *b)
{
	const struct change *x = a, *y = b;
	int c = higher_first(x->weight, y->weight);

	c = c ? c : (int)x->rank - (int)y->rank;
	c = c ? c : higher_first(fabs(x->percent), fabs(y->percent));
	c = c ? c : higher_first(x->size, y->size);
	if (!c && x->report == y->report) {
		c = compare_keys(x->report, change_keys(x), change_keys(y));
		c = c ? c : x->at - y->at;
	}
	if (c)
		return c;
	return x->order < y->order ? -1 : 1;
}

/* Return the ->size of a change, in UNIT, for which share() sets its ->weight to half of its
 * ->share. */
static double half_of(const char *unit)
{
	if (strcmp(unit, "MB") == 0)
		return 100;
	return strcmp(unit, "1/s") == 0 ? 10 : 1;
}

/* Compute ->share and ->weight of the changes of the report R, which begin at index FIRST of ALL. A
 * share is in percent of the total of a column, in the capture with the higher total. MANY: 1 if
 * several reports are compared. */
static int share(struct changes *all, size_t first, const struct report *r, int many)
{
	struct {
		double before, after;
	} *totals = calloc(r->ncolumns + 1, sizeof *totals);
	size_t i;

	if (!totals)
		return -1;
	for (i = first; i < all->n; i++) {
		const struct change *c = &all->list[i];

		totals[c->at].before += isnan(c->was) ? 0 : fabs(c->was);
		totals[c->at].after += isnan(c->is) ? 0 : fabs(c->is);
	}
	for (i = first; i < all->n; i++) {
		struct change *c = &all->list[i];
		double total = fmax(totals[c->at].before, totals[c->at].after);

		c->share = c->size > 0 ? shown(100 * c->size / total, 3) : 0;
		c->weight = c->share;
		if (many)
			c->weight *= c->size / (c->size + half_of(r->columns[c->at].unit));
	}
	free(totals);
	return 0;
}

static const struct cell_value *find_row(const struct report *r, const struct rows *in,
                                         const struct cell_value *row, size_t hint)
{
	size_t i;

	for (i = 0; i < in->n; i++) {
		const struct cell_value *other = rows_at(in, (hint + i) % in->n);

		if (compare_keys(r, row, other) == 0)
			return other;
	}
	return NULL;
}

static int add_config(struct changes *to, const struct report *r, const struct cell_value *before,
                      const struct cell_value *after)
{
	int i;

	for (i = 0; before && after && i < (int)r->ncolumns; i++)
		if (report_is_shown(&r->columns[i]) && !rows_same(&before[i], &after[i]) &&
		    changes_add(to, r, before, after, i, RANK_CHANGED))
			return -1;
	return 0;
}

/* Add the changes from BEFORE to AFTER, the rows of the report R that have the same keys in the
 * first and in the second capture; NULL: the capture has no such row. */
static int changes_compare_rows(const struct show *s, const struct report *r,
                                const struct cell_value *before, const struct cell_value *after)
{
	struct diff_state *d = s->state;

	/* Skip rows that are totals of other rows: else the sum of a column would count values
	 * twice. */
	if (keys_are_total(r, before ? before : after))
		return 0;
	if (r->show.changes)
		return add_config(&d->config, r, before, after);
	if ((before && after) || s->queries->n == 1)
		return add_row_values(&d->values, s, r, before, after);
	return changes_add(&d->config, r, before, after, -1, before ? RANK_GONE : RANK_NEW);
}

static int compare_query(const struct show *s, size_t query)
{
	struct diff_state *d = s->state;
	const struct report *r = s->queries->list[query].report;
	const struct rows *before = show_part(s, query), *after = before + 1;
	size_t first = d->values.n, i;
	int rc = 0;

	if (r->show.events)
		return 0;
	/* If only one capture has rows of the report, add one change, not one per row. */
	if (s->queries->n > 1 && !before->n != !after->n)
		return changes_add(&d->config, r, NULL, NULL, -1, before->n ? RANK_GONE : RANK_NEW);
	for (i = 0; i < before->n && !rc; i++)
		rc = changes_compare_rows(s, r, rows_at(before, i),
		                          find_row(r, after, rows_at(before, i), i));
	for (i = 0; i < after->n && !rc; i++)
		if (!find_row(r, before, rows_at(after, i), i))
			rc = changes_compare_rows(s, r, NULL, rows_at(after, i));
	return rc ? rc : share(&d->values, first, r, s->queries->n > 1);
}

/* ---- Rows ---- */

static int diff_begin(struct show *s)
{
	struct diff_state *d = s->state;

	return out_buffer_init(&d->other, OUT_MEMORY) ? diag_no_memory() : 0;
}

static int diff_rows(struct show *s, struct query *q, const struct show_span *span)
{
	struct diff_state *d = s->state;
	struct rows *to = (struct rows *)show_part_of(s, q) + d->side;

	if ((span->kind == SHOW_AVERAGE) == q->report->show.changes || d->systems)
		return 0;
	if (q->report->show.events)
		return show_keep_rows(s, q, span->end, to);
	rows_clear(to);
	return rows_copy_all(to, &q->rows) ? diag_no_memory() : 0;
}

static int diff_end_span(struct show *s, const struct show_span *span)
{
	struct diff_state *d = s->state;

	if (span->kind != SHOW_AVERAGE || d->systems)
		return 0;
	d->spans[d->side] = *span;
	/* Store the name from the list of systems, because the name in SPAN does not stay valid. */
	d->spans[d->side].system = s->systems.list[s->system_number];
	return 0;
}

static void diff_end_system(struct show *s)
{
	struct diff_state *d = s->state;

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
	const struct show_span *span = &((struct diff_state *)s->state)->spans[side];
	struct out_buffer *b = &s->b;

	out_str(b, what);
	out_safe(b, s->options->files.given[side]);
	out_str(b, ": ");
	if (span->system && *span->system) {
		out_safe(b, span->system);
		out_str(b, ", ");
	}
	if (!span->intervals) {
		out_str(b, "no intervals\n");
		return;
	}
	put_time(s, span->start);
	out_str(b, " to ");
	put_time(s, span->end);
	out_printf(b, ", %u interval%s, %.0f s\n", span->intervals, mr_plural(span->intervals),
	           span->seconds);
}

static void put_right(struct out_buffer *b, const char *text)
{
	struct grid_line l = SHOW_LINE(b);

	grid_line_put(&l, text, strlen(text), 10, 1);
}

static void diff_put_number(struct out_buffer *b, double v, int decimals,
                            size_t (*put)(char text[NUMBER_SIZE], double v, int decimals))
{
	char text[NUMBER_SIZE] = "-";

	if (!isnan(v))
		put(text, v, decimals);
	put_right(b, text);
}

/* Return the text of V, a value of the column C. ROOM: memory for the text of a number. */
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

/* Print the keys in ROW, a row of the report R, as columns; if ROW is NULL, print the names of the
 * keys. */
static void diff_put_keys(struct out_buffer *b, const struct report *r,
                          const struct cell_value *row)
{
	const struct report_column *c;
	char room[NUMBER_SIZE];
	size_t n, width;

	for (c = r->columns; c < r->columns + r->ncolumns; c++) {
		if (c->role != REPORT_KEY)
			continue;
		width = strlen(c->name);
		width = width > c->width ? width : c->width;
		n = out_safe(b, row ? value_text(c, &row[c - r->columns], room) : c->name);
		out_blanks(b, 1 + (n < width ? width - n : 0));
	}
}

static void put_place(struct show *s, const struct change *c)
{
	if (c)
		keys_put(&s->words, c->report, change_keys(c));
	out_safe_column(&s->b, c ? c->report->name : "report", NAME_WIDTH);
	out_char(&s->b, ' ');
	out_safe_column(&s->b, c ? s->words.buf : "row", KEYS_WIDTH);
	out_char(&s->b, ' ');
}

static void put_change(struct out_buffer *b, const struct change *c)
{
	const struct report_column *column = &c->report->columns[c->at];

	out_safe_column(b, column->name, NAME_WIDTH);
	diff_put_number(b, c->was, column->decimals, number_put);
	diff_put_number(b, c->is, column->decimals, number_put);
	diff_put_number(b, c->moved, column->decimals, number_put_signed);
	if (c->rank == RANK_NEW)
		put_right(b, "new");
	else if (c->rank == RANK_GONE)
		put_right(b, "gone");
	else
		diff_put_number(b, c->percent, 1, number_put_signed);
	out_char(b, '\n');
}

static void put_config(struct show *s, const struct change *c)
{
	const struct report_column *column = &c->report->columns[c->at < 0 ? 0 : c->at];
	struct out_buffer *b = &s->b;
	char room[NUMBER_SIZE];

	put_place(s, c);
	if (c->rank == RANK_CHANGED) {
		out_safe_column(b, column->name, NAME_WIDTH);
		out_char(b, ' ');
		out_safe(b, value_text(column, &c->before[c->at], room));
		out_str(b, " -> ");
		out_safe(b, value_text(column, &c->after[c->at], room));
	} else if (change_keys(c)) {
		out_str(b, c->rank == RANK_NEW ? "came" : "went");
	} else {
		out_str(b, c->rank == RANK_NEW ? "only after" : "only before");
	}
	out_char(b, '\n');
}

/* Return 1 if the change at index AT of d->config is a new or gone row, and an earlier change of
 * another report has the same keys. For example, a user who logged on is a new row in several
 * reports. */
static int is_repeated(struct show *s, size_t at)
{
	struct diff_state *d = s->state;
	const struct change *c = &d->config.list[at], *before = d->config.list;

	keys_put(&s->words, c->report, change_keys(c));
	for (; before < c && change_keys(c) && c->at < 0; before++) {
		keys_put(&d->other, before->report, change_keys(before));
		if (before->report != c->report && before->at < 0 && before->rank == c->rank &&
		    strcmp(s->words.buf, d->other.buf) == 0)
			return 1;
	}
	return 0;
}

/* Print the most important events of the second capture, if the report of QUERY has events. */
static void diff_put_events(struct show *s, size_t query)
{
	const struct report *r = s->queries->list[query].report;
	const struct rows *rows = (struct rows *)show_part(s, query) + 1;
	size_t list[EVENTS_USUAL], n = show_events(r, rows, EVENTS_USUAL, list), i;

	if (!r->show.events)
		return;
	if (rows->n)
		out_printf(&s->b, "\n%s in the second capture: %zu\n", r->name, rows->n);
	for (i = 0; i < n; i++) {
		const struct cell_value *row = rows_at(rows, list[i]);

		keys_put(&s->words, r, row);
		put_time(s, row[r->ncolumns].integer);
		out_char(&s->b, ' ');
		out_safe(&s->b, s->words.buf);
		out_char(&s->b, '\n');
	}
	if (n < rows->n)
		out_printf(&s->b, "and %zu more\n", rows->n - n);
}

static void diff_put_text(struct show *s, size_t n, size_t nchanged)
{
	const struct diff_state *d = s->state;
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
		put_config(s, &d->config.list[i]);
	if (d->config.n)
		out_char(b, '\n');
	if (r && r->show.changes) {
		diff_put_events(s, 0);
		return;
	}
	if (r)
		diff_put_keys(b, r, NULL);
	else
		put_place(s, NULL);
	out_safe_column(b, "column", NAME_WIDTH);
	put_right(b, "before");
	put_right(b, "after");
	put_right(b, "diff");
	put_right(b, "%");
	out_char(b, '\n');
	for (i = 0; i < n; i++) {
		const struct change *c = &d->values.list[i];

		if (r)
			diff_put_keys(b, r, change_keys(c));
		else
			put_place(s, c);
		put_change(b, c);
	}
	if (n < nchanged && !s->options->rows.top)
		out_printf(b, "%zu more changes: --top=%zu shows all\n", nchanged - n, nchanged);
	for (i = 0; i < s->queries->n; i++)
		diff_put_events(s, i);
}

/* ---- CSV and JSON ---- */

static void diff_put_data(struct show *s, const struct change *c)
{
	static const char *const words[] = { "moved", "moved", "new", "gone", "same", "changed" };
	const struct report_column *column = c->at < 0 ? NULL : &c->report->columns[c->at];
	char room[NUMBER_SIZE];

	keys_put(&s->words, c->report, change_keys(c));
	show_put_text(s, "report", c->report->name);
	show_put_text(s, "keys", s->words.buf);
	show_put_text(s, "column", column ? column->name : "");
	if (column)
		show_put_text(s, "change", words[c->rank]);
	else
		show_put_text(s, "change", c->rank == RANK_NEW ? "came" : "went");
	if (c->rank == RANK_CHANGED) {
		show_put_text(s, "before", value_text(column, &c->before[c->at], room));
		show_put_text(s, "after", value_text(column, &c->after[c->at], room));
	} else {
		show_put_real(s, "before", c->was);
		show_put_real(s, "after", c->is);
	}
	show_put_real(s, "diff", c->moved);
	show_put_real(s, "percent", c->percent);
	show_put_real(s, "share", c->share);
	show_end_cells(s);
}

/* ---- The end ---- */

static int diff_put_all(struct show *s)
{
	struct diff_state *d = s->state;
	size_t i, n, nchanged;
	int many = s->queries->n > 1;

	for (i = 0; i < s->queries->n; i++)
		if (compare_query(s, i))
			return -1;
	for (i = n = 0; i < d->config.n; i++)
		if (!is_repeated(s, i))
			d->config.list[n++] = d->config.list[i];
	d->config.n = n;
	if (d->values.n)
		qsort(d->values.list, d->values.n, sizeof *d->values.list, changes_order);
	/* If several reports are compared, leave out values that are printed equally for both
	 * captures. */
	nchanged = d->values.n;
	while (many && nchanged && d->values.list[nchanged - 1].weight <= 0)
		nchanged--;
	n = nchanged;
	if (s->options->rows.top)
		n = s->options->rows.top;
	else if (many && !s->options->data)
		n = TOP_USUAL;
	n = n < nchanged ? n : nchanged;
	if (s->options->data == &format_csv)
		out_str(&s->b, "report,keys,column,change,before,after,diff,percent,share\n");
	if (!s->options->data)
		diff_put_text(s, n, nchanged);
	for (i = 0; s->options->data && i < d->config.n; i++)
		diff_put_data(s, &d->config.list[i]);
	for (i = 0; s->options->data && i < n; i++)
		diff_put_data(s, &d->values.list[i]);
	return s->words.error || d->other.error ? -1 : 0;
}

static int diff_end(struct show *s)
{
	return diag_status() != STATUS_FAILED && diff_put_all(s) ? diag_no_memory() : 0;
}

static void diff_done(struct show *s)
{
	struct diff_state *d = s->state;
	size_t i;

	for (i = 0; i < s->queries->n; i++) {
		struct rows *rows = show_part(s, i);

		rows_done(&rows[0]);
		rows_done(&rows[1]);
	}
	free(d->values.list);
	free(d->config.list);
	out_buffer_done(&d->other);
}

const struct format format_diff = {
	.name = "diff",
	.state_size = sizeof(struct diff_state),
	.part_size = SIDES * sizeof(struct rows),
	.averages = 1,
	.all = 1,
	.has_data = 1,
	.begin = diff_begin,
	.rows = diff_rows,
	.end_span = diff_end_span,
	.end_system = diff_end_system,
	.end_file = diff_end_file,
	.end = diff_end,
	.done = diff_done,
};
