/* compressing.h: compress what is written, through libarchive. */
#ifndef COMPRESS_COMPRESSING_H
#define COMPRESS_COMPRESSING_H

#include <stddef.h>

/* Compressed bytes; {0} to begin with. */
struct compressing {
	unsigned char *bytes;
	size_t used, room;
	struct libarchive *la;
};

/* "zstd or gzip", or "" in a build that cannot. */
const char *compressing_kinds(void);

/* Before the first compressing_do().  NULL, or why nothing can be compressed. */
const char *compressing_begin(struct compressing *c);

/* Compress LEN bytes into something whole (a frame of zstd, a member of gzip):
 * what stands one behind the other in a file is uncompressed as one.  KIND is
 * one of compressing_kinds().  0, or -1 with errno. */
int compressing_do(struct compressing *c, const char *kind, const void *data, size_t len);
void compressing_done(struct compressing *c);

#endif
