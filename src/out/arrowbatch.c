/* arrowbatch.c: messages of the Arrow IPC stream format, for arrow.c. */
#include "config.h"

#include "out/arrowbatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "out/flatbuffer.h"
#include "table/sink.h"

/* A batch is full when it has this number of rows, or of bytes. */
#define BATCH_ROWS  65536u
#define BATCH_BYTES 1048576u
/* Each buffer of a batch begins at a multiple of this. */
#define BODY_ALIGN 64u

/* Numbers of Schema.fbs and Message.fbs. */
enum { VERSION_5 = 4 };
enum { HEADER_SCHEMA = 1, HEADER_BATCH = 3 };
enum { TYPE_INT = 2, TYPE_FLOAT, TYPE_BINARY, TYPE_UTF8, TYPE_BOOL, TYPE_TIMESTAMP = 10, TYPE_LIST = 12 };
enum { PRECISION_DOUBLE = 2 };
enum { UNIT_MICROSECOND = 2 };

/* ---- Messages ---- */

/* The message with this header, and the body of LENGTH bytes that the caller writes next. */
static void put_message(struct out_buffer *to, struct flatbuffer *f, unsigned type, size_t header, uint64_t length)
{
	unsigned char prefix[8] = { 0xFF, 0xFF, 0xFF, 0xFF };
	const unsigned char *bytes;
	size_t n, i, message = fb_table(f, (struct fb_field[]){
	        { 3, 8, length }, { 2, FB_PLACE, header }, { 0, 2, VERSION_5 }, { 1, 1, type }, { 0 } });

	bytes = fb_finish(f, message, &n);
	if (!bytes) {
		to->error = ENOMEM;
		return;
	}
	for (i = 0; i < 4; i++)
		prefix[4 + i] = (unsigned char)(n >> (8 * i));
	out_bytes(to, prefix, sizeof prefix);
	out_bytes(to, bytes, n);
}

/* ---- The schema ---- */

static size_t put_pair(struct flatbuffer *f, const char *key, const char *value)
{
	size_t places[2] = { fb_string(f, key), fb_string(f, value) };

	return fb_table(f, (struct fb_field[]){ { 0, FB_PLACE, places[0] }, { 1, FB_PLACE, places[1] }, { 0 } });
}

static size_t put_type(struct flatbuffer *f, const struct arrow_column *c)
{
	size_t zone;

	switch (c->type) {
	case ARROW_INT:
		return fb_table(f, (struct fb_field[]){ { 0, 4, 8u * c->width }, { 1, 1, c->is_signed }, { 0 } });
	case ARROW_DOUBLE:
		return fb_table(f, (struct fb_field[]){ { 0, 2, PRECISION_DOUBLE }, { 0 } });
	case ARROW_TIME:
		zone = fb_string(f, "UTC");
		return fb_table(f, (struct fb_field[]){ { 1, FB_PLACE, zone }, { 0, 2, UNIT_MICROSECOND }, { 0 } });
	default:
		return fb_table(f, (struct fb_field[]){ { 0 } });
	}
}

/* CHILD: the field of the elements of a list; else 0.  METADATA: a vector of pairs, or 0. */
static size_t put_field(struct flatbuffer *f, const char *name, const struct arrow_column *c, int is_optional,
                        size_t child, size_t metadata)
{
	static const unsigned char types[] = { [ARROW_BOOL] = TYPE_BOOL,   [ARROW_INT] = TYPE_INT,
		                               [ARROW_DOUBLE] = TYPE_FLOAT, [ARROW_TIME] = TYPE_TIMESTAMP,
		                               [ARROW_TEXT] = TYPE_UTF8,   [ARROW_BINARY] = TYPE_BINARY };
	size_t named = fb_string(f, name), children = fb_places(f, &child, child ? 1 : 0);
	size_t type = child ? fb_table(f, (struct fb_field[]){ { 0 } }) : put_type(f, c);

	return fb_table(f, (struct fb_field[]){
	        { 0, FB_PLACE, named }, { 3, FB_PLACE, type }, { 5, FB_PLACE, children }, { 6, FB_PLACE, metadata },
	        { 1, 1, is_optional != 0 }, { 2, 1, child ? TYPE_LIST : types[c->type] }, { 0 } });
}

