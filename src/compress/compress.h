/* compress.h: compressed captures, read and written, through libarchive. */
#ifndef COMPRESS_COMPRESS_H
#define COMPRESS_COMPRESS_H

#include <stddef.h>
#include <sys/types.h>

#include "cli/wait.h"

/* ---- Reading ---- */

#define COMPRESS_MAGIC 6u /* bytes that tell */

/* The name of the compression that the N bytes at P begin; NULL: none that is known. */
const char *compress_kind(const unsigned char *p, size_t n);

/* Where the bytes come from. */
struct uncompress_source {
	const unsigned char *head; /* that were read already */
	size_t head_len;
	int fd;
	struct wait wait;
	int error; /* of reading; EINTR: the end was asked for, or the caller wants no more */
	unsigned char buf[256 * 1024];
};

struct uncompress_fault {
	char text[300];
	int unable; /* no compressed file can be read at all */
};

struct uncompress;

/* KIND is what compress_kind() found; what is compressed once more inside is left alone.  S must live as long.  NULL:
 * *FAULT says why, with errno ENOMEM where memory is short. */
struct uncompress *uncompress_open(struct uncompress_source *s, const char *kind, struct uncompress_fault *fault);

/* The next bytes, valid until the next call: their number, 0 at the end, -1: see uncompress_error(), with errno ENOMEM
 * where memory is short. */
ssize_t uncompress_next(struct uncompress *u, const void **bytes);
const char *uncompress_error(struct uncompress *u);
void uncompress_close(struct uncompress *u);

/* Whether the N bytes at P are the beginning of one frame of zstd that does not end in them. */
int compress_is_cut_frame(const unsigned char *p, size_t n);

/* ---- Writing ---- */

/* Compressed bytes; {0} to begin with. */
struct compress {
	unsigned char *bytes;
	size_t used, room;
	struct libarchive *la;
};

/* "zstd or gzip", or "" in a build that cannot. */
const char *compress_kinds(void);

/* Before the first compress_do().  NULL, or why nothing can be compressed. */
const char *compress_begin(struct compress *c);

/* Compress LEN bytes into something whole (a frame of zstd, a member of gzip): what stands one behind the other in a
 * file is uncompressed as one.  KIND is one of compress_kinds().  0, or -1 with errno. */
int compress_do(struct compress *c, const char *kind, const void *data, size_t len);
void compress_done(struct compress *c);

#endif
