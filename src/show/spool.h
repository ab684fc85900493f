/* spool.h: a temporary file without a name, for output that must wait until the inputs have ended.
 * The file consists of blocks of one size; the blocks of one report or instance form a chain. */
#ifndef SHOW_SPOOL_H
#define SHOW_SPOOL_H

#include <stddef.h>
#include <stdint.h>

/* Set ->size, and set all other members to 0, before the first use. */
struct spool {
	size_t size; /* bytes of data in a block, a multiple of 8 */
	int fd;
	uint64_t n;    /* number of blocks in use */
	uint64_t most; /* maximum of ->n */
	int has_failed;
	/* memory for one block, the last one written or read; NULL: the file does not exist yet */
	struct spool_block *block;
};

/* A chain of blocks, which are numbered from 1. Set the structure to {0} first. */
struct spool_chain {
	uint64_t first; /* 0: the chain has no block */
	uint64_t next;  /* number of the block that the next spool_put() writes */
};

/* Append a block to the chain C. DATA: the bytes of the block, as many as s->size. Returns 0, or -1
 * after a message. */
int spool_put(struct spool *s, struct spool_chain *c, const void *data);

/* Return the data of block number *AT, valid until the next call, and set *AT to the number of the
 * next block in the chain; after the last block, *AT is equal to ->next of the chain. Returns NULL
 * after a message. */
const void *spool_get(struct spool *s, uint64_t *at);

void spool_done(struct spool *s);

#endif
