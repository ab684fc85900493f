/* copy.h: a capture that cannot be read here and there, as a temporary file that can. */
#ifndef SQL_COPY_H
#define SQL_COPY_H

#include <stddef.h>
#include <stdint.h>

/* Bytes are missing in front of what is at these places of the copy, in order. */
struct copy_gaps {
	uint64_t *at;
	size_t n, room;
};

struct copy {
	/* COPIED bytes were written, of what came out of FD; may be NULL. */
	void (*progress)(void *arg, int fd, uint64_t copied);
	void *arg;
	/* What became of it: */
	char text[400]; /* what went wrong; "": nothing, or the end was asked for */
	int damaged;    /* the input is to blame, */
	int ended;      /* and nothing more of it can be had */
	struct copy_gaps gaps; /* the caller's, with ->at of malloc(3) */
};

/* What FD has behind the N bytes of HEAD, uncompressed where KIND of compress_kind() is not NULL, in a file without a
 * name.  FD is closed.  Its descriptor, with ->text where there was more that cannot be read; or -1. */
int copy_make(struct copy *c, int fd, const unsigned char *head, size_t n, const char *kind);

#endif
