/* mkrecord.c: build records (MRRECHDR, then fields from the layouts of the library). */
#include "config.h"

#include "mkrecord.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/be.h"

#define HEADER 20u
#define COLUMNS_MAX 64u
#define STRINGS_MAX 16u
#define FIELDS_MAX 2048u

/* A text preceded by its length. */
struct string {
	const struct monread_field *field;
	size_t n;
	unsigned char bytes[512];
};

/* A record, or the application data in a record. */
struct body {
	const struct monread_layout *layout;
	unsigned char bytes[MK_RECORD_MAX];
	size_t n;
	unsigned char given[FIELDS_MAX]; /* fields that the description has set */
	const struct monread_array *array;
	size_t entry_size;
	unsigned entries;
	struct string strings[STRINGS_MAX];
	unsigned nstrings;
};

/* A field and where its structure begins. */
struct spot {
	const struct monread_field *field;
	size_t at;
};

static struct monread_layouts *layouts;
static struct body record, payload, *body;
static struct spot columns[COLUMNS_MAX];
static unsigned ncolumns;
static unsigned rec_domain, rec_number;
static int have_length;
static uint64_t length_said;

/* ---- Layouts ---- */

static const struct monread_layout *layout_of(const char *name)
{
	const struct monread_layout *l;
	const char *slash = strchr(name, '/');
	size_t i;

	if (!layouts)
		layouts = monread_layouts_new();
	if (!layouts)
		mk_fail("out of memory");
	if (!slash) {
		l = monread_layouts_by_name(layouts, name);
		if (!l)
			mk_fail("%s: no such layout", name);
		return l;
	}
	for (i = 0; i < monread_layouts_count(layouts); i++) {
		l = monread_layouts_at(layouts, i);
		if (l && strlen(l->name) == (size_t)(slash - name) &&
		    strncmp(l->name, name, strlen(l->name)) == 0 &&
		    strcmp(l->release, slash + 1) == 0)
			return l;
	}
	mk_fail("%s: no such layout", name);
}

static const struct monread_field *field_in(const struct monread_structure *s, const char *name)
{
	const struct monread_field *f;
	size_t i;

	for (i = 0; i < s->nfields; i++) {
		f = monread_structure_field(s, i);
		if (strcmp(f->name, name) == 0)
			return f;
	}
	mk_fail("%s has no field %s", s->name, name);
}

/* Return whether a value was given for F, a field of the main structure of the record. */
static unsigned char *given(struct body *b, const struct monread_field *f)
{
	const struct monread_structure *s = monread_layout_structure(b->layout, 0);
	size_t i;

	for (i = 0; i < s->nfields && i < FIELDS_MAX; i++)
		if (monread_structure_field(s, i) == f)
			return &b->given[i];
	mk_fail("%s is no field of %s itself", f->name, s->name);
}

static void body_begin(struct body *b, const struct monread_layout *l)
{
	memset(b, 0, sizeof *b);
	b->layout = l;
	if (l) {
		if (l->nstructures == 0)
			mk_fail("%s: only the name is known; give domain and number", l->name);
		b->n = monread_layout_structure(l, 0)->length;
	}
	body = b;
}

/* ---- Values ---- */

static void put_number(unsigned char *to, size_t n, uint64_t v, int is_signed)
{
	size_t i;

	if (n < 8 && v >> (8 * n) && !(is_signed && ~v >> (8 * n - 1) == 0))
		mk_fail("%llu does not fit into %zu bytes", (unsigned long long)v, n);
	for (i = 0; i < n; i++)
		to[i] = (unsigned char)(v >> 8 * (n - 1 - i));
}

static void put_value(const struct monread_field *f, unsigned char *to, const struct mk_value *v)
{
	int ascii = f->format == MONREAD_ASCII;
	size_t n;

	if (v->is_number) {
		if (f->length > 8)
			mk_fail("%s has %u bytes: give X'...' or text", f->name, f->length);
		if (f->format == MONREAD_TEXT || ascii)
			mk_fail("%s is text", f->name);
		put_number(to, f->length, v->number, f->format == MONREAD_SIGNED);
		return;
	}
	n = mk_encode(v, ascii, to, f->length);
	memset(to + n, f->format == MONREAD_TEXT ? 0x40 : 0, f->length - n);
}

/* Find NAME, NAME[3] or GROUP.NAME in structure S. */
static struct spot spot_get(const char **p, const struct monread_structure *s)
{
	struct spot spot = { NULL, 0 };
	char name[80];
	uint64_t i;

	for (;;) {
		if (!mk_name(p, name, sizeof name))
			mk_fail("a field is expected: %s", *p);
		spot.field = field_in(s, name);
		if (**p == '[') {
			++*p;
			i = mk_number(p, NULL);
			if (!mk_skip(p, "]") || i < spot.field->dim_first ||
			    i - spot.field->dim_first >= spot.field->dim_count)
				mk_fail("%s: no such element", name);
			spot.at += (size_t)(i - spot.field->dim_first) * spot.field->length;
		}
		if (**p != '.')
			return spot;
		++*p;
		if (!spot.field->structure)
			mk_fail("%s is no structure", name);
		spot.at += spot.field->offset;
		s = spot.field->structure;
	}
}

