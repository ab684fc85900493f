/* array.h: arrays and byte buffers that grow. */
#ifndef MR_ARRAY_H
#define MR_ARRAY_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "monread.h"

/* Enlarge the array to which the pointer at PLACE points from *N to at least WANTED elements of
 * SIZE bytes, set *N to the new number of elements and, if ZERO is 1, the new elements to zero.
 * Return 0, or -1 if out of memory. */
static inline int array_extend(void *place, size_t *n, size_t wanted, size_t size, int zero)
{
	size_t room = wanted + wanted / 2 + 16;
	unsigned char *p;

	memcpy(&p, place, sizeof p);
	p = room > SIZE_MAX / size ? NULL : realloc(p, room * size);
	if (!p)
		return -1;
	if (zero)
		memset(p + *n * size, 0, (room - *n) * size);
	memcpy(place, &p, sizeof p);
	*n = room;
	return 0;
}

/* Enlarge the array P of N elements to at least WANTED elements, and set the new elements to zero.
 * The value is 0, or -1 if out of memory. */
#define ARRAY_EXTEND(p, n, wanted) \
	((wanted) <= (n) ? 0 : array_extend(&(p), &(n), wanted, sizeof *(p), 1))

/* Make room for one more element in the array P, which has N elements and room for ROOM elements.
 * The value is 0, or -1 if out of memory. */
#define ARRAY_GROW(p, n, room) \
	((n) < (room) ? 0 : array_extend(&(p), &(room), (n) + 1, sizeof *(p), 0))

/* Make room in B for N more bytes. B->room is always 4096 times a power of 2, which stream/append.c
 * relies on. Return 0, or -1 if out of memory, as array_append() does. */
static inline int array_reserve(struct monread_buffer *b, size_t n)
{
	size_t room = b->room ? b->room : 4096;
	unsigned char *bytes;

	if (n <= b->room - b->length)
		return 0;
	while (room - b->length < n)
		room *= 2;
	bytes = realloc(b->bytes, room);
	if (!bytes)
		return -1;
	b->bytes = bytes;
	b->room = room;
	return 0;
}

static inline int array_append(struct monread_buffer *b, const void *bytes, size_t n)
{
	if (array_reserve(b, n))
		return -1;
	if (n)
		memcpy(b->bytes + b->length, bytes, n);
	b->length += n;
	return 0;
}

#endif
