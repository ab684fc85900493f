/* flatbuffer.h: a writer of FlatBuffers, the binary form of Arrow's metadata (https://flatbuffers.dev/internals/). */
#ifndef OUT_FLATBUFFER_H
#define OUT_FLATBUFFER_H

#include <stddef.h>
#include <stdint.h>

/* A buffer that grows from its end towards its beginning, because data is written before the offset that points to it.
 * A place in the buffer is a distance in bytes from its end.  Initialize with {0}; fb_done() frees the memory. */
struct flatbuffer {
	unsigned char *bytes;
	size_t room, used;
	int failed; /* out of memory: later writes are dropped */
};

/* Empty the buffer, but keep its memory. */
void fb_clear(struct flatbuffer *f);
void fb_done(struct flatbuffer *f);

/* Write padding, so that the place after N more bytes is a multiple of ALIGN, a power of 2. */
void fb_align(struct flatbuffer *f, size_t n, size_t align);

/* Write a number of SIZE bytes, least significant byte first, without padding; a string; a vector of offsets. Return
 * the place of the number, string or vector. */
size_t fb_number(struct flatbuffer *f, uint64_t v, unsigned size);

size_t fb_string(struct flatbuffer *f, const char *s);
size_t fb_places(struct flatbuffer *f, const size_t *places, uint32_t n);

/* A field of a table: number in the schema, size in bytes and value.  With the size FB_PLACE, the value is the place of
 * the data, or 0 if the field has its default. */
struct fb_field {
	unsigned number, size;
	uint64_t value;
};
#define FB_PLACE  16u
#define FB_FIELDS 8u /* numbers are less than this */

/* Write a table with these fields, which end with {0}.  Return its place. */
size_t fb_table(struct flatbuffer *f, const struct fb_field *fields);

/* The offset of the root table comes first; the length is a multiple of 8.  The bytes; NULL: out of memory. */
const unsigned char *fb_finish(struct flatbuffer *f, size_t root, size_t *length);

#endif
