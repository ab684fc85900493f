/* values.h: lists of codes with their meanings. */
#ifndef MR_VALUES_H
#define MR_VALUES_H

#include <stddef.h>

#include "base/arena.h"
#include "monread.h"

/* A list of codes with their meanings. ->name is NULL if only one annotation uses the list. */
struct mr_values {
	const char *name;
	uint32_t count;
	const struct monread_meaning *meanings;
};

struct mr_value_lists {
	uint32_t count;
	struct mr_values *v;
};

/* Return the list called NAME, ignoring case, or NULL. */
const struct mr_values *mr_values_find(const struct mr_value_lists *lists, const char *name);

/* The field whose values a list of codes explains. */
struct mr_coded {
	/* length of the field in bytes; 0: no field is known, so codes such as C'AB' are refused */
	uint32_t length;
	int ascii;       /* 1: C'..' is ASCII; 0: EBCDIC */
};

#define MR_CODES_MAX 256u /* maximum number of codes in a list */
#define MR_WHY_SIZE  200u

/* Read TEXT, a list such as "CODE MEANING, CODE MEANING" for the field OF, into *TO. CODE is 12,
 * 0x1F, X'1F' or C'AB'. Return 0; 1 if TEXT is invalid, with the reason in WHY, which has
 * MR_WHY_SIZE bytes; -1 if out of memory. Memory of *TO is allocated in A. */
int mr_values_read(struct mr_arena *a, const char *text, const struct mr_coded *of,
                   struct mr_values *to, char *why);

#endif
