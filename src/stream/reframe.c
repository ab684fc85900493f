/* reframe.c: arranges selected records in new frames as CP does. */
#include "config.h"

#include "stream/writer.h"

#include <stdlib.h>
#include <string.h>

int mr_reframe_init(struct mr_reframe *r)
{
	memset(r, 0, sizeof *r);
	r->cap = 64u * 1024u;
	r->bytes = malloc(r->cap);
	return r->bytes ? 0 : -1;
}

void mr_reframe_done(struct mr_reframe *r)
{
	free(r->bytes);
	r->bytes = NULL;
}

void mr_reframe_open(struct mr_reframe *r, const struct monread_mce *mce)
{
	r->mce = *mce;
	r->mce.start -= mr_frame_offset(mce->start);
	r->used = 0;
	r->frame_ended = 0;
	r->any = 0;
	r->false_mark = 0;
}

/* Return how large r->bytes must be for one more record of LENGTH bytes, with D1R13 before it. */
static uint32_t room_for(const struct mr_reframe *r, size_t length)
{
	return r->used + 2 * MR_FRAME + (uint32_t)length;
}

int mr_reframe_grow(struct mr_reframe *r, size_t length)
{
	uint32_t want = room_for(r, length);
	uint32_t cap = r->cap * 2 > want ? r->cap * 2 : want;
	unsigned char *bytes;

	if (want <= r->cap)
		return 0;
	bytes = realloc(r->bytes, cap);
	if (!bytes)
		return -1;
	r->bytes = bytes;
	r->cap = cap;
	return 0;
}

int mr_reframe_fits(struct mr_reframe *r, const struct monread_ev *ev)
{
	/* If memory is short, return 0, too: a new record set always has room for one record. */
	return room_for(r, ev->length) <= MR_REFRAME_MAX && mr_reframe_grow(r, ev->length) == 0;
}

/* Write D1R13 at the end of a frame that has no room for the next record. */
static void put_end_of_frame(unsigned char *p, uint64_t tod)
{
	memset(p, 0, MR_HEADER_SIZE);
	mr_put_be16(p, MR_HEADER_SIZE);
	p[4] = 1;
	p[7] = 13;
	mr_put_be64(p + 8, tod);
}

static void next_frame(struct mr_reframe *r)
{
	uint32_t rest = mr_frame_offset(0u - r->used), mark = 0;

	if (!r->frame_ended && rest >= MR_HEADER_SIZE) {
		put_end_of_frame(r->bytes + r->used, r->tod);
		mark = MR_HEADER_SIZE;
	}
	memset(r->bytes + r->used + mark, 0, rest - mark);
	r->used += rest;
	r->frame_ended = 0;
}

/* Return 1 if EV is a mark of repeated sets (a record D10R1 of a program that stores captures) that
 * announces none, because it was damaged or shared its record set with other records. */
static int is_false_mark(const struct monread_ev *ev)
{
	struct monread_mark mark;

	return ev->domain == 10 && ev->record == 1 && !(ev->flags & MONREAD_REPEATED) &&
	       monread_mark_get(&mark, ev->bytes, ev->length) > 0 &&
	       mark.why == MONREAD_MARK_REPEATED;
}

void mr_reframe_add(struct mr_reframe *r, const struct monread_ev *ev)
{
	if (r->any && (r->frame_ended || ev->length > mr_frame_room(r->used)))
		next_frame(r);
	memcpy(r->bytes + r->used, ev->bytes, ev->length);
	r->used += (uint32_t)ev->length;
	r->tod = ev->tod;
	r->false_mark = !r->any && is_false_mark(ev);
	if (!r->any)
		r->first = ev->tod;
	r->any = 1;
	r->frame_ended = mr_frame_ends(&r->mce, ev->domain, ev->record) &&
	                 mr_frame_offset(r->used) != 0;
}

int mr_reframe_close(struct mr_reframe *r, struct monread_mce *mce)
{
	if (!r->any)
		return 0;
	/* D1R13 after the mark keeps it from announcing repeated sets. */
	if (r->false_mark && mr_frame_room(r->used) >= MR_HEADER_SIZE) {
		put_end_of_frame(r->bytes + r->used, r->tod);
		r->used += MR_HEADER_SIZE;
		/* Add D1R13 only once, even if the caller has to try again after ENOMEM. */
		r->false_mark = 0;
	}
	*mce = r->mce;
	/* Do not end above the highest 31-bit address. */
	if (mce->start > MR_ADDRESS_MAX - r->used)
		mce->start = (MR_ADDRESS_MAX - r->used) & ~(MR_FRAME - 1);
	mce->end = mce->start + r->used - 1;
	r->any = 0;
	return 1;
}
