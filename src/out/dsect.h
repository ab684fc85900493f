/* dsect.h: a layout as a .dsect file: --to-dsect. */
#ifndef OUT_DSECT_H
#define OUT_DSECT_H

#include "monread.h"
#include "cli/buffer.h"

/* Without the descriptions where L is of a page: copyright does not allow copying them.  0, or -1: out of memory. */
int out_dsect(struct out_buffer *b, const struct monread_layout *l);

#endif
