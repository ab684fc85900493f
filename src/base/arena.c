#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the first and of the largest chunk. The first chunk is small, because most of the
 * hundreds of arenas need little memory; each further chunk is twice as large. */
#define CHUNK_FIRST 2048u
#define CHUNK_MOST 16384u

struct mr_chunk {
	struct mr_chunk *next;
	size_t size, used;
	max_align_t bytes[];
};

static struct mr_chunk *new_chunk(struct mr_arena *a, size_t least)
{
	size_t size = a->chunks ? 2 * a->chunks->size : CHUNK_FIRST;
	struct mr_chunk *c;

	size = size < CHUNK_MOST ? size : CHUNK_MOST;
	size = size < least ? least : size;
	c = calloc(1, sizeof *c + size);
	if (!c)
		return NULL;
	c->size = size;
	/* Put a chunk for one large object after the current chunk, whose free bytes are used
	 * next. */
	if (a->chunks && size > CHUNK_MOST) {
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
		c = new_chunk(a, size);
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

int mr_arena_more(struct mr_arena *a, void *place, size_t *cap, size_t count, size_t size)
{
	size_t want = *cap ? *cap * 2 : 8;
	void *old, *p;

	if (count < *cap)
		return 0;
	p = mr_arena_array(a, want, size);
	if (!p)
		return -1;
	memcpy(&old, place, sizeof old);
	if (count)
		memcpy(p, old, count * size);
	memcpy(place, &p, sizeof p);
	*cap = want;
	return 0;
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

char *mr_arena_join(struct mr_arena *a, const char *s, const char *t, const char *u)
{
	size_t ns = strlen(s), nt = strlen(t), nu = strlen(u);
	char *p = mr_arena_array(a, ns + nt + nu + 1, 1);

	if (p) {
		memcpy(p, s, ns);
		memcpy(p + ns, t, nt);
		memcpy(p + ns + nt, u, nu);
	}
	return p;
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
