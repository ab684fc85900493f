/* reframe.c: arranges selected records in new frames as CP does. */
#include "stream/writer.h"

#include <string.h>

#include "base/array.h"

void mr_reframe_open(struct mr_reframe *r, const struct monread_mce *mce)
{
	r->mce = *mce;
	r->mce.start -= mr_frame_offset(mce->start);
	r->set.length = 0;
	r->frame_ended = 0;
	r->any = 0;
	r->false_mark = 0;
}

static void put_end_of_frame(struct mr_reframe *r)
{
	unsigned char *p = r->set.bytes + r->set.length;

	if (mr_frame_room((uint32_t)r->set.length) < MR_HEADER_SIZE)
		return;
	memset(p, 0, MR_HEADER_SIZE);
	mr_put_be16(p, MR_HEADER_SIZE);
	p[4] = 1;
	p[7] = 13;
	mr_put_be64(p + 8, r->tod);
	r->set.length += MR_HEADER_SIZE;
}

static void next_frame(struct mr_reframe *r)
{
	uint32_t rest;

	if (!r->frame_ended && mr_frame_offset((uint32_t)r->set.length))
		put_end_of_frame(r);
	rest = mr_frame_offset(0u - (uint32_t)r->set.length);
	memset(r->set.bytes + r->set.length, 0, rest);
	r->set.length += rest;
	r->frame_ended = 0;
}

/* Return 1 if EV is a mark for repeated sets that did not announce them in the input, because its
 * record set was damaged or had other records. */
static int is_false_mark(const struct monread_ev *ev)
{
	struct monread_mark mark;

	return ev->domain == 10 && ev->record == 1 && !(ev->flags & MONREAD_REPEATED) &&
	       monread_mark_get(&mark, ev->bytes, ev->length) > 0 &&
	       mark.why == MONREAD_MARK_REPEATED;
}

int mr_reframe_add(struct mr_reframe *r, const struct monread_ev *ev)
{
	/* The record may begin in the next frame, after D1R13 and zeros in the current frame:
	 * reserve memory for these, too. */
	if (array_reserve(&r->set, 2 * MR_FRAME + ev->length))
		return -1;
	if (r->any &&
	    (r->frame_ended || ev->length > mr_frame_room((uint32_t)r->set.length)))
		next_frame(r);
	array_append(&r->set, ev->bytes, ev->length);
	r->tod = ev->tod;
	r->false_mark = !r->any && is_false_mark(ev);
	if (!r->any)
		r->first = ev->tod;
	r->any = 1;
	r->frame_ended = mr_frame_ends(&r->mce, ev->domain, ev->record) &&
	                 mr_frame_offset((uint32_t)r->set.length) != 0;
	return 0;
}

int mr_reframe_close(struct mr_reframe *r, struct monread_mce *mce)
{
	uint32_t used;

	if (!r->any)
		return 0;
	/* Append D1R13, so that the mark is not alone in its record set and announces no repeated
	 * sets. */
	if (r->false_mark)
		put_end_of_frame(r);
	/* Append D1R13 only once, even if the caller has to try again after ENOMEM. */
	r->false_mark = 0;
	used = (uint32_t)r->set.length;
	*mce = r->mce;
	if (mce->start > MR_ADDRESS_MAX - used)
		mce->start = (MR_ADDRESS_MAX - used) & ~(MR_FRAME - 1);
	mce->end = mce->start + used - 1;
	r->any = 0;
	return 1;
}
