/* data.c: reports for other programs: CSV, TSV and JSON, with the headings as names of columns and keys. */
#include "config.h"

#include "stat/format.h"

#include <stdlib.h>
#include <string.h>

#include "cli/escape.h"
#include "sql/result.h"
#include "stat/number.h"

typedef void put_text(struct out_buffer *b, const char *s, size_t n);

/* ---- CSV and TSV ---- */

static void put_line_head(struct show *s, char separator, put_text *put)
{
	const struct report *r = s->queries->list[0].report;
	size_t i;

	out_str(&s->b, "system");
	out_char(&s->b, separator);
	out_str(&s->b, "time");
	out_char(&s->b, separator);
	out_str(&s->b, "int");
	for (i = 0; i < r->ncolumns; i++) {
		if (!show_has(&r->columns[i]))
			continue;
		out_char(&s->b, separator);
		put(&s->b, r->columns[i].name, strlen(r->columns[i].name));
	}
	out_char(&s->b, '\n');
}

static int begin_csv(struct show *s)
{
	put_line_head(s, ',', result_put_csv);
	return 0;
}

static int begin_tsv(struct show *s)
{
	put_line_head(s, '\t', result_put_tsv);
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

static void put_line(struct show *s, const struct query *q, const struct show_span *span, const char *time, size_t row,
                     char separator, put_text *put)
{
	const struct report *r = q->report;
	const struct cell_value *cells = rows_at(&q->rows, row);
	size_t i;

	put(&s->b, span->system, strlen(span->system));
	out_char(&s->b, separator);
	out_str(&s->b, time);
	out_char(&s->b, separator);
	put_seconds(&s->b, span->seconds);
	for (i = 0; i < r->ncolumns; i++) {
		if (!show_has(&r->columns[i]))
			continue;
		out_char(&s->b, separator);
		if (cells[i].type == SQLITE_TEXT)
			put(&s->b, cells[i].text, cells[i].length);
		else if (cells[i].type != SQLITE_NULL)
			put_number(&s->b, &cells[i]);
	}
	out_char(&s->b, '\n');
}

static int put_lines(struct show *s, const struct query *q, const struct show_span *span, const size_t *order, size_t n,
                     char separator, put_text *put)
{
	char time[SHOW_TIME_SIZE];
	size_t i;

	if (show_passes(q, span))
		return 0;
	show_put_time(s, time, span->end);
	for (i = 0; i < n; i++)
		put_line(s, q, span, time, order[i], separator, put);
	return 0;
}

static int csv_rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	return put_lines(s, q, span, order, n, ',', result_put_csv);
}

static int tsv_rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	return put_lines(s, q, span, order, n, '\t', result_put_tsv);
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
		if (!show_has(&r->columns[i]))
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
	.name = "csv", .one_report = 1, .as_is = 1, .begin = begin_csv, .rows = csv_rows, .end_span = show_flush,
};

const struct format format_tsv = {
	.name = "tsv", .one_report = 1, .as_is = 1, .begin = begin_tsv, .rows = tsv_rows, .end_span = show_flush,
};

const struct format format_json = {
	.name = "json", .rows = json_rows, .end_span = show_flush,
};
