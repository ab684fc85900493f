/* memory.c: allocates memory that lives as long as a family of tables. */
#include "config.h"

#include "table/memory.h"

#include <stdlib.h>
#include <string.h>

/* Sizes of the first and of the largest block: there are hundreds of families, and most of them
 * need little memory. */
#define BLOCK_LEAST 2048u
#define BLOCK_MOST 16384u

struct table_block {
	struct table_block *next;
	size_t used, size;
	max_align_t bytes[];
};

static size_t next_size(const struct table_block *b)
{
	if (!b)
		return BLOCK_LEAST;
	return b->size < BLOCK_MOST / 2 ? 2 * b->size : BLOCK_MOST;
}

void *table_memory_get(struct table_block **blocks, size_t size)
{
	size_t room = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
	struct table_block *b = *blocks;
	char *p;

	if (!b || b->size - b->used < room) {
		size_t whole = next_size(b);

		whole = room > whole ? room : whole;
		b = calloc(1, sizeof *b + whole);
		if (!b)
			return NULL;
		b->size = whole;
		b->next = *blocks;
		*blocks = b;
	}
	p = (char *)b->bytes + b->used;
	b->used += room;
	return p;
}

char *table_memory_join(struct table_block **blocks, const char *a, const char *b, const char *c)
{
	size_t na = strlen(a), nb = strlen(b), nc = strlen(c);
	char *p = table_memory_get(blocks, na + nb + nc + 1);

	if (p) {
		memcpy(p, a, na);
		memcpy(p + na, b, nb);
		memcpy(p + na + nb, c, nc + 1);
	}
	return p;
}

void table_memory_free(struct table_block *blocks)
{
	struct table_block *next;

	for (; blocks; blocks = next) {
		next = blocks->next;
		free(blocks);
	}
}
