/* zframes.h: where the frames of zstd data end, without uncompressing them. */
#ifndef COMPRESS_ZFRAMES_H
#define COMPRESS_ZFRAMES_H

#include <stddef.h>
#include <stdint.h>

struct zframes {
	enum zframes_step { ZFRAMES_MAGIC, ZFRAMES_SKIPPABLE, ZFRAMES_HEADER, ZFRAMES_BLOCK, ZFRAMES_CHECKSUM } step;
	unsigned char field[4]; /* bytes of what the step reads */
	unsigned have;
	uint32_t pass;                /* bytes that are of no interest, and what comes behind them */
	enum zframes_step then;
	int checksum, last; /* of the frame; of the block */
	int broken;         /* it is no zstd from here on */
};

/* Go over N bytes, the next ones ({0}: the first).  How many of them belong to frames that end in them; 0: none does. */
size_t zframes_take(struct zframes *z, const unsigned char *p, size_t n);

#endif
