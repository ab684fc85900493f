/* spill.h: what compressed inputs hold next, in a temporary file while others are read: uncompressing keeps more in memory
 * than can be had for many inputs at the same time, and few can be uncompressed from the middle. */
#ifndef INPUT_SPILL_H
#define INPUT_SPILL_H

#include "input/input.h"

#define SPILL_SIZE ((size_t)1024u * 1024u) /* of a place: there is one for each input that needs it */

/* Whether nothing can be kept, or not any more. */
int spill_failed(const struct spill *s);

/* A place, for SPILL_SIZE bytes; S may be NULL.  0, or -1: there is none. */
int spill_take(struct spill *s, unsigned *place);
void spill_give(struct spill *s, unsigned place);

/* Keep N bytes AT bytes behind the beginning of PLACE.  0, or -1: there is no room, also not later. */
int spill_put(struct spill *s, unsigned place, size_t at, const void *bytes, size_t n);

/* Up to N of the bytes that were kept there.  0, or -1 with errno. */
int spill_get(const struct spill *s, unsigned place, size_t at, void *bytes, size_t n);

#endif
