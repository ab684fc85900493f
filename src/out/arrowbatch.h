/* arrowbatch.h: messages of the Arrow IPC stream format: the schema of a table, and batches of its rows by column
 * (https://arrow.apache.org/docs/format/Columnar.html, Schema.fbs and Message.fbs). */
#ifndef OUT_ARROWBATCH_H
#define OUT_ARROWBATCH_H

#include "cli/buffer.h"
#include "table/schema.h"

/* The first two have integers. */
enum arrow_type { ARROW_BOOL, ARROW_INT, ARROW_DOUBLE, ARROW_TIME, ARROW_TEXT, ARROW_BINARY };

/* A column, in the order of the schema. */
struct arrow_column {
	uint16_t column; /* of the table */
	uint8_t type;    /* enum arrow_type, of the elements if it is a list */
	uint8_t width;   /* ARROW_INT: bytes: 1, 2, 4 or 8 */
	uint8_t is_signed;
	uint8_t is_list;
	uint8_t is_optional;
	uint64_t beyond; /* numbers of ARROW_BOOL and ARROW_INT without these bits fit */
};

/* The schema of T with these columns.  Out of memory: to->error is ENOMEM. */
void arrow_put_schema(struct out_buffer *to, const struct table *t, const struct arrow_column *columns, uint32_t n);

/* Rows that are not written yet. */
struct arrow_batch;

/* COLUMNS stay the caller's and live longer.  NULL: out of memory. */
struct arrow_batch *arrow_batch_new(const struct arrow_column *columns, uint32_t n);
void arrow_batch_free(struct arrow_batch *b);

/* Add a row: for each column one byte, 0: no value, or 1, and then a uint64_t: the number, the bits of the double, the
 * length of the text or the number of elements; after it the text, or each element like a column.
 * 1: the batch is large enough to be written; 0; -1: out of memory. */
int arrow_batch_row(struct arrow_batch *b, const char *row);

/* Write a message with these rows, if there are any, and drop them.  Out of memory: to->error is ENOMEM. */
void arrow_batch_put(struct arrow_batch *b, struct out_buffer *to);

#endif
