/* capture.c: make captures of events.
 *
 * In a MONWRITE file every record set stands in whole frames behind a control
 * block that lists the control elements; where the set does not fill its first
 * and last frame there are zeros. */
#include "config.h"

#include "out/capture.h"

#include <stdlib.h>
#include <string.h>

#include "base/be.h"

#define FRAME 4096u
#define AREA 40u
#define MCE_SIZE 12u
#define MCES_MAX 338u
/* A data set that is larger is split: streams need not have an end of interval. */
#define SPLIT_SIZE (64u * 1024u * 1024u)

int out_capture_init(struct out_capture *c, enum monread_form form, int filtered)
{
	memset(c, 0, sizeof *c);
	c->form = form;
	c->filtered = filtered;
	return out_frames_init(&c->frames);
}

void out_capture_done(struct out_capture *c)
{
	out_frames_done(&c->frames);
	free(c->bytes);
	free(c->places);
	c->bytes = NULL;
	c->places = NULL;
}

/* N more bytes, whatever they are; NULL: out of memory. */
static unsigned char *reserve(struct out_capture *c, size_t n)
{
	unsigned char *p;

	if (n > c->room - c->used) {
		size_t room = c->room ? c->room : 256u * 1024u;

		while (room - c->used < n)
			room *= 2;
		p = realloc(c->bytes, room);
		if (!p)
			return NULL;
		c->bytes = p;
		c->room = room;
	}
	p = c->bytes + c->used;
	c->used += n;
	return p;
}

/* N more bytes, zero. */
static unsigned char *extend(struct out_capture *c, size_t n)
{
	unsigned char *p = reserve(c, n);

	if (p)
		memset(p, 0, n);
	return p;
}

static void put_mce(unsigned char *p, const struct monread_mce *mce)
{
	p[0] = mce->type;
	p[1] = (unsigned char)(mce->domains >> 8);
	p[2] = (unsigned char)mce->domains;
	p[3] = mce->reserved;
	mr_put_be32(p + 4, mce->start);
	mr_put_be32(p + 8, mce->end);
}

/* The control element goes into the control block, with the message words that tell how many there are. */
static void enter_mce(struct out_capture *c)
{
	if (c->form == MONREAD_FORM_MONWRITE) {
		put_mce(c->bytes + AREA + c->nmces * MCE_SIZE, &c->mce);
		c->nmces++;
		mr_put_be32(c->bytes + 12, 0);
		mr_put_be32(c->bytes + 16, c->nmces * MCE_SIZE - 1);
	} else {
		put_mce(c->bytes + c->set_at, &c->mce);
	}
}

/* Whether the frames from START to END (any bytes of them) are free of the sets of this control block.  The sets of
 * a block have to lie beside each other, as those of a data set do in the DCSS. */
static int is_free(const struct out_capture *c, uint32_t start, uint32_t end)
{
	unsigned i;

	if (c->form != MONREAD_FORM_MONWRITE)
		return 1;
	for (i = 0; i < c->nmces; i++) {
		const unsigned char *mce = c->bytes + AREA + i * MCE_SIZE;

		if (start >> 12 <= mr_be32(mce + 8) >> 12 && end >> 12 >= mr_be32(mce + 4) >> 12)
			return 0;
	}
	return 1;
}

/* Whether MCE's set lies beside those of this control block, and, in the last frame of the last one, behind it. */
static int is_beside(const struct out_capture *c, const struct monread_mce *mce)
{
	unsigned i;

	if (c->form != MONREAD_FORM_MONWRITE)
		return 1;
	for (i = 0; i < c->nmces; i++) {
		const unsigned char *p = c->bytes + AREA + i * MCE_SIZE;
		uint32_t start = mr_be32(p + 4), end = mr_be32(p + 8);

		if (mce->start <= end &&
		    (mce->end >= start || (i == c->nmces - 1 && mce->start >> 12 == end >> 12)))
			return 0;
	}
	return 1;
}

/* Where a set of LENGTH bytes that were laid into frames anew can stand: at START, behind one of the others, or, where
 * that is beyond the end of storage, at its beginning.  The sets of a block are far too few to fill all addresses. */
