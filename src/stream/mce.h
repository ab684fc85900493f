/* mce.h: monitor control elements: 12 bytes that announce one record set. */
#ifndef MR_MCE_H
#define MR_MCE_H

#include "monread.h"

#define MR_FRAME 4096u
#define MR_ADDRESS_MAX 0x7FFFFFFFu /* the highest 31-bit address */

/* Read the control element at P into *MCE, or write *MCE to P. An element has 12 bytes. */
void mr_mce_get(struct monread_mce *mce, const unsigned char *p);
void mr_mce_put(unsigned char *p, const struct monread_mce *mce);

/* Return NULL if the element can announce a record set, else the reason why not (a static text). */
const char *mr_mce_fault(const struct monread_mce *mce);

/* Return 1 if the 12 bytes at P are a control element that can announce a record set. */
int mr_mce_is_valid(const unsigned char *p);

/* Return 1 if the beginning of a control element, even only its first bytes, can be in the N bytes
 * at P. */
int mr_mce_may_begin(const unsigned char *p, uint32_t n);

static inline uint64_t mr_mce_length(const struct monread_mce *mce)
{
	return (uint64_t)mce->end - mce->start + 1;
}

/* Return how many frames the record set touches. */
static inline uint32_t mr_mce_frames(const struct monread_mce *mce)
{
	return (mce->end >> 12) - (mce->start >> 12) + 1;
}

#endif
