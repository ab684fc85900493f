/* arena.h: memory that is handed out in small pieces and given back at once. */
#ifndef MR_ARENA_H
#define MR_ARENA_H

#include <stddef.h>

struct mr_chunk;

/* All zero: empty and ready. */
struct mr_arena {
	struct mr_chunk *chunks;
};

/* Zeroed and aligned for anything.  NULL: out of memory. */
void *mr_arena_alloc(struct mr_arena *a, size_t size);
void *mr_arena_array(struct mr_arena *a, size_t count, size_t size);

/* ARRAY, moved where *CAP elements leave no room for one more than COUNT. */
void *mr_arena_more(struct mr_arena *a, void *array, size_t *cap, size_t count, size_t size);

char *mr_arena_strdup(struct mr_arena *a, const char *s);
char *mr_arena_strndup(struct mr_arena *a, const char *s, size_t len);
void mr_arena_free(struct mr_arena *a);

#endif
