/* compress.h: compressed captures, read and written, through libarchive. */
#ifndef COMPRESS_COMPRESS_H
#define COMPRESS_COMPRESS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/wait.h"

/* ---- Reading ---- */

#define COMPRESS_MAGIC 6u /* bytes by which a compression is recognised */

/* The name of the compression of a file that begins with the N bytes at P; NULL: none is recognised. */
const char *compress_kind(const unsigned char *p, size_t n);

/* The compressed bytes: HEAD, then what is read from FD. */
struct uncompress_source {
	const unsigned char *head; /* bytes that were read already */
	size_t head_len;
	int fd;
	struct wait wait;
	size_t most; /* bytes that are read at once; 0: as many as is quick */
	int resumes; /* the caller may call uncompress_resume() */
	int goes_on; /* FD is not at the beginning of the file, but where an uncompress_place says */
	uint64_t offset; /* where it is, then */
	int ended; /* FD was read to its end */
	int error; /* errno of reading; EINTR: the user asked to stop, or wait.before() did */
};

struct uncompress_fault {
	char text[300];
	int unable; /* no file of this compression can be read here */
};

struct uncompress;

/* KIND is from compress_kind(); a file that is compressed twice is refused.  S must live until
 * uncompress_close().  NULL: *FAULT says why; errno is ENOMEM where memory is short. */
struct uncompress *uncompress_open(struct uncompress_source *s, const char *kind, struct uncompress_fault *fault);

/* The next bytes, valid until the next call.  Their number; 0 at the end; -1: see uncompress_error(), with errno ENOMEM
 * where memory is short. */
ssize_t uncompress_next(struct uncompress *u, const void **bytes);
const char *uncompress_error(struct uncompress *u);

/* Whether that is because something else stands behind what is compressed, of which all was handed out. */
int uncompress_has_rest(const struct uncompress *u);

/* Behind an error that is not ENOMEM: of gzip and zstd, go on behind what cannot be uncompressed, where the next member or frame
 * begins; of a pipe that may be further on.  1: what uncompress_next() hands out from now on comes from there, and the SIZE bytes of
 * TEXT say what was wrong and what was skipped; 0: there is none, and uncompress_error() is valid; -1: it cannot be read. */
int uncompress_resume(struct uncompress *u, char *text, size_t size);

/* What is wrong with what was handed out up to the last call, of which the check of a gzip member says that it is damaged;
 * NULL: nothing that was not returned before. */
const char *uncompress_doubt(struct uncompress *u);

/* Whether that, which was returned last, had not as many bytes as it should have: what was handed out by the last call stands
 * behind a gap. */
int uncompress_doubts_length(const struct uncompress *u);

/* A place from which bytes can be had again, and how many came from there on. */
struct uncompress_place {
	uint64_t offset; /* in the file, from where it was opened */
	uint64_t passed;
};

/* Where what uncompress_next() handed out last ends. */
struct uncompress_place uncompress_place(const struct uncompress *u);

void uncompress_close(struct uncompress *u);

/* Whether the N bytes at P are zstd frames and nothing else. */
int compress_is_frames(const unsigned char *p, size_t n);

/* Whether the N bytes at P are one zstd frame without its end. */
int compress_is_cut_frame(const unsigned char *p, size_t n);

/* ---- Writing ---- */

/* {0} to begin with; bytes and used are the result of compress_do(). */
struct compress {
	unsigned char *bytes;
	size_t used, room;
	struct libarchive *la;
};

/* "zstd or gzip", or "" in a build that cannot. */
const char *compress_kinds(void);

/* Before the first compress_do().  NULL, or why nothing can be compressed. */
const char *compress_begin(struct compress *c);

/* Compress LEN bytes to a complete zstd frame or gzip member: a file of several is uncompressed as one.  KIND is one of
 * compress_kinds().  0, or -1 with errno. */
int compress_do(struct compress *c, const char *kind, const void *data, size_t len);
void compress_done(struct compress *c);

#endif
