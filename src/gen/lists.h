/* lists.h: the lists of codes of the packed tables: each once. */
#ifndef MR_LISTS_H
#define MR_LISTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "listing/values.h"

/* Initially zero. */
struct mr_lists {
	struct mr_arena arena;
	size_t count, cap, named; /* the first NAMED have names */
	struct mr_values *v;
	int failed; /* out of memory */
};

/* Read the named lists of TEXT: lines "NAME: CODE TEXT, CODE TEXT"; those that begin with a blank continue the one
 * above, and those that begin with # are comments. What is wrong is passed to TELL. Returns how much that was. */
unsigned mr_lists_read(struct mr_lists *l, const char *path, const char *text, size_t len, monread_notice *tell);

/* For the reader of .dsect files. ARG is a struct mr_lists. */
const struct mr_values *mr_lists_find(void *arg, const char *name, size_t len);

/* The number of the list with the COUNT codes of M, from 1. It is added when it is new. */
uint32_t mr_lists_at(struct mr_lists *l, const struct monread_meaning *m, uint32_t count);

void mr_lists_free(struct mr_lists *l);

#endif
