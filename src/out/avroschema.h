/* avroschema.h: the schema of a table in Avro. */
#ifndef OUT_AVROSCHEMA_H
#define OUT_AVROSCHEMA_H

#include "out/tables.h"

/* How the values of a column are encoded. */
enum avro_coding {
	CODED_BIT,    /* int: 0 or 1 */
	CODED_LONG,
	CODED_DOUBLE,
	CODED_MOMENT, /* long: timestamp-micros */
	CODED_STRING
};

enum avro_coding avro_coding_of(const struct table_column *c);

/* Whether it may have no value: a union with null, which comes first. */
int avro_is_optional(const struct table *t, size_t column);

/* The schema of T with the columns SHOWN, as JSON.  Out of memory: b->error is ENOMEM. */
void avro_schema_put(struct out_buffer *b, const struct table *t, const struct out_shown *shown);

#endif
