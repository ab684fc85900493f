/* arrowbatch.c: messages of the Arrow IPC stream format, for arrow.c. */
#include "config.h"

#include "out/arrowbatch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "table/sink.h"

/* Each buffer of a batch begins at a multiple of this. */
#define BODY_ALIGN 64u

/* Numbers of Schema.fbs and Message.fbs. */
enum { VERSION_5 = 4, HEADER_SCHEMA = 1, HEADER_BATCH = 3, TYPE_LIST = 12, PRECISION_DOUBLE = 2, UNIT_MICROSECOND = 2 };

/* ---- FlatBuffers, the binary form of the metadata (https://flatbuffers.dev/internals/) ---- */

/* A buffer that grows from its end towards its beginning, because data is written before the offset that points to it.
 * A place in the buffer is a distance in bytes from its end. */
struct flatbuffer {
	unsigned char *bytes;
	size_t room, used;
	int failed; /* out of memory: later writes are dropped */
};

/* A field of a table: number in the schema, size in bytes and value.  With the size FB_PLACE, the value is the place of
 * the data, or 0 if the field has its default. */
struct fb_field {
	unsigned number, size;
	uint64_t value;
};
#define FB_PLACE  16u
#define FB_FIELDS 8u /* numbers are less than this */

/* Room for N bytes before all others; the caller fills it in.  NULL: out of memory. */
static unsigned char *push(struct flatbuffer *f, size_t n)
{
	if (n > f->room - f->used && !f->failed) {
		size_t room = 2 * (f->room + n) + 4096;
		unsigned char *bytes = malloc(room);

		if (bytes) {
			if (f->used)
				memcpy(bytes + room - f->used, f->bytes + f->room - f->used, f->used);
			free(f->bytes);
			f->bytes = bytes;
			f->room = room;
		}
		f->failed = !bytes;
	}
	if (f->failed)
		return NULL;
	f->used += n;
	return f->bytes + f->room - f->used;
}

/* Write padding, so that the place after N more bytes is a multiple of ALIGN, a power of 2. */
static void fb_align(struct flatbuffer *f, size_t n, size_t align)
{
	size_t padding = (0 - (f->used + n)) & (align - 1);
	unsigned char *p = padding ? push(f, padding) : NULL;

	if (p)
		memset(p, 0, padding);
}

/* Write a number of SIZE bytes, least significant byte first.  Return its place. */
static size_t fb_number(struct flatbuffer *f, uint64_t v, unsigned size)
{
	unsigned char *p = push(f, size);

	for (; p && size; size--, v >>= 8)
		*p++ = (unsigned char)v;
	return f->used;
}

/* An offset is the distance from itself to its target. */
static void put_offset(struct flatbuffer *f, size_t place)
{
	fb_align(f, 0, 4);
	fb_number(f, f->used + 4 - place, 4);
}

static size_t fb_string(struct flatbuffer *f, const char *s)
{
	size_t n = strlen(s);
	unsigned char *p;

	fb_align(f, n + 1, 4);
	p = push(f, n + 1);
	if (p)
		memcpy(p, s, n + 1);
	return fb_number(f, n, 4);
}

/* Write a vector of N offsets. */
static size_t fb_places(struct flatbuffer *f, const size_t *places, uint32_t n)
{
	uint32_t i;

	fb_align(f, 0, 4);
	for (i = n; i > 0; i--)
		put_offset(f, places[i - 1]);
	return fb_number(f, n, 4);
}

/* Write a table with these fields, which end with {0}.  It begins with the distance to its list of fields (a vtable),
 * which comes before it. */
static size_t fb_table(struct flatbuffer *f, const struct fb_field *fields)
{
	size_t end = f->used, places[FB_FIELDS] = { 0 }, table, i;
	unsigned char *p;

	for (; fields->size; fields++) {
		if (fields->size == FB_PLACE && !fields->value)
			continue;
		if (fields->size == FB_PLACE) {
			put_offset(f, (size_t)fields->value);
		} else {
			fb_align(f, fields->size, fields->size);
			fb_number(f, fields->value, fields->size);
		}
		places[fields->number] = f->used;
	}
	fb_align(f, 4, 4);
	table = fb_number(f, 0, 4);
	for (i = FB_FIELDS; i > 0; i--)
		fb_number(f, places[i - 1] ? table - places[i - 1] : 0, 2);
	fb_number(f, table - end, 2);
	fb_number(f, 4 + 2 * FB_FIELDS, 2);
	for (i = 0; i < 4 && !f->failed; i++) {
		p = f->bytes + f->room - table;
		p[i] = (unsigned char)((f->used - table) >> (8 * i));
	}
	return table;
}

/* ---- Messages ---- */

/* The message with this header, and the body of LENGTH bytes that the caller writes next. */
static void put_message(struct out_buffer *to, struct flatbuffer *f, unsigned type, size_t header, uint64_t length)
{
	size_t message = fb_table(f, (struct fb_field[]){
	        { 3, 8, length }, { 2, FB_PLACE, header }, { 0, 2, VERSION_5 }, { 1, 1, type }, { 0 } });

	/* The offset of the root table comes first; the length is a multiple of 8. */
	fb_align(f, 4, 8);
	put_offset(f, message);
	fb_number(f, f->used, 4);
	fb_number(f, UINT32_MAX, 4);
	if (f->failed)
		to->error = ENOMEM;
	else
		out_bytes(to, f->bytes + f->room - f->used, f->used);
}

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
static size_t put_field(struct flatbuffer *f, const char *name, const struct arrow_column *c, size_t child,
                        size_t metadata)
{
	size_t named = fb_string(f, name), children = fb_places(f, &child, child ? 1 : 0);
	size_t type = child ? fb_table(f, (struct fb_field[]){ { 0 } }) : put_type(f, c);

	return fb_table(f, (struct fb_field[]){
	        { 0, FB_PLACE, named }, { 3, FB_PLACE, type }, { 5, FB_PLACE, children }, { 6, FB_PLACE, metadata },
	        { 1, 1, 1 }, { 2, 1, child ? TYPE_LIST : c->type }, { 0 } });
}

