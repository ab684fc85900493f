/* gather.c: the record set that is open, put together behind those that are complete.
 *
 * In a MONWRITE file every record set stands in whole frames behind a control
 * block that lists the control elements; where the set does not fill its first
 * and last frame there are zeros. */
#include "config.h"

#include "stream/writer.h"

#include <stdlib.h>
#include <string.h>

#include "base/be.h"
#include "port/array.h"
#include "stream/frame.h"

/* Room for N more bytes, and always for whole frames.  0, or -1: out of memory. */
static int make_room(struct monread_writer *w, size_t n)
{
	size_t room = w->room ? w->room : 256u * 1024u;
	unsigned char *p;

	if (n <= w->room - w->used)
		return 0;
	while (room - w->used < n)
		room *= 2;
	p = realloc(w->bytes, room);
	if (!p)
		return -1;
	w->bytes = p;
	w->room = room;
	return 0;
}

/* N more bytes, zero, that there is room for. */
static void extend(struct monread_writer *w, size_t n)
{
	memset(w->bytes + w->used, 0, n);
	w->used += n;
}

/* The control element goes into the control block, with the message words that tell how many there are. */
static void enter_mce(struct monread_writer *w)
{
	w->nsets++;
	if (w->blocks) {
		mr_block_put(w->bytes, w->sets.n, &w->mce);
		mr_block_add(&w->sets, &w->mce);
		mr_block_message(w->bytes, w->sets.n);
	} else {
		mr_mce_put(w->bytes + w->set_at, &w->mce);
	}
}

int mr_writer_is_beside(const struct monread_writer *w, const struct monread_mce *mce)
{
	return !w->blocks || mr_block_overlapped(&w->sets, mce) == w->sets.n;
}

/* Whether none of these sets has a byte in the frames of LENGTH bytes at START. */
static int is_free(const struct monread_writer *w, uint32_t start, uint32_t length)
{
	struct monread_mce frames = w->mce;

	frames.start = start & ~(MR_FRAME - 1);
	frames.end = (start + length - 1) | (MR_FRAME - 1);
	return mr_writer_is_beside(w, &frames);
}

/* Where a set of LENGTH bytes that were laid into frames anew can stand: at START, behind one of the others, or, where
 * that is beyond the end of storage, at its beginning.  The sets of a block are far too few to fill all addresses. */
static uint32_t find_place(const struct monread_writer *w, uint32_t start, uint32_t length)
{
	uint32_t at = start;
	unsigned i;

	for (i = w->sets.n; i > 0 && !is_free(w, at, length); i--) {
		at = (w->sets.end[i - 1] | (MR_FRAME - 1)) + 1;
		if (at > MR_ADDRESS_MAX + 1 - length)
			at = 0;
	}
	return at;
}

/* Where the first byte of the open set is. */
static size_t first_byte(const struct monread_writer *w)
{
	return w->set_at + (w->blocks ? w->mce.start & (MR_FRAME - 1) : MONREAD_MCE_SIZE);
}

int mr_writer_open_set(struct monread_writer *w, const struct monread_mce *mce, size_t room)
{
	size_t lead = w->blocks ? mce->start & (MR_FRAME - 1) : MONREAD_MCE_SIZE;
	size_t block = w->blocks && w->used == 0 ? MR_FRAME : 0;

	if (make_room(w, block + lead + room))
		return -1;
	extend(w, block + lead);
	w->set_at = w->used - lead;
	w->mce = *mce;
	w->whole = w->set_used = w->nplaces = 0;
	w->damaged = w->anew = 0;
	w->open = 1;
	return 0;
}

/* The set ends with its last record where the input did not hold all of it. */
static void close_set(struct monread_writer *w)
{
	size_t length = (size_t)w->mce.end - w->mce.start + 1;

	if (!w->open)
		return;
	w->open = 0;
	if (w->set_used < length)
		length = w->whole;
	if (length < 2) {
		w->used = w->set_at;
		return;
	}
	w->used = first_byte(w) + length;
	w->mce.end = w->mce.start + (uint32_t)length - 1;
	enter_mce(w);
	/* There is room for the whole frame. */
	if (w->blocks)
		extend(w, (0u - w->used) & (MR_FRAME - 1));
}

static int note_place(struct monread_writer *w, size_t at)
{
	if (ARRAY_GROW(w->places, w->nplaces, w->places_room))
		return -1;
	w->places[w->nplaces++] = (uint32_t)at;
	return 0;
}

/* A whole record of a damaged set.  The set is not split, however large it is: it is no larger than it was. */
static int add_whole(struct monread_writer *w, const struct monread_ev *ev)
{
	if (mr_is_frame_end(ev->domain, ev->record))
		return 0;
	if (mr_relay_grow(&w->relay, ev->length))
		return -1;
	mr_relay_add(&w->relay, ev);
	return 0;
}

