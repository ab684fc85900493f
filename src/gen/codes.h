/* codes.h: collects lists of codes with their meanings for the packed tables; each list is stored
 * once. */
#ifndef MR_LISTS_H
#define MR_LISTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "listing/values.h"

/* Set all members to zero before the first use. */
struct mr_lists {
	struct mr_arena arena;
	size_t count, cap, named; /* the first ->named lists have names */
	struct mr_values *v;
	int failed; /* 1: out of memory */
};

/* Read the named lists of TEXT, the text of the file PATH, which has lines "NAME: CODE TEXT, CODE
 * TEXT". A line that begins with a blank continues the previous line; a line that begins with # is
 * a comment. Call TELL for each error. Return the number of errors. */
unsigned mr_lists_read(struct mr_lists *l, const char *path, const char *text, size_t len,
                       monread_notice *tell);

/* Return the list called NAME. The library calls this function when it reads .dsect files; ARG is a
 * struct mr_lists. */
const struct mr_values *mr_lists_find(void *arg, const char *name, size_t len);

/* Return the number, from 1, of the list that has the COUNT codes M. If L has no such list, add
 * it. */
uint32_t mr_lists_at(struct mr_lists *l, const struct monread_meaning *m, uint32_t count);

void mr_lists_free(struct mr_lists *l);

#endif
