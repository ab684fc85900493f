/* show.c: functions that several formats use. */
#include "config.h"

#include <stdio.h>

#include "base/array.h"
#include "cli/escape.h"
#include "cli/wrap.h"
#include "show/format.h"
#include "stat/number.h"

/* shortest period that counts as a minute: half a second less, because samples may be early */
#define MINUTE INT64_C(59500000)
#define DOUBTS_WIDTH 101u /* maximum width of a line of line_put_doubts(), with the newline */
#define HALF_DAY INT64_C(43200000000)

void show_note_zone(struct show *s, const struct show_span *span)
{
	struct show_zones *z = s->zones;

	if (s->options->time != STAT_TIME_SYSTEM || !span->zone.is_known ||
	    (z->n && z->list[z->n - 1].offset == span->zone.offset))
		return;
	if (z->n == SHOW_ZONES)
		memmove(z->list, z->list + 1, --z->n * sizeof z->list[0]);
	z->list[z->n].from = show_start(span);
	z->list[z->n++].offset = span->zone.offset;
}

double show_number(const struct report *r, const struct cell_value *row, const char *name)
{
	int i = report_column_find(r, name, strlen(name));

	return i < 0 ? NAN : rows_double(&row[i]);
}

int show_keep_rows(const struct show *s, const struct query *q, int64_t us, struct rows *to)
{
	size_t i;

	to->width = q->rows.width + 1;
	for (i = 0; i < s->n; i++) {
		struct cell_value *row = rows_copy(to, &q->rows, s->order[i]);

		if (!row)
			return diag_no_memory();
		cell_integer(&row[q->rows.width], us);
	}
	return 0;
}

size_t show_events(const struct report *r, const struct rows *rows, size_t most, size_t *list)
{
	double rank = 10;
	size_t i, n;

	/* Leave out the least important events, which have the highest rank, until MOST are
	 * left. */
	do {
		rank--;
		for (i = n = 0; i < rows->n; i++)
			if (show_number(r, rows_at(rows, i), "rank") <= rank && n++ < most)
				list[n - 1] = i;
	} while (n > most && rank > 0);
	return n < most ? n : most;
}

long show_zone(const struct show *s, int64_t us)
{
	const struct show_zones *z = s->zones;
	size_t i = z->n;

	if (s->options->time == STAT_TIME_LOCAL)
		return (long)moment_zone(us / 1000000);
	/* The first UTC offset in the list also applies to earlier times. */
	while (i > 1 && z->list[i - 1].from > us)
		i--;
	return i ? z->list[i - 1].offset : 0;
}

void show_put_release(const struct show *s, char text[SHOW_RELEASE_SIZE])
{
	text[0] = '\0';
	if (*s->level && !s->options->release)
		snprintf(text, SHOW_RELEASE_SIZE, "CP level %s", s->level);
	else if (s->release)
		/* If the user did not name the release, it is inferred from the length of a record,
		 * and is only the earliest possible release. */
		snprintf(text, SHOW_RELEASE_SIZE, "z/VM %u.%u%s", s->release / 100,
		         s->release % 100, s->options->release ? "" : " or later");
}

char *show_put_time(const struct show *s, char *p, int64_t us)
{
	long zone = show_zone(s, s->zone_at ? s->zone_at : us);
	long minutes = (zone < 0 ? -zone : zone) / 60;
	char text[MONREAD_TIME_SIZE];

	monread_time_text(us + zone * 1000000, text);
	strcpy(p, text);
	p += strlen(p);
	if (s->options->time != STAT_TIME_LOCAL && !s->zones->n)
		return p;
	return p - 1 + sprintf(p - 1, "%c%02ld:%02ld", zone < 0 ? '-' : '+', minutes / 60 % 100,
	               minutes % 60);
}

void show_put_range(const struct show *s, struct out_buffer *b, int64_t start, int64_t end,
                    const char *to, int is_dated)
{
	char from[SHOW_TIME_SIZE], until[SHOW_TIME_SIZE];
	int width = end > start && end - start < MINUTE ? 8 : 5;

	show_put_time(s, from, start);
	show_put_time(s, until, end);
	is_dated |= end - start > HALF_DAY;
	if (is_dated)
		out_printf(b, "%.10s ", from);
	out_printf(b, "%.*s", width, from + 11);
	if (end <= start)
		return;
	out_str(b, to);
	if (is_dated && memcmp(from, until, 10) != 0)
		out_printf(b, "%.10s ", until);
	out_printf(b, "%.*s", width, until + 11);
}

