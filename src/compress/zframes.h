/* zframes.h: where the frames of zstd data end, without uncompressing them. */
#ifndef COMPRESS_ZFRAMES_H
#define COMPRESS_ZFRAMES_H

#include <stddef.h>
#include <stdint.h>

#define ZFRAMES_MAGIC_SIZE 4u

struct zframes {
	enum zframes_step { ZFRAMES_MAGIC, ZFRAMES_SKIPPABLE, ZFRAMES_HEADER, ZFRAMES_BLOCK, ZFRAMES_CHECKSUM } step;
	unsigned char field[4]; /* what was read of the field of this step */
	unsigned have;
	uint32_t pass;                /* bytes to skip, and the step after them */
	enum zframes_step then;
	int checksum, last; /* of the frame; of the block */
	int skips, skipped; /* this frame is one to be skipped; there was one */
	int broken;         /* what follows is not zstd */
	uint64_t taken;     /* all bytes, */
	uint64_t frame;     /* and those in front of the frame that is not one to be skipped */
};

/* Go through the next N bytes of a file (Z is {0} before the first), up to the end of a frame that is not one to be skipped.
 * How many of them that are; 0: none ends in them. */
size_t zframes_take(struct zframes *z, const unsigned char *p, size_t n);

/* Whether a frame, also one to be skipped, may begin with the N bytes at P. */
int zframes_may_begin(const unsigned char *p, size_t n);

/* The first place in the N bytes at P, from FROM on, where a frame that is not one to be skipped may begin, or the first bytes
 * of its magic number at the end; N: there is none. */
size_t zframes_find(const unsigned char *p, size_t n, size_t from);

#endif