/* The records of the open set so far, laid into frames anew: what was damaged would be found damaged again, or be
 * taken for other records. */
static int lay_anew(struct monread_writer *w)
{
	const unsigned char *first = w->bytes + first_byte(w);
	struct monread_ev ev;
	struct mr_header h;
	size_t i;

	memset(&ev, 0, sizeof ev);
	mr_relay_open(&w->relay, &w->mce);
	for (i = 0; i < w->nplaces; i++) {
		ev.bytes = first + w->places[i];
		mr_header_get(&h, ev.bytes);
		ev.length = h.length;
		ev.domain = h.domain;
		ev.record = h.record;
		ev.tod = mr_be64(ev.bytes + 8);
		if (add_whole(w, &ev))
			return -1;
	}
	w->used = w->set_at;
	w->open = 0;
	w->anew = 1;
	return 0;
}

/* A record behind damage. */
static int add_behind(struct monread_writer *w, const struct monread_ev *ev)
{
	if ((w->open && lay_anew(w)) || add_whole(w, ev))
		return -1;
	if (w->records++ == 0)
		w->tod = ev->tod;
	return 0;
}

/* In a stream, where the records end another set is looked for; whether one is there can depend on what follows, which need not
 * be stored. */
static int can_be_taken_for_a_set(const struct monread_writer *w, const struct monread_ev *ev)
{
	struct mr_header h = { 0 };

	if (w->blocks || ev->kind != MONREAD_FILLER)
		return 0;
	if (w->nplaces)
		mr_header_get(&h, w->bytes + first_byte(w) + w->places[w->nplaces - 1]);
	return (ev->address >> 12 == w->mce.end >> 12 || (h.domain == 1 && h.record == 11)) &&
	       mr_mce_may_begin(ev->bytes, (uint32_t)ev->length);
}

static void put(struct monread_writer *w, size_t at, const struct monread_ev *ev)
{
	unsigned char *to = w->bytes + first_byte(w) + at;

	if (can_be_taken_for_a_set(w, ev))
		memset(to, 0, ev->length);
	else
		memcpy(to, ev->bytes, ev->length);
}

int mr_writer_add_bytes(struct monread_writer *w, const struct monread_ev *ev)
{
	size_t at;

	if (w->damaged && ev->kind == MONREAD_RECORD)
		return add_behind(w, ev);
	if (w->damaged) {
		/* What was passed over behind the set has no address. */
		if (ev->address >= w->mce.start && ev->address <= w->mce.end && ev->address)
			w->left_out += ev->length;
		return 0;
	}

	if (!w->open || ev->address < w->mce.start || ev->address > w->mce.end ||
	    ev->length > (size_t)(w->mce.end - ev->address) + 1)
		return 0;
	at = ev->address - w->mce.start;
	/* What was passed over behind a set has no address, and is no part of it. */
	if (ev->kind == MONREAD_FILLER && at < w->set_used)
		return 0;
	if (at + ev->length > w->set_used) {
		/* Nearly always it follows what is there; a hole is filled with zeros. */
		if (make_room(w, at + ev->length - w->set_used))
			return -1;
		if (at > w->set_used)
			extend(w, at - w->set_used);
		w->set_used = at + ev->length;
		w->used = first_byte(w) + w->set_used;
	}
	put(w, at, ev);
	if (ev->kind == MONREAD_RECORD) {
		if (note_place(w, at))
			return -1;
		w->whole = at + ev->length;
		if (w->records++ == 0)
			w->tod = ev->tod;
	}
	return 0;
}

int mr_writer_take_frames(struct monread_writer *w)
{
	struct monread_mce mce;

	if (!mr_relay_close(&w->relay, &mce))
		return 0;
	mce.start = find_place(w, mce.start, w->relay.used);
	mce.end = mce.start + w->relay.used - 1;
	if (mr_writer_open_set(w, &mce, w->relay.used)) {
		/* The frames stay, for another try. */
		w->relay.any = 1;
		return -1;
	}
	memcpy(w->bytes + w->used, w->relay.bytes, w->relay.used);
	w->used += w->relay.used;
	w->set_used = w->whole = w->relay.used;
	close_set(w);
	return 0;
}

/* Of a damaged set a mark alone is left, which announced nothing as long as there was more. */
static int is_mark_left(const struct monread_writer *w)
{
	return !w->selects && !w->anew && w->open && w->nplaces == 1 &&
	       w->set_used < (size_t)w->mce.end - w->mce.start + 1 &&
	       monread_is_mark(w->bytes + first_byte(w) + w->places[0], w->whole - w->places[0]);
}

int mr_writer_end_set(struct monread_writer *w)
{
	if (is_mark_left(w) && lay_anew(w))
		return -1;
	if (!w->selects && !w->anew)
		close_set(w);
	else if (mr_writer_take_frames(w))
		return -1;
	w->damaged = w->anew = 0;
	return 0;
}
