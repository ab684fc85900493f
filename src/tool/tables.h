/* tables.h: --name and --split: which table is shown. */
#ifndef TOOL_TABLES_H
#define TOOL_TABLES_H

#include "out/format.h"
#include "tool/options.h"

/* If tables are shown, make their schema in *SCHEMA, which the caller frees.  If --name has the table of an array or of
 * application data, select its records instead.  Before the selection is prepared.  0, or ENOMEM. */
int tables_begin(struct options *o, const struct monread_layouts *layouts, struct out_settings *s,
                 struct table_schema **schema);

/* Find the table that is shown, and select only its records.  After the selection is prepared.  0, or ENOMEM. */
int tables_settle(struct options *o, const struct monread_layouts *layouts, struct out_settings *s);

#endif