static const struct format *show_data(const struct show *s)
{
	return s->options->data ? s->options->data : s->options->format;
}

static void show_put_number(struct out_buffer *b, const struct cell_value *v)
{
	int64_t whole;

	if (v->type == SQLITE_INTEGER) {
		b->p = out_put_i64(out_room(b, OUT_SLACK), v->integer);
		return;
	}
	whole = v->real < 9e15 && v->real > -9e15 ? (int64_t)v->real : 0;
	if (!((double)whole < v->real) && !((double)whole > v->real)) {
		b->p = out_put_i64(out_room(b, OUT_SLACK), whole);
		return;
	}
	labels_put_number(b, v->real);
}

void show_put_cell(struct show *s, const char *name, const struct cell_value *v)
{
	const struct format *f = show_data(s);
	struct out_buffer *b = &s->b;
	int is_json = f == &format_json;

	if (s->members++)
		out_char(b, f == &format_tsv ? '\t' : ',');
	else if (is_json)
		out_char(b, '{');
	if (is_json) {
		out_json_string(b, name);
		out_char(b, ':');
	}
	if (v->type == SQLITE_TEXT && is_json)
		out_json_string(b, v->text);
	else if (v->type == SQLITE_TEXT)
		(f == &format_tsv ? out_tsv : out_csv)(b, v->text, v->length, 0);
	else if (v->type != SQLITE_NULL)
		show_put_number(b, v);
	else if (is_json)
		out_str(b, "null");
}

void show_put_text(struct show *s, const char *name, const char *text)
{
	struct cell_value v = { .type = SQLITE_NULL };

	if (text)
		cell_text(&v, text, strlen(text));
	show_put_cell(s, name, &v);
}

void show_put_real(struct show *s, const char *name, double v)
{
	show_put_cell(s, name, &(struct cell_value){ .type = isnan(v) ? SQLITE_NULL : SQLITE_FLOAT,
	                                    .real = v });
}

void show_end_cells(struct show *s)
{
	out_str(&s->b, show_data(s) == &format_json ? "}\n" : "\n");
	s->members = 0;
}

void labels_put_quoted(struct out_buffer *b, const char *s, size_t n)
{
	size_t i;

	out_char(b, '"');
	for (i = 0; i < n; i++) {
		if (s[i] == '"' || s[i] == '\\' || s[i] == '\n')
			out_char(b, '\\');
		out_char(b, s[i] == '\n' ? 'n' : s[i]);
	}
	out_char(b, '"');
}

int labels_is_metric(const struct queries *q, size_t query, size_t column)
{
	const struct report *r = q->list[query].report;
	size_t i, k;

	if (!report_is_metric(&r->columns[column]))
		return 0;
	for (i = 0; i < query; i++) {
		const struct report *before = q->list[i].report;

		for (k = 0; k < before->ncolumns; k++)
			if (report_is_metric(&before->columns[k]) &&
			    strcmp(before->columns[k].metric, r->columns[column].metric) == 0)
				return 0;
	}
	return 1;
}

void labels_each(const struct query *q, const struct show_span *span, size_t row, labels_put *put,
                 struct out_buffer *b)
{
	const struct report *r = q->report;
	const struct cell_value *cells = rows_at(&q->rows, row);
	char number[NUMBER_SIZE];
	size_t i;

	if (*span->system)
		put(b, "system", span->system, strlen(span->system));
	for (i = 0; i < r->ncolumns; i++) {
		const struct report_column *c = &r->columns[i];
		double v = 0;

		if (c->role != REPORT_KEY || !c->metric)
			continue;
		if (cells[i].type == SQLITE_TEXT && cells[i].length > 0)
			put(b, c->metric, cells[i].text, cells[i].length);
		else if (rows_number(&cells[i], &v) == 0)
			put(b, c->metric, number, number_put_digits(number, v));
	}
}

struct labelled *labelled_take(struct labelled_list *all, struct out_buffer *b)
{
	long i = -1;

	out_char(b, '\0');
	if (!b->error && ARRAY_EXTEND(all->list, all->room, all->labels.n + 1) == 0)
		i = texts_number(&all->labels, b->buf, all->labels.n);
	return i < 0 ? NULL : &all->list[i];
}

void labelled_done(struct labelled_list *all)
{
	size_t i;

	for (i = 0; i < all->room; i++) {
		spool_chain_done(&all->list[i].rows);
		free(all->list[i].sums);
	}
	texts_done(&all->labels);
	free(all->list);
}