static size_t put_column(struct flatbuffer *f, const struct table *t, const struct arrow_column *c)
{
	static const struct table_column elapsed = { .name = TABLE_ELAPSED_NAME, .unit = "seconds", .kind = TABLE_LEVEL,
		                                     .text = "the time that differences are of", .proven = 1 };
	const struct table_column *of = c->column < t->ncolumns ? &t->columns[c->column] : &elapsed;
	size_t pairs[5], child = c->is_list ? put_field(f, "item", c, 1, 0, 0) : 0;
	uint32_t n = 0;

	pairs[n++] = put_pair(f, "kind", table_kind_name(of->kind));
	pairs[n++] = put_pair(f, "proven", of->proven ? "true" : "false");
	if (of->flags & TABLE_INHERITED)
		pairs[n++] = put_pair(f, "inherited", "true");
	if (*of->unit)
		pairs[n++] = put_pair(f, "unit", of->unit);
	if (*of->text)
		pairs[n++] = put_pair(f, "description", of->text);
	return put_field(f, of->name, c, c->is_optional, child, fb_places(f, pairs, n));
}

void arrow_put_schema(struct out_buffer *to, const struct table *t, const struct arrow_column *columns, uint32_t n)
{
	size_t *fields = calloc(n + 1u, sizeof *fields), pairs[2], listed, metadata, schema;
	struct flatbuffer f = { 0 };
	uint32_t i;

	if (!fields) {
		to->error = ENOMEM;
		return;
	}
	for (i = 0; i < n; i++)
		fields[i] = put_column(&f, t, &columns[i]);
	listed = fb_places(&f, fields, n);
	pairs[0] = put_pair(&f, "table", t->name);
	pairs[1] = put_pair(&f, "title", t->layout->title ? t->layout->title : "");
	metadata = fb_places(&f, pairs, 2);
	schema = fb_table(&f, (struct fb_field[]){ { 1, FB_PLACE, listed }, { 2, FB_PLACE, metadata }, { 0 } });
	put_message(to, &f, HEADER_SCHEMA, schema, 0);
	fb_done(&f);
	free(fields);
}

/* ---- Rows ---- */

struct memory {
	unsigned char *bytes;
	size_t room;
};

/* The values of a column, or the elements of all its lists. */
struct values {
	const struct arrow_column *column;
	int is_list;
	unsigned width;        /* bytes of a number; 0: bits, texts or lists */
	uint64_t n, nulls;
	size_t text;           /* bytes of all texts */
	struct memory valid;   /* a bit for each: it has a value */
	struct memory offsets; /* of texts and lists: int32_t, one more than there are values */
	struct memory data;    /* of all but lists */
};

/* Memory is allocated for this number of values at a time. */
#define RESERVED 64u

struct arrow_batch {
	uint64_t rows;
	size_t bytes;          /* about their size */
	uint32_t n;            /* of values: */
	struct values *values; /* each column, and after it the elements of its lists */
	struct flatbuffer flat;
};

static unsigned width_of(const struct arrow_column *c)
{
	return c->type == ARROW_INT ? c->width : c->type == ARROW_DOUBLE || c->type == ARROW_TIME ? 8 : 0;
}

struct arrow_batch *arrow_batch_new(const struct arrow_column *columns, uint32_t n)
{
	struct arrow_batch *b = calloc(1, sizeof *b);
	uint32_t i;

	if (!b)
		return NULL;
	b->values = calloc(2u * n + 1u, sizeof *b->values);
	if (!b->values) {
		free(b);
		return NULL;
	}
	for (i = 0; i < n; i++) {
		if (columns[i].is_list)
			b->values[b->n++] = (struct values){ .column = &columns[i], .is_list = 1 };
		b->values[b->n++] = (struct values){ .column = &columns[i], .width = width_of(&columns[i]) };
	}
	return b;
}

