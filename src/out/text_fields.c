/* text_fields.c: the format text: one line per field. */
#include "config.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/find.h"
#include "cli/escape.h"
#include "cli/terminal.h"
#include "out/formats.h"
#include "out/headings.h"
#include "out/text_fields.h"

/* Maximum number of bytes of descriptions for a record of N bytes, so that the output stays
 * proportional to the data. */
#define EXPLAIN_MOST(n) ((uint64_t)(n) * 64 + 65536)
#define VALUE_COLUMN 14u
#define DISTANCE 3u
/* Minimum number of characters of a description: if a line has less room, omit the description. */
#define SEEN_MIN 8u
#define COLUMN_MIN 10u
/* Maximum widths in characters of the name column and of the indentation. A longer name moves the
 * value to the right. */
#define COLUMN_MAX 100u
#define INDENT_MAX 100u

static unsigned count_digits(uint32_t n)
{
	return n < 10 ? 1 : 1 + count_digits(n / 10);
}

static unsigned longest_name(const struct out_worker *w, const struct monread_structure *s)
{
	const struct monread_field *f;
	unsigned longest = 0, n;
	size_t i;

	MR_EACH(i, f, monread_structure_field, s) {
		if (f->flags & MONREAD_HEADER ||
		    (!w->settings->all && (f->flags & (MONREAD_RESERVED | MONREAD_MARKER) ||
		                           f->format == MONREAD_GROUP)))
			continue;
		n = f->name_len < COLUMN_MAX ? f->name_len : COLUMN_MAX;
		n += f->dim_count ? 2 + count_digits(f->dim_first + f->dim_count - 1) : 0;
		if (n > longest)
			longest = n;
	}
	return longest;
}

static unsigned work_out_column(const struct out_worker *w, const struct monread_layout *l)
{
	const struct monread_structure *s;
	unsigned longest = 0, n;
	size_t i;

	MR_EACH(i, s, monread_layout_structure, l) {
		n = longest_name(w, s);
		longest = n > longest ? n : longest;
	}
	longest += 2;
	if (longest < COLUMN_MIN)
		return COLUMN_MIN;
	return longest > COLUMN_MAX ? COLUMN_MAX : longest;
}

static unsigned text_column_of(struct out_worker *w, struct text *t, const struct monread_layout *l)
{
	if (ARRAY_EXTEND(t->columns, t->ncolumns, l->id + 1u)) {
		out_no_memory(w);
		return COLUMN_MIN;
	}
	if (!t->columns[l->id])
		t->columns[l->id] = (unsigned short)work_out_column(w, l);
	return t->columns[l->id];
}

static inline char *put_name(struct out_worker *w, const struct text *t, const char *name,
                             size_t len, uint32_t offset, uint32_t length)
{
	char *p = out_put_place(out_room(&w->b, OUT_PIECE), offset, length);

	p = out_put_blanks(p, t->indent < INDENT_MAX ? t->indent : INDENT_MAX);
	p = out_put_chars(p, name, len);
	return out_put_blanks(p, len + 2 <= t->column ? t->column - len : 2);
}

char *text_put_name(struct out_worker *w, const struct text *t, const char *name, size_t len,
                    uint32_t offset, uint32_t length)
{
	return put_name(w, t, name, len, offset, length);
}

/* Write the name of a list element with its index, such as NAME(2). */
static char *put_element(struct out_worker *w, const struct text *t, const struct monread_value *v)
{
	char name[MONREAD_NAME_MAX + 2 * OUT_SLACK + 8], *p = name;

	p = out_put_chars(p, v->field->name, v->field->name_len);
	*p++ = '(';
	p = out_put_u64(p, v->index);
	*p++ = ')';
	return put_name(w, t, name, (size_t)(p - name), v->offset, v->length);
}

/* If any bits of the value V equal IS_ON (0 or 1), write LEAD and the names of these bits. */
static void text_put_bits(struct out_buffer *b, const struct monread_value *v, size_t skip,
                          const char *lead, int is_on)
{
	const struct monread_bit *bit;
	size_t i;

	MR_EACH(i, bit, monread_field_bit, v->field) {
		if (!out_bit_shown(bit) || (out_bit_value(v, bit) == bit->mask) != is_on)
			continue;
		out_str(b, lead);
		out_str(b, strncmp(bit->name, v->field->name, skip) == 0 ? bit->name + skip :
		                                                           bit->name);
		lead = " ";
	}
}

