/* compress.h: reads and writes compressed captures with the libraries of this build. */
#ifndef COMPRESS_COMPRESS_H
#define COMPRESS_COMPRESS_H

#include <stddef.h>
#include <stdint.h>

#include "cli/stop.h"

/* ---- Reading ---- */

#define COMPRESS_MAGIC 8u /* number of bytes of a file that compress_is() needs */

/* Return 1 if the file that begins with the N bytes at P is compressed. */
int compress_is(const unsigned char *p, size_t n);

/* The source of the compressed bytes: the bytes at ->head, then all bytes that can be read from
 * ->fd. */
struct uncompress_source {
	/* bytes that the caller has read, and that stay valid */
	const unsigned char *head;
	size_t head_len;
	/* 1: do not read ->fd. If uncompress_next() returns 0, the caller sets ->head and
	 * ->head_len to the next bytes of a growing file.
	 *
	 * If the writer of this file flushes, uncompress_next() holds back the bytes after the last
	 * flush or end of a member, frame or stream until there are 64 MB of them: they may be an
	 * incomplete data set, which the next writer replaces. */
	int is_fed;
	int fd;
	struct wait wait;
	size_t most;     /* maximum bytes per read(2); 0: uncompress.c decides */
	uint64_t limit;  /* maximum bytes to read in total; 0: no limit */
	int error; /* errno of a failed read; EINTR: the user or ->wait.before() asked to stop */
};

struct uncompress;

/* Open the source S, which must contain compressed bytes, and must stay valid until
 * uncompress_close(). On error return NULL, and set *WHY to a message that can follow the name of
 * the file. */
struct uncompress *uncompress_open(struct uncompress_source *s, const char **why);

/* Set *BYTES to the next uncompressed bytes, all from one member, frame or stream, which are valid
 * until the next call. Return the number of bytes; 0 at the end of the input; -1 on an error. After
 * an error, all further calls fail, uncompress_place() has the reason, and errno is ENOMEM if
 * memory is short. */
ssize_t uncompress_next(struct uncompress *u, const void **bytes);

/* The place of the last bytes of uncompress_next() in the source. */
struct uncompress_place {
	const char *kind;
	/* offset of the gzip member, zstd frame or xz stream that has these bytes */
	uint64_t offset;
	/* 1: the file ends inside this member, frame or stream, but not after a flush */
	int cut;
	int is_open;      /* 1: this member, frame or stream has not ended */
	/* number of bytes of the source that were read after the last flush or end of a member,
	 * frame or stream */
	uint64_t incomplete;
	int is_shown; /* 1: uncompress_next() has returned data from the ->incomplete bytes */
	const char *error; /* why uncompressing failed, for messages; or NULL */
};

struct uncompress_place uncompress_place(const struct uncompress *u);

/* Call this after the bytes of a growing file from the offset END on were replaced or cut off. The
 * caller then passes the bytes from ->offset of uncompress_place() on again; uncompress_next() does
 * not return bytes before END a second time. */
void uncompress_undo(struct uncompress *u, uint64_t end);

void uncompress_close(struct uncompress *u);

/* ---- Writing ---- */

/* Size of the header of a zstd block, in bytes. An empty block, whose header has only zeros,
 * follows each data set, so that a reader recognizes the flush. */
#define ZSTD_BLOCK_HEADER 3u

#define COMPRESS_END 16u /* maximum bytes of the end of a member or frame */

/* Compresses the data sets of a file, to gzip members or zstd frames with a checksum, each with
 * many data sets. The compressor is flushed after each data set, which a reader can then uncompress
 * before the member or frame has ended. Initialize with {0}. */
struct compress {
	unsigned char *bytes; /* the output: ->used bytes */
	size_t used, room;
	/* the ->nend bytes that end the previous member or frame; ->nend is 0 after they were
	 * written */
	unsigned char end[COMPRESS_END];
	size_t nend;
	/* Private to compress.c. */
	const struct coder *coder;
	void *state;      /* compressor of the open member or frame; NULL: none is open */
	/* a second compressor, which gets only data sets that were written to the file */
	void *check;
	uint64_t written; /* bytes that ->check has got */
	int is_ahead;     /* 1: ->state has got a data set that ->check has not */
};

/* Return the compressions that this build can write: "zstd or gzip", one of the two, or "". */
const char *compress_kinds(void);

/* Compress the data set of LEN bytes at DATA; the caller then writes c->bytes. If the previous
 * c->bytes was not written, begin a new member or frame. KIND is a name from compress_kinds().
 * Return 0, or -1 with errno. */
int compress_do(struct compress *c, const char *kind, const void *data, size_t len);

/* Call this after c->bytes of the last compress_do() were written to the file, with the same DATA
 * and LEN. Return 0, or -1 with errno if the member or frame cannot be ended. */
int compress_written(struct compress *c, const void *data, size_t len);

/* End the open member or frame: the caller then writes the ->nend bytes at c->end. Return 0, or -1
 * with errno. */
int compress_end(struct compress *c);

/* Continue the compressed file FD, whose last member or frame begins at the offset BEGIN, and was
 * flushed but not ended at END: the next compress_do() or compress_end() ends it. Return 0, or -1
 * with errno. The file position of FD changes. */
int compress_resume(struct compress *c, const char *kind, int fd, uint64_t begin, uint64_t end);
void compress_done(struct compress *c);

#endif
