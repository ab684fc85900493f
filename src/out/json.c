/* json.c: the format json: one object per line (JSON Lines), UTF-8, with keys in the order that
 * monread(1) documents. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/bounds.h"
#include "base/find.h"
#include "out/formats.h"
#include "out/names.h"
#include "out/split.h"
#include "out/value.h"

#define DEPTH_MAX 40u

/* The unproven fields of a record that were shown, each of them once: the value of the key
 * "unproven". */
struct out_unproven {
	const struct monread_field **fields;
	uint32_t n;
	/* number of fields in ->fields from earlier records, which are kept because the next record
	 * often has the same fields in the same order */
	uint32_t nknown;
	uint32_t at; /* index after the field that unproven_add() found last in ->fields */
	size_t room;
	int changed; /* 1: ->fields has changed since the last call of name_unproven() */
};

struct json {
	struct out_style style;
	unsigned comma;          /* 1: a comma is needed before the next item; else 0 */
	unsigned depth;          /* number of open structures inside the object "fields" */
	uint32_t base[DEPTH_MAX]; /* for each depth: offset of the structure in the record */
	unsigned in_list;
	int in_gaps, fields_open;
	/* the text {"file":"...","system":"..." with which objects for the file ->head_of and the
	 * system ->system begin */
	struct out_buffer head;
	const char *head_of;
	char system[MR_SYSTEM_ID_SIZE];
	struct out_unproven unproven_shown;
	/* text of the key "unproven" and of its value, the names of the first ->nnamed fields in
	 * ->unproven_shown */
	struct out_buffer named;
	uint32_t nnamed;
};

/* ---- Unproven fields ---- */

/* Add the unproven field F, which is being shown, to the list D. Return 0, or -1 if out of
 * memory. */
static int unproven_add(struct out_unproven *d, const struct monread_field *f)
{
	uint32_t i;

	/* Usually D has the field F at the same position as for the previous record. */
	if (d->n < d->nknown && d->fields[d->n] == f) {
		d->n++;
		return 0;
	}
	/* Elements of lists and fields of array entries occur several times in a record, mostly in
	 * the same order: begin after the field that was found last. */
	for (i = 0; i < d->n; i++) {
		if (d->at >= d->n)
			d->at = 0;
		if (d->fields[d->at++] == f)
			return 0;
	}
	if (ARRAY_GROW(d->fields, d->n, d->room))
		return -1;
	d->fields[d->n++] = f;
	d->changed = 1;
	d->nknown = d->n;
	return 0;
}

/* ---- Values ---- */

static int json_begin(struct out_worker *w)
{
	struct json *j = w->state;

	out_style_init(&j->style, w->settings->codepage, OUT_JSON, '"', OUT_STYLE_BITS_NUMBER);
	if (!out_buffer_init(&j->head, OUT_MEMORY) && !out_buffer_init(&j->named, OUT_MEMORY))
		return 0;
	out_buffer_done(&j->head);
	return out_no_memory(w);
}

static inline char *put_str(char *p, const char *s)
{
	return out_put_chars(p, s, strlen(s));
}

/* Write the key of a field or, inside a list, only the comma between elements. Return the end of
 * the text, where OUT_PIECE / 2 bytes are free. */
static inline char *put_key(struct out_worker *w, struct json *j, const char *name, size_t len)
{
	char *p = out_room(&w->b, OUT_PIECE);

	*p = ',';
	p += j->comma;
	j->comma = 1;
	if (j->in_list)
		return p;
	*p++ = '"';
	p = out_put_chars(p, name, len);
	*p++ = '"';
	*p++ = ':';
	return p;
}

/* Write BRACKET at P, which is the end of a key. */
static void put_open(struct out_worker *w, struct json *j, char *p, char bracket)
{
	*p = bracket;
	w->b.p = p + 1;
	j->comma = 0;
}

static void put_close(struct out_worker *w, struct json *j, char bracket)
{
	out_char(&w->b, bracket);
	j->comma = 1;
}

static void close_gaps(struct out_worker *w, struct json *j)
{
	if (j->in_gaps)
		put_close(w, j, '}');
	j->in_gaps = 0;
}

static uint32_t json_base_of(const struct json *j)
{
	return j->depth < DEPTH_MAX ? j->base[j->depth] : 0;
}

/* Write the key of a reserved field: its offset in hex, such as "*1E". */
static char *put_reserved_key(struct out_worker *w, struct json *j, uint32_t offset)
{
	char name[OUT_SLACK + 16], *p = name;

	*p++ = '*';
	p = out_put_hexnum(p, offset - json_base_of(j), 0, ' ');
	return put_key(w, j, name, (size_t)(p - name));
}

static void json_put_bits(struct out_worker *w, struct json *j, const struct monread_value *v)
{
	const struct monread_bit *bit;
	size_t i;

	MR_EACH(i, bit, monread_field_bit, v->field) {
		if (!out_bit_shown(bit))
			continue;
		w->b.p = put_str(put_key(w, j, bit->name, strlen(bit->name)),
		                 out_bit_value(v, bit) == bit->mask ? "true" : "false");
	}
}

