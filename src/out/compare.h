/* compare.h: the report on loaded pages (--describe=PAGE --format=check). */
#ifndef OUT_COMPARE_H
#define OUT_COMPARE_H

#include "monread.h"
#include "cli/buffer.h"
#include "out/notices.h"

/* Report on every loaded layout: contradictions in its page, and differences to the built-in layout. N must be
 * sorted by file and line. Return the number of contradictions and unreadable pages. */
size_t out_check_layouts(struct out_buffer *b, const struct monread_layouts *layouts, struct out_notices *n);

#endif