void text_put_names(struct out_worker *w, const struct monread_value *v, size_t skip)
{
	const char *meaning = v->field->nmeanings ? monread_value_text(v) : NULL;

	if (meaning) {
		out_str(&w->b, "  ");
		out_safe(&w->b, meaning);
	}
	if (v->format != MONREAD_BITS)
		return;
	text_put_bits(&w->b, v, skip, "  ", 1);
	if (w->settings->all)
		text_put_bits(&w->b, v, skip, "  off: ", 0);
}

/* ---- Lines ---- */

static unsigned explain_column_of(const struct text *t)
{
	return TEXT_PLACES + t->indent + t->column + VALUE_COLUMN;
}

/* Append the description TEXT to the line in B, at column COLUMN or later. Cut the description at
 * column LIMIT (0: no limit), but do not cut the text that is already in B. */
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

void text_begin_line(struct out_worker *w)
{
	struct text *t = w->state;

	if (!w->settings->explain)
		return;
	t->line.p = t->line.buf;
	text_divert(w, &t->line);
}

void text_end_line(struct out_worker *w, unsigned column, const char *text)
{
	struct text *t = w->state;
	struct out_buffer *b = &t->line;
	size_t length;

	if (w->settings->explain) {
		length = strlen(text);
		text_divert(w, b);
		if (length > 0 && length <= t->explained && b->p > b->buf) {
			t->explained -= length;
			put_description(b, w->settings->width, column, text);
		}
		out_bytes(&w->b, b->buf, (size_t)(b->p - b->buf));
		if (b->error)
			out_no_memory(w);
	}
	out_char(&w->b, '\n');
}

/* ---- Fields ---- */

/* Write the offset, length, name and value of a field. Return the end of the text. */
static inline char *put_line(struct out_worker *w, const struct monread_value *v)
{
	const struct text *t = w->state;
	char *p = t->in_list ?
	                  put_element(w, t, v) :
	                  put_name(w, t, v->field->name, v->field->name_len, v->offset, v->length);

	if (v->format == MONREAD_GROUP)
		while (p[-1] == ' ')
			p--;
	return out_put_value(w, &t->style, p, v);
}

/* Each caller passes a constant as EXPLAINS, so that --explain costs no time if it is not used. */
static inline int __attribute__((always_inline))
put_field(struct out_worker *w, const struct monread_value *v, int explains)
{
	const struct monread_field *f = v->field;
	char *p;

	if (explains)
		text_begin_line(w);
	p = put_line(w, v);
	/* Omit the unit of a rate, because f->unit is the unit of the counter. */
	if (explains && f->unit[0] && v->format == f->format) {
		*p = ' ';
		w->b.p = p + 1;
		out_safe(&w->b, f->unit);
		p = out_room(&w->b, OUT_VALUE_LEFT);
	}
	if (f->flags & MONREAD_UNPROVEN && v->format != MONREAD_GROUP) {
		memcpy(p, " ?", 2);
		p += 2;
	}
	w->b.p = p;
	if (f->nmeanings || f->nbits)
		text_put_names(w, v, 0);
	if (f->flags & MONREAD_COUNTDOWN)
		out_str(&w->b,
		        v->format == MONREAD_HEX ? "  beyond its start" : "  used (counts down)");
	if (explains)
		text_end_line(w, explain_column_of(w->state), f->text);
	else
		out_char(&w->b, '\n');
	return 0;
}

static int text_field(void *arg, const struct monread_value *v)
{
	return put_field(arg, v, 0);
}

static int explain_field(void *arg, const struct monread_value *v)
{
	return put_field(arg, v, 1);
}

