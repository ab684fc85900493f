/* texts.h: a number for each text, from 0 in the order in which they came. */
#ifndef STAT_TEXTS_H
#define STAT_TEXTS_H

#include <stddef.h>
#include <stdint.h>

#include "port/hash.h"

/* {0} to begin with. */
struct texts {
	struct texts_entry {
		char *text;
		uint64_t hash;
	} *list;
	size_t n, room;
	struct hash_table by_text; /* numbers in ->list */
};

/* The number of TEXT, which becomes ->n - 1 where it is new.  LIKELY: where to look first.  -1: out of memory. */
long texts_number(struct texts *t, const char *text, size_t likely);

static inline const char *texts_at(const struct texts *t, size_t i)
{
	return t->list[i].text;
}

void texts_clear(struct texts *t);
void texts_done(struct texts *t);

#endif
