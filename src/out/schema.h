/* schema.h: tables described for machines. */
#ifndef OUT_SCHEMA_H
#define OUT_SCHEMA_H

#include "cli/buffer.h"
#include "table/schema.h"

/* A JSON object of a line: the table T and its columns; with NAME only the fields and bits that are called so, with the
 * prefix of the DSECT or without it, and nothing where there are none.  How many columns. */
size_t out_schema_json(struct out_buffer *b, const struct table *t, const char *name);

/* CREATE TABLE for PostgreSQL, whose COPY takes what --format=csv shows. */
void out_schema_sql(struct out_buffer *b, const struct table *t);

/* A JSON object of a line: the layout L and the names of its tables.  0, or -1: out of memory. */
int out_layout_json(struct out_buffer *b, const struct table_schema *s, const struct monread_layout *l);

#endif