static int text_begin_level(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	struct text *t = w->state;
	const struct monread_value *v = place->value;
	const char *text = "";
	char *p;

	if (place->level == MONREAD_LEVEL_LIST)
		t->in_list = 1;
	if (place->level == MONREAD_LEVEL_ARRAY || place->level == MONREAD_LEVEL_LIST)
		return 0;
	if (v->field)
		text = v->field->text;
	else if (place->level == MONREAD_LEVEL_PAYLOAD)
		text = place->layout->title;
	text_begin_line(w);
	p = put_name(w, t, place->name, strlen(place->name), v->offset, v->length);
	if (place->level == MONREAD_LEVEL_ENTRY) {
		*p++ = '[';
		p = out_put_u64(p, v->index);
		*p++ = ']';
	} else {
		while (p[-1] == ' ')
			p--;
	}
	w->b.p = p;
	text_end_line(w, explain_column_of(t), text);
	t->indent += 2;
	if (t->depth < TEXT_DEPTH_MAX)
		t->outer[t->depth] = t->column;
	t->depth++;
	if (place->level == MONREAD_LEVEL_PAYLOAD)
		t->column = text_column_of(w, t, place->layout);
	return 0;
}

static int text_end_level(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	struct text *t = w->state;

	if (place->level == MONREAD_LEVEL_LIST) {
		t->in_list = 0;
	} else if (place->level != MONREAD_LEVEL_ARRAY) {
		t->indent -= 2;
		t->depth--;
		if (t->depth < TEXT_DEPTH_MAX)
			t->column = t->outer[t->depth];
	}
	return 0;
}

static int text_gap(void *arg, const struct monread_value *v)
{
	out_undescribed(arg, "gap", v->bytes, v->offset, v->length);
	return 0;
}

static int text_tail(void *arg, const struct monread_value *v)
{
	out_undescribed(arg, "tail", v->bytes, v->offset, v->length);
	return 0;
}

/* ---- Records ---- */

static int text_problem(void *arg, const char *text)
{
	out_problem_line(arg, text);
	return out_tell_problem(arg, text);
}

/* Write the line " Hex Len Field Value". */
static void text_put_columns(struct out_worker *w, const struct text *t)
{
	char *p = out_put_chars(out_room(&w->b, OUT_PIECE), "  Hex  Len  Field", 17);

	p = out_put_blanks(p, t->column > 5 ? t->column - 5 : 2);
	w->b.p = out_put_chars(p, "Value\n", 6);
}

static int text_record(struct out_worker *w, const struct out_record *r)
{
	struct monread_emit emit = { .size = sizeof emit,
		                     .field = text_field,
		                     .begin = text_begin_level,
		                     .end = text_end_level,
		                     .gap = text_gap,
		                     .tail = text_tail,
		                     .problem = text_problem };
	const struct monread_layout *l = r->layout;
	struct text *t = w->state;

	out_set_heading(w, r);
	out_record_heading(w, r);
	if (!l || l->nstructures == 0) {
		out_undescribed(w, "data", r->ev->bytes + 20, 20, (uint32_t)r->ev->length - 20);
		return 0;
	}
	t->indent = t->depth = 0;
	t->column = text_column_of(w, t, l);
	t->in_list = 0;
	t->explained = EXPLAIN_MOST(r->ev->length);
	if (monread_layout_structure(l, 0)->length > 20 || l->narrays)
		text_put_columns(w, t);
	if (w->settings->explain)
		emit.field = explain_field;
	if (t->wide)
		wide_replace(t->wide, &emit);
	return out_decode(w, r, &emit);
}

static void text_end_state(struct out_worker *w)
{
	struct text *t = w->state;

	free(t->columns);
	out_buffer_done(&t->line);
	wide_free(t->wide);
}

static int text_begin_state(struct out_worker *w)
{
	struct text *t = w->state;
	int failed = w->settings->explain && out_buffer_init(&t->line, OUT_MEMORY);

	out_style_init(&t->style, w->settings->codepage, OUT_PLAIN, '\0', OUT_STYLE_REMARKS);
	if (!failed && w->settings->wide) {
		t->wide = wide_new();
		failed = !t->wide;
	}
	if (!failed)
		return 0;
	text_end_state(w);
	return out_no_memory(w);
}

const struct out_format out_text_format = {
	.name = "text",
	.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE | OUT_TAKES_WIDE |
	         OUT_TAKES_DELTA,
	.state_size = sizeof(struct text),
	.begin = text_begin_state,
	.end = text_end_state,
	.head = out_file_heading,
	.record = text_record,
};
