/* append.c: appends record sets to the data set that a writer collects. For a MONWRITE file, it
 * fills the frames of a record set with zeros before and after the set. */
#include "stream/writer.h"

#include <string.h>

#include "base/array.h"

/* Append N zero bytes to the data set of the writer W; the caller has reserved the memory. */
static void extend(struct monread_writer *w, size_t n)
{
	memset(w->data.bytes + w->data.length, 0, n);
	w->data.length += n;
}

static void enter_mce(struct monread_writer *w)
{
	w->nsets++;
	if (w->blocks) {
		mr_mce_put(w->data.bytes + mr_block_place(w->sets.n), &w->mce);
		mr_block_add(&w->sets, &w->mce);
		mr_block_message(w->data.bytes, w->sets.n);
	} else {
		mr_mce_put(w->data.bytes + w->set_at, &w->mce);
	}
}

int mr_writer_is_beside(const struct monread_writer *w, const struct monread_mce *mce)
{
	return !w->blocks || !mr_block_overlaps(&w->sets, mce);
}

static int append_is_free(const struct monread_writer *w, uint32_t start, uint32_t length)
{
	struct monread_mce frames = w->mce;

	frames.start = start & ~(MR_FRAME - 1);
	frames.end = (start + length - 1) | (MR_FRAME - 1);
	return mr_writer_is_beside(w, &frames);
}

/* Return a DCSS address at which a rearranged record set of LENGTH bytes overlaps no other set of
 * the control block. This is the address START or, if START is not free, the first frame after
 * another set; or 0 if the set would end above 2 GB. Such an address exists, because a control
 * block has few sets. */
static uint32_t find_free_address(const struct monread_writer *w, uint32_t start, uint32_t length)
{
	uint32_t at = start;
	unsigned i;

	for (i = w->sets.n; i > 0 && !append_is_free(w, at, length); i--) {
		at = (w->sets.set[i - 1].end | (MR_FRAME - 1)) + 1;
		if (at > MR_ADDRESS_MAX + 1 - length)
			at = 0;
	}
	return at;
}

static size_t first_byte(const struct monread_writer *w)
{
	return w->set_at + (w->blocks ? mr_frame_offset(w->mce.start) : MONREAD_MCE_SIZE);
}

int mr_writer_open_set(struct monread_writer *w, const struct monread_mce *mce, size_t room)
{
	size_t lead = w->blocks ? mr_frame_offset(mce->start) : MONREAD_MCE_SIZE;
	size_t block = w->blocks && w->data.length == 0 ? MR_FRAME : 0;

	if (array_reserve(&w->data, block + lead + room))
		return -1;
	extend(w, block + lead);
	w->set_at = w->data.length - lead;
	w->mce = *mce;
	w->whole = w->set_used = w->nplaces = 0;
	w->damaged = w->anew = 0;
	w->open = 1;
	return 0;
}

/* Close the open record set. If the input did not have all bytes of this set, end the set after its
 * last complete record. */
static void append_close_set(struct monread_writer *w)
{
	size_t length = (size_t)mr_mce_length(&w->mce);

	if (!w->open)
		return;
	w->open = 0;
	if (w->set_used < length)
		length = w->whole;
	if (length < 2) {
		w->data.length = w->set_at;
		return;
	}
	w->data.length = first_byte(w) + length;
	w->mce.end = w->mce.start + (uint32_t)length - 1;
	enter_mce(w);
	/* Memory for the zeros that fill the frame is there, because w->data.room is a multiple of
	 * MR_FRAME. */
	if (w->blocks)
		extend(w, (0u - w->data.length) & (MR_FRAME - 1));
}

static int note_place(struct monread_writer *w, size_t at)
{
	if (ARRAY_GROW(w->places, w->nplaces, w->places_room))
		return -1;
	w->places[w->nplaces++] = (uint32_t)at;
	return 0;
}

/* Add EV, a complete record of a damaged record set, to w->reframe. The new frames need no check of
 * their size: they are at most as large as the damaged set. */
static int add_whole(struct monread_writer *w, const struct monread_ev *ev)
{
	if (mr_is_frame_end(ev->domain, ev->record))
		return 0;
	return mr_reframe_add(&w->reframe, ev);
}

/* Move the records of the open record set, which is damaged, into new frames. If the records kept
 * their addresses, a reader of the stored capture would find the damage again, or take damaged
 * bytes for records. */
