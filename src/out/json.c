/* json.c: one object per line (JSON Lines), UTF-8, keys in the order that monread(1) gives. */
#include "config.h"

#include <stdlib.h>

#include "out/format.h"
#include "out/names.h"

#define DEPTH_MAX 40u
#define PROBLEMS_MAX 12u

struct json {
	struct out_escape ebcdic, ascii;
	unsigned comma;          /* 1: something stands before the next item */
	unsigned depth;          /* 0: in "fields" */
	uint32_t base[DEPTH_MAX]; /* offset of the structure at each depth */
	unsigned in_list;
	int in_gaps, fields_open;
	struct out_buffer head; /* of every object of the file */
	const char *head_of;
	unsigned nproblems;
	char problems[PROBLEMS_MAX][256];
};

static int begin(struct out *o)
{
	struct json *j = o->state;

	out_escape_init(&j->ebcdic, o->codepage, OUT_JSON);
	out_escape_init(&j->ascii, NULL, OUT_JSON);
	return out_buffer_init(&j->head, OUT_MEMORY);
}

static inline char *put_str(char *p, const char *s)
{
	return out_put_chars(p, s, strlen(s));
}

/* The key of FIELD, or the comma between elements of a list; leaves half a piece of room behind it. */
static inline char *put_key(struct out *o, struct json *j, const char *name, size_t len)
{
	char *p = out_room(&o->b, OUT_PIECE);

	*p = ',';
	p += j->comma;
	j->comma = 1;
	if (j->in_list)
		return p;
	*p++ = '"';
	if (len > OUT_PIECE / 4) {
		o->b.p = p;
		out_bytes(&o->b, name, len);
		p = out_room(&o->b, OUT_PIECE);
	} else {
		p = out_put_chars(p, name, len);
	}
	*p++ = '"';
	*p++ = ':';
	return p;
}

static void close_gaps(struct out *o, struct json *j)
{
	if (j->in_gaps) {
		out_char(&o->b, '}');
		j->in_gaps = 0;
		j->comma = 1;
	}
}

static uint32_t base_of(const struct json *j)
{
	return j->depth < DEPTH_MAX ? j->base[j->depth] : 0;
}

/* "*1E": a reserved field is named by its offset. */
static char *put_field_key(struct out *o, struct json *j, const struct monread_value *v)
{
	char name[OUT_SLACK + 16], *p = name;

	if (!(v->field->flags & MONREAD_RESERVED) || j->in_list)
		return put_key(o, j, v->field->name, v->field->name_len);
	*p++ = '*';
	p = out_put_hexnum(p, v->offset - base_of(j), 0, ' ');
	return put_key(o, j, name, (size_t)(p - name));
}

static void put_string(struct out *o, char *p, const struct out_escape *e, const unsigned char *s, size_t n)
{
	*p++ = '"';
	o->b.p = p;
	out_text(&o->b, e, s, n);
	out_char(&o->b, '"');
}

static void put_hex_string(struct out *o, char *p, const unsigned char *s, size_t n)
{
	*p++ = '"';
	o->b.p = p;
	out_hex(&o->b, s, n);
	out_char(&o->b, '"');
}

static void put_bits(struct out *o, struct json *j, const struct monread_value *v)
{
	uint32_t i;

	for (i = 0; i < v->field->nbits; i++) {
		const struct monread_bit *bit = &v->field->bits[i];

		if (!out_bit_shown(bit))
			continue;
		o->b.p = put_str(put_key(o, j, bit->name, strlen(bit->name)),
		                 out_bit_value(v, bit) == bit->mask ? "true" : "false");
	}
}

static char *put_quoted_time(struct out *o, char *p, const struct monread_value *v)
{
	*p++ = '"';
	if (v->format == MONREAD_TIME)
		p = out_put_tod(&o->clock, p, v->number);
	else
		p = out_put_unix_us(&o->clock, p, (int64_t)v->number * 1000000);
	*p++ = '"';
	return p;
}

