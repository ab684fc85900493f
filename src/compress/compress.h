/* compress.h: reads and writes compressed captures with zlib, liblzma and libzstd, if this build
 * has these libraries. */
#ifndef COMPRESS_COMPRESS_H
#define COMPRESS_COMPRESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/stop.h"

/* ---- Reading ---- */

#define COMPRESS_MAGIC 8u /* number of bytes that compress_is() needs */

/* Return 1 if a file is compressed whose first N bytes are at P. */
int compress_is(const unsigned char *p, size_t n);

/* The compressed bytes: first the bytes at HEAD, then all bytes that can be read from FD. */
struct uncompress_source {
	/* bytes of the file that the caller has already read; these bytes must stay valid */
	const unsigned char *head;
	size_t head_len;
	/* 1: do not read FD; if uncompress_next() returns 0, the caller sets ->head and ->head_len
	 * to the next bytes of a growing file. Except for the first member, frame or stream,
	 * uncompress_next() returns no bytes before a member is complete or has 64 MB, because a
	 * writer that is killed leaves an incomplete one, which is removed later. */
	int is_fed;
	int fd;
	struct wait wait;
	size_t most;     /* maximum number of bytes per read(2); 0: uncompress.c decides */
	uint64_t limit;  /* maximum number of bytes to read in total; 0: no limit */
	/* errno of a failed read; EINTR: the user asked to stop, or the callback before() of ->wait
	 * requested this */
	int error;
};

struct uncompress;

/* Open S, after compress_is() returned 1 for its head. S must stay valid until uncompress_close().
 * On error return NULL, and set *WHY to a message that can follow the name of the file. */
struct uncompress *uncompress_open(struct uncompress_source *s, const char **why);

/* Set *BYTES to the next uncompressed bytes, which are valid until the next call, and return their
 * number. All of them are from one member, frame or stream. Return 0 at the end of the input.
 * Return -1 on an error, after which no more bytes come: uncompress_place() has the reason; errno
 * is ENOMEM if memory is short. */
ssize_t uncompress_next(struct uncompress *u, const void **bytes);

/* The position in the file of the bytes that uncompress_next() returned last. */
struct uncompress_place {
	const char *kind; /* name of the compression */
	/* offset in the source where the gzip member, zstd frame or xz stream begins that has these
	 * bytes */
	uint64_t offset;
	int cut;          /* 1 if the file ends inside this member, frame or stream */
	/* for a growing file (->is_fed of the source): number of bytes of this member, frame or
	 * stream so far; 0: it is complete */
	uint64_t incomplete;
	/* number of bytes of this member, frame or stream that uncompress_next() has returned */
	uint64_t used;
	/* why uncompressing failed, a message that can follow the name of the file; NULL: it did
	 * not fail */
	const char *error;
};

struct uncompress_place uncompress_place(const struct uncompress *u);

/* Call this if the source is a growing file (->is_fed is 1) whose incomplete last member, frame or
 * stream was cut off: forget that part. The next bytes that the caller sets begin a new one. */
void uncompress_undo(struct uncompress *u);

void uncompress_close(struct uncompress *u);

/* ---- Writing ---- */

/* The output of compress_do(): USED bytes at BYTES. Set all members to zero before the first
 * call. */
struct compress {
	unsigned char *bytes;
	size_t used, room;
};

/* Return the names of the compressions that this build can write: "zstd or gzip", only one of these
 * names, or "". */
const char *compress_kinds(void);

/* Compress LEN bytes at DATA to a complete gzip member, or a complete zstd frame with a checksum.
 * If a file has several of these, they are uncompressed like one. KIND is a name from
 * compress_kinds(). Return 0, or -1 with errno. */
int compress_do(struct compress *c, const char *kind, const void *data, size_t len);
void compress_done(struct compress *c);

#endif
