/* frame.h: record headers, and the 4K frames of the DCSS; a record never crosses a frame
 * boundary. */
#ifndef MR_FRAME_H
#define MR_FRAME_H

#include "base/be.h"
#include "base/record.h"
#include "stream/mce.h"

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

/* Return the number of bytes from ADDRESS to the end of the frame that contains ADDRESS. */
static inline uint32_t mr_frame_room(uint32_t address)
{
	return MR_FRAME - (address & (MR_FRAME - 1));
}

/* Return 1 for D1R13. CP writes this record after the last record of a frame, and so does monread
 * when it rearranges records. */
static inline int mr_is_frame_end(unsigned domain, unsigned record)
{
	return domain == 1 && record == 13;
}

/* Return 1 if no other record follows the record DOMAIN, RECORD in its frame. This is true of
 * D1R13, and of D1R11 in sample data. */
static inline int mr_frame_ends(const struct monread_mce *mce, unsigned domain, unsigned record)
{
	return mr_is_frame_end(domain, record) ||
	       (domain == 1 && record == 11 && mce->type == MONREAD_SAMPLE);
}

/* Return how many bytes of the record set of MCE lie in the first frame of this set. */
uint32_t mr_frame_first(const struct monread_mce *mce);

/* Return 1 if the header at P can be read as the first record of the record set of MCE. */
int mr_frame_readable(const struct monread_mce *mce, const unsigned char *p);

/* Return 1 if the N bytes at P look like the records of the first frame of MCE's record set. The
 * checks are stricter than the checks of mr_frame_readable(), because they are used to find the
 * beginning of data. If N is smaller than a record header, return 1 unless the frame has no room
 * for a record. */
int mr_frame_plausible(const struct monread_mce *mce, const unsigned char *p, size_t n);

#endif
