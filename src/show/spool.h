/* spool.h: a temporary file without a name, for output that waits until the inputs have ended. It
 * has blocks of one size; the blocks of a report or an instance form a chain. */
#ifndef SHOW_SPOOL_H
#define SHOW_SPOOL_H

#include <stddef.h>
#include <stdint.h>

/* Set ->size; all other members are 0. */
struct spool {
	size_t size; /* bytes of data in a block, a multiple of 8 */
	int fd;
	uint64_t n;    /* number of blocks that belong to a chain */
	uint64_t most; /* maximum of ->n */
	int has_failed;
	struct spool_block *block; /* the last block that was written or read; NULL: no file */
};

/* A chain of blocks, as numbers of blocks from 1 on. Set the structure to {0} first. */
struct spool_chain {
	uint64_t first; /* 0: the chain has no block */
	uint64_t next;  /* the block that the next spool_put() will write */
};

/* Append the s->size bytes of DATA to the chain C. Returns 0, or -1 after a message. */
int spool_put(struct spool *s, struct spool_chain *c, const void *data);

/* Return the data of block *AT, which stays valid until the next call, and set *AT to the next
 * block of the chain; after the last block, to ->next of the chain. NULL: after a message. */
const void *spool_get(struct spool *s, uint64_t *at);

void spool_done(struct spool *s);

#endif
