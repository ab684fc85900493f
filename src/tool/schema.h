/* schema.h: --describe and --tables for machines. */
#ifndef TOOL_SCHEMA_H
#define TOOL_SCHEMA_H

#include "cli/buffer.h"
#include "tool/options.h"

/* Whether O asks for it. */
int schema_wanted(const struct options *o);

/* As SQL or JSON: the table that O names, with those of its entries, or all layouts.  0, or -1: out of memory. */
int schema_show(const struct options *o, struct out_buffer *b, const struct monread_layouts *layouts);

#endif
