/* compare.h: the report on loaded pages: --check-layouts. */
#ifndef OUT_COMPARE_H
#define OUT_COMPARE_H

#include "monread.h"
#include "cli/buffer.h"

struct out_notice;

/* All that was noticed while pages were loaded; {0} to begin with. */
struct out_notices {
	struct out_notice *v;
	size_t count, cap;
	int failed; /* out of memory: some are missing */
};

/* A monread_notice; ARG is the struct out_notices. */
void out_notice_add(void *arg, const char *path, unsigned line, const char *text);
void out_notices_free(struct out_notices *n);

/* Report on every loaded layout: what disagreed in its page, and how it differs from the one that is
 * built in.  N is sorted by file and line.  The number of disagreements and of unreadable pages. */
size_t out_check_layouts(struct out_buffer *b, const struct monread_layouts *layouts, struct out_notices *n);

#endif
