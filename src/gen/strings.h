/* strings.h: collects the text of the packed tables; each string is stored once. */
#ifndef MR_STRINGS_H
#define MR_STRINGS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "port/hash.h"

struct mr_string {
	const char *s;
	uint32_t at;
};

/* Initialize with zeros. */
struct mr_strings {
	struct mr_string *list; /* the strings in the order of their offsets in the text */
	size_t n, room;
	struct hash_table by_text; /* indexes of ->list */
	uint32_t size;
	int failed; /* 1 after memory was short */
};

/* Return the offset of S in the text; add S if it is new. Do not call it twice in one argument
 * list, because the order, and with it the tables, would depend on the compiler. */
uint32_t mr_strings_at(struct mr_strings *b, const char *s);

/* Write the definition of mr_table_text. */
void mr_strings_write(FILE *out, const struct mr_strings *b);

void mr_strings_free(struct mr_strings *b);

#endif
