/* held.h: compressed bytes on their way to libarchive; those of zstd in whole frames.
 *
 * Where a file is cut off, libarchive drops up to 128 KB before that place, with all frames that end
 * there.  Stored data sets are frames of their own, so none must be dropped: whole frames are handed on, then their
 * end, and what is left of a frame is handed on as another file. */
#ifndef COMPRESS_HELD_H
#define COMPRESS_HELD_H

#include "compress/compress.h"
#include "compress/zframes.h"

/* {0} to begin with. */
struct held {
	struct zframes frames;
	unsigned char *bytes;
	size_t used, room;
	size_t given; /* bytes that the last call handed on */
	size_t whole; /* bytes up to the end of the last complete frame */
	int end;      /* all was read */
	int tail;     /* the incomplete frame at the end is handed on */
	int passed;   /* the last call handed on a part of a frame */
};

/* The next bytes of the file, valid until the next call.  Their number; 0 at its end; -1: see s->error. */
ssize_t source_next(struct uncompress_source *s, const void **bytes);

/* The same in whole frames.  0: also where an incomplete frame is left, see held_begin_tail().  -1: s->error is 0 where
 * memory is short. */
ssize_t held_next(struct held *h, struct uncompress_source *s, const void **bytes);

/* At the end: hand on the incomplete frame that is left.  0: there is none. */
int held_begin_tail(struct held *h);

/* H may be NULL. */
void held_free(struct held *h);

#endif
