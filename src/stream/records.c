/* records.c: monread_next(), the loop over the steps of a reader, and the steps for records. */
#include "config.h"

#include "stream/reader.h"

#include <string.h>

/* Prefetch memory. This is a macro, because gcc drops calls of functions that only prefetch. */
#ifdef HAVE_BUILTIN_PREFETCH
#define EXPECT(p) __builtin_prefetch(p)
#else
#define EXPECT(p) (void)(p)
#endif
#define LINE 64u /* bytes per cache line */

/* The step after a mark that announces lost data: report the loss. */
static enum mr_verdict step_mark(struct monread *m)
{
	memcpy(m->error, m->marks.text, sizeof m->error);
	m->step = mr_step_record;
	mr_report(m, MONREAD_GAP, m->marks.lost);
	m->ev.offset = m->marks.pos;
	m->ev.tod = m->marks.tod;
	m->ev.domain = 10;
	m->ev.record = 1;
	m->ev.flags = MONREAD_NUMBERED;
	return MR_EVENT;
}

static void records_note_mark(struct monread *m, struct monread_ev *ev)
{
	struct monread_mark mark;
	int good = monread_mark_get(&mark, ev->bytes, ev->length) > 0;

	/* A mark that shares its record set with other records was copied there by a program,
	 * perhaps without the repeated sets that it announces: expect none of them. */
	if (good && mark.why == MONREAD_MARK_REPEATED && !m->set.repeated &&
	    mr_mce_length(&m->set.mce) == ev->length) {
		m->marks.repeats = mark.count;
		ev->flags |= MONREAD_REPEATED;
	}
	if (good && !(mark.why & MONREAD_MARK_LOST))
		return;
	mr_mark_sentence(m->marks.text, sizeof m->marks.text, good ? &mark : NULL);
	m->marks.pos = ev->offset;
	m->marks.tod = ev->tod;
	m->marks.lost = good && mark.known & MONREAD_MARK_BYTES ? mark.bytes : 0;
	m->step = step_mark;
}

static enum mr_verdict __attribute__((noinline)) records_end_set(struct monread *m)
{
	mr_settle(m);
	if (m->part.set && m->set.number == m->part.set && mr_is_part_over(m))
		return mr_part_over(m);
	m->step = mr_step_set_done;
	return MR_GO;
}

static enum mr_verdict __attribute__((noinline))
handle_frame_end_or_mark(struct monread *m, struct monread_ev *ev)
{
	if (mr_frame_ends(&m->set.mce, ev->domain, ev->record)) {
		uint32_t rest = mr_frame_offset(0u - m->set.addr);

		m->set.interval_end = ev->record == 11;
		m->set.skip = m->set.left < rest ? (uint32_t)m->set.left : rest;
		m->step = mr_step_skip;
		/* In a stream, the next set may begin in the bytes after the last record if the end
		 * address of this set is wrong: search these bytes. In a MONWRITE file, the control
		 * block tells where the next set begins. */
		if ((m->set.interval_end || mr_same_frame(m->set.addr, m->set.mce.end)) &&
		    (!mr_is_monwrite(m) || m->flags & MONREAD_WANT_FILLER))
			m->step = mr_step_set_tail;
	} else if (ev->domain == 10 && ev->record == 1 && monread_is_mark(ev->bytes, ev->length)) {
		records_note_mark(m, ev);
	}
	return MR_EVENT;
}

static int records_is_near(const struct mr_times *t, uint64_t tod)
{
	return tod - t->from <= MR_TOD_SPAN;
}

/* The sample record from ADDRESS to NEXT_ADDRESS has the clock TOD, which is not near the clock of
 * its record set, or the record is the first one of this set. Correct the clock of the set if its
 * first record had a wrong one. Return the event flags that report a wrong clock, or 0. */
static unsigned judge_clock(struct mr_times *t, uint64_t tod, uint32_t address,
                            uint32_t next_address)
{
	uint32_t frame = address - mr_frame_offset(address) + 1;
	uint64_t first = t->from;

	if (t->from == MR_TOD_UNKNOWN) {
		*t = (struct mr_times){ .from = tod - MR_TOD_APART,
			                .next_address = next_address,
			                .compared = 1 };
		return 0;
	}
	if (t->compared == 2 && address == t->next_address) {
		t->compared = 3;
		t->from = t->second - MR_TOD_APART;
		if (records_is_near(t, tod))
			return MONREAD_FIRST_APART;
		t->from = first;
	}
	if (t->compared == 1 && address == t->next_address) {
		t->compared = 2;
		t->second = tod;
		t->next_address = next_address;
	}
	if (t->reported_frame == frame)
		return 0;
	t->reported_frame = frame;
	return MONREAD_APART;
}

/* Call judge_clock() unless the record is in domain 1: clocks in domain 1 can be the start of
 * monitoring, or the start or end of the interval. */
