/* data.c: print rows in the formats csv, tsv and json, and in the line protocol of InfluxDB. */
#include "config.h"

#include "show/format.h"

/* Return 1 if the column C is printed. This includes columns of the role REPORT_OLD, which repeat a
 * column under an earlier name, because programs may use this name. */
static int has(const struct report_column *c)
{
	return c->role != REPORT_HIDDEN;
}

static int data_begin_lines(struct show *s)
{
	const struct report *r = s->queries->list[0].report;
	size_t i;

	show_put_text(s, "", "system");
	show_put_text(s, "", "time");
	show_put_text(s, "", "int");
	for (i = 0; i < r->ncolumns; i++)
		if (has(&r->columns[i]))
			show_put_text(s, "", r->columns[i].name);
	show_put_text(s, "", "start");
	show_end_cells(s);
	return 0;
}

static int data_rows(struct show *s, struct query *q, const struct show_span *span)
{
	static const struct cell_value all = { .type = SQLITE_TEXT, .text = "all", .length = 3 };
	const struct report *r = q->report;
	char time[SHOW_TIME_SIZE], start[SHOW_TIME_SIZE];
	int has_length = span->seconds > 0;
	size_t i, k;

	show_put_time(s, time, span->end);
	show_put_time(s, start, show_start(span));
	for (i = 0; i < s->n && !show_passes(q, span); i++) {
		const struct cell_value *row = rows_at(&q->rows, s->order[i]);
		int is_total = keys_are_total(r, row);

		if (s->options->format == &format_json)
			show_put_text(s, "report", r->name);
		show_put_text(s, "system", *span->system ? span->system : NULL);
		show_put_text(s, "time", time);
		show_put_real(s, "int", has_length ? span->seconds : NAN);
		for (k = 0; k < r->ncolumns; k++) {
			const struct report_column *c = &r->columns[k];

			if (has(c))
				show_put_cell(s, c->name,
				              is_total && c->role == REPORT_KEY ? &all : &row[k]);
		}
		show_put_text(s, "start", has_length ? start : NULL);
		show_end_cells(s);
	}
	return 0;
}

#define TABLE_FORMAT \
	.one_report = 1, .totals = 1, .as_is = 1, .begin = data_begin_lines, .rows = data_rows

const struct format format_csv = { .name = "csv", TABLE_FORMAT };
const struct format format_tsv = { .name = "tsv", TABLE_FORMAT };

const struct format format_json = { .name = "json", .totals = 1, .rows = data_rows };

/* ---- influx: one point per row ---- */

/* Print the N bytes of the text S, with a backslash before each comma, equal sign and blank. The
 * line protocol cannot express a newline, or a backslash before such a character: print a question
 * mark instead. */
static void put_word(struct out_buffer *b, const char *s, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		char c = s[i];

		if (c == '\n' || c == '\r' ||
		    (c == '\\' && (i + 1 == n || strchr(",= \\", s[i + 1]))))
			c = '?';
		if (c == ',' || c == '=' || c == ' ')
			out_char(b, '\\');
		out_char(b, c);
	}
}

static void put_tag(struct out_buffer *b, const char *name, const char *value, size_t n)
{
	out_char(b, ',');
	put_word(b, name, strlen(name));
	out_char(b, '=');
	put_word(b, value, n);
}

/* Print the text before field number N of a row: the measurement and its tags before field 0, a
 * comma before other fields. So a row without fields prints nothing. */
static void put_begin(struct out_buffer *b, const struct query *q, const struct show_span *span,
                      size_t row, unsigned n)
{
	if (n) {
		out_char(b, ',');
		return;
	}
	out_str(b, "zvm_");
	put_word(b, q->report->name, strlen(q->report->name));
	labels_each(q, span, row, put_tag, b);
	out_char(b, ' ');
}

/* Print the fields of a row: metrics, in base units, and texts. Also print the label of an event,
 * because many events have no other text. Returns the number of fields. */
static unsigned put_fields(struct out_buffer *b, const struct query *q,
                           const struct show_span *span, size_t row)
{
	const struct report *r = q->report;
	const struct cell_value *cells = rows_at(&q->rows, row);
	unsigned n = 0;
	size_t i;

	for (i = 0; i < r->ncolumns; i++) {
		const struct report_column *c = &r->columns[i];

		if (report_is_metric(c) && !isnan(labels_value(c, &cells[i]))) {
			put_begin(b, q, span, row, n++);
			out_str(b, c->metric);
			out_char(b, '=');
			labels_put_number(b, labels_value(c, &cells[i]));
		} else if (cells[i].type == SQLITE_TEXT && (c->role == REPORT_TEXT ||
		            (r->show.events && r->label == (int)i))) {
			put_begin(b, q, span, row, n++);
			put_word(b, c->name, strlen(c->name));
			out_char(b, '=');
			labels_put_quoted(b, cells[i].text, cells[i].length);
		}
	}
	return n;
}

static int influx_rows(struct show *s, struct query *q, const struct show_span *span)
{
	struct out_buffer *b = &s->b;
	size_t i;

	for (i = 0; i < s->n && !show_passes(q, span); i++)
		if (put_fields(b, q, span, s->order[i]))
			out_printf(b, " %lld000\n", (long long)span->end);
	return 0;
}

const struct format format_influx = {
	.name = "influx",
	.all = 1,
	.unchanged = 1,
	.as_is = 1,
	.unused = WITH_TIMES,
	.rows = influx_rows,
};
