/* arena.h: an allocator for many small objects that are freed together. */
#ifndef MR_ARENA_H
#define MR_ARENA_H

#include <stddef.h>

struct mr_chunk;

/* Initialize with {0}. */
struct mr_arena {
	struct mr_chunk *chunks;
};

/* Return zeroed memory that is aligned for any type, and that lives until mr_arena_free(). Return
 * NULL if out of memory, as all functions below that return a pointer do. */
void *mr_arena_alloc(struct mr_arena *a, size_t size);
void *mr_arena_array(struct mr_arena *a, size_t count, size_t size);

/* PLACE is the address of the pointer to an array of COUNT elements of SIZE bytes, with room for
 * *CAP elements. If the array is full, replace it by a larger copy and update *CAP. Return 0, or -1
 * if out of memory; the array is then unchanged. */
int mr_arena_more(struct mr_arena *a, void *place, size_t *cap, size_t count, size_t size);

/* Return a copy of S or of its first LEN bytes, with a NUL at the end. */
char *mr_arena_strdup(struct mr_arena *a, const char *s);
char *mr_arena_strndup(struct mr_arena *a, const char *s, size_t len);

/* Return the texts S, T and U as one text. */
char *mr_arena_join(struct mr_arena *a, const char *s, const char *t, const char *u);

/* A is then empty. */
void mr_arena_free(struct mr_arena *a);

#endif
