/* schema_text.h: describes tables in forms that programs read: JSON and SQL. */
#ifndef OUT_SCHEMA_TEXT_H
#define OUT_SCHEMA_TEXT_H

#include "cli/buffer.h"
#include "table/schema.h"

/* Write the table T and its columns as one line of JSON. If NAME is not NULL, write only the fields
 * and bits called NAME, with or without the DSECT prefix, and no line if there are none. Return the
 * number of columns. */
size_t out_schema_json(struct out_buffer *b, const struct table *t, const char *name);

/* Write a CREATE TABLE statement for PostgreSQL; its COPY command can then read the output of
 * --format=csv. */
void out_schema_sql(struct out_buffer *b, const struct table *t);

/* Write the layout L and the names of its tables as one line of JSON. Return 0, or -1 if out of
 * memory. */
int out_layout_json(struct out_buffer *b, const struct table_schema *s,
                    const struct monread_layout *l);

#endif
