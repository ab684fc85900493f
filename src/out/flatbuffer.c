/* flatbuffer.c: a writer of FlatBuffers, for the few messages of arrow.c. */
#include "config.h"

#include "out/flatbuffer.h"

#include <stdlib.h>
#include <string.h>

#define FB_ROOM 4096u

void fb_clear(struct flatbuffer *f)
{
	f->used = 0;
	f->failed = 0;
}

void fb_done(struct flatbuffer *f)
{
	free(f->bytes);
	memset(f, 0, sizeof *f);
}

/* Room for N bytes before all others; the caller fills it in.  NULL: out of memory. */
static unsigned char *push(struct flatbuffer *f, size_t n)
{
	if (n > f->room - f->used && !f->failed) {
		size_t room = 2 * (f->room + n) + FB_ROOM;
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

void fb_align(struct flatbuffer *f, size_t n, size_t align)
{
	size_t padding = (0 - (f->used + n)) & (align - 1);
	unsigned char *p = padding ? push(f, padding) : NULL;

	if (p)
		memset(p, 0, padding);
}

size_t fb_number(struct flatbuffer *f, uint64_t v, unsigned size)
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

size_t fb_string(struct flatbuffer *f, const char *s)
{
	size_t n = strlen(s);
	unsigned char *p;

	fb_align(f, n + 1, 4);
	p = push(f, n + 1);
	if (p)
		memcpy(p, s, n + 1);
	return fb_number(f, n, 4);
}

size_t fb_places(struct flatbuffer *f, const size_t *places, uint32_t n)
{
	uint32_t i;

	fb_align(f, 0, 4);
	for (i = n; i > 0; i--)
		put_offset(f, places[i - 1]);
	return fb_number(f, n, 4);
}

/* A table begins with the distance to its list of fields (a vtable), which comes before it. */
size_t fb_table(struct flatbuffer *f, const struct fb_field *fields)
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

const unsigned char *fb_finish(struct flatbuffer *f, size_t root, size_t *length)
{
	fb_align(f, 4, 8);
	put_offset(f, root);
	*length = f->used;
	return f->failed ? NULL : f->bytes + f->room - f->used;
}
