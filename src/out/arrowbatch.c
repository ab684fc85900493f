/* arrowbatch.c: writes messages of the Arrow IPC stream format for arrow.c. */
#include "config.h"

#include "out/arrowbatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "table/sink.h"

/* The position of each buffer in a batch is a multiple of this number of bytes. */
#define BODY_ALIGN 64u

/* Constants from Schema.fbs and Message.fbs of Apache Arrow. */
enum {
	VERSION_5 = 4,
	HEADER_SCHEMA = 1,
	HEADER_BATCH = 3,
	TYPE_LIST = 12,
	PRECISION_DOUBLE = 2,
	UNIT_MICROSECOND = 2
};

/* ---- FlatBuffers, the binary form of the metadata (https://flatbuffers.dev/internals/) ---- */

/* The bytes of a message in reverse order, last byte first: an offset comes before the data to
 * which the offset refers, but must be written after this data. The "place" of data is the number
 * of bytes from the data to the end of the message. */
struct flatbuffer {
	struct monread_buffer b;
	int failed; /* 1: out of memory */
};

/* A field of a FlatBuffers table: its number in the schema, its size in bytes, and its value. If
 * the size is FB_PLACE, the value is the place of the field's data, or 0 to omit the field, which
 * then has its default value. */
struct fb_field {
	unsigned number, size;
	uint64_t value;
};
#define FB_PLACE  16u
#define FB_FIELDS 8u /* the numbers of all fields are below FB_FIELDS */

/* Write V as a little-endian number of SIZE <= 8 bytes. Return the place of the number. */
static size_t fb_number(struct flatbuffer *f, uint64_t v, unsigned size)
{
	f->failed |= array_reserve(&f->b, size) != 0;
	while (!f->failed && size-- > 0)
		f->b.bytes[f->b.length++] = (unsigned char)(v >> 8 * size);
	return f->b.length;
}

/* Write zeros, so that the length of the message is a multiple of ALIGN (a power of 2) after N more
 * bytes are written. */
static void fb_align(struct flatbuffer *f, size_t n, size_t align)
{
	fb_number(f, 0, (unsigned)(0 - (f->b.length + n)) & (unsigned)(align - 1));
}

/* Write an offset, which is the number of bytes from the offset to the data at PLACE. */
static void put_offset(struct flatbuffer *f, size_t place)
{
	fb_align(f, 0, 4);
	fb_number(f, f->b.length + 4 - place, 4);
}

static size_t fb_string(struct flatbuffer *f, const char *s)
{
	size_t n = strlen(s), i;

	fb_align(f, n + 1, 4);
	for (i = n + 1; i > 0; i--)
		fb_number(f, (unsigned char)s[i - 1], 1);
	return fb_number(f, n, 4);
}

/* Write a vector of N offsets, which refer to the data at the places PLACES. Return the place of
 * the vector. */
static size_t fb_places(struct flatbuffer *f, const size_t *places, uint32_t n)
{
	uint32_t i;

	fb_align(f, 0, 4);
	for (i = n; i > 0; i--)
		put_offset(f, places[i - 1]);
	return fb_number(f, n, 4);
}

/* Write a FlatBuffers table with the fields FIELDS, an array that ends with {0}. Before the table
 * comes the vtable, a list of the offsets of the fields. The table begins with the distance to the
 * vtable. Return the place of the table. */
static size_t fb_table(struct flatbuffer *f, const struct fb_field *fields)
{
	size_t end = f->b.length, places[FB_FIELDS] = { 0 }, table, i;

	for (; fields->size; fields++) {
		if (fields->size == FB_PLACE && !fields->value)
			continue;
		if (fields->size == FB_PLACE) {
			put_offset(f, (size_t)fields->value);
		} else {
			fb_align(f, fields->size, fields->size);
			fb_number(f, fields->value, fields->size);
		}
		places[fields->number] = f->b.length;
	}
	fb_align(f, 4, 4);
	table = fb_number(f, 4 + 2 * FB_FIELDS, 4);
	for (i = FB_FIELDS; i > 0; i--)
		fb_number(f, places[i - 1] ? table - places[i - 1] : 0, 2);
	fb_number(f, table - end, 2);
	fb_number(f, 4 + 2 * FB_FIELDS, 2);
	return table;
}