static int field(void *arg, const struct monread_value *v)
{
	struct out *o = arg;
	struct json *j = o->state;
	char *p;

	/* With reserved fields come markers and groups, which have no value. */
	if (v->format == MONREAD_GROUP || (v->field->flags & MONREAD_MARKER && v->length == 0))
		return 0;
	p = put_field_key(o, j, v);
	switch (v->format) {
	case MONREAD_SIGNED:
		o->b.p = out_put_i64(p, (int64_t)v->number);
		break;
	case MONREAD_TIME:
		o->b.p = put_quoted_time(o, p, v);
		break;
	case MONREAD_UNIXTIME:
		o->b.p = v->number > INT64_MAX / 1000000 ? out_put_u64(p, v->number) : put_quoted_time(o, p, v);
		break;
	case MONREAD_INTERVAL:
		o->b.p = out_put_interval(p, v->number);
		break;
	case MONREAD_FIXED11:
		o->b.p = out_put_decimals(p, v->number >> 11, (uint32_t)((v->number & 2047) * 1000000 >> 11));
		break;
	case MONREAD_TEXT:
		put_string(o, p, &j->ebcdic, v->bytes, out_trim(v->bytes, v->length, 0));
		break;
	case MONREAD_ASCII:
		put_string(o, p, &j->ascii, v->bytes, out_trim(v->bytes, v->length, 1));
		break;
	case MONREAD_HEX:
		put_hex_string(o, p, v->bytes, v->length);
		break;
	case MONREAD_BITS:
		if (v->length > 8)
			put_hex_string(o, p, v->bytes, v->length);
		else
			o->b.p = out_put_u64(p, v->number);
		if (v->field->nbits && !j->in_list)
			put_bits(o, j, v);
		break;
	default:
		o->b.p = out_put_u64(p, v->number);
		break;
	}
	return 0;
}

static int begin_level(void *arg, enum monread_level level, const char *name, const struct monread_value *v)
{
	struct out *o = arg;
	struct json *j = o->state;
	char *p;

	if (level == MONREAD_LEVEL_ENTRY) {
		p = out_room(&o->b, 2);
		*p = ',';
		p += j->comma;
	} else {
		p = put_key(o, j, name, strlen(name));
	}
	*p++ = level == MONREAD_LEVEL_ARRAY || level == MONREAD_LEVEL_LIST ? '[' : '{';
	o->b.p = p;
	j->comma = 0;
	if (level == MONREAD_LEVEL_LIST) {
		j->in_list = 1;
	} else if (level != MONREAD_LEVEL_ARRAY) {
		j->depth++;
		if (j->depth < DEPTH_MAX)
			j->base[j->depth] = v->offset;
	}
	return 0;
}

static int end_level(void *arg, enum monread_level level)
{
	struct out *o = arg;
	struct json *j = o->state;

	close_gaps(o, j);
	out_char(&o->b, level == MONREAD_LEVEL_ARRAY || level == MONREAD_LEVEL_LIST ? ']' : '}');
	j->comma = 1;
	if (level == MONREAD_LEVEL_LIST)
		j->in_list = 0;
	else if (level != MONREAD_LEVEL_ARRAY)
		j->depth--;
	return 0;
}

/* After its fields the record's own object continues. */
static void close_fields(struct out *o, struct json *j)
{
	if (j->depth == 0 && j->fields_open) {
		out_char(&o->b, '}');
		j->fields_open = 0;
		j->comma = 1;
	}
}

static int gap(void *arg, const struct monread_value *v)
{
	struct out *o = arg;
	struct json *j = o->state;
	char name[OUT_SLACK + 16], *p;

	close_fields(o, j);
	if (!j->in_gaps) {
		p = put_key(o, j, "gaps", 4);
		*p++ = '{';
		o->b.p = p;
		j->in_gaps = 1;
		j->comma = 0;
	}
	p = out_put_hexnum(name, v->offset - base_of(j), 0, ' ');
	put_hex_string(o, put_key(o, j, name, (size_t)(p - name)), v->bytes, v->length);
	return 0;
}