/* Markers and groups, which --all shows in addition to reserved fields, have no value. */
static inline int has_value(const struct monread_value *v)
{
	return v->format != MONREAD_GROUP && !(v->field->flags & MONREAD_MARKER && v->length == 0);
}

static int json_field(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	struct json *j = w->state;
	char *p;

	if (!has_value(v))
		return 0;
	if (v->field->flags & MONREAD_UNPROVEN && unproven_add(&j->unproven_shown, v->field))
		out_no_memory(w);
	if (v->field->flags & MONREAD_RESERVED && !j->in_list)
		p = put_reserved_key(w, j, v->offset);
	else
		p = put_key(w, j, v->field->name, v->field->name_len);
	w->b.p = out_put_value(w, &j->style, p, v);
	if (v->format == MONREAD_BITS && v->field->nbits && !j->in_list)
		json_put_bits(w, j, v);
	return 0;
}

/* Write the key NAME_text, for the meaning of the value of F. Return the end of the text. */
static char *put_text_key(struct out_worker *w, struct json *j, const struct monread_field *f)
{
	char name[MONREAD_NAME_MAX + OUT_SLACK], *p = name;

	p = out_put_chars(p, f->name, f->name_len);
	p = out_put_chars(p, "_text", 5);
	return put_key(w, j, name, (size_t)(p - name));
}

/* The callback field() with --explain. */
static int explained_field(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	struct json *j = w->state;
	const char *text = j->in_list || !has_value(v) ? NULL : monread_value_text(v);

	json_field(w, v);
	if (!text)
		return 0;
	w->b.p = put_text_key(w, j, v->field);
	out_json_string(&w->b, text);
	return 0;
}

static int is_list(enum monread_level level)
{
	return level == MONREAD_LEVEL_ARRAY || level == MONREAD_LEVEL_LIST;
}

static int json_begin_level(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	struct json *j = w->state;
	char *p;

	if (place->level == MONREAD_LEVEL_ENTRY) {
		p = out_room(&w->b, 2);
		*p = ',';
		p += j->comma;
	} else {
		p = put_key(w, j, place->name, strlen(place->name));
	}
	put_open(w, j, p, is_list(place->level) ? '[' : '{');
	if (place->level == MONREAD_LEVEL_LIST) {
		j->in_list = 1;
	} else if (place->level != MONREAD_LEVEL_ARRAY) {
		j->depth++;
		if (j->depth < DEPTH_MAX)
			j->base[j->depth] = place->value->offset;
	}
	return 0;
}

static int json_end_level(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	struct json *j = w->state;

	close_gaps(w, j);
	put_close(w, j, is_list(place->level) ? ']' : '}');
	if (place->level == MONREAD_LEVEL_LIST)
		j->in_list = 0;
	else if (place->level != MONREAD_LEVEL_ARRAY)
		j->depth--;
	return 0;
}

static void name_unproven(struct json *j)
{
	struct out_unproven *d = &j->unproven_shown;
	struct out_buffer *b = &j->named;
	uint32_t i;

	b->p = b->buf;
	out_str(b, ",\"unproven\":[\"");
	for (i = 0; i < d->n; i++) {
		const struct monread_field *f = d->fields[i];

		if (i > 0)
			out_bytes(b, "\",\"", 3);
		out_bytes(b, f->name, f->name_len);
	}
	out_str(b, "\"]");
	d->changed = 0;
	j->nnamed = d->n;
}

/* Write the key "unproven" and its value, which are usually the same as for the previous record. */
static void json_put_unproven(struct out_worker *w, struct json *j)
{
	if (j->unproven_shown.n == 0)
		return;
	if (j->unproven_shown.changed || j->nnamed != j->unproven_shown.n)
		name_unproven(j);
	if (j->named.error)
		w->b.error = j->named.error;
	out_bytes(&w->b, j->named.buf, (size_t)(j->named.p - j->named.buf));
}

/* The callback end() with --explain: add a list of the meanings of the elements of a list. */
static int explained_end(void *arg, const struct monread_place *place)
{
	struct out_worker *w = arg;
	struct monread_value v = *place->value;
	const char *lead = "[", *text;
	uint32_t n = v.index;

	json_end_level(w, place);
	if (place->level != MONREAD_LEVEL_LIST || !v.field->nmeanings || n == 0)
		return 0;
	w->b.p = put_text_key(w, w->state, v.field);
	for (; n > 0; n--, v.bytes += v.length) {
		text = monread_value_text(&v);
		out_str(&w->b, lead);
		if (text)
			out_json_string(&w->b, text);
		else
			out_str(&w->b, "null");
		lead = ",";
	}
	out_char(&w->b, ']');
	return 0;
}

/* Close the object "fields" of a record and write the key "unproven". */
static void close_fields(struct out_worker *w, struct json *j)
{
	if (j->depth == 0 && j->fields_open) {
		put_close(w, j, '}');
		json_put_unproven(w, j);
		j->fields_open = 0;
	}
}

