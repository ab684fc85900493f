/* frame.h: the records of a record set, which never cross a 4K frame of the DCSS. */
#ifndef MR_FRAME_H
#define MR_FRAME_H

#include "base/be.h"
#include "port/record.h"
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

/* Bytes from ADDRESS to the end of its frame. */
static inline uint32_t mr_frame_room(uint32_t address)
{
	return MR_FRAME - (address & (MR_FRAME - 1));
}

/* D1R13, which CP puts behind the last record of a frame: laid anew, frames get others. */
static inline int mr_is_frame_end(unsigned domain, unsigned record)
{
	return domain == 1 && record == 13;
}

/* D1R13 ends a frame; so does D1R11 in sample data. */
static inline int mr_frame_ends(const struct monread_mce *mce, unsigned domain, unsigned record)
{
	return mr_is_frame_end(domain, record) || (domain == 1 && record == 11 && mce->type == MONREAD_SAMPLE);
}

/* How many bytes MCE's set has in its first frame. */
uint32_t mr_frame_first(const struct monread_mce *mce);

/* Whether the header at P is that of a first record of MCE's set, as far as reading is concerned. */
int mr_frame_readable(const struct monread_mce *mce, const unsigned char *p);

/* Whether the N bytes at P look like the records of MCE's first frame: used
 * to find out where data begins, so it is stricter than reading is.  With
 * fewer than a header's bytes it cannot tell and says yes, unless no record
 * has room. */
int mr_frame_plausible(const struct monread_mce *mce, const unsigned char *p, size_t n);

#endif
