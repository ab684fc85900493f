/* schema_text.h: describes tables in forms that programs read: JSON and SQL. */
#ifndef OUT_SCHEMA_TEXT_H
#define OUT_SCHEMA_TEXT_H

#include "cli/buffer.h"
#include "table/schema.h"

/* Write the table T and its columns as one line of JSON. If NAME is not NULL, write only the
 * columns of fields and bits that have the name NAME, with or without the name of the DSECT at its
 * beginning; if there are none, write nothing. Return the number of columns written. */
size_t out_schema_json(struct out_buffer *b, const struct table *t, const char *name);

/* Write a CREATE TABLE statement for T for PostgreSQL. The COPY command of PostgreSQL can then load
 * the output of --format=csv into this table. */
void out_schema_sql(struct out_buffer *b, const struct table *t);

/* Write the layout L and the names of its tables as one line of JSON. Return 0, or -1 if out of
 * memory. */
int out_layout_json(struct out_buffer *b, const struct table_schema *s,
                    const struct monread_layout *l);

#endif
