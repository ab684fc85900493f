/* frames.c: lay records into frames as CP does. */
#include "config.h"

#include "out/frames.h"

#include <stdlib.h>
#include <string.h>

#define FRAME 4096u
#define HEADER 20u

int out_frames_init(struct out_frames *f)
{
	memset(f, 0, sizeof *f);
	f->cap = 64u * 1024u;
	f->bytes = malloc(f->cap);
	return f->bytes ? 0 : -1;
}

void out_frames_done(struct out_frames *f)
{
	free(f->bytes);
	f->bytes = NULL;
}

void out_frames_open(struct out_frames *f, const struct monread_mce *mce)
{
	f->mce = *mce;
	f->mce.start &= ~(FRAME - 1);
	f->used = 0;
	f->frame_ended = 0;
	f->any = 0;
}

/* The record may go to the next frame, and one that ends it before that. */
static uint32_t room_for(const struct out_frames *f, size_t length)
{
	return f->used + 2 * FRAME + (uint32_t)length;
}

int out_frames_grow(struct out_frames *f, size_t length)
{
	uint32_t want = room_for(f, length);
	uint32_t cap = f->cap * 2 > want ? f->cap * 2 : want;
	unsigned char *bytes;

	if (want <= f->cap)
		return 0;
	bytes = realloc(f->bytes, cap);
	if (!bytes)
		return -1;
	f->bytes = bytes;
	f->cap = cap;
	return 0;
}

int out_frames_fits(struct out_frames *f, const struct monread_ev *ev)
{
	/* Where memory is short sets are only smaller: there is always room for the first record. */
	return room_for(f, ev->length) <= OUT_FRAMES_MAX && out_frames_grow(f, ev->length) == 0;
}

static void put16(unsigned char *p, uint32_t v)
{
	p[0] = (unsigned char)(v >> 8);
	p[1] = (unsigned char)v;
}

static void put32(unsigned char *p, uint32_t v)
{
	put16(p, v >> 16);
	put16(p + 2, v & 0xFFFF);
}

/* D1R13, at the end of a frame that the next record does not fit into. */
static void put_end_of_frame(unsigned char *p, uint64_t tod)
{
	memset(p, 0, HEADER);
	put16(p, HEADER);
	p[4] = 1;
	p[7] = 13;
	put32(p + 8, (uint32_t)(tod >> 32));
	put32(p + 12, (uint32_t)tod);
}

static void next_frame(struct out_frames *f)
{
	uint32_t rest = (0u - f->used) & (FRAME - 1), mark = 0;

	if (!f->frame_ended && rest >= HEADER) {
		put_end_of_frame(f->bytes + f->used, f->tod);
		mark = HEADER;
	}
	memset(f->bytes + f->used + mark, 0, rest - mark);
	f->used += rest;
	f->frame_ended = 0;
}

void out_frames_add(struct out_frames *f, const struct monread_ev *ev)
{
	uint32_t rest = FRAME - (f->used & (FRAME - 1));

	if (f->any && (f->frame_ended || ev->length > rest))
		next_frame(f);
	memcpy(f->bytes + f->used, ev->bytes, ev->length);
	f->used += (uint32_t)ev->length;
	f->tod = ev->tod;
	f->any = 1;
	f->frame_ended = ev->domain == 1 && ev->record == 11 && f->mce.type == MONREAD_SAMPLE &&
	                 (f->used & (FRAME - 1)) != 0;
}

int out_frames_close(struct out_frames *f, unsigned char *mce)
{
	uint32_t start = f->mce.start;

	if (!f->any)
		return 0;
	/* Close below the end of 31-bit storage the set moves down. */
	if (start > 0x7FFFFFFFu - f->used)
		start = (0x7FFFFFFFu - f->used) & ~(FRAME - 1);
	mce[0] = f->mce.type;
	put16(mce + 1, f->mce.domains);
	mce[3] = f->mce.reserved;
	put32(mce + 4, start);
	put32(mce + 8, start + f->used - 1);
	f->any = 0;
	return 1;
}
