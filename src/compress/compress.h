/* compress.h: read and write compressed captures, with zlib, liblzma and libzstd as far as this
 * build has them. */
#ifndef COMPRESS_COMPRESS_H
#define COMPRESS_COMPRESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/stop.h"

/* ---- Reading ---- */

#define COMPRESS_MAGIC 8u /* bytes that compress_is() needs */

/* Return 1 if a file that begins with the N bytes at P is compressed. */
int compress_is(const unsigned char *p, size_t n);

/* The compressed bytes: first HEAD, then all bytes that can be read from FD. */
struct uncompress_source {
	/* bytes that the caller has read already; they must stay valid */
	const unsigned char *head;
	size_t head_len;
	int fd;
	struct wait wait;
	size_t most;     /* maximum number of bytes per read(2); 0: uncompress.c decides */
	uint64_t limit;  /* maximum number of bytes to read in total; 0: all */
	/* errno of a failed read; EINTR: the user or wait.before() asked to stop */
	int error;
};

struct uncompress;

/* Open S, for whose head compress_is() returned 1; S must live until uncompress_close(). Return
 * NULL on error: *WHY is then a message that follows the name of the file. */
struct uncompress *uncompress_open(struct uncompress_source *s, const char **why);

/* Set *P to the next uncompressed bytes of one member, frame or stream, valid until the next call.
 * Return their number; 0 at the end; -1, the last time: uncompress_place() has the reason, with
 * errno ENOMEM if memory is short. */
ssize_t uncompress_next(struct uncompress *u, const void **bytes);

/* The place in the file of the bytes that uncompress_next() returned last. */
struct uncompress_place {
	const char *kind; /* of compression */
	/* offset in the source of the gzip member, zstd frame or xz stream that has these bytes */
	uint64_t offset;
	int cut;          /* 1 if the file ends inside this member, frame or stream */
	/* why uncompressing failed, a message after the name of the file; NULL: it did not fail */
	const char *error;
};

struct uncompress_place uncompress_place(const struct uncompress *u);

/* U may be NULL. */
void uncompress_close(struct uncompress *u);

/* ---- Writing ---- */

/* The output of compress_do(): USED bytes at BYTES. Set all members to zero before the first
 * call. */
struct compress {
	unsigned char *bytes;
	size_t used, room;
};

/* Return the names of the compressions that this build can write: "zstd or gzip", one of them, or
 * "". */
const char *compress_kinds(void);

/* Compress LEN bytes to a complete zstd frame, with a checksum, or gzip member: a file of several
 * of them is uncompressed as one. KIND is one of compress_kinds(). Return 0, or -1 with errno. */
int compress_do(struct compress *c, const char *kind, const void *data, size_t len);
void compress_done(struct compress *c);

#endif
