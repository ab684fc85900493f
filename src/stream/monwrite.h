/* monwrite.h: the 4K control blocks of MONWRITE files (CMS control block MWTBK). */
#ifndef MR_MONWRITE_H
#define MR_MONWRITE_H

#include "stream/frame.h"

#define MR_BLOCK_MCES 338u /* number of control elements that fit into a control block */

/* The addresses of the record sets of a control block, in ascending order. The sets do not
 * overlap. */
struct mr_block_sets {
	struct {
		uint32_t start, end;
	} set[MR_BLOCK_MCES];
	uint32_t last_end; /* end address of the set that was added last */
	unsigned n;
};

/* Return 1 if the record set of the control element MCE overlaps a record set of S, or begins in
 * the last frame of the set that was added last, before the end of that set. */
int mr_block_overlaps(const struct mr_block_sets *s, const struct monread_mce *mce);

/* Add the record set of MCE to S, which must have room for one more, and return 1. If
 * mr_block_overlaps() returns 1 for MCE, do not add it, and return 0. */
int mr_block_add(struct mr_block_sets *s, const struct monread_mce *mce);

/* Return the number of valid control elements at the beginning of the 4096-byte block P; 0 if P is
 * not a control block. An element is valid only if its record set overlaps no previous set of the
 * block, because all sets of a block are in the DCSS at the same time. Thus no byte of the file is
 * in two sets.
 *
 * *BAD is 1 if the entry after the valid elements is damaged: it is not zero, and the message words
 * do not say that the elements end before it. */
unsigned mr_block_elements(const unsigned char *p, int *bad);

/* Write to TO why control element I of the block P is invalid; the elements before it are valid. */
#define MR_BLOCK_FAULT 80
void mr_block_fault(char to[MR_BLOCK_FAULT], const unsigned char *p, unsigned i);

static inline size_t mr_block_place(unsigned i)
{
	return MONREAD_BLOCK_AREA + i * MONREAD_MCE_SIZE;
}

static inline void mr_block_get(struct monread_mce *mce, const unsigned char *p, unsigned i)
{
	mr_mce_get(mce, p + mr_block_place(i));
}

/* Return the distance from the start of a control block, whose first control element is MCE, to the
 * record set of MCE. */
static inline size_t mr_block_first(const struct monread_mce *mce)
{
	return MONREAD_BLOCK_SIZE + mr_frame_offset(mce->start);
}

/* Set the message words of the control block P, which announce its control elements, for N
 * elements. */
void mr_block_message(unsigned char *p, unsigned n);

/* Return 1 if P is certainly a control block: all its elements are valid, and only zeros follow. */
int mr_block_certain(const unsigned char *p);

#endif