static int tail(void *arg, const struct monread_value *v)
{
	struct out *o = arg;
	struct json *j = o->state;

	close_fields(o, j);
	close_gaps(o, j);
	put_hex_string(o, put_key(o, j, "tail", 4), v->bytes, v->length);
	return 0;
}

static int problem(void *arg, const char *text)
{
	struct out *o = arg;
	struct json *j = o->state;

	if (j->nproblems < PROBLEMS_MAX) {
		size_t n = strlen(text);

		n = n < sizeof j->problems[0] ? n : sizeof j->problems[0] - 1;
		memcpy(j->problems[j->nproblems], text, n);
		j->problems[j->nproblems++][n] = 0;
	}
	return out_tell_problem(o, text);
}

/* {"file":"..." is the same for all records of a file. */
static void make_head(struct out *o, struct json *j)
{
	j->head.p = j->head.buf;
	out_str(&j->head, "{\"file\":");
	out_json_string(&j->head, o->file->name);
	if (j->head.error)
		o->b.error = j->head.error;
	j->head_of = o->file->name;
}

static void put_head(struct out *o, const struct monread_ev *ev, const struct monread_layout *l)
{
	struct json *j = o->state;
	char *p;

	if (j->head_of != o->file->name)
		make_head(o, j);
	out_bytes(&o->b, j->head.buf, (size_t)(j->head.p - j->head.buf));
	p = out_room(&o->b, OUT_PIECE);
	p = put_str(p, ",\"offset\":");
	p = out_put_u64(p, ev->offset);
	p = put_str(p, ",\"dataset\":");
	p = out_put_u64(p, ev->dataset);
	p = put_str(p, ",\"type\":\"");
	p = put_str(p, out_set_type_name(ev->mce->type));
	p = put_str(p, "\",\"domain\":");
	p = out_put_u64(p, ev->domain);
	p = put_str(p, ",\"record\":");
	p = out_put_u64(p, ev->record);
	p = put_str(p, ",\"name\":");
	o->b.p = p;
	if (l)
		out_json_string(&o->b, l->name);
	else
		out_str(&o->b, "null");
	p = out_room(&o->b, OUT_PIECE);
	p = put_str(p, ",\"length\":");
	p = out_put_u64(p, ev->length);
	p = put_str(p, ",\"time\":\"");
	p = out_put_tod(&o->clock, p, ev->tod);
	p = put_str(p, "\",\"tod\":\"");
	p = out_put_hexnum(p, ev->tod, 16, '0');
	*p++ = '"';
	o->b.p = p;
}

static void put_problems(struct out *o, const struct json *j)
{
	unsigned i;

	for (i = 0; i < j->nproblems; i++) {
		out_str(&o->b, i ? "," : ",\"problems\":[");
		out_json_string(&o->b, j->problems[i]);
	}
	if (j->nproblems)
		out_char(&o->b, ']');
}

static void event(struct out *o, const struct monread_ev *ev, int shown)
{
	static const struct monread_emit emit = { field, begin_level, end_level, gap, tail, problem };
	struct json *j = o->state;
	const struct monread_layout *l;

	(void)shown;
	o->ev = ev;
	l = o->layout;
	put_head(o, ev, l);
	if (!l || l->nstructures == 0) {
		out_str(&o->b, ",\"data\":\"");
		out_hex(&o->b, ev->bytes + 20, ev->length - 20);
		out_str(&o->b, "\"}\n");
		return;
	}
	out_str(&o->b, ",\"fields\":{");
	j->comma = j->depth = j->in_list = j->nproblems = 0;
	j->in_gaps = 0;
	j->fields_open = 1;
	j->base[0] = 0;
	out_decode(o, l, ev, &emit);
	close_fields(o, j);
	close_gaps(o, j);
	put_problems(o, j);
	out_str(&o->b, "}\n");
}

static void end(struct out *o)
{
	struct json *j = o->state;

	out_buffer_done(&j->head);
}

const struct out_format out_json_format = {
	.name = "json",
	.what = "one JSON object a line and record",
	.flags = OUT_LAYOUT | OUT_PARALLEL,
	.state_size = sizeof(struct json),
	.begin = begin,
	.event = event,
	.end = end,
};