static unsigned records_judge(struct monread *m, unsigned domain, unsigned record, uint64_t tod,
                              uint32_t address, uint32_t next_address)
{
	struct mr_times *t = &m->set.times;

	if (domain != 1)
		return judge_clock(t, tod, address, next_address);
	if (address == t->next_address) {
		t->next_address = next_address;
		if (mr_frame_ends(&m->set.mce, domain, record))
			t->next_address = address + mr_frame_room(address);
	}
	return 0;
}

/* Set the flags of the record EV. Call this if the clock of its record set is not known yet, or is
 * not near the clock of EV. */
static void __attribute__((noinline)) judge_tod(struct monread *m, struct monread_ev *ev)
{
	unsigned flags;

	if (m->set.mce.type != MONREAD_SAMPLE) {
		/* Note the clock of this event record: the next records usually have a clock near
		 * it, and then do not need this function. */
		m->set.times.from = ev->tod - MR_TOD_APART;
		return;
	}
	flags = records_judge(m, ev->domain, ev->record, ev->tod, ev->address, m->set.addr);
	ev->flags |= m->set.repeated ? 0 : flags;
}

/* Return 1 if the records from ADDRESS on cannot change the clock of their record set. */
static int is_settled(const struct mr_times *t, uint32_t address)
{
	return t->compared == 3 || (t->from != MR_TOD_UNKNOWN && t->next_address != address);
}

/* Compare the clocks of the records in the last ROOM bytes of a frame, which are at P in memory and
 * at ADDRESS in the DCSS, with the clock of their record set. Return -1 if no later record can
 * change the clock of the set. */
static int note_frame(struct monread *m, const unsigned char *p, uint32_t address, uint32_t room)
{
	struct mr_times *t = &m->set.times;
	struct mr_header h;
	uint32_t at;

	for (at = 0; room - at >= MR_HEADER_SIZE; at += h.length) {
		uint64_t tod = mr_be64(p + at + 8);

		mr_header_get(&h, p + at);
		if (h.length < MR_HEADER_SIZE || h.length > room - at ||
		    is_settled(t, address + at))
			return -1;
		if (!records_is_near(t, tod))
			records_judge(m, h.domain, h.record, tod, address + at,
			              address + at + h.length);
		if (mr_frame_ends(&m->set.mce, h.domain, h.record))
			break;
	}
	return 0;
}

void mr_note_times(struct monread *m, size_t n)
{
	uint32_t room = mr_frame_room(m->set.addr), address = m->set.addr;
	const unsigned char *p = mr_here(m), *end = p + n;

	/* Usually three records of the first frame suffice to find the clock of the record set. */
	while (p < end && note_frame(m, p, address, room) == 0) {
		p += room;
		address += room;
		room = MR_FRAME;
	}
}

static inline enum mr_verdict hand_out(struct monread *m, uint64_t head)
{
	uint32_t length = (uint32_t)(head >> 48);
	unsigned domain = (uint8_t)(head >> 24);
	struct monread_ev *ev = mr_begin_event(m, MONREAD_RECORD, length);

	ev->flags |= MONREAD_NUMBERED;
	ev->tod = mr_be64(ev->bytes + 8);
	ev->mce = &m->set.mce;
	ev->address = m->set.addr;
	ev->domain = (uint16_t)domain;
	ev->record = (uint16_t)head;
	mr_move_on(m, length);
	m->set.interval_end = 0;
	if (ev->tod - m->set.times.from > MR_TOD_SPAN)
		judge_tod(m, ev);
	return domain == 1 || domain == 10 ? handle_frame_end_or_mark(m, ev) : MR_EVENT;
}

static enum mr_verdict wait_for_record(struct monread *m, enum mr_need need,
                                       const struct mr_header *h)
{
	return need == MR_NEED_SHORT ? mr_cut_off(m, h) : mr_wait_or_fail(m, need);
}

/* The slow path of step_record(): get more input, or handle damage. */
static enum mr_verdict __attribute__((noinline)) step_record_slow(struct monread *m)
{
	uint32_t room = mr_frame_room(m->set.addr);
	enum mr_need need;
	struct mr_header h;

	mr_settle(m);
	if (m->set.left < room)
		room = (uint32_t)m->set.left;
	if (room < MR_HEADER_SIZE)
		return mr_no_room(m, room);
	need = mr_source_need(&m->src, m->cur + MR_HEADER_SIZE);
	if (need != MR_NEED_OK)
		return wait_for_record(m, need, NULL);
	mr_header_get(&h, mr_here(m));
	if (h.length < MR_HEADER_SIZE || h.length > room)
		return mr_damaged(m, &h, room);
	need = mr_source_need(&m->src, m->cur + h.length);
	if (need != MR_NEED_OK)
		return wait_for_record(m, need, &h);
	return hand_out(m, mr_be64(mr_here(m)));
}

/* Return the first 8 bytes of the record header at the read position; 0 if the slow path must
 * handle the record. Prefetch LINES cache lines at the same offset in the next frame. */
