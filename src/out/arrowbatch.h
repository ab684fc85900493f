/* arrowbatch.h: writes messages of the Arrow IPC stream format: the schema of a table, and batches of its rows by
 * column (https://arrow.apache.org/docs/format/Columnar.html, Schema.fbs and Message.fbs). */
#ifndef OUT_ARROWBATCH_H
#define OUT_ARROWBATCH_H

#include "cli/buffer.h"
#include "table/schema.h"

/* The numbers of Schema.fbs. */
enum arrow_type { ARROW_INT = 2, ARROW_DOUBLE, ARROW_BINARY, ARROW_TEXT, ARROW_BOOL, ARROW_TIME = 10 };

/* A column of an Arrow schema. A list column is followed by a column with the elements of all its lists. */
struct arrow_column {
	uint16_t number; /* of the table's column */
	uint8_t type;    /* enum arrow_type; of a list: type of its elements */
	uint8_t width;   /* bytes per number: 1, 2, 4 or 8; 0: one bit per value */
	uint8_t is_signed;
	uint8_t is_list; /* 1: a list; the next column has its elements */
	uint8_t is_element;
	uint8_t kind;    /* enum table_cell_kind of cells that are stored as they are; ARROW_CONVERT: none */
	uint64_t beyond; /* numbers without these bits fit */
	uint64_t n; /* number of elements of lists; in other columns set only while a batch is written */
	uint64_t nulls;
	struct monread_buffer valid;    /* if the column has nulls: one bit per value, 0 for null */
	struct monread_buffer elements; /* elements of lists, 64 bits each */
	struct monread_buffer bytes;    /* of texts */
};
#define ARROW_CONVERT 0xFFu

/* Rows of a table that are collected until they are written as a batch. */
struct arrow_batch {
	const struct table *table;
	struct arrow_column *columns;
	uint32_t n; /* number of columns */
	uint64_t *values; /* 64 bits per row and column, without the elements of lists */
	size_t room;      /* number of elements for which ->values has memory */
	size_t rows;
	size_t bytes; /* about their size */
};

/* Write the schema of B to TO. If out of memory, set to->error to ENOMEM. */
void arrow_put_schema(const struct arrow_batch *b, struct out_buffer *to);

/* Write the rows of B to TO as a message. If out of memory, set to->error to ENOMEM. */
void arrow_put_batch(const struct arrow_batch *b, struct out_buffer *to);

#endif