/* ---- Messages ---- */

/* Write the message F, whose header has the type TYPE and is at the place HEADER. The caller then
 * writes the body of the message, which has LENGTH bytes. */
static void put_message(struct out_buffer *to, struct flatbuffer *f, unsigned type, size_t header,
                        uint64_t length)
{
	size_t message = fb_table(f, (struct fb_field[]){ { 3, 8, length },
	                                                  { 2, FB_PLACE, header },
	                                                  { 0, 2, VERSION_5 },
	                                                  { 1, 1, type },
	                                                  { 0 } });
	size_t i;

	/* Pad the message, which begins with the offset of the root table, to a multiple of 8
	 * bytes. */
	fb_align(f, 4, 8);
	put_offset(f, message);
	fb_number(f, f->b.length, 4);
	fb_number(f, UINT32_MAX, 4);
	if (f->failed)
		to->error = ENOMEM;
	for (i = f->b.length; i > 0; i--)
		out_char(to, (char)f->b.bytes[i - 1]);
	free(f->b.bytes);
}

static size_t batch_put_pair(struct flatbuffer *f, const char *key, const char *value)
{
	size_t places[2] = { fb_string(f, key), fb_string(f, value) };

	return fb_table(f, (struct fb_field[]){ { 0, FB_PLACE, places[0] },
	                                        { 1, FB_PLACE, places[1] },
	                                        { 0 } });
}

static size_t batch_put_type(struct flatbuffer *f, const struct arrow_column *c)
{
	size_t zone = c->type == ARROW_TIME ? fb_string(f, "UTC") : 0;

	if (c->type == ARROW_INT)
		return fb_table(f, (struct fb_field[]){ { 0, 4, 8u * c->width },
		                                        { 1, 1, c->is_signed },
		                                        { 0 } });
	if (c->type == ARROW_DOUBLE)
		return fb_table(f, (struct fb_field[]){ { 0, 2, PRECISION_DOUBLE }, { 0 } });
	return fb_table(f, (struct fb_field[]){ { 1, FB_PLACE, zone },
	                                        { 0, zone ? 2 : 0, UNIT_MICROSECOND },
	                                        { 0 } });
}

/* Write the schema field NAME for the column C. CHILD is the place of the schema field for the list
 * elements of C (0: C is not a list); METADATA is the place of a vector of pairs of key and value
 * (0: no such pairs). Return the place of the schema field. */
static size_t batch_put_field(struct flatbuffer *f, const char *name, const struct arrow_column *c,
                              size_t child, size_t metadata)
{
	size_t named = fb_string(f, name), children = fb_places(f, &child, child ? 1 : 0);
	size_t type = child ? fb_table(f, (struct fb_field[]){ { 0 } }) : batch_put_type(f, c);

	return fb_table(f, (struct fb_field[]){ { 0, FB_PLACE, named },
	                                        { 3, FB_PLACE, type },
	                                        { 5, FB_PLACE, children },
	                                        { 6, FB_PLACE, metadata },
	                                        { 1, 1, 1 },
	                                        { 2, 1, child ? TYPE_LIST : c->type },
	                                        { 0 } });
}

static size_t batch_put_column(struct flatbuffer *f, const struct table *t,
                               const struct arrow_column *c)
{
	static const struct table_column elapsed = { .name = TABLE_ELAPSED_NAME,
		                                     .unit = "seconds",
		                                     .kind = KIND_LEVEL,
		                                     .text = "the time that differences are of",
		                                     .proven = 1 };
	const struct table_column *of = c->number < t->ncolumns ? &t->columns[c->number] : &elapsed;
	size_t pairs[5], child = c->is_list ? batch_put_field(f, "item", c + 1, 0, 0) : 0;
	uint32_t n = 0;

	if (!t->layout)
		return batch_put_field(f, of->name, c, child, 0);
	pairs[n++] = batch_put_pair(f, "kind", table_kind_name(of->kind));
	pairs[n++] = batch_put_pair(f, "proven", of->proven ? "true" : "false");
	if (of->flags & TABLE_INHERITED)
		pairs[n++] = batch_put_pair(f, "inherited", "true");
	if (*of->unit)
		pairs[n++] = batch_put_pair(f, "unit", of->unit);
	if (*of->text)
		pairs[n++] = batch_put_pair(f, "description", of->text);
	return batch_put_field(f, of->name, c, child, fb_places(f, pairs, n));
}

