/* spool.h: a temporary file for data that must wait until the inputs have ended. It has chains of
 * pieces, such as one chain per report. The newest pieces of a chain stay in memory until they fill
 * a block of the file. */
#ifndef SHOW_SPOOL_H
#define SHOW_SPOOL_H

#include <stddef.h>
#include <stdint.h>

struct spool_block;

/* Set ->size, and set all other members to 0, before the first use. */
struct spool {
	size_t size; /* bytes of data per block, a multiple of 8 */
	int fd;
	uint64_t n;
	uint64_t most; /* maximum of ->n */
	int has_failed;
	struct spool_block *block; /* memory for a block; NULL: the file does not exist yet */
};

/* A chain of pieces. Set the structure to {0} first. Blocks are numbered from 1. */
struct spool_chain {
	/* number of the first block of the chain; 0: the file has no block of the chain */
	uint64_t first;
	uint64_t next; /* number of the next block to write */
	/* the newest pieces, which are not in the file; NULL: the chain has no piece */
	struct spool_block *tail;
};

/* Append a piece, the N bytes of DATA, to the chain C. Only a piece that is longer than a block is
 * divided. Returns 0, or -1 after a message. */
int spool_add(struct spool *s, struct spool_chain *c, const void *data, size_t n);

/* Remove all pieces of the chain C, which together must not be longer than a block. */
void spool_restart(struct spool_chain *c);

/* Call TAKE with ARG for all pieces of the chain C. At each call, the N bytes of DATA are one or
 * more pieces. Returns 0, or -1 after a message. */
int spool_read(struct spool *s, const struct spool_chain *c,
               void (*take)(void *arg, const void *data, size_t n), void *arg);

void spool_chain_done(struct spool_chain *c);
void spool_done(struct spool *s);

#endif
