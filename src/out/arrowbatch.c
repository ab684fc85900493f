/* arrowbatch.c: messages of the Arrow IPC stream format, for arrow.c. */
#include "config.h"

#include "out/arrowbatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "out/flatbuffer.h"
#include "table/sink.h"

/* A batch is full with so many rows, or with so many bytes. */
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
	struct fb_table t;
	size_t n, i;

	fb_begin(f, &t);
	fb_field(f, &t, 3, length, 8);
	fb_point(f, &t, 2, header);
	fb_field(f, &t, 0, VERSION_5, 2);
	fb_field(f, &t, 1, type, 1);
	bytes = fb_finish(f, fb_end(f, &t), &n);
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
	struct fb_table t;

	fb_begin(f, &t);
	fb_point(f, &t, 0, places[0]);
	fb_point(f, &t, 1, places[1]);
	return fb_end(f, &t);
}

static size_t put_type(struct flatbuffer *f, const struct arrow_column *c, unsigned *type)
{
	size_t zone = c->type == ARROW_TIME ? fb_string(f, "UTC") : 0;
	static const unsigned char types[] = { [ARROW_BOOL] = TYPE_BOOL,      [ARROW_INT] = TYPE_INT,
		                               [ARROW_DOUBLE] = TYPE_FLOAT,   [ARROW_TIME] = TYPE_TIMESTAMP,
		                               [ARROW_TEXT] = TYPE_UTF8, [ARROW_BINARY] = TYPE_BINARY };
	struct fb_table t;

	*type = types[c->type];
	fb_begin(f, &t);
	if (c->type == ARROW_INT) {
		fb_field(f, &t, 0, 8u * c->width, 4);
		fb_field(f, &t, 1, c->is_signed, 1);
	} else if (c->type == ARROW_DOUBLE) {
		fb_field(f, &t, 0, PRECISION_DOUBLE, 2);
	} else if (c->type == ARROW_TIME) {
		fb_point(f, &t, 1, zone);
		fb_field(f, &t, 0, UNIT_MICROSECOND, 2);
	}
	return fb_end(f, &t);
}

/* CHILD: the field of the elements of a list; else 0.  METADATA: a vector of pairs, or 0. */
static size_t put_field(struct flatbuffer *f, const char *name, const struct arrow_column *c, int is_optional,
                        size_t child, size_t metadata)
{
	size_t named = fb_string(f, name), children = fb_places(f, &child, child ? 1 : 0), typed;
	unsigned type = TYPE_LIST;
	struct fb_table t;

	if (child) {
		fb_begin(f, &t);
		typed = fb_end(f, &t);
	} else {
		typed = put_type(f, c, &type);
	}
	fb_begin(f, &t);
	fb_point(f, &t, 0, named);
	fb_point(f, &t, 3, typed);
	fb_point(f, &t, 5, children);
	if (metadata)
		fb_point(f, &t, 6, metadata);
	fb_field(f, &t, 1, is_optional != 0, 1);
	fb_field(f, &t, 2, type, 1);
	return fb_end(f, &t);
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
	struct fb_table s;
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
	fb_begin(&f, &s);
	fb_point(&f, &s, 1, listed);
	fb_point(&f, &s, 2, metadata);
	schema = fb_end(&f, &s);
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
	uint64_t n, nulls;
	size_t text;           /* bytes of all texts */
	struct memory valid;   /* a bit for each */
	struct memory offsets; /* of texts and lists: int32_t, one more than there are values */
	struct memory data;    /* of all but lists */
};

/* Memory is asked for so many values at a time. */
#define RESERVED 64u

struct buffer {
	const unsigned char *bytes;
	size_t length;
};

struct arrow_batch {
	uint32_t ncolumns, nvalues;
	uint64_t rows;
	size_t bytes;           /* about their size */
	struct values *values;  /* of each column, and after it the elements of its lists */
	struct buffer *buffers; /* that are written: up to 3 of each */
	struct flatbuffer flat;
};

struct arrow_batch *arrow_batch_new(const struct arrow_column *columns, uint32_t n)
{
	struct arrow_batch *b = calloc(1, sizeof *b);
	uint32_t i;