static size_t put_column(struct flatbuffer *f, const struct table *t, const struct arrow_column *c)
{
	static const struct table_column elapsed = { .name = TABLE_ELAPSED_NAME, .unit = "seconds", .kind = TABLE_LEVEL,
		                                     .text = "the time that differences are of", .proven = 1 };
	const struct table_column *of = c->number < t->ncolumns ? &t->columns[c->number] : &elapsed;
	size_t pairs[5], child = c->is_list ? put_field(f, "item", c + 1, 0, 0) : 0;
	uint32_t n = 0;

	pairs[n++] = put_pair(f, "kind", table_kind_name(of->kind));
	pairs[n++] = put_pair(f, "proven", of->proven ? "true" : "false");
	if (of->flags & TABLE_INHERITED)
		pairs[n++] = put_pair(f, "inherited", "true");
	if (*of->unit)
		pairs[n++] = put_pair(f, "unit", of->unit);
	if (*of->text)
		pairs[n++] = put_pair(f, "description", of->text);
	return put_field(f, of->name, c, child, fb_places(f, pairs, n));
}

void arrow_put_schema(const struct arrow_batch *b, struct out_buffer *to)
{
	size_t *fields = calloc(b->n, sizeof *fields), pairs[2], listed, metadata, schema;
	const struct table *t = b->table;
	struct flatbuffer f = { .failed = !fields };
	uint32_t i, n = 0;

	for (i = 0; i < b->n && fields; i += 1u + b->columns[i].is_list)
		fields[n++] = put_column(&f, t, &b->columns[i]);
	listed = fb_places(&f, fields, n);
	pairs[0] = put_pair(&f, "table", t->name);
	pairs[1] = put_pair(&f, "title", t->layout->title ? t->layout->title : "");
	metadata = fb_places(&f, pairs, 2);
	schema = fb_table(&f, (struct fb_field[]){ { 1, FB_PLACE, listed }, { 2, FB_PLACE, metadata }, { 0 } });
	put_message(to, &f, HEADER_SCHEMA, schema, 0);
	free(f.bytes);
	free(fields);
}

/* ---- A batch ---- */

/* At most this many buffers per column. */
#define BUFFERS 3u

struct pair {
	uint64_t first, second;
};

static size_t put_pairs(struct flatbuffer *f, const struct pair *pairs, uint32_t n)
{
	uint32_t i;

	fb_align(f, 0, 8);
	for (i = n; i > 0; i--) {
		fb_number(f, pairs[i - 1].second, 8);
		fb_number(f, pairs[i - 1].first, 8);
	}
	return fb_number(f, n, 4);
}

/* Set BUFFERS to those of C, and return their number. */
static unsigned buffers_of(const struct arrow_column *c, const struct monread_buffer *buffers[BUFFERS])
{
	buffers[0] = &c->valid;
	buffers[1] = &c->values;
	buffers[2] = &c->bytes;
	return c->has_ends && !c->is_list ? 3 : 2;
}

void arrow_put_batch(const struct arrow_batch *b, struct out_buffer *to)
{
	static const unsigned char padding[BODY_ALIGN];
	struct pair *pairs = calloc((BUFFERS + 1) * b->n, sizeof *pairs), *place = pairs ? pairs + b->n : NULL;
	const struct monread_buffer *buffers[BUFFERS];
	struct flatbuffer f = { .failed = !pairs };
	size_t places, nodes, batch;
	uint64_t length = 0;
	uint32_t i, k, n;

	for (i = 0; i < b->n && pairs; i++) {
		pairs[i] = (struct pair){ b->columns[i].n, b->columns[i].nulls };
		n = buffers_of(&b->columns[i], buffers);
		for (k = 0; k < n; k++, place++) {
			*place = (struct pair){ length, buffers[k]->length };
			length += (buffers[k]->length + BODY_ALIGN - 1) & ~(uint64_t)(BODY_ALIGN - 1);
		}
	}
	places = pairs ? put_pairs(&f, pairs + b->n, (uint32_t)(place - pairs) - b->n) : 0;
	nodes = pairs ? put_pairs(&f, pairs, b->n) : 0;
	batch = fb_table(&f, (struct fb_field[]){ { 1, FB_PLACE, nodes }, { 2, FB_PLACE, places }, { 0, 8, b->rows }, { 0 } });
	put_message(to, &f, HEADER_BATCH, batch, length);
	for (i = 0; i < b->n; i++) {
		n = buffers_of(&b->columns[i], buffers);
		for (k = 0; k < n; k++) {
			out_bytes(to, buffers[k]->bytes, buffers[k]->length);
			out_bytes(to, padding, (0 - buffers[k]->length) & (BODY_ALIGN - 1));
		}
	}
	free(f.bytes);
	free(pairs);
}
