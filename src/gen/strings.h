/* strings.h: the text of the packed tables: each string once. */
#ifndef MR_STRINGS_H
#define MR_STRINGS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

/* The limit of rows in a table and of bytes in the text, as indexes have 32 bits. Tests use a smaller one. */
#ifndef MR_TABLE_MAX
#define MR_TABLE_MAX (UINT32_MAX - 1)
#endif

struct mr_string {
	const char *s;
	uint32_t at;
};

/* Initially zero. */
struct mr_strings {
	struct mr_arena arena;
	size_t slots, used; /* of a hash table of all strings */
	struct mr_string *table;
	size_t count, cap; /* of ->order: the strings in the order of their offsets */
	const char **order;
	uint32_t size;
	int failed, full; /* failed: out of memory, or because the text is full */
};

/* The offset of S in the text, to which it is added when it is new. Must not be called twice within one argument list:
 * the order, and with it the tables, would depend on the compiler. */
uint32_t mr_strings_at(struct mr_strings *b, const char *s);

/* Write the definition of mr_table_text. */
void mr_strings_write(FILE *out, const struct mr_strings *b);

void mr_strings_free(struct mr_strings *b);

#endif
