/* texts.h: assigns numbers to texts, from 0 in the order in which they appear, for use as array
 * indexes. */
#ifndef STAT_TEXTS_H
#define STAT_TEXTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

/* A list of texts and their numbers. Set the structure to {0} first. */
struct texts {
	char **list;
	size_t n, room;
	struct hash_table by_text; /* indexes of ->list */
};

/* Return the number of TEXT; a new text gets the next number. LIKELY: number that is tried first.
 * Returns -1 if out of memory. */
long texts_number(struct texts *t, const char *text, size_t likely);

void texts_clear(struct texts *t);
void texts_done(struct texts *t);

#endif
