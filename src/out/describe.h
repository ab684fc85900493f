/* describe.h: layouts themselves, for a person: --describe, --list-layouts. */
#ifndef OUT_DESCRIBE_H
#define OUT_DESCRIBE_H

#include "monread.h"
#include "cli/buffer.h"

void out_describe(struct out_buffer *b, const struct monread_layout *l);
/* Lines are cut to WIDTH characters; 0: not at all.  0, or -1: out of memory. */
int out_list_layouts(struct out_buffer *b, const struct monread_layouts *layouts, unsigned width);

#endif
