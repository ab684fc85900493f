/* describe.h: layouts themselves, for a person: --describe, --list-layouts. */
#ifndef OUT_DESCRIBE_H
#define OUT_DESCRIBE_H

#include "monread.h"
#include "cli/buffer.h"

void out_describe(struct out_buffer *b, const struct monread_layout *l);
/* Whether IT is called NAME, in any case, with the prefix of the DSECT of L or without it. */
int out_is_called(const char *it, const char *name, const struct monread_layout *l);
/* The fields and structures of L that are called NAME, or have a bit of that name, in any case, with the prefix of the
 * DSECT or without it.  0: L has none, and nothing was written. */
int out_describe_named(struct out_buffer *b, const struct monread_layout *l, const char *name);
/* Lines are cut to WIDTH characters; 0: not at all.  0, or -1: out of memory. */
int out_list_layouts(struct out_buffer *b, const struct monread_layouts *layouts, unsigned width);

#endif
