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
	uint16_t column;  /* of the table */
	uint8_t type;     /* enum arrow_type, of the elements if it is a list */
	uint8_t width;    /* ARROW_INT: bytes: 1, 2, 4 or 8 */
	uint8_t is_signed;
	uint8_t is_list;
	uint8_t is_optional;
	uint64_t beyond;  /* numbers of ARROW_BOOL and ARROW_INT without these bits fit */
};

/* The schema of T with these columns.  Out of memory: to->error is ENOMEM. */
void arrow_put_schema(struct out_buffer *to, const struct table *t, const struct arrow_column *columns, uint32_t n);

/* Rows that are not written yet. */
struct arrow_batch;

/* COLUMNS stay the caller's and live longer.  NULL: out of memory. */
struct arrow_batch *arrow_batch_new(const struct arrow_column *columns, uint32_t n);
void arrow_batch_free(struct arrow_batch *b);

/* A row: uint64_t words with a bit for each column, from the least significant one on: 1: it has a value.  Then for each of
 * these a uint64_t slot: the number, the bits of the double, the length of the text or the number of elements; after it
 * the text, or for each element one byte (0: no value; 1) and, if it has a value, its slot and text.
 * 0, or -1: out of memory. */
int arrow_batch_row(struct arrow_batch *b, const char *row);

/* Bytes of the words. */
static inline size_t arrow_row_bits(uint32_t n)
{
	return (n + 63u) / 64u * 8u;
}

/* Whether it is large enough to be written. */
int arrow_batch_is_full(const struct arrow_batch *b);

/* Write a message with these rows, if there are any, and drop them.  Out of memory: to->error is ENOMEM. */
void arrow_batch_put(struct arrow_batch *b, struct out_buffer *to);

#endif
