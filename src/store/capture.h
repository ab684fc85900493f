/* capture.h: read what was stored before, plain or compressed. */
#ifndef STORE_CAPTURE_H
#define STORE_CAPTURE_H

#include "compress/compress.h"
#include "monread.h"

/* A capture that is open. */
struct capture {
	struct monread *m;
	struct uncompress *u; /* feeds M; NULL: M reads a descriptor */
	uint64_t length;      /* bytes that were uncompressed so far */
	int failed;           /* uncompressing failed before the end */
	char doubt[200];      /* of uncompress_doubt(), the first one; "": there is none */
};

/* The last data set (MONWRITE) or record set (stream). */
struct capture_last {
	uint64_t dataset, begin;
	uint64_t end; /* 0: it is not there */
	int any;
	int repeating; /* at a mark, or at what it announces */
};

/* Read FD from its current offset.  0, or -1 with errno. */
int capture_open(struct capture *c, int fd);

/* Read S, which is compressed with KIND and must live until capture_close().  0, or -1: it cannot be uncompressed;
 * errno is ENOMEM where memory is short. */
int capture_open_packed(struct capture *c, struct uncompress_source *s, const char *kind);

/* Like monread_next(), but feeds the reader itself.  NULL with a code other than MONREAD_EOF: see errno. */
const struct monread_ev *capture_next(struct capture *c);

/* Read everything, from which SYSTEM, if it is not NULL, learns.  0, or -1 with errno. */
int capture_find_last(struct capture *c, struct capture_last *l, struct monread_system *system);

/* Keeps errno. */
void capture_close(struct capture *c);

#endif
