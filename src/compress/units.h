/* units.h: compressed bytes on their way to libarchive, in units, each of which is a file of its own for libarchive.
 *
 * Of zstd a unit is a frame, with those in front of it that are to be skipped; what is left at the end of the file is
 * one, too.  Of gzip it is a member, unless that begins in an unusual way.  Where a unit begins, uncompressing
 * can begin.  And where a file is cut off or damaged, libarchive drops up to 128 KB before that place, with all frames and
 * members that end there: stored data sets are such, so none must be dropped.  Of all other compressions the file is one
 * unit. */
#ifndef COMPRESS_UNITS_H
#define COMPRESS_UNITS_H

#include <stdint.h>

#include "compress/compress.h"
#include "compress/members.h"
#include "compress/zframes.h"

/* {0} to begin with, but for ->source, ->by_frames and ->by_members. */
struct units {
	struct uncompress_source *source;
	int by_frames, by_members;
	struct zframes frames;
	uint64_t passed;          /* bytes of the unit that were handed out, uncompressed */
	unsigned char trailer[MEMBERS_TRAILER]; /* by members: the last bytes that were handed on, */
	unsigned char before[MEMBERS_TRAILER];  /* and those in front of ->from */
	int decided;              /* where ->next is no other unit begins */
	unsigned char *buf; /* for what is read */
	size_t room;
	const unsigned char *from; /* what was read last, or ->head */
	const unsigned char *next; /* read and not handed on: LEFT bytes */
	size_t left;
	uint64_t at;    /* where ->next is, from where the source began */
	uint64_t begin; /* where the unit begins */
	int over;       /* all of the unit was handed on */
	int end;        /* all of the file was read, and that was handed on, too */
};

/* The next bytes of the unit, valid until the next call.  Their number; 0 at its end; -1: source->error is 0 where memory
 * is short. */
ssize_t units_next(struct units *u, const void **bytes);

/* Go on with the next unit.  1: there is one; 0: there is none; -1: as above. */
int units_begin(struct units *u);

/* The unit cannot be uncompressed, but for USED bytes of it: go on where another one may begin behind them.  Of a pipe that
 * may be further on.  As units_begin(). */
int units_resume(struct units *u, uint64_t used);

/* The bytes at the end of a member, of which CONSUMED bytes were used, in TRAILER.  1; 0: they are in no buffer any more. */
int units_trailer(const struct units *u, uint64_t consumed, unsigned char trailer[MEMBERS_TRAILER]);

/* By frames: at the beginning of a unit, a frame may begin there. */
int units_are_at_frame(const struct units *u);

/* Behind the unit, of which CONSUMED bytes were used, are only zeros up to the end of the file.  1, 0, or -1 as above. */
int units_rest_is_zero(struct units *u, uint64_t consumed);

/* The file has ended in the middle of a frame. */
int units_are_cut(const struct units *u);

void units_done(struct units *u);

#endif
