/* data.c: print rows in the formats csv, tsv and json. run.c calls it through struct format. */
#include "config.h"

#include "stat/format.h"
#include "stat/keys.h"

#include <stdlib.h>
#include <string.h>

#include "cli/escape.h"
#include "sql/result.h"
#include "stat/number.h"

/* Return 1 if the output has column C. Columns with the role old are for programs that still use earlier names. */
static int has(const struct report_column *c)
{
	return c->role != REPORT_HIDDEN;
}

static void put(struct show *s, const char *text, size_t n)
{
	(s->format == &format_tsv ? result_put_tsv : result_put_csv)(&s->b, text, n, 0);
}

static void put_separator(struct show *s)
{
	out_char(&s->b, s->format == &format_tsv ? '\t' : ',');
}

static int begin_lines(struct show *s)
{
	const struct report *r = s->queries->list[0].report;
	size_t i;

	out_str(&s->b, s->format == &format_tsv ? "system\ttime\tint" : "system,time,int");
	for (i = 0; i < r->ncolumns; i++) {
		if (!has(&r->columns[i]))
			continue;
		put_separator(s);
		put(s, r->columns[i].name, strlen(r->columns[i].name));
	}
	put_separator(s);
	out_str(&s->b, "start\n");
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

/* Print a comma or tab, in JSON also the name of C, and the value V. */
static void put_cell(struct show *s, const struct report_column *c, const struct cell_value *v)
{
	struct out_buffer *b = &s->b;
	int is_json = s->format == &format_json;

	if (is_json) {
		out_char(b, ',');
		out_json_string(b, c->name);
		out_char(b, ':');
	} else {
		put_separator(s);
	}
	if (v->type == SQLITE_TEXT && is_json)
		out_json_string(b, v->text);
	else if (v->type == SQLITE_TEXT)
		put(s, v->text, v->length);
	else if (v->type != SQLITE_NULL)
		put_number(b, v);
	else if (is_json)
		out_str(b, "null");
}

static void put_system(struct show *s, const struct report *r, const char *system)
{
	struct out_buffer *b = &s->b;

	if (s->format != &format_json) {
		put(s, system, strlen(system));
		return;
	}
	out_str(b, "{\"report\":");
	out_json_string(b, r->name);
	out_str(b, ",\"system\":");
	if (*system)
		out_json_string(b, system);
	else
		out_str(b, "null");
}

static int rows(struct show *s, struct query *q, const struct show_span *span, const size_t *order, size_t n)
{
	static const struct report_column names[] = { { .name = "time" }, { .name = "int" }, { .name = "start" } };
	const struct report *r = q->report;
	struct cell_value seconds = { .type = span->seconds > 0 ? SQLITE_FLOAT : SQLITE_NULL, .real = span->seconds }, end;
	static const struct cell_value all = { .type = SQLITE_TEXT, .text = "all", .length = 3 };
	struct cell_value start = { .type = SQLITE_NULL };
	char time[SHOW_TIME_SIZE], from[SHOW_TIME_SIZE];
	size_t i, k;

	cell_text(&end, time, (size_t)(show_put_time(s, time, span->end) - time));
	if (span->seconds > 0)
		cell_text(&start, from, (size_t)(show_put_time(s, from, span->start) - from));
	for (i = 0; i < n && !show_passes(q, span); i++) {
		const struct cell_value *row = rows_at(&q->rows, order[i]);
		int is_total = keys_are_total(r, row);

		put_system(s, r, span->system);
		put_cell(s, &names[0], &end);
		put_cell(s, &names[1], &seconds);
		for (k = 0; k < r->ncolumns; k++)
			if (has(&r->columns[k]))
				put_cell(s, &r->columns[k],
				         is_total && r->columns[k].role == REPORT_KEY ? &all
				                                                      : &row[k]);
		put_cell(s, &names[2], &start);
		out_str(&s->b, s->format == &format_json ? "}\n" : "\n");
	}
	return 0;
}

const struct format format_csv = {
	.name = "csv", .one_report = 1, .totals = 1, .as_is = 1, .unused = WITH_TIMES, .begin = begin_lines, .rows = rows,
	.end_span = show_flush,
};

const struct format format_tsv = {
	.name = "tsv", .one_report = 1, .totals = 1, .as_is = 1, .unused = WITH_TIMES, .begin = begin_lines, .rows = rows,
	.end_span = show_flush,
};

const struct format format_json = {
	.name = "json", .totals = 1, .rows = rows, .end_span = show_flush,
};
