/* tables.h: --table and --split: which table is shown. */
#ifndef TOOL_TABLES_H
#define TOOL_TABLES_H

#include "out/format.h"
#include "tool/options.h"

/* Where the format shows tables, or each table has a file: make the schema and find the table that is wanted; select
 * only its records.  To be called when the selection is prepared.  *SCHEMA is the caller's, who frees it.  Exits by
 * itself on wrong usage.  0, or ENOMEM. */
int tables_settle(struct options *o, const struct monread_layouts *layouts, struct out_settings *s,
                  struct table_schema **schema);

#endif
