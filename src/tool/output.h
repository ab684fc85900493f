/* output.h: where the output goes, and that nothing is destroyed by it. */
#ifndef TOOL_OUTPUT_H
#define TOOL_OUTPUT_H

#include "cli/buffer.h"
#include "tool/options.h"

/* Open it.  The descriptor; -1 where it cannot be written, or is also an input or what --write names. */
int output_open(const struct options *o);

/* What a file of --output held before is cut off with the first byte that B writes. */
void output_begin(const struct options *o, struct out_buffer *b);

/* Or here, where there was nothing to write and nothing failed. */
void output_end(const struct options *o, struct out_buffer *b);

#endif
