/* part.c: divides a capture into parts for several threads. Control elements give the length of
 * each record set, so the records of a part need not be read to find the end of the part. */
#include "stream/reader.h"

#include <stdlib.h>

struct monread_part {
	struct monread from; /* the reader that divides the capture, at the start of this part */
	/* The same reader at the end of this part. It has skipped the records of the part, so it
	 * does not know the repeated sets that marks among them announce. */
	struct monread to;
	uint64_t sample_dataset, sample_tod;
};

static int is_before_sets(const struct monread *m)
{
	return m->step == mr_step_block || m->step == mr_step_element;
}

struct monread_part *monread_part_new(void)
{
	return calloc(1, sizeof(struct monread_part));
}

void monread_part_free(struct monread_part *p)
{
	free(p);
}

enum mr_verdict mr_part_over(struct monread *m)
{
	m->code = MONREAD_EOF;
	return MR_STOP;
}

/* Copy *FROM to *TO, but keep the buffers and the device of *TO. */
static void copy_state(struct monread *to, const struct monread *from)
{
	struct monread_device *device = to->device.handle;
	struct monread_buffer data = to->device.data;
	unsigned char *buf = to->src.buf;
	size_t cap = to->src.cap;

	*to = *from;
	to->device.handle = device;
	to->device.data = data;
	to->src.buf = buf;
	to->src.cap = cap;
}

/* ---- Skipping ---- */

/* Skip the ROOM bytes to the end of the frame, and then whole frames, until the input offset is at
 * least END, the record set ends, or more input is needed. */
static void skip_frames(struct monread *m, uint32_t room, uint64_t end)
{
	uint64_t here = monread_offset(m) + room, n = (m->set.left - room - 1) / MR_FRAME;
	uint64_t there = (mr_ahead(m) - room) / MR_FRAME;
	uint64_t wanted = end > here ? (end - here + MR_FRAME - 1) / MR_FRAME : 0;

	n = there < n ? there : n;
	n = (wanted < n ? wanted : n) * MR_FRAME + room;
	if (m->set.mce.type == MONREAD_SAMPLE)
		mr_note_times(m, (size_t)n);
	mr_pass_over(m, (size_t)n);
	m->set.addr += (uint32_t)n;
	m->set.left -= n;
}

/* Read the last frame of a sample set in a stream: the records of this frame show whether the data
 * set ends after this sample set. Return 1; -1 at damage. */
static int walk_last_frame(struct monread *m)
{
	while (m->set.left > 0) {
		enum mr_verdict v = m->step(m);

		if (v == MR_STOP || (v == MR_EVENT && m->ev.kind >= MONREAD_BAD))
			return -1;
	}
	return 1;
}

/* Skip records up to the input offset END or the end of their record set. Return 1; 0 if more input
 * is needed; -1 at damage. */
static int skip_records(struct monread *m, uint64_t end)
{
	uint32_t room = mr_frame_room(m->set.addr);

	mr_settle(m);
	if (mr_is_monwrite(m) && m->cur == MR_FRAME)
		mr_pass_over(m, 0);
	if (m->set.left > room) {
		if (mr_ahead(m) < room)
			return 0;
		skip_frames(m, room, end);
		return 1;
	}
	if (m->src.avail < (mr_is_monwrite(m) ? MR_FRAME : m->set.left))
		return 0;
	if (!mr_is_monwrite(m) && m->set.mce.type == MONREAD_SAMPLE)
		return walk_last_frame(m);
	mr_move_on(m, (uint32_t)m->set.left);
	return 1;
}

/* Return the record at the read position if it is the first record of a sample set, and the part P
 * does not have the time of its data set yet; else NULL. */
static const unsigned char *first_sample(const struct monread *m, const struct monread_part *p)
{
	int begins = m->set.left == mr_mce_length(&m->set.mce) && m->set.mce.type == MONREAD_SAMPLE;

	if (!begins || p->sample_dataset == m->dataset || mr_ahead(m) < MR_HEADER_SIZE)
		return NULL;
	return mr_here(m);
}

/* Skip to an input offset at or after END where a part can end. Set *GOOD to the last passed offset
 * between two record sets. Return 0, or -1 at damage. */
