/* cut.h: cuts lines to the width of the terminal. */
#ifndef OUT_CUT_H
#define OUT_CUT_H

#include "cli/buffer.h"

/* Append up to WIDTH characters (0: all) of LINE, which ends with a newline, to B, and empty LINE. */
void out_cut_line(struct out_buffer *b, struct out_buffer *line, unsigned width);

#endif
