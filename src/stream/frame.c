/* frame.c: checks whether bytes can be the records of a frame; the reader uses these checks to
 * detect the container and to find monitor data. */
#include "config.h"

#include "stream/frame.h"

uint32_t mr_frame_first(const struct monread_mce *mce)
{
	uint64_t set = mr_mce_length(mce);
	uint32_t room = mr_frame_room(mce->start);

	return set < room ? (uint32_t)set : room;
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

	/* A record set never begins so near the end of a frame that no record fits before the end
	 * of the frame. */
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
