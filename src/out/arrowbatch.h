/* arrowbatch.h: writes messages of the Arrow IPC stream format: the schema of a table, and batches
 * of rows of the table, column by column (https://arrow.apache.org/docs/format/Columnar.html,
 * Schema.fbs and Message.fbs). */
#ifndef OUT_ARROWBATCH_H
#define OUT_ARROWBATCH_H

#include "cli/buffer.h"
#include "table/schema.h"

/* Numbers of the types in Schema.fbs. */
enum arrow_type {
	ARROW_NULL = 1,
	ARROW_INT,
	ARROW_DOUBLE,
	ARROW_BINARY,
	ARROW_TEXT,
	ARROW_BOOL,
	ARROW_TIME = 10
};

/* A column of an Arrow schema. After a column of lists comes a column with the elements of all
 * these lists. */
struct arrow_column {
	uint16_t number; /* index of this column in the columns of arrow_batch.table */
	uint8_t type;    /* enum arrow_type; for a list: the type of the list elements */
	uint8_t width;   /* bytes per value: 1, 2, 4 or 8; 0: a value is one bit */
	uint8_t is_signed;
	uint8_t is_list;
	uint8_t is_element;
	uint8_t has_ends; /* 1: the values are the offsets at which the texts or lists end */
	/* cells of this kind (enum table_cell_kind) are stored unchanged; ARROW_CONVERT: all cells
	 * are converted */
	uint8_t kind;
	uint32_t at; /* offset of the values of this column in each chunk of arrow_batch.chunks */
	/* the bits that must be 0 in a number, because ->width bytes have no room for these bits */
	uint64_t beyond;
	/* in a column of list elements: number of elements so far; in other columns: number of
	 * rows, set when the rows are written */
	uint64_t n;
	uint64_t nulls;
	/* one bit per value, 0 for null; empty if the column has no nulls */
	struct monread_buffer valid;
	/* values of the ->n list elements; elements.length is not used */
	struct monread_buffer elements;
	struct monread_buffer bytes; /* bytes of the texts */
};
#define ARROW_CONVERT 0xFFu
#define ARROW_CHUNK   64u
#define ARROW_END     4u /* number of bytes of an offset at which a text or list ends */
/* A batch is written as soon as it has this number of bytes. */
#define ARROW_BATCH_BYTES 1048576u

/* Rows of a table that are written together. */
struct arrow_batch {
	const struct table *table; /* if table->layout is NULL, the columns get no metadata */
	struct arrow_column *columns;
	uint32_t n; /* number of columns */
	/* values of the rows, in chunks of ARROW_CHUNK rows; within a chunk, column by column */
	struct monread_buffer chunks;
	size_t chunk_size;
	size_t bytes; /* approximate size of the rows */
	size_t rows;
};

/* Store V in little-endian order as value number AT of the array at P, whose values have WIDTH
 * bytes each (0: one bit each). */
static inline void arrow_put(unsigned char *p, size_t at, uint64_t v, unsigned width)
{
	const unsigned char bytes[] = { (unsigned char)v,         (unsigned char)(v >> 8),
		                        (unsigned char)(v >> 16), (unsigned char)(v >> 24),
		                        (unsigned char)(v >> 32), (unsigned char)(v >> 40),
		                        (unsigned char)(v >> 48), (unsigned char)(v >> 56) };

	switch (width) {
	case 0: p += at / 8; *p = (unsigned char)((at % 8 ? *p : 0) | (v & 1) << at % 8); break;
	case 1: p[at] = bytes[0]; break;
	case 2: memcpy(p + 2 * at, bytes, 2); break;
	case 4: memcpy(p + 4 * at, bytes, 4); break;
	default: memcpy(p + 8 * at, bytes, 8);
	}
}

/* Return the number of bytes of N values of WIDTH bytes each (0: one bit each). */
static inline size_t arrow_size(uint64_t n, unsigned width)
{
	return (size_t)(width ? n * width : (n + 7) / 8);
}

/* Write the schema of b->table to TO. If out of memory, set to->error to ENOMEM. */
void arrow_put_schema(const struct arrow_batch *b, struct out_buffer *to);

/* Set the members width, has_ends and beyond of the column C. If the type of C is ARROW_INT, its
 * width must already be set. */
void arrow_set_width(struct arrow_column *c);

/* Add the column C and, if C is a list, a column for the elements to b->columns, which must have
 * room for them. */
void arrow_add_column(struct arrow_batch *b, struct arrow_column c);

/* Return the chunk for row number b->rows, or NULL if out of memory. The caller stores the values
 * of the row in the chunk, and then increases b->rows. */
unsigned char *arrow_chunk(struct arrow_batch *b);

/* Make value number AT of the column C null. Return 0, or -1 if out of memory. */
int arrow_put_null(struct arrow_column *c, uint64_t at);

/* Write the rows of B to TO, and remove them from B. If out of memory, set to->error to ENOMEM. */
void arrow_put_batch(struct arrow_batch *b, struct out_buffer *to);

void arrow_batch_done(struct arrow_batch *b);

#endif
