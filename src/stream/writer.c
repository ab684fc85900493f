/* writer.c: collects events into a data set until the caller takes it, to write captures. */
#include "stream/writer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* Split a data set with more bytes than this: in a stream whose samples have no end of interval, a
 * data set may never end. */
#define SPLIT_SIZE (64u * 1024u * 1024u)

struct monread_writer *monread_writer_new(enum monread_container container, unsigned flags)
{
	struct monread_writer *w;

	if ((container != MONREAD_CONTAINER_STREAM && container != MONREAD_CONTAINER_MONWRITE) ||
	    flags & ~MONREAD_WRITER_SELECTED) {
		errno = EINVAL;
		return NULL;
	}
	w = calloc(1, sizeof *w);
	if (!w)
		return NULL;
	w->blocks = container == MONREAD_CONTAINER_MONWRITE;
	w->selects = (flags & MONREAD_WRITER_SELECTED) != 0;
	return w;
}

void monread_writer_free(struct monread_writer *w)
{
	if (!w)
		return;
	free(w->reframe.set.bytes);
	free(w->marked.bytes);
	free(w->data.bytes);
	free(w->places);
	free(w);
}

static int is_full(const struct monread_writer *w)
{
	return w->sets.n >= MR_BLOCK_MCES || w->data.length > SPLIT_SIZE;
}

static int add_selected(struct monread_writer *w, const struct monread_ev *ev)
{
	/* The record may begin in the next frame, after D1R13 and zeros in the current frame: count
	 * these, too. */
	if (w->reframe.set.length + 2 * MR_FRAME + ev->length > MR_REFRAME_MAX) {
		if (mr_writer_take_frames(w))
			return -1;
		mr_reframe_open(&w->reframe, ev->mce);
		if (is_full(w))
			return MONREAD_WRITER_SPLIT;
	}
	if (mr_reframe_add(&w->reframe, ev))
		return -1;
	if (w->records++ == 0)
		w->tod = ev->tod;
	return MONREAD_WRITER_TAKEN;
}

static int writer_begin_set(struct monread_writer *w, const struct monread_mce *mce)
{
	if (mr_writer_end_set(w))
		return -1;
	if (is_full(w) || (!w->selects && !mr_writer_is_beside(w, mce)))
		return MONREAD_WRITER_SPLIT;
	if (w->selects)
		mr_reframe_open(&w->reframe, mce);
	else if (mr_writer_open_set(w, mce, 0))
		return -1;
	return MONREAD_WRITER_TAKEN;
}

static int end_dataset(struct monread_writer *w)
{
	if (mr_writer_end_set(w))
		return -1;
	/* Check w->nsets, too: w->records also counts a D1R13 of a damaged record set, although it
	 * is not stored. */
	if (w->records > 0 && w->nsets > 0)
		return MONREAD_WRITER_READY;
	monread_writer_clear(w);
	return MONREAD_WRITER_TAKEN;
}

static void mark_damaged(struct monread_writer *w)
{
	/* Ignore damage after the end of the set, because it does not change the set. */
	if (!w->selects && w->open && w->set_used < mr_mce_length(&w->mce))
		w->damaged = 1;
}

static int writer_take(struct monread_writer *w, const struct monread_ev *ev, int selected)
{
	switch (ev->kind) {
	case MONREAD_CONTROL:
		return writer_begin_set(w, ev->mce);
	case MONREAD_SET_END:
		return end_dataset(w);
	case MONREAD_RECORD:
		if (!w->selects)
			return mr_writer_add_bytes(w, ev);
		if (!selected || mr_is_frame_end(ev->domain, ev->record))
			return MONREAD_WRITER_TAKEN;
		return add_selected(w, ev);
	case MONREAD_FILLER:
		return w->selects ? MONREAD_WRITER_TAKEN : mr_writer_add_bytes(w, ev);
	case MONREAD_BAD:
		mark_damaged(w);
		return MONREAD_WRITER_TAKEN;
	default:
		return MONREAD_WRITER_TAKEN;
	}
}

static int writer_result(struct monread_writer *w, int rc)
{
	w->code = rc < 0 ? MONREAD_FAILED : MONREAD_OK;
	if (rc < 0)
		errno = ENOMEM;
	return rc < 0 ? MONREAD_FAILED : rc;
}

int monread_writer_take(struct monread_writer *w, const struct monread_ev *ev, int selected)
{
	int rc = writer_take(w, ev, selected);

	/* Discard record sets without records instead of splitting the data set. */
	if (rc == MONREAD_WRITER_SPLIT && w->records == 0) {
		monread_writer_clear(w);
		rc = writer_take(w, ev, selected);
	}
	return writer_result(w, rc);
}

int monread_writer_end(struct monread_writer *w)
{
	return writer_result(w, end_dataset(w));
}

static uint32_t first_address(const struct monread_writer *w)
{
	struct monread_mce mce;

	if (w->data.length == 0)
		return 0;
	mr_mce_get(&mce, w->data.bytes + (w->blocks ? MONREAD_BLOCK_AREA : 0));
	return mce.start;
}

int monread_writer_gap(struct monread_writer *w, const struct monread_mark *mark, uint64_t tod)
{
	struct monread_buffer *b = &w->marked;
	size_t n;

	b->length = 0;
	if (array_reserve(b, MONREAD_MARK_ROOM + w->data.length))
		return writer_result(w, -1);
	n = monread_mark_set(mark, tod,
	                     w->blocks ? MONREAD_CONTAINER_MONWRITE : MONREAD_CONTAINER_STREAM,
	                     first_address(w), b->bytes, MONREAD_MARK_ROOM);
	if (w->data.length)
		memcpy(b->bytes + n, w->data.bytes, w->data.length);
	b->length = n + w->data.length;
	return writer_result(w, MONREAD_OK);
}

int monread_writer_repeated(struct monread_writer *w, uint64_t tod)
{
	struct monread_mark mark = { .why = MONREAD_MARK_REPEATED,
		                     .count = w->nsets,
		                     .text = "configuration" };

	return monread_writer_gap(w, &mark, tod);
}

const unsigned char *monread_writer_bytes(const struct monread_writer *w, size_t *length)
{
	*length = w->marked.length ? w->marked.length : w->data.length;
	return w->marked.length ? w->marked.bytes : w->data.bytes;
}

uint64_t monread_writer_tod(const struct monread_writer *w)
{
	return w->records ? w->tod : 0;
}

uint64_t monread_writer_waiting(const struct monread_writer *w)
{
	return w->data.length;
}

uint64_t monread_writer_left_out(const struct monread_writer *w)
{
	return w->left_out;
}

void monread_writer_clear(struct monread_writer *w)
{
	w->marked.length = 0;
	w->data.length = 0;
	w->sets.n = 0;
	w->nsets = 0;
	/* The next data set begins with the record of w->reframe that is not in w->data yet. */
	w->records = w->selects && w->reframe.any;
	w->tod = w->reframe.first;
	w->open = 0;
	w->damaged = w->anew = 0;
}

enum monread_code monread_writer_code(const struct monread_writer *w)
{
	return w->code;
}

const char *monread_writer_error(const struct monread_writer *w)
{
	return w->code == MONREAD_OK ? "" : "out of memory";
}