void arrow_put_schema(const struct arrow_batch *b, struct out_buffer *to)
{
	size_t *fields = calloc(b->n, sizeof *fields), pairs[2], listed, metadata = 0, schema;
	const struct table *t = b->table;
	struct flatbuffer f = { .failed = !fields };
	uint32_t i, n = 0;

	for (i = 0; i < b->n && fields; i += 1u + b->columns[i].is_list)
		fields[n++] = batch_put_column(&f, t, &b->columns[i]);
	listed = fb_places(&f, fields, n);
	if (t->layout) {
		pairs[0] = batch_put_pair(&f, "table", t->name);
		pairs[1] = batch_put_pair(&f, "title", t->layout->title);
		metadata = fb_places(&f, pairs, 2);
	}
	schema = fb_table(&f, (struct fb_field[]){ { 1, FB_PLACE, listed },
	                                           { 2, FB_PLACE, metadata },
	                                           { 0 } });
	put_message(to, &f, HEADER_SCHEMA, schema, 0);
	free(fields);
}

/* ---- A batch ---- */

void arrow_set_width(struct arrow_column *c)
{
	c->has_ends = c->type == ARROW_TEXT || c->type == ARROW_BINARY;
	if (c->has_ends)
		c->width = ARROW_END;
	else if (c->type == ARROW_BOOL || c->type == ARROW_NULL)
		c->width = 0;
	c->beyond = c->type == ARROW_BOOL ? ~UINT64_C(1) : 0;
	if (c->type == ARROW_INT)
		c->beyond = ~(UINT64_MAX >> (64 - 8 * c->width + c->is_signed));
}

void arrow_add_column(struct arrow_batch *b, struct arrow_column c)
{
	struct arrow_column *to = &b->columns[b->n++];

	*to = c;
	if (c.is_list) {
		to->has_ends = 1;
		to->width = ARROW_END;
		c.is_list = 0;
		c.is_element = 1;
		b->columns[b->n++] = c;
	}
	to->at = (uint32_t)b->chunk_size;
	b->chunk_size += arrow_size(ARROW_CHUNK, to->width);
}

unsigned char *arrow_chunk(struct arrow_batch *b)
{
	size_t more = b->rows % ARROW_CHUNK ? 0 : b->chunk_size;

	if (array_reserve(&b->chunks, more))
		return NULL;
	b->chunks.length += more;
	return b->chunks.bytes + b->chunks.length - b->chunk_size;
}

/* Extend the bits in B to at least N + 1 bits, and set each new bit to 1. Then, if ON is 0, set bit
 * N to 0. */
static int arrow_put_bit(struct monread_buffer *b, uint64_t n, int on)
{
	size_t length = (size_t)n / 8 + 1;

	if (array_reserve(b, length - b->length))
		return -1;
	memset(b->bytes + b->length, 0xFF, length - b->length);
	b->length = length;
	if (!on)
		b->bytes[n / 8] &= (unsigned char)~(1u << n % 8);
	return 0;
}

int arrow_put_null(struct arrow_column *c, uint64_t at)
{
	c->nulls++;
	return c->type == ARROW_NULL ? 0 : arrow_put_bit(&c->valid, at, 0);
}

/* The buffers of a column: see the members of struct arrow_column. */
enum { VALID, VALUES, BYTES, BUFFERS };

