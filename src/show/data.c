/* data.c: print rows in the formats csv, tsv and json. */
#include "config.h"

#include "show/format.h"

#include <math.h>

/* Return 1 if the output has column C. Columns with the role old are for programs that still use
 * earlier names. */
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

		if (s->format == &format_json)
			show_put_text(s, "report", r->name);
		show_put_text(s, "system", *span->system ? span->system : NULL);
		show_put_text(s, "time", time);
		show_put_real(s, "int", has_length ? span->seconds : (double)NAN);
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

#define TABLE_FORMAT                                                                           \
	.one_report = 1, .totals = 1, .as_is = 1, .unused = WITH_TIMES, .begin = data_begin_lines, \
	.rows = data_rows, .end_span = show_flush

const struct format format_csv = { .name = "csv", TABLE_FORMAT };
const struct format format_tsv = { .name = "tsv", TABLE_FORMAT };

const struct format format_json = {
	.name = "json", .totals = 1, .rows = data_rows, .end_span = show_flush,
};
