/* printed.h: parses types and names of fields as IBM's record pages print them. */
#ifndef MR_PRINTED_H
#define MR_PRINTED_H

#include "listing/scan.h"
#include "monread.h"

/* The name of a field, and its dimension. */
struct mr_printed {
	const char *p;
	size_t len;
	uint32_t first, count;
	int cut;
	struct mr_word word;
};

/* Return 1 if N->word is not a name. The first N->len bytes of N->word can be in a name; after
 * these bytes, only a dimension may follow, which begins with "(". */
static inline int mr_printed_is_none(const struct mr_printed *n)
{
	return n->len == 0 || (n->len < n->word.len && n->word.p[n->len] != '(');
}

/* Read the name in N->word and its dimension, which may follow at S. LOWER is 1 if lower case is
 * allowed. Return 1, or 0 if N->word is not a name. */
int mr_printed_name(struct mr_scan *s, struct mr_printed *n, int lower);

/* Set *TYPE and return 1 if the word W is the name of a type such as Bitstring; else return 0. */
int mr_type_find(const struct mr_word *w, enum monread_type *type);

#endif
