/* differences.h: prints the differences between a page and the built-in layout. */
#ifndef OUT_DIFFERENCES_H
#define OUT_DIFFERENCES_H

#include "cli/buffer.h"
#include "monread.h"

/* Print one line per difference between KNOWN and PAGE, which both have structures. Return their number. */
unsigned out_differences(struct out_buffer *b, const struct monread_layout *page, const struct monread_layout *known);

#endif