void arrow_batch_free(struct arrow_batch *b)
{
	uint32_t i;

	if (!b)
		return;
	for (i = 0; i < b->n; i++) {
		free(b->values[i].valid.bytes);
		free(b->values[i].offsets.bytes);
		free(b->values[i].data.bytes);
	}
	free(b->values);
	fb_done(&b->flat);
	free(b);
}

static int grow(struct memory *m, size_t size)
{
	unsigned char *bytes;

	if (size <= m->room)
		return 0;
	bytes = realloc(m->bytes, 2 * size);
	if (!bytes)
		return -1;
	m->bytes = bytes;
	m->room = 2 * size;
	return 0;
}

/* The least significant byte comes first, on every host: compilers make one store of it.  A shorter number takes the
 * first bytes, and the next one replaces the rest. */
static inline void put_number(unsigned char *p, uint64_t v)
{
	p[0] = (unsigned char)v;
	p[1] = (unsigned char)(v >> 8);
	p[2] = (unsigned char)(v >> 16);
	p[3] = (unsigned char)(v >> 24);
	p[4] = (unsigned char)(v >> 32);
	p[5] = (unsigned char)(v >> 40);
	p[6] = (unsigned char)(v >> 48);
	p[7] = (unsigned char)(v >> 56);
}

static int has_offsets(const struct values *v)
{
	return v->is_list || v->column->type == ARROW_TEXT || v->column->type == ARROW_BINARY;
}

/* Memory for RESERVED values after the first N, and for the bytes that put_number() writes after them. */
static int reserve(struct values *v, size_t n)
{
	size_t bits = n / 8, one = has_offsets(v) ? 4 : v->width;
	struct memory *m = has_offsets(v) ? &v->offsets : &v->data;

	if (grow(&v->valid, bits + RESERVED / 8) || grow(m, one ? (n + RESERVED + 2) * one + 8 : bits + RESERVED / 8))
		return -1;
	memset(v->valid.bytes + bits, 0, RESERVED / 8);
	if (!one)
		memset(m->bytes + bits, 0, RESERVED / 8);
	else if (n == 0)
		put_number(m->bytes, 0);
	return 0;
}

/* Add the value or the list at *ROW, which is moved to its end. */
static int add(struct values *v, const char **row)
{
	uint64_t number = 0, n = v->n;
	int there = *(*row)++;

	if (n % RESERVED == 0 && reserve(v, (size_t)n))
		return -1;
	if (there) {
		memcpy(&number, *row, sizeof number);
		*row += sizeof number;
		v->valid.bytes[n / 8] |= (unsigned char)(1u << (n % 8));
	} else {
		v->nulls++;
	}
	v->n++;
	if (v->is_list) {
		while (number-- > 0)
			if (add(v + 1, row))
				return -1;
		put_number(v->offsets.bytes + 4 * v->n, v[1].n);
	} else if (has_offsets(v)) {
		if (grow(&v->data, v->text + (size_t)number + 1))
			return -1;
		memcpy(v->data.bytes + v->text, *row, (size_t)number);
		v->text += (size_t)number;
		*row += number;
		put_number(v->offsets.bytes + 4 * v->n, v->text);
	} else if (v->column->type == ARROW_BOOL) {
		v->data.bytes[n / 8] |= (unsigned char)((number != 0) << (n % 8));
	} else {
		put_number(v->data.bytes + v->width * n, number);
	}
	return 0;
}

int arrow_batch_row(struct arrow_batch *b, const char *row)
{
	struct values *v, *end = b->values + b->n;
	const char *first = row;

	for (v = b->values; v < end; v += 1 + v->is_list) {
		uint64_t number, n = v->n;

		/* Most values are numbers that are there. */
		if (v->width && *row && n % RESERVED) {
			memcpy(&number, row + 1, sizeof number);
			row += 1 + sizeof number;
			put_number(v->data.bytes + v->width * n, number);
			v->valid.bytes[n / 8] |= (unsigned char)(1u << (n % 8));
			v->n++;
		} else if (add(v, &row)) {
			return -1;
		}
	}
	b->rows++;
	b->bytes += (size_t)(row - first);
	return b->rows >= BATCH_ROWS || b->bytes >= BATCH_BYTES;
}

