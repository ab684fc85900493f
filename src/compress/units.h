/* units.h: compressed bytes on their way to libarchive, in units, each of which is a file of its own for libarchive.
 *
 * Of zstd a unit is the whole frames that one read gives, or one frame that takes several reads; what is left at the end
 * of the file is one, too.  Where a unit begins, uncompressing can begin.  And where a file is cut off, libarchive drops up
 * to 128 KB before that place, with all frames that end there: stored data sets are frames of their own, so none must be
 * dropped.  Of all other compressions the file is one unit. */
#ifndef COMPRESS_UNITS_H
#define COMPRESS_UNITS_H

#include <stdint.h>

#include "compress/compress.h"
#include "compress/zframes.h"

/* {0} to begin with, but for ->source and ->by_frames. */
struct units {
	struct uncompress_source *source;
	int by_frames;
	struct zframes frames;
	unsigned char *buf; /* for what is read */
	size_t room;
	const unsigned char *next; /* read and not handed on: LEFT bytes, of which frames were looked for in WALKED */
	size_t left, walked;
	uint64_t at;    /* where ->next is, from where the source began */
	uint64_t begin; /* where the unit begins */
	int over;       /* all of the unit was handed on */
	int end;        /* all of the file was read */
};

/* The next bytes of the unit, valid until the next call.  Their number; 0 at its end; -1: source->error is 0 where memory
 * is short. */
ssize_t units_next(struct units *u, const void **bytes);

/* Go on with the next unit.  1: there is one; 0: there is none; -1: as above. */
int units_begin(struct units *u);

/* The file has ended in the middle of a frame. */
int units_are_cut(const struct units *u);

void units_done(struct units *u);

#endif