double labels_value(const struct report_column *c, const struct cell_value *v)
{
	double value = rows_double(v) * c->scale;

	return isfinite(value) ? value : NAN;
}

void labels_put_number(struct out_buffer *b, double v)
{
	out_room(b, NUMBER_SIZE);
	b->p += number_put_digits(b->p, v);
}

int labels_count(struct labelled *of, int is_new, const struct report *r,
                 const struct cell_value *cells, const struct show_span *span)
{
	size_t i;

	if (!of->sums) {
		of->sums = malloc((r->counters.n + 1) * sizeof *of->sums);
		is_new = 1;
	}
	if (!of->sums)
		return -1;
	for (i = 0; i < r->counters.n; i++) {
		unsigned column = r->counters.list[i].column;
		double *sum = &of->sums[i], v = labels_value(&r->columns[column], &cells[column]);

		if (is_new)
			*sum = (double)NAN;
		if (span->seconds <= 0 || isnan(v))
			continue;
		if (isnan(*sum))
			*sum = 0;
		*sum += v > 0 ? v * span->seconds : 0;
	}
	return 0;
}

/* ---- Columns of text ---- */

void line_left(struct grid_line *l, const char *text, size_t width)
{
	grid_line_begin(l);
	grid_line_pad(l, out_safe(l->b, text), width);
}

size_t line_fitting(const struct report *r, size_t at, size_t room)
{
	for (; at < r->ncolumns; at++) {
		if (!report_is_shown(&r->columns[at]))
			continue;
		if (room <= r->columns[at].width) /* the column also needs a blank before it */
			break;
		room -= r->columns[at].width + 1;
	}
	return at;
}

void line_headings(struct grid_line *l, const struct report *r, size_t at, size_t end)
{
	const struct report_column *c;

	for (c = r->columns + at; c < r->columns + end; c++) {
		if (!report_is_shown(c))
			continue;
		if (c->decimals < 0)
			line_left(l, c->name, c->width);
		else
			grid_line_put(l, c->name, strlen(c->name), c->width, 1);
	}
	out_char(l->b, '\n');
}

void line_values(struct grid_line *l, const struct report *r, const struct cell_value *row,
                 size_t at, size_t end)
{
	const struct report_column *c;

	for (c = r->columns + at; c < r->columns + end; c++) {
		if (!report_is_shown(c))
			continue;
		if (c->role == REPORT_KEY && keys_are_total(r, row))
			grid_line_put(l, "all", 3, c->width, 1);
		else
			line_value(l, c, &row[c - r->columns]);
	}
	out_char(l->b, '\n');
}

static void line_wrap(struct wrapped *w, const char *text)
{
	wrap_words(w, text, strlen(text));
}

void line_put_doubts(struct out_buffer *b, const struct query *q, size_t width)
{
	const struct report *r = q->report;
	struct wrapped w = {
		.put = out_wrapped,
		.to = b,
		.width = width < DOUBTS_WIDTH ? width : DOUBTS_WIDTH,
	};
	const char *lead = "Inferred: ";
	size_t i;

	for (i = 0; i < r->ncolumns; i++)
		if (report_is_shown(&r->columns[i]) && r->columns[i].basis == REPORT_INFERRED) {
			line_wrap(&w, lead);
			line_wrap(&w, r->columns[i].name);
			lead = " ";
		}
	if (q->unproven) {
		if (*lead == ' ')
			line_wrap(&w, ".  Not proven: see --explain=");
		else
			line_wrap(&w, "Not proven: see --explain=");
		line_wrap(&w, r->name);
		lead = " ";
	}
	if (*lead == ' ') {
		line_wrap(&w, ".");
		out_char(b, '\n');
	}
}

void line_value(struct grid_line *l, const struct report_column *c, const struct cell_value *v)
{
	char text[NUMBER_SIZE] = "-";
	int decimals = report_decimals(c);
	double number;
	size_t n = 1;

	if (v->type == SQLITE_TEXT) {
		line_left(l, v->text, c->width);
		return;
	}
	if (rows_number(v, &number) == 0) {
		n = number_put(text, number, decimals);
		/* Print fewer decimals rather than a number that is wider than its column. */
		while (n > c->width && decimals > 0)
			n = number_put(text, number, --decimals);
	}
	text[n] = '\0';
	if (c->decimals < 0)
		line_left(l, text, c->width);
	else
		grid_line_put(l, text, n, c->width, 1);
}
