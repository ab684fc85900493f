/* decoder.h: one interface to the libraries that uncompress.  Private to src/compress. */
#ifndef COMPRESS_DECODER_H
#define COMPRESS_DECODER_H

#include "compress/compress.h"

/* A step takes bytes from IN and puts bytes to OUT, and moves both forward. */
struct decoder_bytes {
	const unsigned char *in;
	size_t in_len;
	unsigned char *out;
	size_t out_room;
};

enum decoder_step {
	DECODER_MORE, /* it needs more input or more room */
	DECODER_END,  /* of a gzip member, zstd frame or xz stream */
	DECODER_DAMAGED,
	DECODER_NO_MEMORY
};

struct decoder {
	const char *name; /* also of the program that uncompresses it */
	size_t magic_len;
	unsigned char magic[COMPRESS_MAGIC];
	const char *unable; /* why it cannot be read, a message after the name of the file; NULL: it can */
	void *(*open)(void); /* NULL: out of memory */
	/* Prepare for the next member, frame or stream.  0, or -1: out of memory. */
	int (*begin)(void *state);
	/* After DECODER_DAMAGED, *REASON is the message of the library. */
	enum decoder_step (*step)(void *state, struct decoder_bytes *b, const char **reason);
	void (*close)(void *state);
};

/* The one that a file needs that begins with the N bytes at P; NULL: it is not compressed. */
const struct decoder *decoder_of(const unsigned char *p, size_t n);

/* The one called NAME. */
const struct decoder *decoder_named(const char *name);

#endif
