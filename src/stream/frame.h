/* frame.h: control elements of record sets, record headers, and the 4K frames of the DCSS; a record
 * never crosses a frame boundary. */
#ifndef MR_FRAME_H
#define MR_FRAME_H

#include "base/be.h"
#include "base/record.h"
#include "monread.h"

#define MR_FRAME 4096u
#define MR_ADDRESS_MAX 0x7FFFFFFFu /* the highest 31-bit address */

/* ---- Control elements ---- */

void mr_mce_get(struct monread_mce *mce, const unsigned char *p);
void mr_mce_put(unsigned char *p, const struct monread_mce *mce);

/* Return NULL if the control element MCE can announce a record set, else a static text that says
 * why not. */
const char *mr_mce_fault(const struct monread_mce *mce);

/* Return 1 if mr_mce_fault() finds no fault in the control element at P. */
int mr_mce_is_valid(const unsigned char *p);

/* Return 1 if a control element, or its first bytes, can begin in the N bytes at P. */
int mr_mce_may_begin(const unsigned char *p, uint32_t n);

static inline uint64_t mr_mce_length(const struct monread_mce *mce)
{
	return (uint64_t)mce->end - mce->start + 1;
}

/* ---- Frames ---- */

/* MRRECHDR, the common record header. */
struct mr_header {
	uint32_t length;
	uint16_t zeros;
	uint8_t domain;
	uint16_t record;
};

static inline void mr_header_get(struct mr_header *h, const unsigned char *p)
{
	h->length = mr_be16(p);
	h->zeros = mr_be16(p + 2);
	h->domain = p[4];
	h->record = mr_be16(p + 6);
}

static inline uint32_t mr_frame_offset(uint32_t address)
{
	return address & (MR_FRAME - 1);
}

/* Return the number of bytes from ADDRESS to the end of its frame. */
static inline uint32_t mr_frame_room(uint32_t address)
{
	return MR_FRAME - mr_frame_offset(address);
}

static inline int mr_same_frame(uint32_t a, uint32_t b)
{
	return a / MR_FRAME == b / MR_FRAME;
}

/* Return 1 for D1R13, the record that ends a frame: CP writes it after the last record of a frame,
 * and monread does so when it rearranges records. */
static inline int mr_is_frame_end(unsigned domain, unsigned record)
{
	return domain == 1 && record == 13;
}

/* Return 1 if a record with this DOMAIN and number RECORD is the last one of its frame: D1R13, or
 * D1R11 in sample data. */
static inline int mr_frame_ends(const struct monread_mce *mce, unsigned domain, unsigned record)
{
	return mr_is_frame_end(domain, record) ||
	       (domain == 1 && record == 11 && mce->type == MONREAD_SAMPLE);
}

/* Return how many bytes of the record set of the control element MCE lie in the first frame of the
 * set. */
uint32_t mr_frame_first(const struct monread_mce *mce);

/* Return 1 if the bytes at P are a record header that can begin the record set of MCE. */
int mr_frame_readable(const struct monread_mce *mce, const unsigned char *p);

/* Return 1 if the N bytes at P look like the records of the first frame of the record set of MCE.
 * In a search for monitor data, this function is stricter than mr_frame_readable(). If N is smaller
 * than a record header, return 1 unless the frame has no room for a record. */
int mr_frame_plausible(const struct monread_mce *mce, const unsigned char *p, size_t n);

#endif