static uint32_t find_place(const struct out_capture *c, uint32_t start, uint32_t length)
{
	uint32_t at = start;
	unsigned i;

	for (i = c->nmces; i > 0 && !is_free(c, at, at + length - 1); i--) {
		at = (mr_be32(c->bytes + AREA + (i - 1) * MCE_SIZE + 8) | (FRAME - 1)) + 1;
		if (at > 0x80000000u - length)
			at = 0;
	}
	return at;
}

/* Where the first byte of the open set is. */
static size_t first_byte(const struct out_capture *c)
{
	return c->set_at + (c->form == MONREAD_FORM_MONWRITE ? c->mce.start & (FRAME - 1) : MCE_SIZE);
}

static int open_set(struct out_capture *c, const struct monread_mce *mce)
{
	size_t lead = c->form == MONREAD_FORM_MONWRITE ? mce->start & (FRAME - 1) : MCE_SIZE;

	if (c->form == MONREAD_FORM_MONWRITE && c->used == 0 && !extend(c, FRAME))
		return -1;
	c->set_at = c->used;
	c->mce = *mce;
	c->whole = c->set_used = c->nplaces = 0;
	c->damaged = c->anew = 0;
	c->open = 1;
	return extend(c, lead) ? 0 : -1;
}

/* The set ends with its last record where the input did not hold all of it. */
static int close_set(struct out_capture *c)
{
	size_t length = (size_t)c->mce.end - c->mce.start + 1;

	if (!c->open)
		return 0;
	c->open = 0;
	if (c->set_used < length)
		length = c->whole;
	if (length < 2) {
		c->used = c->set_at;
		return 0;
	}
	c->used = first_byte(c) + length;
	c->mce.end = c->mce.start + (uint32_t)length - 1;
	enter_mce(c);
	if (c->form == MONREAD_FORM_MONWRITE && !extend(c, (FRAME - (c->used & (FRAME - 1))) & (FRAME - 1)))
		return -1;
	return 0;
}

static int note_place(struct out_capture *c, size_t at)
{
	size_t room = c->places_room ? 2 * c->places_room : 1024;
	uint32_t *p;

	if (c->nplaces == c->places_room) {
		p = realloc(c->places, room * sizeof *p);
		if (!p)
			return -1;
		c->places = p;
		c->places_room = room;
	}
	c->places[c->nplaces++] = (uint32_t)at;
	return 0;
}

/* A whole record of a damaged set.  The set is not split, however large it is: it is no larger than it was. */
static int add_whole(struct out_capture *c, const struct monread_ev *ev)
{
	if (ev->domain == 1 && ev->record == 13)
		return 0;
	if (out_frames_grow(&c->frames, ev->length))
		return -1;
	out_frames_add(&c->frames, ev);
	return 0;
}

/* The records of the open set so far, laid into frames anew: what was damaged would be found damaged again, or be
 * taken for other records. */
static int lay_anew(struct out_capture *c)
{
	const unsigned char *first = c->bytes + first_byte(c);
	struct monread_ev ev;
	size_t i;

	memset(&ev, 0, sizeof ev);
	out_frames_open(&c->frames, &c->mce);
	for (i = 0; i < c->nplaces; i++) {
		ev.bytes = first + c->places[i];
		ev.length = mr_be16(ev.bytes);
		ev.domain = ev.bytes[4];
		ev.record = mr_be16(ev.bytes + 6);
		ev.tod = mr_be64(ev.bytes + 8);
		if (add_whole(c, &ev))
			return -1;
	}
	c->used = c->set_at;
	c->open = 0;
	c->anew = 1;
	return 0;
}

/* A record behind damage. */
static int add_behind(struct out_capture *c, const struct monread_ev *ev)
{
	if ((c->open && lay_anew(c)) || add_whole(c, ev))
		return -1;
	if (c->records++ == 0)
		c->tod = ev->tod;
	return 0;
}