static inline uint64_t __attribute__((always_inline)) fast_head(struct monread *m, unsigned lines)
{
	uint32_t room, length;
	const unsigned char *p;
	uint64_t head;

	if (m->cur >= MR_FRAME)
		mr_pass_over(m, 0);
	room = mr_frame_room(m->set.addr);
	if (m->set.left < room)
		room = (uint32_t)m->set.left;
	if (m->src.avail <= m->cur + MR_FRAME + lines * LINE)
		return 0;
	p = mr_here(m);
	EXPECT(p + MR_FRAME);
	EXPECT(p + MR_FRAME + LINE);
	if (lines > 2) {
		EXPECT(p + MR_FRAME + 2 * LINE);
		EXPECT(p + MR_FRAME + 3 * LINE);
	}
	head = mr_be64(p);
	length = (uint32_t)(head >> 48);
	return length < MR_HEADER_SIZE || length > room ? 0 : head;
}

/* The fast path for nearly all records. It needs no stack, because functions that are not inlined
 * handle the other cases. */
static inline enum mr_verdict __attribute__((always_inline)) step_record(struct monread *m)
{
	uint64_t head;

	if (m->set.left == 0)
		return records_end_set(m);
	/* Four cache lines suffice for most records. If only one line is prefetched, the summary of
	 * a capture of 256 MB takes 1.2 times as long on an AMD EPYC, and a list of its records 1.1
	 * times as long. */
	head = fast_head(m, 4);
	return head ? hand_out(m, head) : step_record_slow(m);
}

enum mr_verdict mr_step_record(struct monread *m)
{
	return step_record(m);
}

enum mr_verdict mr_filler(struct monread *m, size_t n)
{
	if (!(m->flags & MONREAD_WANT_FILLER))
		return MR_GO;
	mr_event(m, MONREAD_FILLER, n);
	m->ev.address = m->set.addr;
	return MR_EVENT;
}

/* Skip m->set.skip bytes, which lie in one frame. */
enum mr_verdict mr_step_skip(struct monread *m)
{
	static const unsigned char zeros[MR_FRAME];
	enum mr_need need;
	uint32_t n = m->set.skip;
	enum mr_verdict v;

	mr_settle(m);
	if (n == 0) {
		m->step = mr_step_record;
		return MR_GO;
	}
	need = mr_source_need(&m->src, m->cur + 1);
	if (need != MR_NEED_OK)
		return wait_for_record(m, need, NULL);
	if (n > mr_ahead(m))
		n = (uint32_t)mr_ahead(m);
	v = mr_filler(m, n);
	if (m->set.blank)
		m->ev.bytes = zeros;
	mr_move_on(m, n);
	m->set.skip -= n;
	m->set.blank = m->set.blank && m->set.skip;
	return v;
}

static inline int is_passed(const struct monread_pass *p, uint64_t head)
{
	unsigned domain = (uint8_t)(head >> 24), record = (uint16_t)head;

	return domain < MONREAD_PASS_DOMAINS && record < MONREAD_PASS_RECORDS &&
	       p->numbers[domain][record] && domain != 1 && domain != 10;
}

/* If the caller excluded the record at the read position, skip it and return 1. Return 0 if
 * step_record() must handle it. */
static inline int pass_record(struct monread *m, const struct monread_pass *pass)
{
	uint64_t head;

	if (m->set.left == 0)
		return 0;
	/* Two cache lines suffice, because only the header of a skipped record is read. */
	head = fast_head(m, 2);
	if (!head || !is_passed(pass, head))
		return 0;
	/* Do not skip a record whose clock is not near the clock of its record set: the caller must
	 * see it. */
	if (mr_be64(mr_here(m) + 8) - m->set.times.from > MR_TOD_SPAN)
		return 0;
	mr_move_on(m, (uint32_t)(head >> 48));
	m->set.interval_end = 0;
	return 1;
}

static void pass_records(struct monread *m, struct monread_pass *p)
{
	uint64_t n = 0;

	while (pass_record(m, p))
		n++;
	m->serial += n;
	p->passed += n;
}

static inline void begin_next(struct monread *m)
{
	m->begun = 1;
	m->error[0] = 0;
	m->code = MONREAD_OK;
}

const struct monread_ev *monread_next_but(struct monread *m, struct monread_pass *p)
{
	enum mr_verdict v;

	begin_next(m);
	do {
		if (m->step == mr_step_record && m->set.number == p->setno)
			pass_records(m, p);
		v = m->step(m);
	} while (v == MR_GO);
	return v == MR_EVENT ? &m->ev : NULL;
}

const struct monread_ev *monread_next(struct monread *m)
{
	enum mr_verdict v;

	begin_next(m);
	/* Inlining step_record() saves 8 instructions per record. */
	do
		v = m->step == mr_step_record ? step_record(m) : m->step(m);
	while (v == MR_GO);
	return v == MR_EVENT ? &m->ev : NULL;
}
