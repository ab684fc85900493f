/* text.c: every field on a line of its own. */
#include "config.h"

#include <errno.h>
#include <stdlib.h>

#include "out/format.h"
#include "out/headings.h"
#include "out/names.h"

#define DEPTH_MAX 30u
#define COLUMN_MIN 10u
/* What is reserved for a line has room for these; longer names move the value to the right. */
#define COLUMN_MAX 100u
#define INDENT_MAX 100u
#define NAME_MAX_QUICK 200u
#define PAYLOADS_MAX 16u

struct text {
	struct out_escape ebcdic, ascii;
	unsigned indent;        /* of names, in places */
	unsigned column;        /* width of the column of names */
	unsigned short *columns; /* by layout->id; 0: not worked out */
	size_t ncolumns;
	struct {
		const char *name;
		unsigned column;
	} payloads[PAYLOADS_MAX]; /* of structures of application data */
	unsigned npayloads;
	int in_list;
	unsigned depth;
	unsigned outer[DEPTH_MAX]; /* columns of the levels around */
};

static int begin(struct out *o)
{
	struct text *t = o->state;

	out_escape_init(&t->ebcdic, o->codepage, OUT_PLAIN);
	out_escape_init(&t->ascii, NULL, OUT_PLAIN);
	return 0;
}

static void begin_file(struct out *o, const struct out_file *f)
{
	o->set_shown = 0;
	out_file_heading(o, f);
}

static unsigned digits(uint32_t n)
{
	return n < 10 ? 1 : 1 + digits(n / 10);
}

static unsigned longest_name(const struct out *o, const struct monread_structure *s)
{
	unsigned longest = 0, n;
	uint32_t i;

	for (i = 0; i < s->nfields; i++) {
		const struct monread_field *f = &s->fields[i];

		if (f->flags & MONREAD_HEADER ||
		    (!o->all && (f->flags & (MONREAD_RESERVED | MONREAD_MARKER) || f->format == MONREAD_GROUP)))
			continue;
		n = f->name_len < COLUMN_MAX ? f->name_len : COLUMN_MAX;
		n += f->dim_count ? 2 + digits(f->dim_first + f->dim_count - 1) : 0;
		if (n > longest)
			longest = n;
	}
	return longest;
}

static unsigned work_out_column(const struct out *o, const struct monread_layout *l)
{
	unsigned longest = 0, n;
	uint32_t i;

	for (i = 0; i < l->nstructures; i++) {
		n = longest_name(o, &l->structures[i]);
		longest = n > longest ? n : longest;
	}
	longest += 2;
	return longest < COLUMN_MIN ? COLUMN_MIN : longest > COLUMN_MAX ? COLUMN_MAX : longest;
}

static unsigned column_of(struct out *o, struct text *t, const struct monread_layout *l)
{
	if (l->id >= t->ncolumns) {
		size_t n = l->id + 64u;
		unsigned short *c = realloc(t->columns, n * sizeof *c);

		if (!c) {
			o->b.error = ENOMEM;
			return COLUMN_MIN;
		}
		memset(c + t->ncolumns, 0, (n - t->ncolumns) * sizeof *c);
		t->columns = c;
		t->ncolumns = n;
	}
	if (!t->columns[l->id])
		t->columns[l->id] = (unsigned short)work_out_column(o, l);
	return t->columns[l->id];
}

static unsigned column_of_payload(struct out *o, struct text *t, const char *name)
{
	const struct monread_layout *l;
	unsigned i;

	for (i = 0; i < t->npayloads; i++)
		if (t->payloads[i].name == name)
			return t->payloads[i].column;
	l = monread_layouts_by_name(o->layouts, name);
	if (!l)
		return t->column;
	if (t->npayloads < PAYLOADS_MAX) {
		t->payloads[t->npayloads].name = name;
		t->payloads[t->npayloads++].column = column_of(o, t, l);
	}
	return column_of(o, t, l);
}

