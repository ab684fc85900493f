/* tables.h: --name and --split: choose the table to show. */
#ifndef TOOL_TABLES_H
#define TOOL_TABLES_H

#include "out/format.h"
#include "tool/options.h"

/* If the output is a table, make the schema *SCHEMA, which the caller frees. Select the records that contain an
 * array or application data that --name names. Call this before the selection is prepared. 0, or ENOMEM. */
int tables_begin(struct options *o, const struct monread_layouts *layouts, struct out_settings *s,
                 struct table_schema **schema);

/* Find the table to show, and select only its records. Call this after the selection is prepared. 0, or ENOMEM. */
int tables_settle(struct options *o, const struct monread_layouts *layouts, struct out_settings *s);

#endif
