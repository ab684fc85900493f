/* printed.h: types and names as pages print them. */
#ifndef MR_PRINTED_H
#define MR_PRINTED_H

#include "listing/scan.h"
#include "monread.h"

/* A name with its dimension. */
struct mr_printed {
	const char *p;
	size_t len;
	uint32_t first, count;
	int cut;
	struct mr_word word;
};

/* The name that begins in N->word, with what stands behind it.  LOWER: it may have small letters.  1, or 0: it is
 * none. */
int mr_printed_name(struct mr_scan *s, struct mr_printed *n, int lower);

/* The type that W is called.  1, or 0: it is none that we know. */
int mr_type_find(const struct mr_word *w, enum monread_type *type);

#endif
