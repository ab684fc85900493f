/* differences.h: how a page differs from the layout that is built in. */
#ifndef OUT_DIFFERENCES_H
#define OUT_DIFFERENCES_H

#include "cli/buffer.h"
#include "monread.h"

/* A line for each difference from KNOWN to PAGE; both have structures.  How many there are. */
unsigned out_differences(struct out_buffer *b, const struct monread_layout *page, const struct monread_layout *known);

#endif
