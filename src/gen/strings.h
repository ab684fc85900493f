/* strings.h: collects the strings of the packed tables in one text; each string is stored once. */
#ifndef MR_STRINGS_H
#define MR_STRINGS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/hash.h"

struct mr_string {
	const char *s;
	uint32_t at;
};

/* Set all members to zero before the first use. */
struct mr_strings {
	struct mr_string *list; /* the strings in the order of their offsets in the text */
	size_t n, room;
	struct hash_table by_text; /* indexes of ->list */
	uint32_t size;
	int failed; /* 1 after an allocation failed */
};

/* Return the offset of S in the text; add S if it is new. Do not call this twice in one argument
 * list, because the compiler chooses the order of the calls, and the tables depend on it. */
uint32_t mr_strings_at(struct mr_strings *b, const char *s);

/* Write the definition of mr_table_text to OUT. */
void mr_strings_write(FILE *out, const struct mr_strings *b);

void mr_strings_free(struct mr_strings *b);

#endif
