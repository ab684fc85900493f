/* avroblocks.c: blocks of an Avro container file.
 *
 * libavro writes a container of its own to a file in memory, of which the blocks are taken.  Its head is not used:
 * libavro knows no attributes of a schema, and no schema of more than 64 KB.  A marker is put in place of its own, so
 * that each thread can make blocks of any file. */
#include "config.h"

#include "out/avroblocks.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "out/libavro.h"

#ifdef HAVE_AVRO

struct avro_blocks {
	struct libavro la;
	const char *codec;
	avro_file_writer_t writer;
	size_t room; /* of a block in the writer */
	FILE *file;  /* that the writer writes to */
	char *bytes; /* of the file */
	size_t length;
	char marker[AVRO_MARKER_SIZE];
};

/* What went wrong in libavro. */
static const char *fault(const struct avro_blocks *b)
{
	return errno == ENOMEM ? "" : b->la.avro_strerror();
}

/* A writer for blocks of ROOM bytes.  NULL, or what is wrong. */
static const char *open_writer(struct avro_blocks *b, size_t room)
{
	errno = 0;
	b->file = open_memstream(&b->bytes, &b->length);
	if (!b->file)
		return "";
	if (b->la.avro_file_writer_create_with_codec_fp(b->file, "blocks", 0, b->la.avro_schema_bytes(), &b->writer,
	                                                b->codec, room)) {
		b->writer = NULL;
		return fault(b);
	}
	b->room = room;
	return fflush(b->file) ? "" : NULL;
}

static void close_writer(struct avro_blocks *b)
{
	/* It writes what it has. */
	if (b->writer)
		b->la.avro_file_writer_close(b->writer);
	if (b->file)
		fclose(b->file);
	free(b->bytes);
	b->writer = NULL;
	b->file = NULL;
	b->bytes = NULL;
}

struct avro_blocks *avro_blocks_new(const char *codec, char *why, size_t size)
{
	struct avro_blocks *b = calloc(1, sizeof *b);
	const char *error;

	*why = '\0';
	if (!b)
		return NULL;
	b->codec = codec;
	error = libavro_load(&b->la);
	if (error) {
		if (errno != ENOMEM)
			snprintf(why, size, "libavro cannot be loaded; install it, or use another format: %s", error);
	} else {
		error = open_writer(b, AVRO_BLOCK_SIZE);
		if (!error && b->length >= AVRO_MARKER_SIZE) {
			memcpy(b->marker, b->bytes + b->length - AVRO_MARKER_SIZE, AVRO_MARKER_SIZE);
			return b;
		}
		if (error && *error)
			snprintf(why, size, "libavro cannot write with the codec %s: %s", codec, error);
	}
	avro_blocks_free(b);
	return NULL;
}

void avro_blocks_free(struct avro_blocks *b)
{
	if (!b)
		return;
	close_writer(b);
	free(b);
}

const char *avro_blocks_marker(const struct avro_blocks *b)
{
	return b->marker;
}

/* The N bytes of rows as one block. */
static const char *put_block(struct avro_blocks *b, const char *rows, size_t n, const char *marker,
                             struct out_buffer *to)
{
	const char *end = rows + n, *error;
	uint32_t length;
	off_t size;

	if (n > b->room) {
		close_writer(b);
		error = open_writer(b, n);
		if (error)
			return error;
	}
	errno = 0;
	rewind(b->file);
	for (; rows < end; rows += length) {
		memcpy(&length, rows, sizeof length);
		rows += sizeof length;
		if (b->la.avro_file_writer_append_encoded(b->writer, rows, length))
			return fault(b);
	}
	if (b->la.avro_file_writer_sync(b->writer) || fflush(b->file))
		return fault(b);
	size = ftello(b->file);
	if (size < (off_t)AVRO_MARKER_SIZE)
		return fault(b);
	out_bytes(to, b->bytes, (size_t)size - AVRO_MARKER_SIZE);
	out_bytes(to, marker, AVRO_MARKER_SIZE);
	return NULL;
}

const char *avro_blocks_put(struct avro_blocks *b, const char *rows, size_t n, const char *marker,
                            struct out_buffer *to)
{
	const char *end = rows + n, *error = NULL;

	while (rows < end && !error) {
		const char *cut = rows;
		uint32_t length;

		do {
			memcpy(&length, cut, sizeof length);
			cut += sizeof length + length;
			if (cut < end)
				memcpy(&length, cut, sizeof length);
		} while (cut < end && (size_t)(cut - rows) + sizeof length + length <= AVRO_BLOCK_SIZE);
		error = put_block(b, rows, (size_t)(cut - rows), marker, to);
		rows = cut;
	}
	return error;
}

#else

struct avro_blocks *avro_blocks_new(const char *codec, char *why, size_t size)
{
	(void)codec;
	snprintf(why, size, "this monread was built without libavro");
	return NULL;
}

void avro_blocks_free(struct avro_blocks *b)
{
	(void)b;
}

const char *avro_blocks_marker(const struct avro_blocks *b)
{
	(void)b;
	return "";
}

const char *avro_blocks_put(struct avro_blocks *b, const char *rows, size_t n, const char *marker,
                            struct out_buffer *to)
{
	(void)b, (void)rows, (void)n, (void)marker, (void)to;
	return "";
}

#endif