static int skip_to_part_end(struct monread *m, struct monread_part *p, uint64_t end, uint64_t *good)
{
	for (;;) {
		size_t head = m->step == mr_step_block ? MONREAD_BLOCK_SIZE : MONREAD_MCE_SIZE;
		enum mr_verdict v = MR_GO;
		const unsigned char *first;
		int passed;

		if (is_before_sets(m)) {
			*good = monread_offset(m);
			if (*good >= end || m->src.avail < m->cur + head)
				return 0;
		}
		if (m->step == mr_step_record && m->set.left > 0) {
			if (monread_offset(m) >= end)
				return 0;
			first = first_sample(m, p);
			passed = skip_records(m, end);
			if (passed <= 0)
				return passed;
			/* Note the time only after skip_records() has skipped the record: if this
			 * part ends before the record, the first sample belongs to the next
			 * part. */
			if (first) {
				p->sample_dataset = m->dataset;
				p->sample_tod = mr_be64(first + 8);
			}
		} else {
			v = m->step(m);
		}
		if (v == MR_STOP)
			return m->code == MONREAD_AGAIN ? 0 : -1;
		if (m->block.bad || (v == MR_EVENT && m->ev.kind >= MONREAD_BAD))
			return -1;
	}
}

static int can_begin(struct monread *m)
{
	struct mr_source *s = &m->src;

	mr_settle(m);
	mr_source_settle(s);
	/* A part keeps pointers into the fed bytes: s->data must not point into s->buf, whose bytes
	 * the reader moves. */
	if (s->fd != MONREAD_FD_NONE || s->asked || !s->avail ||
	    (s->buf && s->data >= s->buf && s->data < s->buf + s->cap))
		return 0;
	if (m->container.kind != MONREAD_CONTAINER_MONWRITE &&
	    m->container.kind != MONREAD_CONTAINER_STREAM)
		return 0;
	/* If the first frame of the record set is damaged, its first sample record, which gives the
	 * time of a part, is not known. */
	if (m->set.first_bad || m->search.resume || m->block.bad || m->part.end ||
	    m->flags & MONREAD_WANT_FILLER)
		return 0;
	while (m->step == mr_step_skip && s->avail > m->cur)
		mr_step_skip(m);
	return m->step == mr_step_record || is_before_sets(m);
}

int monread_part_take(struct monread *m, struct monread_part *p, size_t size)
{
	uint64_t begin, good = 0;
	int damage;

	if (!can_begin(m))
		return 0;
	p->from = *m;
	p->sample_dataset = 0;
	begin = monread_offset(m);
	damage = skip_to_part_end(m, p, begin + size, &good);
	if (damage && good > begin) {
		copy_state(m, &p->from);
		p->sample_dataset = 0;
		damage = skip_to_part_end(m, p, good, &good);
	}
	p->to = *m;
	if (!damage && monread_offset(m) > begin)
		return 1;
	copy_state(m, &p->from);
	return 0;
}

void monread_part_put_back(struct monread *m, const struct monread_part *p)
{
	copy_state(m, &p->from);
}

int monread_part_sample(const struct monread_part *p, uint64_t *dataset, uint64_t *tod)
{
	*dataset = p->sample_dataset;
	*tod = p->sample_tod;
	return p->sample_dataset != 0;
}

/* ---- Reading ---- */

void monread_part_read(struct monread *reader, const struct monread_part *p)
{
	copy_state(reader, &p->from);
	reader->part.end = monread_offset(&p->to);
	reader->part.set = is_before_sets(&p->to) ? 0 : p->to.set.number;
	mr_limit(reader);
}

int monread_part_whole(const struct monread *reader, const struct monread_part *p)
{
	return reader->code == MONREAD_EOF && monread_offset(reader) == monread_offset(&p->to) &&
	       reader->dataset == p->to.dataset && reader->set.number == p->to.set.number &&
	       reader->dataset_open == p->to.dataset_open &&
	       reader->marks.repeats == p->to.marks.repeats &&
	       reader->set.repeated == p->to.set.repeated &&
	       (is_before_sets(&p->to) || reader->set.addr == p->to.set.addr);
}