/* Places, name and the blanks up to the value; the value is written behind. */
static inline char *put_name(struct out *o, const struct text *t, const char *name, size_t len, uint32_t offset,
                             uint32_t length)
{
	char *p = out_room(&o->b, OUT_PIECE);

	p = out_put_place(p, offset, length);
	p = out_put_blanks(p, t->indent < INDENT_MAX ? t->indent : INDENT_MAX);
	if (len > NAME_MAX_QUICK) {
		o->b.p = p;
		out_bytes(&o->b, name, len);
		return out_put_blanks(out_room(&o->b, OUT_PIECE), 2);
	}
	p = out_put_chars(p, name, len);
	return out_put_blanks(p, len + 2 <= t->column ? t->column - len : 2);
}

/* An element of a list is told by its number: NAME(2). */
static char *put_element(struct out *o, const struct text *t, const struct monread_value *v)
{
	char name[NAME_MAX_QUICK + OUT_SLACK + 8], *p = name;
	size_t len = v->field->name_len;

	if (len > NAME_MAX_QUICK) {
		p = put_name(o, t, v->field->name, len, v->offset, v->length) - 2;
	} else {
		p = out_put_chars(p, v->field->name, len);
	}
	*p++ = '(';
	p = out_put_u64(p, v->index);
	*p++ = ')';
	return len > NAME_MAX_QUICK ? out_put_blanks(p, 2)
	                            : put_name(o, t, name, (size_t)(p - name), v->offset, v->length);
}

static void put_bits(struct out *o, const struct monread_value *v)
{
	const char *lead = " ";
	uint32_t i;

	for (i = 0; i < v->field->nbits; i++) {
		const struct monread_bit *bit = &v->field->bits[i];

		if (out_bit_shown(bit) && out_bit_value(v, bit) == bit->mask) {
			out_str(&o->b, lead);
			out_char(&o->b, ' ');
			out_str(&o->b, bit->name);
			lead = "";
		}
	}
	lead = "  off:";
	for (i = 0; o->all && i < v->field->nbits; i++) {
		const struct monread_bit *bit = &v->field->bits[i];

		if (out_bit_shown(bit) && out_bit_value(v, bit) != bit->mask) {
			out_str(&o->b, lead);
			out_char(&o->b, ' ');
			out_str(&o->b, bit->name);
			lead = "";
		}
	}
}

static char *put_number(struct out *o, char *p, const struct monread_value *v)
{
	switch (v->format) {
	case MONREAD_SIGNED:
		return out_put_i64(p, (int64_t)v->number);
	case MONREAD_TIME:
		p = out_put_tod(&o->clock, p, v->number);
		if (v->number == 0) {
			memcpy(p, " (zero)", 7);
			p += 7;
		}
		return p;
	case MONREAD_INTERVAL:
		p = out_put_interval(p, v->number);
		memcpy(p, " s", 2);
		return p + 2;
	case MONREAD_UNIXTIME:
		return v->number > INT64_MAX / 1000000 ? out_put_u64(p, v->number)
		                                       : out_put_unix_us(&o->clock, p, (int64_t)v->number * 1000000);
	case MONREAD_FIXED11:
		return out_put_decimals(p, v->number >> 11, (uint32_t)((v->number & 2047) * 1000000 >> 11));
	default:
		return out_put_u64(p, v->number);
	}
}

static int field(void *arg, const struct monread_value *v)
{
	struct out *o = arg;
	struct text *t = o->state;
	char *p = t->in_list ? put_element(o, t, v)
	                     : put_name(o, t, v->field->name, v->field->name_len, v->offset, v->length);

	switch (v->format) {
	case MONREAD_GROUP:
		while (p[-1] == ' ')
			p--;
		o->b.p = p;
		break;
	case MONREAD_TEXT:
		o->b.p = p;
		out_text(&o->b, &t->ebcdic, v->bytes, out_trim(v->bytes, v->length, 0));
		break;
	case MONREAD_ASCII:
		o->b.p = p;
		out_text(&o->b, &t->ascii, v->bytes, out_trim(v->bytes, v->length, 1));
		break;
	case MONREAD_HEX:
		o->b.p = p;
		out_hex(&o->b, v->bytes, v->length);
		break;
	case MONREAD_BITS:
		o->b.p = p;
		out_hex(&o->b, v->bytes, v->length);
		if (v->field->nbits)
			put_bits(o, v);
		break;
	default:
		o->b.p = put_number(o, p, v);
		break;
	}
	out_char(&o->b, '\n');
	return 0;
}