static void string_value(const struct monread_field *f, const struct mk_value *v)
{
	struct string *s = &body->strings[body->nstrings++];

	if (body->nstrings == STRINGS_MAX)
		mk_fail("too many strings");
	s->field = f;
	s->n = mk_encode(v, 1, s->bytes, sizeof s->bytes);
}

/* Text without a fixed length: it extends to the end. */
static void text_value(const struct monread_field *f, const struct mk_value *v)
{
	const struct monread_layout *l = body->layout;
	const struct monread_array *a;
	size_t i = 0, n;

	for (a = monread_layout_array(l, 0); a && a->text != f; a = monread_layout_array(l, ++i))
		;
	if (!a)
		mk_fail("%s has no length", f->name);
	if (!a->at && body->n != a->at_const)
		mk_fail("%s stands at %u, not at %zu", f->name, a->at_const, body->n);
	if (a->at)
		put_number(body->bytes + a->at->offset, a->at->length, body->n, 0);
	n = mk_encode(v, f->format == MONREAD_ASCII, body->bytes + body->n,
	              MK_RECORD_MAX - body->n);
	if (a->count && !*given(body, a->count))
		put_number(body->bytes + a->count->offset, a->count->length, n, 0);
	body->n += n;
}

static void need_body(void)
{
	if (!body || !body->layout)
		mk_fail("no record with a layout has begun");
}

void mk_record_field(const char *p)
{
	struct mk_value v;
	struct spot spot;
	unsigned char *to;

	need_body();
	spot = spot_get(&p, monread_layout_structure(body->layout, 0));
	if (!mk_skip(&p, "="))
		mk_fail("= is expected: %s", p);
	mk_value_get(&p, spot.field, &v);
	if (spot.at == 0)
		*given(body, spot.field) = 1;
	to = body->bytes + spot.at + spot.field->offset;
	if (spot.field->type == MONREAD_TYPE_STRING)
		string_value(spot.field, &v);
	else if (spot.field->length == 0)
		text_value(spot.field, &v);
	else
		put_value(spot.field, to, &v);
	while (mk_skip(&p, ",")) {
		to += spot.field->length;
		if ((size_t)(to - body->bytes) >=
		    spot.field->offset + spot.field->length * spot.field->dim_count)
			mk_fail("%s has %u elements", spot.field->name, spot.field->dim_count);
		mk_value_get(&p, spot.field, &v);
		put_value(spot.field, to, &v);
	}
	mk_line_end(p);
}

/* ---- Arrays and payloads ---- */

static void fill_in(const struct monread_field *f, uint64_t v)
{
	if (f && !*given(body, f))
		put_number(body->bytes + f->offset, f->length, v, 0);
}

/* array NAME [size=N] FIELD... */
void mk_record_array(const char *p)
{
	const struct monread_layout *l;
	const struct monread_array *a;
	char name[80];
	size_t i;

	need_body();
	l = body->layout;
	if (!mk_name(&p, name, sizeof name))
		mk_fail("an array is expected: %s", p);
	body->array = NULL;
	for (i = 0; i < l->narrays; i++) {
		a = monread_layout_array(l, i);
		if (a->structure && strcmp(a->structure->name, name) == 0)
			body->array = a;
	}
	if (!body->array)
		mk_fail("%s has no array %s", l->name, name);
	body->entry_size = body->array->structure->length;
	if (mk_skip(&p, "size=")) {
		body->entry_size = (size_t)mk_number(&p, NULL);
		if (body->entry_size > 4096)
			mk_fail("entries of more than 4096 bytes");
	}
	body->entries = 0;
	fill_in(body->array->at, body->n);
	fill_in(body->array->size, body->entry_size);
	fill_in(body->array->count, 0);
	for (ncolumns = 0;; ncolumns++) {
		mk_blanks(&p);
		if (!*p || *p == '#')
			break;
		if (ncolumns == COLUMNS_MAX)
			mk_fail("more than %u columns", COLUMNS_MAX);
		columns[ncolumns] = spot_get(&p, body->array->structure);
	}
}

/* row VALUE, VALUE... ; an entry longer than its fields is padded with X'E1'. */
void mk_record_row(const char *p)
{
	unsigned char entry[4096 + 4096];
	struct mk_value v;
	unsigned i;

	if (!body || !body->array)
		mk_fail("no array has begun");
	memset(entry, 0, body->array->structure->length);
	memset(entry + body->array->structure->length, 0xE1, 4096);
	for (i = 0; i < ncolumns; i++) {
		if (i && !mk_skip(&p, ","))
			mk_fail("a value for %s is expected: %s", columns[i].field->name, p);
		mk_value_get(&p, columns[i].field, &v);
		put_value(columns[i].field, entry + columns[i].at + columns[i].field->offset, &v);
	}
	mk_line_end(p);
	if (body->entry_size > MK_RECORD_MAX - body->n)
		mk_fail("the record is too long");
	memcpy(body->bytes + body->n, entry, body->entry_size);
	body->n += body->entry_size;
	fill_in(body->array->count, ++body->entries);
	fill_in(body->array->bytes, body->entries * body->entry_size);
}

