/* text_explain.c: adds descriptions after the values of the text format (--explain), cut to the
 * width of the terminal. */
#include "config.h"

#include "out/text_fields.h"

#include "cli/escape.h"
#include "cli/terminal.h"

#define PLACES 12u /* width of "  Hex  Len  " */
#define VALUE_COLUMN 14u
#define DISTANCE 3u
/* If fewer characters than this of a description would be visible, omit the description. */
#define SEEN_MIN 8u

static unsigned explain_column_of(const struct text *t)
{
	return PLACES + t->indent + t->column + VALUE_COLUMN;
}

void explain_begin_line(struct out_worker *w)
{
	struct text *t = w->state;

	t->line.p = t->line.buf;
	text_divert(w, &t->line);
}

/* Append the description TEXT to the line in B, at column COLUMN or later, and cut the description
 * at column LIMIT (0: no limit). Never cut what B already has. */
static void put_description(struct out_buffer *b, unsigned limit, size_t column, const char *text)
{
	size_t width = width_of(b->buf, (size_t)(b->p - b->buf));

	if (column < width)
		column = width;
	if (limit && column + DISTANCE + SEEN_MIN > limit)
		return;
	b->p = out_put_blanks(out_room(b, OUT_PIECE), column + DISTANCE - width);
	out_safe(b, text);
	if (limit)
		b->p = b->buf + width_cut(b->buf, (size_t)(b->p - b->buf), limit);
	while (b->p[-1] == ' ')
		b->p--;
}

void explain_end_line(struct out_worker *w, unsigned column, const char *text)
{
	struct text *t = w->state;
	struct out_buffer *b = &t->line;
	size_t length = strlen(text);

	text_divert(w, b);
	/* If the line already has a newline, remove it, because the description follows. */
	if (b->p > b->buf && b->p[-1] == '\n')
		b->p--;
	if (length > 0 && length <= t->explained && b->p > b->buf) {
		t->explained -= length;
		put_description(b, w->settings->width, column, text);
	}
	out_bytes(&w->b, b->buf, (size_t)(b->p - b->buf));
	out_char(&w->b, '\n');
	if (b->error)
		out_no_memory(w);
}

int explain_field(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;

	explain_begin_line(w);
	text_field(w, v);
	explain_end_line(w, explain_column_of(w->state), v->field->text);
	return 0;
}

/* Return the description of the field or structure at PLACE: the text of the field or, for
 * application data, the title of its layout. */
static const char *explain_text_of(const struct monread_place *place)
{
	if (place->value->field)
		return place->value->field->text;
	return place->level == MONREAD_LEVEL_PAYLOAD ? place->layout->title : "";
}

int explain_begin(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	unsigned column = explain_column_of(w->state);

	if (place->level == MONREAD_LEVEL_ARRAY || place->level == MONREAD_LEVEL_LIST)
		return text_begin(w, place);
	explain_begin_line(w);
	text_begin(w, place);
	explain_end_line(w, column, explain_text_of(place));
	return 0;
}
