/* arena.h: an allocator for many small objects that are freed together, such as the parts of a
 * layout. */
#ifndef MR_ARENA_H
#define MR_ARENA_H

#include <stddef.h>

struct mr_chunk;

/* An arena whose members are all zero is empty and ready for use. */
struct mr_arena {
	struct mr_chunk *chunks;
};

/* Return memory that is zeroed and aligned for any type, or NULL if out of memory. The memory lives
 * until mr_arena_free(). */
void *mr_arena_alloc(struct mr_arena *a, size_t size);
void *mr_arena_array(struct mr_arena *a, size_t count, size_t size);

/* PLACE is the address of the pointer to an array, which has COUNT elements of SIZE bytes and room
 * for *CAP elements. If the array is full, replace it by a larger copy and update *CAP. Return 0,
 * or -1 if out of memory; the array is then unchanged. */
int mr_arena_more(struct mr_arena *a, void *place, size_t *cap, size_t count, size_t size);

/* mr_arena_strdup(): return a copy of S; mr_arena_strndup(): return a copy of the first LEN bytes
 * of S, followed by a NUL. Return NULL if out of memory. */
char *mr_arena_strdup(struct mr_arena *a, const char *s);
char *mr_arena_strndup(struct mr_arena *a, const char *s, size_t len);

/* Return a new text that joins the texts S, T and U, or NULL if out of memory. */
char *mr_arena_join(struct mr_arena *a, const char *s, const char *t, const char *u);

/* Free all memory of A. A is then empty and can be used again. */
void mr_arena_free(struct mr_arena *a);

#endif
