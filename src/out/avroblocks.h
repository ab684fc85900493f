/* avroblocks.h: blocks of an Avro container file, made by libavro. */
#ifndef OUT_AVROBLOCKS_H
#define OUT_AVROBLOCKS_H

#include <stddef.h>

#include "cli/buffer.h"

/* Stands behind the head of a file, and behind each block. */
#define AVRO_MARKER_SIZE 16u

/* Rows are gathered to blocks of about this size, before they are compressed. */
#define AVRO_BLOCK_SIZE 65536u

/* Makes blocks; one thread at a time may use it. */
struct avro_blocks;

/* With the codec of this name.  NULL: see WHY, of SIZE bytes; "": out of memory. */
struct avro_blocks *avro_blocks_new(const char *codec, char *why, size_t size);
void avro_blocks_free(struct avro_blocks *b);

/* What libavro took for a marker; random, as far as libavro is. */
const char *avro_blocks_marker(const struct avro_blocks *b);

/* A row: its length as a uint32_t, and so many bytes.  The N bytes of rows at ROWS go to TO as blocks with MARKER behind
 * each.  NULL, or what is wrong; "": out of memory. */
const char *avro_blocks_put(struct avro_blocks *b, const char *rows, size_t n, const char *marker,
                            struct out_buffer *to);

#endif
