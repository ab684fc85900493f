#include "stream/frame.h"

void mr_mce_get(struct monread_mce *mce, const unsigned char *p)
{
	mce->type = p[0];
	mce->domains = mr_be16(p + 1);
	mce->reserved = p[3];
	mce->start = mr_be32(p + 4);
	mce->end = mr_be32(p + 8);
}

void mr_mce_put(unsigned char *p, const struct monread_mce *mce)
{
	p[0] = mce->type;
	mr_put_be16(p + 1, mce->domains);
	p[3] = mce->reserved;
	mr_put_be32(p + 4, mce->start);
	mr_put_be32(p + 8, mce->end);
}

/* Make the same checks as the Linux driver of /dev/monreader. */
const char *mr_mce_fault(const struct monread_mce *mce)
{
	if (mce->type != MONREAD_SAMPLE && mce->type != MONREAD_EVENT)
		return "its type is neither X'E2' (sample) nor X'C5' (event)";
	if (mce->domains == 0)
		return "it names no domain";
	if (mce->end <= mce->start)
		return "its end is not after its start";
	if (mce->end > MR_ADDRESS_MAX)
		return "its end is not a 31-bit address";
	return NULL;
}

int mr_mce_is_valid(const unsigned char *p)
{
	struct monread_mce mce;

	mr_mce_get(&mce, p);
	return !mr_mce_fault(&mce);
}

int mr_mce_may_begin(const unsigned char *p, uint32_t n)
{
	uint32_t i;

	for (i = 0; i < n; i++) {
		/* The reserved byte of a control element is zero. */
		if ((p[i] != MONREAD_SAMPLE && p[i] != MONREAD_EVENT) || (i + 3 < n && p[i + 3]))
			continue;
		if (i + MONREAD_MCE_SIZE > n || mr_mce_is_valid(p + i))
			return 1;
	}
	return 0;
}

uint32_t mr_frame_first(const struct monread_mce *mce)
{
	uint32_t room = mr_frame_room(mce->start);

	return mr_mce_length(mce) < room ? mce->end - mce->start + 1 : room;
}

int mr_frame_readable(const struct monread_mce *mce, const unsigned char *p)
{
	struct mr_header h;

	mr_header_get(&h, p);
	return h.length >= MR_HEADER_SIZE && h.length <= mr_frame_first(mce);
}

int mr_frame_plausible(const struct monread_mce *mce, const unsigned char *p, size_t n)
{
	uint32_t room = mr_frame_first(mce);
	size_t at = 0;

	/* A record set never begins so close to the end of a frame that no record fits into it. */
	if (room < MR_HEADER_SIZE)
		return 0;
	while (room - at >= MR_HEADER_SIZE && n >= at + MR_HEADER_SIZE) {
		struct mr_header h;

		mr_header_get(&h, p + at);
		if (h.length < MR_HEADER_SIZE || h.length > room - at || h.zeros != 0 ||
		    h.domain > 31)
			return 0;
		if (mr_frame_ends(mce, h.domain, h.record))
			break;
		at += h.length;
	}
	return 1;
}
