/* monwrite.h: the 4K control blocks of MONWRITE files (CMS control block MWTBK). */
#ifndef MR_MONWRITE_H
#define MR_MONWRITE_H

#include "stream/mce.h"

#define MR_BLOCK_MCES 338u /* number of control elements that fit into a block */

/* The addresses of the record sets of a block, in ascending order. The sets do not overlap. */
struct mr_block_sets {
	struct {
		uint32_t start, end;
	} set[MR_BLOCK_MCES];
	uint32_t last_end; /* end address of the set that was added last */
	unsigned n;
};

/* Return 1 if the record set of MCE overlaps a record set of S. If MCE's set begins in the last
 * frame of the set that was added to S last, it must also begin after the end of that set. */
int mr_block_overlaps(const struct mr_block_sets *s, const struct monread_mce *mce);

/* Add the record set of MCE to S, which must have room for one more set, and return 1. Return 0 if
 * the record set overlaps a set of S. */
int mr_block_add(struct mr_block_sets *s, const struct monread_mce *mce);

/* Return the number of valid control elements at the beginning of the 4096-byte block P; 0 if P is
 * not a control block. *BAD is 1 if a later entry of the block is neither zero nor valid, unless
 * the message words of the block exclude this entry.
 *
 * An element is valid if it can announce a record set that overlaps no previous set of the block:
 * all sets of a block are in the DCSS at the same time. Thus no byte of the file is in two sets. */
unsigned mr_block_elements(const unsigned char *p, int *bad);

/* Write to TO why element number I of the block P is invalid; I is the first invalid element. */
#define MR_BLOCK_FAULT 80
void mr_block_fault(char to[MR_BLOCK_FAULT], const unsigned char *p, unsigned i);

/* Read control element number I of the block P into *MCE, or write *MCE to element number I. */
void mr_block_get(struct monread_mce *mce, const unsigned char *p, unsigned i);
void mr_block_put(unsigned char *p, unsigned i, const struct monread_mce *mce);

/* Write into the message words of the block P that it has N control elements. */
void mr_block_message(unsigned char *p, unsigned n);

/* Return 1 if P is certainly a control block: all its elements are valid, and only zeros follow.
 * The search for control blocks uses this check. */
int mr_block_certain(const unsigned char *p);

#endif