/* Append bytes to the record. */
void mk_record_bytes(const char *p)
{
	struct mk_value v;

	if (!body)
		mk_fail("no record has begun");
	mk_value_get(&p, NULL, &v);
	mk_line_end(p);
	if (v.is_number)
		mk_fail("X'...' or text is expected");
	body->n += mk_encode(&v, 0, body->bytes + body->n, MK_RECORD_MAX - body->n);
}

/* Truncate the record, or extend it with zeros. */
void mk_record_size(const char *p)
{
	uint64_t n = mk_number(&p, NULL);

	mk_line_end(p);
	if (!body || n < HEADER || n > MK_RECORD_MAX)
		mk_fail("the size of a record is 20 to 65536");
	if (n > body->n)
		memset(body->bytes + body->n, 0, (size_t)n - body->n);
	body->n = (size_t)n;
}

/* A hex digit of a product ID; a digit that may be any is 0. */
static unsigned nibble(char c)
{
	const char *digits = "0123456789ABCDEF", *d = strchr(digits, toupper((unsigned char)c));

	return d ? (unsigned)(d - digits) : 0;
}

/* payload NAME: the next fields belong to the application data. */
void mk_record_payload(const char *p)
{
	const struct monread_layout *l;
	const struct monread_payload *place;
	unsigned char *product;
	char name[80];
	unsigned i;

	need_body();
	place = monread_layout_payload(body->layout);
	if (body != &record || !place)
		mk_fail("no application data can be in here");
	if (!mk_name(&p, name, sizeof name))
		mk_fail("a name is expected: %s", p);
	mk_line_end(p);
	l = layout_of(name);
	if (!l->product)
		mk_fail("%s is no application data", name);
	if (!*given(&record, place->product)) {
		product = record.bytes + place->product->offset;
		for (i = 0; i < 16; i++)
			product[i] = (unsigned char)(nibble(l->product[2 * i]) << 4 |
			                             nibble(l->product[2 * i + 1]));
	}
	body_begin(&payload, l);
}

/* Insert the texts after their lengths. */
static void insert_strings(struct body *b)
{
	const struct monread_structure *s = monread_layout_structure(b->layout, 0);
	const struct monread_field *f;
	size_t shift = 0, i;
	unsigned k;

	for (i = 0; i < s->nfields; i++) {
		f = monread_structure_field(s, i);
		if (f->type != MONREAD_TYPE_STRING)
			continue;
		for (k = 0; k < b->nstrings; k++) {
			const struct string *t = &b->strings[k];
			size_t at = f->offset + shift;

			if (t->field != f)
				continue;
			put_number(b->bytes + at, t->field->length, t->n, 0);
			at += t->field->length;
			memmove(b->bytes + at + t->n, b->bytes + at, b->n - at);
			memcpy(b->bytes + at, t->bytes, t->n);
			b->n += t->n;
			shift += t->n;
		}
	}
}

static void add_payload(void)
{
	const struct monread_payload *p = monread_layout_payload(record.layout);
	size_t n = payload.n;

	insert_strings(&payload);
	n = payload.n;
	body = &record;
	fill_in(p->at, record.n);
	fill_in(p->bytes, n);
	if (n > MK_RECORD_MAX - record.n)
		mk_fail("the record is too long");
	memcpy(record.bytes + record.n, payload.bytes, n);
	record.n += n;
}

/* ---- Records ---- */

void mk_record_begin(const char *name)
{
	const struct monread_layout *l = layout_of(name);

	if (l->domain < 0)
		mk_fail("%s is no record", name);
	body_begin(&record, l);
	payload.layout = NULL;
	rec_domain = (unsigned)l->domain;
	rec_number = (unsigned)l->record;
	have_length = 0;
}

void mk_record_plain(unsigned domain, unsigned number, uint64_t bytes)
{
	if (domain > 255 || number > 65535 || bytes > MK_RECORD_MAX - HEADER)
		mk_fail("no such record");
	body_begin(&record, NULL);
	payload.layout = NULL;
	record.n = HEADER + (size_t)bytes;
	rec_domain = domain;
	rec_number = number;
	have_length = 0;
}

void mk_record_length(uint64_t length)
{
	have_length = 1;
	length_said = length;
}

const unsigned char *mk_record_end(uint64_t tod, size_t *length)
{
	if (payload.layout)
		add_payload();
	else if (record.layout)
		insert_strings(&record);
	put_number(record.bytes, 2, have_length ? length_said : record.n, 0);
	record.bytes[4] = (unsigned char)rec_domain;
	mr_put_be16(record.bytes + 6, (uint16_t)rec_number);
	mr_put_be64(record.bytes + 8, tod);
	*length = record.n;
	body = NULL;
	return record.bytes;
}

void mk_record_done(void)
{
	monread_layouts_free(layouts);
}