static int begin_level(void *arg, enum monread_level level, const char *name, const struct monread_value *v)
{
	struct out *o = arg;
	struct text *t = o->state;
	char *p;

	if (level == MONREAD_LEVEL_LIST)
		t->in_list = 1;
	if (level == MONREAD_LEVEL_ARRAY || level == MONREAD_LEVEL_LIST)
		return 0;
	p = put_name(o, t, name, strlen(name), v->offset, v->length);
	if (level == MONREAD_LEVEL_ENTRY) {
		*p++ = '[';
		p = out_put_u64(p, v->index);
		*p++ = ']';
	} else {
		while (p[-1] == ' ')
			p--;
	}
	*p++ = '\n';
	o->b.p = p;
	t->indent += 2;
	if (t->depth < DEPTH_MAX)
		t->outer[t->depth] = t->column;
	t->depth++;
	if (!v->field && level == MONREAD_LEVEL_STRUCTURE)
		t->column = column_of_payload(o, t, name);
	return 0;
}

static int end_level(void *arg, enum monread_level level)
{
	struct out *o = arg;
	struct text *t = o->state;

	if (level == MONREAD_LEVEL_LIST) {
		t->in_list = 0;
	} else if (level != MONREAD_LEVEL_ARRAY) {
		t->indent -= 2;
		t->depth--;
		if (t->depth < DEPTH_MAX)
			t->column = t->outer[t->depth];
	}
	return 0;
}

static int gap(void *arg, const struct monread_value *v)
{
	out_undescribed(arg, "gap", v->bytes, v->offset, v->length);
	return 0;
}

static int tail(void *arg, const struct monread_value *v)
{
	out_undescribed(arg, "tail", v->bytes, v->offset, v->length);
	return 0;
}

static int problem(void *arg, const char *text)
{
	out_problem_line(arg, text);
	return out_tell_problem(arg, text);
}

static void event(struct out *o, const struct monread_ev *ev, int shown)
{
	static const struct monread_emit emit = { field, begin_level, end_level, gap, tail, problem };
	struct text *t = o->state;
	const struct monread_layout *l;
	char *p;

	(void)shown;
	o->ev = ev;
	l = o->layout;
	out_set_heading(o, ev);
	out_record_heading(o, ev, l);
	if (!l || l->nstructures == 0) {
		out_undescribed(o, "data", ev->bytes + 20, 20, (uint32_t)ev->length - 20);
		return;
	}
	t->indent = t->depth = 0;
	t->column = column_of(o, t, l);
	t->in_list = 0;
	if (l->structures->length > 20 || l->narrays) {
		p = out_room(&o->b, OUT_PIECE);
		memcpy(p, "  Hex  Len  Field", 17);
		p = out_put_blanks(p + 17, t->column > 5 ? t->column - 5 : 2);
		memcpy(p, "Value\n", 6);
		o->b.p = p + 6;
	}
	out_decode(o, l, ev, &emit);
}

static void end(struct out *o)
{
	struct text *t = o->state;

	free(t->columns);
}

const struct out_format out_text_format = {
	.name = "text",
	.what = "every field of every record, a line each (default)",
	.flags = OUT_LAYOUT | OUT_PARALLEL,
	.state_size = sizeof(struct text),
	.begin = begin,
	.begin_file = begin_file,
	.event = event,
	.end = end,
};
