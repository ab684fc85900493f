/* texts.h: assigns numbers to texts, from 0 in the order in which they appear. */
#ifndef STAT_TEXTS_H
#define STAT_TEXTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"

/* Set this structure to {0} before the first call. */
struct texts {
	char **list; /* by number */
	size_t n, room;
	struct hash_table by_text;
};

/* Return the number of TEXT, which is added if it is new. LIKELY: the number that TEXT probably
 * has, which is compared first. Returns -1 if out of memory. */
long texts_number(struct texts *t, const char *text, size_t likely);

void texts_clear(struct texts *t);
void texts_done(struct texts *t);

#endif