/* ---- A batch ---- */

#define BUFFERS 3u

struct buffer {
	const unsigned char *bytes;
	size_t length;
};

/* The buffers of V in their order, and their number.  If all values are there, no bits say so. */
static uint32_t buffers_of(const struct values *v, struct buffer buffers[BUFFERS])
{
	size_t bits = (size_t)(v->n + 7) / 8;
	uint32_t n = 0;

	buffers[n++] = (struct buffer){ v->valid.bytes, v->nulls ? bits : 0 };
	if (has_offsets(v))
		buffers[n++] = (struct buffer){ v->offsets.bytes, 4 * (size_t)(v->n + 1) };
	if (!v->is_list)
		buffers[n++] = (struct buffer){ v->data.bytes, has_offsets(v) ? v->text :
			                        v->width ? v->width * (size_t)v->n : bits };
	return n;
}

static size_t padded(size_t n)
{
	return (n + BODY_ALIGN - 1) & ~(size_t)(BODY_ALIGN - 1);
}

static void put_body(const struct arrow_batch *b, struct out_buffer *to)
{
	static const unsigned char padding[BODY_ALIGN];
	struct buffer buffers[BUFFERS];
	uint32_t i, k, n;

	for (i = 0; i < b->n; i++)
		for (k = 0, n = buffers_of(&b->values[i], buffers); k < n; k++) {
			out_bytes(to, buffers[k].bytes, buffers[k].length);
			out_bytes(to, padding, padded(buffers[k].length) - buffers[k].length);
		}
}

/* Write the vector with offset and length of each buffer, last buffer first.  Set *LENGTH to the bytes of the body. */
static size_t put_places(struct arrow_batch *b, size_t *length)
{
	struct buffer buffers[BUFFERS];
	uint32_t i, k, n = 0;
	size_t end;

	*length = 0;
	for (i = 0; i < b->n; i++)
		for (k = buffers_of(&b->values[i], buffers); k > 0; k--, n++)
			*length += padded(buffers[k - 1].length);
	fb_align(&b->flat, 0, 8);
	for (i = b->n, end = *length; i > 0; i--)
		for (k = buffers_of(&b->values[i - 1], buffers); k > 0; k--) {
			end -= padded(buffers[k - 1].length);
			fb_number(&b->flat, buffers[k - 1].length, 8);
			fb_number(&b->flat, end, 8);
		}
	return fb_number(&b->flat, n, 4);
}

void arrow_batch_put(struct arrow_batch *b, struct out_buffer *to)
{
	struct flatbuffer *f = &b->flat;
	size_t nodes, places, length, batch;
	uint32_t i;

	if (!b->rows)
		return;
	fb_clear(f);
	/* Arrow wants one offset even for no elements. */
	for (i = 0; i < b->n; i++)
		if (!b->values[i].n && reserve(&b->values[i], 0))
			f->failed = 1;
	places = put_places(b, &length);
	fb_align(f, 0, 8);
	for (i = b->n; i > 0; i--) {
		fb_number(f, b->values[i - 1].nulls, 8);
		fb_number(f, b->values[i - 1].n, 8);
	}
	nodes = fb_number(f, b->n, 4);
	batch = fb_table(f, (struct fb_field[]){ { 1, FB_PLACE, nodes }, { 2, FB_PLACE, places }, { 0, 8, b->rows }, { 0 } });
	put_message(to, f, HEADER_BATCH, batch, length);
	if (!f->failed)
		put_body(b, to);
	for (i = 0; i < b->n; i++) {
		b->values[i].n = b->values[i].nulls = 0;
		b->values[i].text = 0;
	}
	b->rows = 0;
	b->bytes = 0;
}