static int json_gap(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	struct json *j = w->state;
	char name[OUT_SLACK + 16], *p;

	close_fields(w, j);
	if (!j->in_gaps) {
		put_open(w, j, put_key(w, j, "gaps", 4), '{');
		j->in_gaps = 1;
	}
	p = out_put_hexnum(name, v->offset - json_base_of(j), 0, ' ');
	w->b.p = out_put_hex_value(w, &j->style, put_key(w, j, name, (size_t)(p - name)), v);
	return 0;
}

static int json_tail(void *arg, const struct monread_value *v)
{
	struct out_worker *w = arg;
	struct json *j = w->state;

	close_fields(w, j);
	close_gaps(w, j);
	w->b.p = out_put_hex_value(w, &j->style, put_key(w, j, "tail", 4), v);
	return 0;
}

/* Make the text {"file":"...","system":"..." with which objects begin. */
static void make_head(struct out_worker *w, struct json *j, const char *system)
{
	j->head.p = j->head.buf;
	out_str(&j->head, "{\"file\":");
	out_json_string(&j->head, w->file->name);
	out_str(&j->head, ",\"system\":");
	if (*system)
		out_json_string(&j->head, system);
	else
		out_str(&j->head, "null");
	if (j->head.error)
		w->b.error = j->head.error;
	j->head_of = w->file->name;
	snprintf(j->system, sizeof j->system, "%s", system);
}

static void put_head(struct out_worker *w, const struct out_record *r)
{
	const struct monread_layout *l = r->layout;
	const struct monread_ev *ev = r->ev;
	struct json *j = w->state;
	uint64_t elapsed;
	char *p;

	if (j->head_of != w->file->name || strcmp(j->system, r->system) != 0)
		make_head(w, j, r->system);
	out_bytes(&w->b, j->head.buf, (size_t)(j->head.p - j->head.buf));
	p = out_room(&w->b, OUT_PIECE);
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
	w->b.p = p;
	if (l)
		out_json_string(&w->b, l->name);
	else
		out_str(&w->b, "null");
	p = out_room(&w->b, OUT_PIECE);
	p = put_str(p, ",\"length\":");
	p = out_put_u64(p, ev->length);
	p = put_str(p, ",\"time\":\"");
	p = out_put_tod(&w->clock, p, ev->tod);
	p = put_str(p, "\",\"tod\":\"");
	p = out_put_hexnum(p, ev->tod, 16, '0');
	*p++ = '"';
	if (w->delta && r->before.kind != SERIES_LEVEL) {
		elapsed = delta_elapsed(w->delta, 0);
		p = put_str(p, ",\"elapsed\":");
		p = elapsed ? out_put_interval(p, elapsed) : put_str(p, "null");
	}
	w->b.p = p;
}

static void put_problems(struct out_worker *w)
{
	unsigned i;

	for (i = 0; i < w->nproblems; i++) {
		out_str(&w->b, i ? "," : ",\"problems\":[");
		out_json_string(&w->b, w->problems[i]);
	}
	if (w->nproblems)
		out_char(&w->b, ']');
}

static int json_record(struct out_worker *w, const struct out_record *r)
{
	struct monread_emit emit = { .size = sizeof emit,
		                     .field = json_field,
		                     .begin = json_begin_level,
		                     .end = json_end_level,
		                     .gap = json_gap,
		                     .tail = json_tail };
	struct json *j = w->state;

	if (out_part_of(w, r->layout))
		return *w->error ? -1 : 0;
	put_head(w, r);
	if (!r->layout || r->layout->nstructures == 0) {
		out_str(&w->b, ",\"data\":\"");
		out_hex(&w->b, r->ev->bytes + 20, r->ev->length - 20);
		out_str(&w->b, "\"}\n");
		return 0;
	}
	out_str(&w->b, ",\"fields\":{");
	j->comma = j->depth = j->in_list = 0;
	j->in_gaps = 0;
	j->fields_open = 1;
	j->base[0] = 0;
	j->unproven_shown.n = 0;
	if (w->settings->explain) {
		emit.field = explained_field;
		emit.end = explained_end;
	}
	if (out_decode(w, r, &emit))
		return -1;
	close_fields(w, j);
	close_gaps(w, j);
	put_problems(w);
	out_str(&w->b, "}\n");
	return 0;
}

static void json_end(struct out_worker *w)
{
	struct json *j = w->state;

	out_buffer_done(&j->head);
	out_buffer_done(&j->named);
	free(j->unproven_shown.fields);
}

const struct out_format out_json_format = {
	.name = "json",
	.takes = OUT_TAKES_FIELDS | OUT_TAKES_CODEPAGE |
	         OUT_TAKES_DELTA | OUT_TAKES_SPLIT,
	.state_size = sizeof(struct json),
	.begin = json_begin,
	.end = json_end,
	.record = json_record,
};
