/* data.c: the formats csv, tsv and json, for other programs. Headings of reports are the names of columns and keys. */
#include "config.h"

#include "stat/format.h"

#include <stdlib.h>
#include <string.h>

#include "cli/escape.h"
#include "sql/result.h"
#include "stat/number.h"

typedef void put_text(struct out_buffer *b, const char *s, size_t n);

/* Old names of columns are for programs that still use them. */
static int has(const struct report_column *c)
{
	return c->role != REPORT_HIDDEN;
}

/* ---- CSV and TSV ---- */

static put_text *put_of(const struct show *s)
{
	return s->format == &format_tsv ? result_put_tsv : result_put_csv;
}

static void put_separator(struct show *s)
{
	out_char(&s->b, s->format == &format_tsv ? '\t' : ',');
}

static int begin_lines(struct show *s)
{
	const struct report *r = s->queries->list[0].report;
	size_t i;

	out_str(&s->b, "system");
	put_separator(s);
	out_str(&s->b, "time");
	put_separator(s);
	out_str(&s->b, "int");
	for (i = 0; i < r->ncolumns; i++) {
		if (!has(&r->columns[i]))
			continue;
		put_separator(s);
		put_of(s)(&s->b, r->columns[i].name, strlen(r->columns[i].name));
	}
	out_char(&s->b, '\n');
	return 0;
}

static void put_number(struct out_buffer *b, const struct cell_value *v)
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
	out_room(b, NUMBER_SIZE);
	b->p += number_put_digits(b->p, v->real);
}

static void put_seconds(struct out_buffer *b, double seconds)
{
	struct cell_value v = { .type = SQLITE_FLOAT, .real = seconds };

	if (seconds > 0)
		put_number(b, &v);
}

static void put_line(struct show *s, const struct query *q, const struct show_span *span, const char *time, size_t row)
{
	put_text *put = put_of(s);
	const struct report *r = q->report;
	const struct cell_value *cells = rows_at(&q->rows, row);
	size_t i;

	put(&s->b, span->system, strlen(span->system));
	put_separator(s);
	out_str(&s->b, time);
	put_separator(s);
	put_seconds(&s->b, span->seconds);
	for (i = 0; i < r->ncolumns; i++) {
		if (!has(&r->columns[i]))
			continue;
		put_separator(s);
		if (cells[i].type == SQLITE_TEXT)
			put(&s->b, cells[i].text, cells[i].length);
		else if (cells[i].type != SQLITE_NULL)
			put_number(&s->b, &cells[i]);
	}
	out_char(&s->b, '\n');
}

static int put_lines(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	char time[SHOW_TIME_SIZE];
	size_t i;

	show_put_time(s, time, span->end);
	for (i = 0; i < n && !show_passes(q, span); i++)
		put_line(s, q, span, time, order[i]);
	return 0;
}

/* ---- JSON ---- */

static void put_object(struct show *s, const struct query *q, const struct show_span *span, size_t row)
{
	const struct report *r = q->report;
	const struct cell_value *cells = rows_at(&q->rows, row);
	struct out_buffer *b = &s->b;
	char time[SHOW_TIME_SIZE];
	size_t i;

	out_str(b, "{\"report\":");
	out_json_string(b, r->name);
	out_str(b, ",\"system\":");
	if (*span->system)
		out_json_string(b, span->system);
	else
		out_str(b, "null");
	show_put_time(s, time, span->end);
	out_printf(b, ",\"time\":\"%s\",\"int\":", time);
	if (span->seconds > 0)
		put_seconds(b, span->seconds);
	else
		out_str(b, "null");
	for (i = 0; i < r->ncolumns; i++) {
		if (!has(&r->columns[i]))
			continue;
		out_char(b, ',');
		out_json_string(b, r->columns[i].name);
		out_char(b, ':');
		if (cells[i].type == SQLITE_TEXT)
			out_json_string(b, cells[i].text);
		else if (cells[i].type == SQLITE_NULL)
			out_str(b, "null");
		else
			put_number(b, &cells[i]);
	}
	out_str(b, "}\n");
}

static int json_rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	size_t i;

	for (i = 0; i < n && !show_passes(q, span); i++)
		put_object(s, q, span, order[i]);
	return 0;
}

const struct format format_csv = {
	.name = "csv", .one_report = 1, .totals = 1, .as_is = 1, .unused = "time", .begin = begin_lines, .rows = put_lines,
	.end_span = show_flush,
};

const struct format format_tsv = {
	.name = "tsv", .one_report = 1, .totals = 1, .as_is = 1, .unused = "time", .begin = begin_lines, .rows = put_lines,
	.end_span = show_flush,
};

const struct format format_json = {
	.name = "json", .totals = 1, .rows = json_rows, .end_span = show_flush,
};
