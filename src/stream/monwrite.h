/* monwrite.h: the 4K control blocks of MONWRITE files (CMS control block MWTBK). */
#ifndef MR_MONWRITE_H
#define MR_MONWRITE_H

#include "stream/mce.h"

#define MR_BLOCK_MCES 338u /* as many control elements have room in a block */

/* Where the record sets of a block lie. */
struct mr_block_sets {
	uint32_t start[MR_BLOCK_MCES], end[MR_BLOCK_MCES];
	uint32_t low, high;
	unsigned n;
};

void mr_block_add(struct mr_block_sets *s, const struct monread_mce *mce);

/* The number of the first set that MCE's set runs into, or ->n: it lies beside them, and, in the last frame of the
 * last one, behind it. */
unsigned mr_block_overlapped(const struct mr_block_sets *s, const struct monread_mce *mce);

/* How many good control elements the block P of 4096 bytes begins with; 0: it
 * is no control block.  *BAD: an entry behind them is neither zero nor good,
 * and the message words do not say that it is beyond the end.
 *
 * An element is good where it can announce a record set and this set lies
 * beside those of the elements before it: all sets of a block are in the DCSS
 * at the same time.  So no byte of the file is in two sets. */
unsigned mr_block_elements(const unsigned char *p, int *bad);

/* What is wrong with the element number I, the first that is not good; TO has room for it. */
#define MR_BLOCK_FAULT 80
void mr_block_fault(char to[MR_BLOCK_FAULT], const unsigned char *p, unsigned i);

/* The element number I. */
void mr_block_get(struct monread_mce *mce, const unsigned char *p, unsigned i);
void mr_block_put(unsigned char *p, unsigned i, const struct monread_mce *mce);

/* Fill in the message words of the block P for N elements. */
void mr_block_message(unsigned char *p, unsigned n);

/* The same judgement in places where a block is only suspected: all elements
 * good and nothing but zeros behind them. */
int mr_block_certain(const unsigned char *p);

#endif
