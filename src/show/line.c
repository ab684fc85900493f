/* line.c: print cells of reports as aligned columns. */
#include "config.h"

#include "show/line.h"

#include <string.h>

#include "cli/escape.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "show/format.h"
#include "stat/number.h"

#define DOUBTS_WIDTH 101u /* characters of a line of line_put_doubts(), with its newline */

/* Return the number of blanks that fill a text of W characters to WIDTH, less L->over, which wider
 * cells have used up. */
static size_t line_fill(struct line *l, size_t w, size_t width)
{
	size_t blanks = width > w ? width - w : 0, taken = blanks < l->over ? blanks : l->over;

	l->over += w > width ? w - width : 0;
	l->over -= taken;
	return blanks - taken;
}

void line_blanks(struct out_buffer *b, size_t n)
{
	while (n-- > 0)
		out_char(b, ' ');
}

void line_padding(struct line *l)
{
	line_blanks(l->b, l->pad);
	l->pad = 0;
}

void line_right(struct line *l, const char *text, size_t n, size_t width)
{
	line_padding(l);
	out_char(l->b, ' ');
	line_blanks(l->b, line_fill(l, width_of(text, n), width));
	out_bytes(l->b, text, n);
}

void line_left(struct line *l, const char *text, size_t width)
{
	line_padding(l);
	out_char(l->b, ' ');
	l->pad = line_fill(l, out_safe(l->b, text), width);
}

void line_heading(struct line *l, const struct report_column *c)
{
	if (c->decimals < 0)
		line_left(l, c->name, c->width);
	else
		line_right(l, c->name, strlen(c->name), c->width);
}

static void line_wrap(struct wrapped *w, const char *text)
{
	wrap_words(w, text, strlen(text));
}

void line_put_doubts(struct out_buffer *b, const struct query *q, size_t width)
{
	const struct report *r = q->report;
	struct wrapped w = { .put = out_wrapped,
		             .to = b,
		             .width = width < DOUBTS_WIDTH ? width : DOUBTS_WIDTH };
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

void line_value(struct line *l, const struct report_column *c, const struct cell_value *v)
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
		/* Print fewer decimals if the number is wider than its column: the lines of the
		 * table must stay aligned. */
		while (n > c->width && decimals > 0)
			n = number_put(text, number, --decimals);
	}
	text[n] = '\0';
	if (c->decimals < 0)
		line_left(l, text, c->width);
	else
		line_right(l, text, n, c->width);
}
