/* compare.h: the report on loaded pages: --check-layouts. */
#ifndef OUT_COMPARE_H
#define OUT_COMPARE_H

#include "monread.h"
#include "cli/buffer.h"
#include "out/notices.h"

/* Report on every loaded layout: what disagreed in its page, and how it differs from the one that is
 * built in.  N is sorted by file and line.  The number of disagreements and of unreadable pages. */
size_t out_check_layouts(struct out_buffer *b, const struct monread_layouts *layouts, struct out_notices *n);

#endif
