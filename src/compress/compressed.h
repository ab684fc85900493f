/* compressed.h: compressed captures, through libarchive. */
#ifndef COMPRESS_COMPRESSED_H
#define COMPRESS_COMPRESSED_H

#include <stddef.h>
#include <sys/types.h>

#include "cli/wait.h"

#define COMPRESSED_MAGIC 6u /* bytes that tell */

/* The name of the compression that the N bytes at P begin; NULL: none that is known. */
const char *compressed_kind(const unsigned char *p, size_t n);

/* Where the bytes come from. */
struct compressed_source {
	const unsigned char *head; /* that were read already */
	size_t head_len;
	int fd;
	struct wait wait;
	int error; /* of reading; EINTR: the end was asked for, or the caller wants no more */
	unsigned char buf[256 * 1024];
};

struct compressed_fault {
	char text[300];
	int unable; /* no compressed file can be read at all */
};

struct compressed;

/* KIND is what compressed_kind() found; what is compressed once more inside is left alone.  NULL: *FAULT says why, with
 * errno ENOMEM where memory is short. */
struct compressed *compressed_open(struct compressed_source *s, const char *kind, struct compressed_fault *fault);

/* The next bytes, valid until the next call: their number, 0 at the end, -1: see compressed_fault(), with errno ENOMEM where
 * memory is short. */
ssize_t compressed_next(struct compressed *c, const void **bytes);
const char *compressed_fault(struct compressed *c);
void compressed_close(struct compressed *c);

#endif
