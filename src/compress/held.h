/* held.h: the bytes of a compressed file on their way to libarchive, which of zstd come in whole frames.
 *
 * libarchive drops up to 128 KB before the place where a file is cut off, with all frames that end in them.  A data set
 * that was stored is a frame of its own: so a file is handed on in whole frames, and what is left at its end is a file
 * of its own. */
#ifndef COMPRESS_HELD_H
#define COMPRESS_HELD_H

#include "compress/compress.h"
#include "compress/zframes.h"

/* {0} to begin with. */
struct held {
	struct zframes frames;
	unsigned char *bytes;
	size_t used, room;
	size_t given; /* of them, with the last call */
	size_t whole; /* so many belong to frames that ended */
	int end;      /* there is no more to be read */
	int tail;     /* what is handed on now is what was left */
	int passed;   /* a part of a frame was handed on */
};

/* The next bytes of the file, valid until the next call: their number, 0 at its end, -1: see s->error. */
ssize_t source_next(struct uncompress_source *s, const void **bytes);

/* The same, in whole frames; 0 also where a frame that is cut off is left: see held_begin_tail().  -1: s->error
 * is 0 where memory is short. */
ssize_t held_next(struct held *h, struct uncompress_source *s, const void **bytes);

/* At the end: what is left of a frame comes next.  0: nothing is left. */
int held_begin_tail(struct held *h);

/* H may be NULL. */
void held_free(struct held *h);

#endif
