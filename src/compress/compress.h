/* compress.h: read and write compressed captures, with zlib, liblzma and libzstd as far as this build has them. */
#ifndef COMPRESS_COMPRESS_H
#define COMPRESS_COMPRESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/wait.h"
#include "monread.h"

/* ---- Reading ---- */

#define COMPRESS_MAGIC 6u /* bytes that compress_kind() needs */

/* The name of the compression of a file that begins with the N bytes at P; NULL: it is not compressed, or not known. */
const char *compress_kind(const unsigned char *p, size_t n);

/* The compressed bytes: HEAD, then all bytes of FD. */
struct uncompress_source {
	const unsigned char *head; /* bytes that the caller has read already; they must stay valid */
	size_t head_len;
	int fd;
	struct wait wait;
	size_t most;     /* at most so many bytes are read at once; 0: uncompress.c decides */
	int error;       /* errno of reading; EINTR: the user asked to stop, or wait.before() did */
	int cut;         /* the file ended in the middle of a gzip member, zstd frame or xz stream */
};

struct uncompress;

/* KIND is from compress_kind().  S must live until uncompress_close().  NULL: *WHY is a message that follows the name
 * of the file. */
struct uncompress *uncompress_open(struct uncompress_source *s, const char *kind, const char **why);

/* Return the next bytes of one member, frame or stream, valid until the next call.  Their number; 0 at the end; -1: see
 * uncompress_error(), with errno ENOMEM if memory is short.  Nothing can be read after -1. */
ssize_t uncompress_next(struct uncompress *u, const void **bytes);

/* A message that follows the name of the file: uncompressed offset, and the reason of the library. */
const char *uncompress_error(const struct uncompress *u);

/* A position in the uncompressed bytes: uncompress from OFFSET of the compressed file, and drop PASSED bytes. */
struct uncompress_place {
	uint64_t offset; /* counted from the first byte of the source */
	uint64_t passed;
};

/* The end of the bytes that uncompress_next() returned last. */
struct uncompress_place uncompress_place(const struct uncompress *u);

/* U may be NULL. */
void uncompress_close(struct uncompress *u);

/* ---- Events of a capture, compressed or not ---- */

/* A capture that is open. */
struct capture {
	int fd;
	struct monread *m;
	const char *kind; /* of compression; NULL: none */
	struct uncompress_source source;
	struct uncompress *u; /* feeds M; NULL: M reads FD */
	uint64_t limit;       /* no frame or member that begins there is uncompressed */
	uint64_t length;      /* bytes that were uncompressed so far */
	int failed;           /* uncompressing failed before the end */
};

/* Read the file FD from its beginning, of a compressed one the frames or members that begin before LIMIT.  0, or -1 with
 * errno; *WHY, if it is set, is a message that follows the name of the file. */
int capture_open(struct capture *c, int fd, uint64_t limit, const char **why);

/* Like monread_next(), but feeds the reader itself.  NULL with a code other than MONREAD_EOF: see errno. */
const struct monread_ev *capture_next(struct capture *c);

/* Keeps errno. */
void capture_close(struct capture *c);

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