/* Bytes of the open set, at their address. */
static int add_bytes(struct out_capture *c, const struct monread_ev *ev)
{
	size_t at;

	if (c->damaged && ev->kind == MONREAD_RECORD)
		return add_behind(c, ev);
	if (c->damaged) {
		/* What was passed over behind the set has no address. */
		if (ev->address >= c->mce.start && ev->address <= c->mce.end && ev->address)
			c->left_out += ev->length;
		return 0;
	}

	if (!c->open || ev->address < c->mce.start || ev->address > c->mce.end ||
	    ev->length > (size_t)(c->mce.end - ev->address) + 1)
		return 0;
	at = ev->address - c->mce.start;
	/* What was passed over behind a set has no address, and is no part of it. */
	if (ev->kind == MONREAD_FILLER && at < c->set_used)
		return 0;
	if (at + ev->length > c->set_used) {
		/* Nearly always it follows what is there; a hole is filled with zeros. */
		if (at > c->set_used && !extend(c, at - c->set_used))
			return -1;
		if (!reserve(c, at + ev->length - (at > c->set_used ? at : c->set_used)))
			return -1;
		c->set_used = at + ev->length;
	}
	memcpy(c->bytes + first_byte(c) + at, ev->bytes, ev->length);
	if (ev->kind == MONREAD_RECORD) {
		if (note_place(c, at))
			return -1;
		c->whole = at + ev->length;
		if (c->records++ == 0)
			c->tod = ev->tod;
	}
	return 0;
}

/* Filtered: the frames that were made of the selected records become a set. */
static int take_frames(struct out_capture *c)
{
	struct monread_mce mce = c->frames.mce;
	unsigned char raw[MCE_SIZE];
	unsigned char *p;

	if (!out_frames_close(&c->frames, raw))
		return 0;
	mce.start = find_place(c, mr_be32(raw + 4), c->frames.used);
	mce.end = mce.start + c->frames.used - 1;
	if (open_set(c, &mce) || !(p = extend(c, c->frames.used)))
		return -1;
	memcpy(p, c->frames.bytes, c->frames.used);
	c->set_used = c->whole = c->frames.used;
	return close_set(c);
}

static int end_set(struct out_capture *c)
{
	int anew = c->anew;

	c->damaged = c->anew = 0;
	return c->filtered || anew ? take_frames(c) : close_set(c);
}

static int is_full(const struct out_capture *c)
{
	return c->nmces >= MCES_MAX || c->used > SPLIT_SIZE;
}

static int add_selected(struct out_capture *c, const struct monread_ev *ev)
{
	if (!out_frames_fits(&c->frames, ev)) {
		if (take_frames(c))
			return -1;
		out_frames_open(&c->frames, ev->mce);
		if (is_full(c))
			return 2;
	}
	out_frames_add(&c->frames, ev);
	if (c->records++ == 0)
		c->tod = ev->tod;
	return 0;
}

int out_capture_event(struct out_capture *c, const struct monread_ev *ev, int shown)
{
	switch (ev->kind) {
	case MONREAD_CONTROL:
		if (end_set(c))
			return -1;
		if (is_full(c) || (!c->filtered && !is_beside(c, ev->mce)))
			return 2;
		if (c->filtered)
			out_frames_open(&c->frames, ev->mce);
		else if (open_set(c, ev->mce))
			return -1;
		return 0;
	case MONREAD_SET_END:
		if (end_set(c))
			return -1;
		if (c->records == 0)
			out_capture_clear(c);
		return c->records > 0;
	case MONREAD_RECORD:
		if (!c->filtered)
			return add_bytes(c, ev);
		return shown && !(ev->domain == 1 && ev->record == 13) ? add_selected(c, ev) : 0;
	default:
		return c->filtered ? 0 : add_bytes(c, ev);
	}
}

void out_capture_damage(struct out_capture *c)
{
	/* What is damaged behind a set does it no harm. */
	if (!c->filtered && c->open && c->set_used < (size_t)c->mce.end - c->mce.start + 1)
		c->damaged = 1;
}

int out_capture_end(struct out_capture *c)
{
	return end_set(c) ? -1 : c->records > 0;
}

void out_capture_clear(struct out_capture *c)
{
	c->used = 0;
	c->nmces = 0;
	c->records = 0;
	c->open = 0;
	c->damaged = c->anew = 0;
}
