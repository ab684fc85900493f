/* arrowbatch.h: messages of the Arrow IPC stream format: the schema of a table, and batches of its rows by column
 * (https://arrow.apache.org/docs/format/Columnar.html, Schema.fbs and Message.fbs). */
#ifndef OUT_ARROWBATCH_H
#define OUT_ARROWBATCH_H

#include "cli/buffer.h"
#include "table/schema.h"

/* The numbers of Schema.fbs. */
enum arrow_type { ARROW_INT = 2, ARROW_DOUBLE, ARROW_BINARY, ARROW_TEXT, ARROW_BOOL, ARROW_TIME = 10 };

/* A column of the schema, or the elements of all lists of the column before it. */
struct arrow_column {
	uint16_t number; /* of the table's column */
	uint8_t type;    /* enum arrow_type, of the elements if it is a list */
	uint8_t width;   /* bytes of a number: 1, 2, 4 or 8; 0: a bit */
	uint8_t is_signed;
	uint8_t is_list; /* the next column has the elements */
	uint8_t is_element;
	uint8_t kind;    /* enum table_cell_kind of the cells that need no conversion, or ARROW_CONVERT */
	uint64_t beyond; /* numbers without these bits fit */
	uint64_t n; /* number of elements; of the other columns only while a batch is written */
	uint64_t nulls;
	struct monread_buffer valid;    /* if there are nulls: one bit per value, 0 for null */
	struct monread_buffer elements; /* the values of elements, of 64 bits each */
	struct monread_buffer bytes;    /* of texts */
};
#define ARROW_CONVERT 0xFFu

/* Rows of a table that are not written yet. */
struct arrow_batch {
	const struct table *table;
	struct arrow_column *columns;
	uint32_t n; /* number of columns */
	uint64_t *values; /* of the rows, one per column; the elements of lists are not here */
	size_t room;      /* number of values that there is memory for */
	size_t rows;
	size_t bytes; /* about their size */
};

/* Write the schema of B.  Out of memory: to->error is ENOMEM. */
void arrow_put_schema(const struct arrow_batch *b, struct out_buffer *to);

/* Write a message with the rows of B.  Out of memory: as above. */
void arrow_put_batch(const struct arrow_batch *b, struct out_buffer *to);

#endif