static int rearrange_open_set(struct monread_writer *w)
{
	const unsigned char *first = w->data.bytes + first_byte(w);
	struct monread_ev ev = { 0 };
	struct mr_header h;
	size_t i;

	mr_reframe_open(&w->reframe, &w->mce);
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
	w->data.length = w->set_at;
	w->open = 0;
	w->anew = 1;
	return 0;
}

static int add_after_damage(struct monread_writer *w, const struct monread_ev *ev)
{
	if ((w->open && rearrange_open_set(w)) || add_whole(w, ev))
		return -1;
	if (w->records++ == 0)
		w->tod = ev->tod;
	return 0;
}

/* Return 1 if a reader of the stored stream could take the filler EV for a record set: readers
 * search the bytes after the last record of a set for other sets. The result of this search can
 * depend on later bytes of the input, which may not be stored. */
static int can_be_taken_for_a_set(const struct monread_writer *w, const struct monread_ev *ev)
{
	struct mr_header h = { 0 };

	if (w->blocks || ev->kind != MONREAD_FILLER)
		return 0;
	if (w->nplaces)
		mr_header_get(&h, w->data.bytes + first_byte(w) + w->places[w->nplaces - 1]);
	return (mr_same_frame(ev->address, w->mce.end) || (h.domain == 1 && h.record == 11)) &&
	       mr_mce_may_begin(ev->bytes, (uint32_t)ev->length);
}

static void append_put_bytes(struct monread_writer *w, size_t at, const struct monread_ev *ev)
{
	unsigned char *to = w->data.bytes + first_byte(w) + at;

	if (can_be_taken_for_a_set(w, ev))
		memset(to, 0, ev->length);
	else
		memcpy(to, ev->bytes, ev->length);
}

int mr_writer_add_bytes(struct monread_writer *w, const struct monread_ev *ev)
{
	size_t at;

	if (w->damaged && ev->kind == MONREAD_RECORD)
		return add_after_damage(w, ev);
	if (w->damaged) {
		/* Bytes that were skipped after the record set have no DCSS address: do not count
		 * them. */
		if (ev->address >= w->mce.start && ev->address <= w->mce.end && ev->address)
			w->left_out += ev->length;
		return 0;
	}

	if (!w->open || ev->address < w->mce.start || ev->address > w->mce.end ||
	    ev->length > (size_t)(w->mce.end - ev->address) + 1)
		return 0;
	at = ev->address - w->mce.start;
	/* Ignore bytes that were skipped after the record set. */
	if (ev->kind == MONREAD_FILLER && at < w->set_used)
		return 0;
	if (at + ev->length > w->set_used) {
		/* Fill the gap between the stored bytes and the bytes of EV with zeros. */
		if (array_reserve(&w->data, at + ev->length - w->set_used))
			return -1;
		if (at > w->set_used)
			extend(w, at - w->set_used);
		w->set_used = at + ev->length;
		w->data.length = first_byte(w) + w->set_used;
	}
	append_put_bytes(w, at, ev);
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
	const struct monread_buffer *set = &w->reframe.set;
	struct monread_mce mce;

	if (!mr_reframe_close(&w->reframe, &mce))
		return 0;
	mce.start = find_free_address(w, mce.start, (uint32_t)set->length);
	mce.end = mce.start + (uint32_t)set->length - 1;
	if (mr_writer_open_set(w, &mce, set->length)) {
		/* Keep the rearranged frames, so that the caller can try again. */
		w->reframe.any = 1;
		return -1;
	}
	array_append(&w->data, set->bytes, set->length);
	w->set_used = w->whole = set->length;
	append_close_set(w);
	return 0;
}

/* Return 1 if the only complete record of a damaged record set is a mark. In the input, the mark
 * announced no repeated sets, because its set had other records; stored alone in a set, it could
 * announce them. */
static int is_mark_left(const struct monread_writer *w)
{
	return !w->selects && !w->anew && w->open && w->nplaces == 1 &&
	       w->set_used < mr_mce_length(&w->mce) &&
	       monread_is_mark(w->data.bytes + first_byte(w) + w->places[0],
	                       w->whole - w->places[0]);
}

int mr_writer_end_set(struct monread_writer *w)
{
	if (is_mark_left(w) && rearrange_open_set(w))
		return -1;
	if (!w->selects && !w->anew)
		append_close_set(w);
	else if (mr_writer_take_frames(w))
		return -1;
	w->damaged = w->anew = 0;
	return 0;
}