/* Return the number of buffers that Arrow has for the type of the column C. */
static unsigned buffers_of(const struct arrow_column *c)
{
	if (c->type == ARROW_NULL)
		return 0;
	return c->has_ends && !c->is_list ? BUFFERS : BYTES;
}

static size_t length_of(const struct arrow_column *c, unsigned k)
{
	if (k == VALID)
		return c->valid.length;
	return k == BYTES ? c->bytes.length : arrow_size(c->n + c->has_ends, c->width);
}

static size_t padded(size_t length)
{
	return (length + BODY_ALIGN - 1) / BODY_ALIGN * BODY_ALIGN;
}

/* Write the values of the column C. Before the offsets at which texts or lists end, write 0, the
 * offset at which the first text or list begins. */
static void put_values(struct out_buffer *to, const struct arrow_batch *b,
                       const struct arrow_column *c)
{
	const unsigned char *p = c->is_element ? c->elements.bytes : b->chunks.bytes + c->at;
	uint64_t at, n;

	out_bytes(to, "\0\0\0", c->has_ends * ARROW_END);
	for (at = 0; at < c->n; at += n) {
		n = c->is_element || c->n - at < ARROW_CHUNK ? c->n - at : ARROW_CHUNK;
		out_bytes(to, p + (size_t)at / ARROW_CHUNK * b->chunk_size,
		          arrow_size(n, c->width));
	}
}

static void arrow_put_rows(const struct arrow_batch *b, struct out_buffer *to)
{
	static const unsigned char padding[BODY_ALIGN];
	const struct arrow_column *c, *end = b->columns + b->n;
	struct flatbuffer f = { .failed = 0 };
	uint64_t length = 0, at;
	size_t nodes, buffers, n = 0;
	unsigned k;

	for (c = b->columns; c < end; c++)
		for (k = 0; k < buffers_of(c); k++)
			length += padded(length_of(c, k));
	fb_align(&f, 0, 8);
	for (at = length, c = end; c-- > b->columns;)
		for (k = buffers_of(c); k-- > 0; n++) {
			at -= padded(length_of(c, k));
			fb_number(&f, length_of(c, k), 8);
			fb_number(&f, at, 8);
		}
	buffers = fb_number(&f, n, 4);
	fb_align(&f, 0, 8);
	for (c = end; c-- > b->columns;) {
		fb_number(&f, c->nulls, 8);
		fb_number(&f, c->n, 8);
	}
	nodes = fb_number(&f, b->n, 4);
	put_message(to, &f, HEADER_BATCH,
	            fb_table(&f, (struct fb_field[]){ { 1, FB_PLACE, nodes },
	                                              { 2, FB_PLACE, buffers },
	                                              { 0, 8, b->rows },
	                                              { 0 } }),
	            length);
	for (c = b->columns; c < end; c++)
		for (k = 0; k < buffers_of(c); k++) {
			if (k == VALUES)
				put_values(to, b, c);
			else
				out_bytes(to, k == VALID ? c->valid.bytes : c->bytes.bytes,
				          length_of(c, k));
			out_bytes(to, padding, padded(length_of(c, k)) - length_of(c, k));
		}
}

void arrow_put_batch(struct arrow_batch *b, struct out_buffer *to)
{
	struct arrow_column *c, *end = b->columns + b->n;

	for (c = b->columns; c < end; c++) {
		c->n = c->is_element ? c->n : b->rows;
		if (c->valid.length && arrow_put_bit(&c->valid, c->n - 1, 1))
			to->error = ENOMEM;
	}
	if (!to->error)
		arrow_put_rows(b, to);
	for (c = b->columns; c < end; c++)
		c->n = c->nulls = c->valid.length = c->bytes.length = 0;
	b->rows = b->chunks.length = b->bytes = 0;
}

void arrow_batch_done(struct arrow_batch *b)
{
	uint32_t i;

	for (i = 0; i < b->n; i++) {
		free(b->columns[i].valid.bytes);
		free(b->columns[i].elements.bytes);
		free(b->columns[i].bytes.bytes);
	}
	free(b->chunks.bytes);
	free(b->columns);
}
