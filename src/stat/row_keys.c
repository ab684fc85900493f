/* row_keys.c: the keys of rows of reports. */
#include "config.h"

#include "stat/row_keys.h"

int keys_are_total(const struct report *r, const struct cell_value *row)
{
	int numbers = 0;
	size_t i;

	for (i = 0; i < r->ncolumns; i++) {
		if (r->columns[i].role != REPORT_KEY)
			continue;
		if (row[i].type != SQLITE_NULL)
			return 0;
		numbers |= r->columns[i].decimals >= 0;
	}
	return numbers;
}

void keys_put(struct out_buffer *b, const struct report *r, const struct cell_value *row)
{
	int has_label = row && r->label >= 0 && row[r->label].type == SQLITE_TEXT;
	size_t i;

	b->p = b->buf;
	if (has_label)
		out_bytes(b, row[r->label].text, row[r->label].length);
	for (i = 0; row && !has_label && i < r->ncolumns; i++) {
		if (r->columns[i].role != REPORT_KEY)
			continue;
		if (b->p > b->buf)
			out_char(b, ' ');
		out_str(b, r->columns[i].name);
		out_char(b, ' ');
		if (row[i].type == SQLITE_TEXT)
			out_bytes(b, row[i].text, row[i].length);
		else if (row[i].type == SQLITE_INTEGER)
			b->p = out_put_i64(out_room(b, OUT_SLACK), row[i].integer);
		else if (row[i].type == SQLITE_FLOAT)
			out_printf(b, "%g", row[i].real);
		else
			out_char(b, '-');
	}
	out_char(b, '\0');
}
