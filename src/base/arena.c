/* arena.c: an allocator for many small objects that are freed together. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Number of bytes that the allocator requests from malloc(3) at once. Tests use a small value, so
 * that they can make the allocation of each single object fail. */
#ifndef MR_ARENA_CHUNK
#define MR_ARENA_CHUNK 16384u
#endif

struct mr_chunk {
	struct mr_chunk *next;
	size_t size, used;
	max_align_t bytes[];
};

static struct mr_chunk *new_chunk(struct mr_arena *a, size_t size)
{
	struct mr_chunk *c = calloc(1, sizeof *c + size);

	if (!c)
		return NULL;
	c->size = size;
	/* Insert a chunk for a single large object after the current chunk, so that the free bytes
	 * of the current chunk can still be used. */
	if (a->chunks && size > MR_ARENA_CHUNK) {
		c->next = a->chunks->next;
		a->chunks->next = c;
	} else {
		c->next = a->chunks;
		a->chunks = c;
	}
	return c;
}

void *mr_arena_alloc(struct mr_arena *a, size_t size)
{
	struct mr_chunk *c = a->chunks;
	size_t room = sizeof(max_align_t);
	void *p;

	if (size > SIZE_MAX / 2)
		return NULL;
	size = size ? (size + room - 1) / room * room : room;
	if (!c || c->size - c->used < size)
		c = new_chunk(a, size > MR_ARENA_CHUNK ? size : MR_ARENA_CHUNK);
	if (!c)
		return NULL;
	p = (char *)c->bytes + c->used;
	c->used += size;
	return p;
}

void *mr_arena_array(struct mr_arena *a, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size)
		return NULL;
	return mr_arena_alloc(a, count * size);
}

void *mr_arena_more(struct mr_arena *a, void *array, size_t *cap, size_t count, size_t size)
{
	size_t want = *cap ? *cap * 2 : 8;
	void *p;

	if (count < *cap)
		return array;
	p = mr_arena_array(a, want, size);
	if (!p)
		return NULL;
	if (count)
		memcpy(p, array, count * size);
	*cap = want;
	return p;
}

char *mr_arena_strndup(struct mr_arena *a, const char *s, size_t len)
{
	char *p = mr_arena_array(a, len + 1, 1);

	if (p && len)
		memcpy(p, s, len);
	return p;
}

char *mr_arena_strdup(struct mr_arena *a, const char *s)
{
	return mr_arena_strndup(a, s, strlen(s));
}

void mr_arena_free(struct mr_arena *a)
{
	struct mr_chunk *c = a->chunks, *next;

	a->chunks = NULL;
	for (; c; c = next) {
		next = c->next;
		free(c);
	}
}
