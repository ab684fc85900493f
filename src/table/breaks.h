/* breaks.h: instances that are new: a user that has logged on, a device that was varied on.  What is kept of them from
 * before is of others. */
#ifndef TABLE_BREAKS_H
#define TABLE_BREAKS_H

#include "table/instance.h"

struct broken {
	uint64_t hash; /* of what a key field names, and of its value */
	uint64_t tod;
};

#define BREAKS_WORDS 64u /* 4096 bits: one in a hundred is set where 40 users have logged on */

/* All zero: empty and ready. */
struct breaks {
	struct broken *list;
	size_t n, room;
	uint64_t may_be[BREAKS_WORDS]; /* a bit of each hash in the list: most that are asked for have none */
};

void breaks_done(struct breaks *b);

/* At TOD all that the key field F names with the value BYTES is new.  0, or -1: out of memory. */
int breaks_add(struct breaks *b, const struct monread_field *f, const unsigned char *bytes, uint64_t tod);

/* Whether INSTANCE is new since TOD. */
int breaks_since(const struct breaks *b, const struct instance *instance, uint64_t tod);

/* Nobody will ask for what was before TOD. */
void breaks_forget(struct breaks *b, uint64_t tod);

#endif