	if (!b)
		return NULL;
	b->values = calloc(2u * n + 1u, sizeof *b->values);
	b->buffers = calloc(6u * n + 1u, sizeof *b->buffers);
	if (!b->values || !b->buffers) {
		arrow_batch_free(b);
		return NULL;
	}
	b->ncolumns = n;
	for (i = 0; i < n; i++) {
		b->values[b->nvalues].is_list = columns[i].is_list;
		b->values[b->nvalues++].column = &columns[i];
		if (columns[i].is_list)
			b->values[b->nvalues++].column = &columns[i];
	}
	return b;
}

void arrow_batch_free(struct arrow_batch *b)
{
	uint32_t i;

	if (!b)
		return;
	for (i = 0; i < b->nvalues; i++) {
		free(b->values[i].valid.bytes);
		free(b->values[i].offsets.bytes);
		free(b->values[i].data.bytes);
	}
	free(b->values);
	free(b->buffers);
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

/* SIZE is 1, 2, 4 or 8; the least significant byte comes first, on every host: compilers make one store of each. */
static inline void put_number(unsigned char *p, uint64_t v, unsigned size)
{
	p[0] = (unsigned char)v;
	if (size == 1)
		return;
	p[1] = (unsigned char)(v >> 8);
	if (size == 2)
		return;
	p[2] = (unsigned char)(v >> 16);
	p[3] = (unsigned char)(v >> 24);
	if (size == 4)
		return;
	p[4] = (unsigned char)(v >> 32);
	p[5] = (unsigned char)(v >> 40);
	p[6] = (unsigned char)(v >> 48);
	p[7] = (unsigned char)(v >> 56);
}

static int has_offsets(const struct values *v)
{
	return v->is_list || v->column->type == ARROW_TEXT || v->column->type == ARROW_BINARY;
}

/* Memory for RESERVED values more, all there until one is not; N, how many there are, is a multiple of RESERVED. */
static int reserve(struct values *v, size_t n)
{
	size_t bits = n / 8;

	if (grow(&v->valid, bits + RESERVED / 8))
		return -1;
	memset(v->valid.bytes + bits, 0xFF, RESERVED / 8);
	if (has_offsets(v)) {
		if (grow(&v->offsets, 4 * (n + RESERVED + 1)))
			return -1;
		put_number(v->offsets.bytes, 0, 4);
	} else if (v->column->type == ARROW_BOOL) {
		if (grow(&v->data, bits + RESERVED / 8))
			return -1;
		memset(v->data.bytes + bits, 0, RESERVED / 8);
	} else if (grow(&v->data, (n + RESERVED) * v->column->width)) {
		return -1;
	}
	return 0;
}

static inline void add_null(struct values *v, uint64_t n)
{
	v->valid.bytes[n / 8] &= (unsigned char)~(1u << (n % 8));
	v->nulls++;
}

/* Value N, whose slot is at *ROW, which is moved to its end, if it is THERE. */
static inline __attribute__((always_inline)) int add_value(struct values *v, uint64_t n, uint64_t there, const char **row)
{
	const struct arrow_column *c = v->column;
	uint64_t slot = 0;

	if (there) {
		memcpy(&slot, *row, sizeof slot);
		*row += sizeof slot;
	} else {
		add_null(v, n);
	}
	switch (c->type) {
	case ARROW_BOOL:
		v->data.bytes[n / 8] |= (unsigned char)((slot != 0) << (n % 8));
		return 0;
	case ARROW_TEXT:
	case ARROW_BINARY:
		if (slot && grow(&v->data, v->text + (size_t)slot))
			return -1;
		if (slot)
			memcpy(v->data.bytes + v->text, *row, (size_t)slot);
		v->text += (size_t)slot;
		*row += slot;
		put_number(v->offsets.bytes + 4 * (n + 1), v->text, 4);
		return 0;
	default:
		break;
	}
	if (c->width == 8)
		put_number(v->data.bytes + 8 * n, slot, 8);
	else if (c->width == 4)
		put_number(v->data.bytes + 4 * n, slot, 4);
	else if (c->width == 2)
		put_number(v->data.bytes + 2 * n, slot, 2);
	else
		put_number(v->data.bytes + n, slot, 1);
	return 0;
}

/* The same of a list. */
static int add_list(struct values *v, uint64_t n, uint64_t there, const char **row)
{
	struct values *elements = v + 1;
	uint64_t left = 0;

	if (there) {
		memcpy(&left, *row, sizeof left);
		*row += sizeof left;
	} else {
		add_null(v, n);
	}
	for (; left; left--, elements->n++) {
		unsigned char has_value = (unsigned char)*(*row)++;

		if ((elements->n % RESERVED == 0 && reserve(elements, (size_t)elements->n)) ||
		    add_value(elements, elements->n, has_value, row))
			return -1;
	}
	put_number(v->offsets.bytes + 4 * (n + 1), elements->n, 4);
	return 0;
}

int arrow_batch_row(struct arrow_batch *b, const char *row)
{
	const char *words = row, *first = row;
	struct values *v = b->values, *end = v + b->nvalues;
	uint64_t word = 0, n = b->rows;
	unsigned bit = 0;

	row += arrow_row_bits(b->ncolumns);
	for (; v < end; v += 1 + v->is_list, word >>= 1) {
		if (bit++ % 64 == 0) {
			memcpy(&word, words, sizeof word);
			words += sizeof word;
		}
		if (n % RESERVED == 0 && reserve(v, (size_t)n))
			return -1;
		if (v->is_list ? add_list(v, n, word & 1, &row) : add_value(v, n, word & 1, &row))
			return -1;
		v->n = n + 1;
	}
	b->rows++;
	b->bytes += (size_t)(row - first);
	return 0;
}

int arrow_batch_is_full(const struct arrow_batch *b)
{
	return b->rows >= BATCH_ROWS || b->bytes >= BATCH_BYTES;
}

/* ---- A batch ---- */

/* The buffers of V, in their order.  If all values are there, no bits say so. */
static uint32_t buffers_of(const struct values *v, struct buffer *buffers)
{
	size_t bits = (size_t)(v->n + 7) / 8;
	uint32_t n = 0;

	buffers[n++] = (struct buffer){ v->valid.bytes, v->nulls ? bits : 0 };
	if (has_offsets(v))
		buffers[n++] = (struct buffer){ v->offsets.bytes, 4 * (size_t)(v->n + 1) };
	if (!v->is_list)
		buffers[n++] = (struct buffer){ v->data.bytes, has_offsets(v) ? v->text :
			                        v->column->type == ARROW_BOOL ? bits : v->column->width * (size_t)v->n };
	return n;
}

static size_t padded(size_t n)
{
	return (n + BODY_ALIGN - 1) & ~(size_t)(BODY_ALIGN - 1);
}

static void put_body(struct arrow_batch *b, struct out_buffer *to, uint32_t n)
{
	static const unsigned char padding[BODY_ALIGN];
	uint32_t i;

	for (i = 0; i < n; i++) {
		out_bytes(to, b->buffers[i].bytes, b->buffers[i].length);
		out_bytes(to, padding, padded(b->buffers[i].length) - b->buffers[i].length);
	}
}

void arrow_batch_put(struct arrow_batch *b, struct out_buffer *to)
{
	struct flatbuffer *f = &b->flat;
	size_t nodes, buffers, length = 0, end;
	struct fb_table t;
	uint32_t i, n = 0;

	if (!b->rows)
		return;
	fb_clear(f);
	for (i = 0; i < b->nvalues; i++) {
		/* Arrow wants one offset even for no elements. */
		if (!b->values[i].n && reserve(&b->values[i], 0))
			f->failed = 1;
		n += buffers_of(&b->values[i], &b->buffers[n]);
	}
	for (i = 0; i < n; i++)
		length += padded(b->buffers[i].length);
	fb_align(f, 0, 8);
	for (i = n, end = length; i > 0; i--) {
		end -= padded(b->buffers[i - 1].length);
		fb_number(f, b->buffers[i - 1].length, 8);
		fb_number(f, end, 8);
	}
	fb_number(f, n, 4);
	buffers = f->used;
	fb_align(f, 0, 8);
	for (i = b->nvalues; i > 0; i--) {
		fb_number(f, b->values[i - 1].nulls, 8);
		fb_number(f, b->values[i - 1].n, 8);
	}
	fb_number(f, b->nvalues, 4);
	nodes = f->used;
	fb_begin(f, &t);
	fb_point(f, &t, 1, nodes);
	fb_point(f, &t, 2, buffers);
	fb_field(f, &t, 0, b->rows, 8);
	put_message(to, f, HEADER_BATCH, fb_end(f, &t), length);
	if (!f->failed)
		put_body(b, to, n);
	for (i = 0; i < b->nvalues; i++) {
		b->values[i].n = b->values[i].nulls = 0;
		b->values[i].text = 0;
	}
	b->rows = 0;
	b->bytes = 0;
}
