/* notices.h: collects the errors and warnings about layout pages that the user loaded. */
#ifndef OUT_NOTICES_H
#define OUT_NOTICES_H

#include <stddef.h>

struct out_notice {
	char *path, *text;
	unsigned line; /* number of the line in the file; 0: the notice is about the whole file */
};

/* Notices about layout pages. Initialize this struct with {0}. */
struct out_notices {
	struct out_notice *v;
	size_t count, room;
	int failed; /* 1: out of memory, so notices are missing */
};

/* Add a notice to ARG, a struct out_notices. This function has the type monread_notice, so that it
 * can be a callback of libmonread. */
void out_notice_add(void *arg, const char *path, unsigned line, const char *text);

/* Sort the notices by file and line. */
void out_notices_sort(struct out_notices *n);
void out_notices_free(struct out_notices *n);

#endif
