/* cut.h: lines that are no wider than a terminal. */
#ifndef OUT_CUT_H
#define OUT_CUT_H

#include "cli/buffer.h"

/* Copy LINE, which ends with a newline, to B, and no more than WIDTH characters of it (0: all); LINE is empty then. */
void out_cut_line(struct out_buffer *b, struct out_buffer *line, unsigned width);

#endif
