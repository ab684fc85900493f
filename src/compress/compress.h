/* compress.h: read and write compressed captures, with zlib, liblzma and libzstd as far as this build has them. */
#ifndef COMPRESS_COMPRESS_H
#define COMPRESS_COMPRESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/stop.h"

/* ---- Reading ---- */

#define COMPRESS_MAGIC 6u /* bytes that compress_is() needs */

/* Whether a file is compressed that begins with the N bytes at P. */
int compress_is(const unsigned char *p, size_t n);

/* The compressed bytes: HEAD, then all bytes of FD. */
struct uncompress_source {
	const unsigned char *head; /* bytes that the caller has read already; they must stay valid */
	size_t head_len;
	int fd;
	struct wait wait;
	size_t most;     /* at most so many bytes are read at once; 0: uncompress.c decides */
	uint64_t limit;  /* so many bytes are read altogether; 0: all */
	int error;       /* errno of reading; EINTR: the user asked to stop, or wait.before() did */
};

struct uncompress;

/* For S with a head for which compress_is() is true, and which must live until uncompress_close().  NULL: *WHY is a
 * message that follows the name of the file. */
struct uncompress *uncompress_open(struct uncompress_source *s, const char **why);

/* Return the next bytes of one member, frame or stream, valid until the next call.  Their number; 0 at the end; -1: see
 * uncompress_place(), with errno ENOMEM if memory is short.  Nothing can be read after -1. */
ssize_t uncompress_next(struct uncompress *u, const void **bytes);

/* Where the bytes are from that uncompress_next() returned last. */
struct uncompress_place {
	const char *kind; /* of compression */
	uint64_t offset;  /* of their gzip member, zstd frame or xz stream, counted from the first byte of the source */
	int cut;          /* the file ends in the middle of it */
	const char *error; /* why uncompressing has failed, a message that follows the name of the file; NULL: it has not */
};

struct uncompress_place uncompress_place(const struct uncompress *u);

/* U may be NULL. */
void uncompress_close(struct uncompress *u);

/* ---- Writing ---- */

/* {0} to begin with; bytes and used are the result of compress_do(). */
struct compress {
	unsigned char *bytes;
	size_t used, room;
};

/* "zstd or gzip", one of them, or "" in a build without libzstd and zlib. */
const char *compress_kinds(void);

/* Compress LEN bytes to a complete zstd frame, with a checksum, or gzip member: a file of several of them is
 * uncompressed as one.  KIND is one of compress_kinds().  0, or -1 with errno. */
int compress_do(struct compress *c, const char *kind, const void *data, size_t len);
void compress_done(struct compress *c);

#endif
