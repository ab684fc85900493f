/* schema.h: --describe and --tables for machines. */
#ifndef TOOL_SCHEMA_H
#define TOOL_SCHEMA_H

#include "cli/buffer.h"
#include "tool/options.h"

/* Return 1 if the options O ask for a schema. */
int schema_wanted(const struct options *o);

/* Write to B, as SQL or JSON, the table that O names with the tables of its entries, or all layouts. Return 0, or -1 if
 * out of memory. */
int schema_show(const struct options *o, struct out_buffer *b, const struct monread_layouts *layouts);

#endif
