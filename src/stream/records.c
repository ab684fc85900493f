/* records.c: the next event: the loop over the steps, and the steps that nearly all events come from. */
#include "config.h"

#include "stream/reader.h"

#include <string.h>

#include "stream/mark.h"

/* Ask for memory that is needed soon; a macro, as gcc drops calls of functions that do nothing else. */
#ifdef HAVE_BUILTIN_PREFETCH
#define EXPECT(p) __builtin_prefetch(p)
#else
#define EXPECT(p) (void)(p)
#endif
#define LINE 64u /* of a cache */

/* What a mark says, behind its record. */
static enum mr_verdict step_mark(struct monread *m)
{
	memcpy(m->error, m->marked, sizeof m->error);
	m->step = mr_step_record;
	mr_report(m, MONREAD_GAP, m->mark_lost);
	m->ev.offset = m->mark_pos;
	m->ev.tod = m->mark_tod;
	m->ev.domain = 10;
	m->ev.record = 1;
	m->ev.flags = MONREAD_NUMBERED;
	return MR_EVENT;
}

/* The record EV is a mark: where it says that data was lost, so does the next step. */
static void note_mark(struct monread *m, struct monread_ev *ev)
{
	struct monread_mark mark;
	int good = monread_mark_get(&mark, ev->bytes, ev->length) > 0;

	/* Not alone in its set it has been copied with others, and who did that need not have copied what it announces. */
	if (good && mark.why == MONREAD_MARK_REPEATED && !m->repeated && mr_mce_length(&m->mce) == ev->length) {
		m->repeats = mark.count;
		ev->flags |= MONREAD_REPEATED;
	}
	if (good && !(mark.why & MONREAD_MARK_LOST))
		return;
	mr_mark_sentence(m->marked, sizeof m->marked, good ? &mark : NULL);
	m->mark_pos = ev->offset;
	m->mark_tod = ev->tod;
	m->mark_lost = good && mark.known & MONREAD_MARK_BYTES ? mark.bytes : 0;
	m->step = step_mark;
}

/* All of the set was read. */
static enum mr_verdict __attribute__((noinline)) set_over(struct monread *m)
{
	mr_settle(m);
	if (m->part_set && m->setno == m->part_set && mr_is_part_over(m))
		return mr_part_over(m);
	m->step = mr_step_set_done;
	return MR_GO;
}

/* What is behind the last record of a set is looked at. */
static int what_follows_matters(const struct monread *m)
{
	return !mr_is_monwrite(m) || m->flags & MONREAD_WANT_FILLER;
}

/* The record EV, behind which reading stands, is of a domain that has records which tell of the set or the capture. */
static enum mr_verdict __attribute__((noinline)) after(struct monread *m, struct monread_ev *ev)
{
	if (mr_frame_ends(&m->mce, ev->domain, ev->record)) {
		uint32_t rest = (0u - m->addr) & (MR_FRAME - 1);

		m->interval_end = ev->record == 11;
		m->skip = m->left < rest ? (uint32_t)m->left : rest;
		m->step = (m->interval_end || m->addr >> 12 == m->mce.end >> 12) && what_follows_matters(m) ? mr_step_behind : mr_step_skip;
	} else if (ev->domain == 10 && ev->record == 1 && monread_is_mark(ev->bytes, ev->length)) {
		note_mark(m, ev);
	}
	return MR_EVENT;
}

static int is_near(const struct mr_times *t, uint64_t tod)
{
	return tod - t->from <= MR_TOD_SPAN;
}

/* A record of sample data from ADDRESS to BEHIND has the clock TOD, which is not near that of its set, if that is known.
 * What is to be said of it: flags of an event. */
static unsigned judge(struct mr_times *t, uint64_t tod, uint32_t address, uint32_t behind)
{
	uint32_t frame = (address & ~(MR_FRAME - 1)) + 1;
	uint64_t first = t->from;

	if (t->from == MR_TOD_UNKNOWN) {
		*t = (struct mr_times){ .from = tod - MR_TOD_APART, .behind = behind, .spoke = 1 };
		return 0;
	}
	if (t->spoke == 2 && address == t->behind) {
		t->spoke = 3;
		t->from = t->second - MR_TOD_APART;
		if (is_near(t, tod))
			return MONREAD_FIRST_APART;
		t->from = first;
	}
	if (t->spoke == 1 && address == t->behind) {
		t->spoke = 2;
		t->second = tod;
		t->behind = behind;
	}
	if (t->told == frame)
		return 0;
	t->told = frame;
	return MONREAD_APART;
}

/* The same of a record of any domain.  Those of the monitor domain may be of when monitoring or the interval before began, or
 * of when this one ended. */
static unsigned judge_record(struct monread *m, unsigned domain, unsigned record, uint64_t tod, uint32_t address,
                             uint32_t behind)
{
	struct mr_times *t = &m->times;

	if (domain != 1)
		return judge(t, tod, address, behind);
	if (address == t->behind)
		t->behind = mr_frame_ends(&m->mce, domain, record) ? address + mr_frame_room(address) : behind;
	return 0;
}

/* The TOD clock of EV is not near that of its record set, if that is known. */
static void __attribute__((noinline)) judge_tod(struct monread *m, struct monread_ev *ev)
{
	unsigned flags;

	if (m->mce.type != MONREAD_SAMPLE) {
		/* The next one is nearly always near, and not looked at. */
		m->times.from = ev->tod - MR_TOD_APART;
		return;
	}
	flags = judge_record(m, ev->domain, ev->record, ev->tod, ev->address, m->addr);
	ev->flags |= m->repeated ? 0 : flags;
}

/* No record from ADDRESS on changes which clock is that of the set. */
static int is_settled(const struct mr_times *t, uint32_t address)
{
	return t->spoke == 3 || (t->from != MR_TOD_UNKNOWN && t->behind != address);
}

/* The records in ROOM bytes at P, which are the rest of a frame.  0; -1: nothing more is to be noted. */
static int note_frame(struct monread *m, const unsigned char *p, uint32_t address, uint32_t room)
{
	struct mr_times *t = &m->times;
	struct mr_header h;
	uint32_t at;

	for (at = 0; room - at >= MR_HEADER_SIZE; at += h.length) {
		uint64_t tod = mr_be64(p + at + 8);

		mr_header_get(&h, p + at);
		if (h.length < MR_HEADER_SIZE || h.length > room - at || is_settled(t, address + at))
			return -1;
		if (!is_near(t, tod))
			judge_record(m, h.domain, h.record, tod, address + at, address + at + h.length);
		if (mr_frame_ends(&m->mce, h.domain, h.record))
			break;
	}
	return 0;
}

void mr_note_times(struct monread *m, size_t n)
{
	uint32_t room = mr_frame_room(m->addr), address = m->addr;
	const unsigned char *p = mr_here(m), *end = p + n;

	/* Nearly always three records of the first frame tell. */
	while (p < end && note_frame(m, p, address, room) == 0) {
		p += room;
		address += room;
		room = MR_FRAME;
	}
}

/* The event of the record that stands here, of which the header begins with HEAD. */
static inline enum mr_verdict hand_out(struct monread *m, uint64_t head)
{
	uint32_t length = (uint32_t)(head >> 48);
	unsigned domain = (uint8_t)(head >> 24);
	struct monread_ev *ev = mr_begin_event(m, MONREAD_RECORD, length);

	ev->flags |= MONREAD_NUMBERED;
	ev->tod = mr_be64(ev->bytes + 8);
	ev->mce = &m->mce;
	ev->address = m->addr;
	ev->domain = (uint16_t)domain;
	ev->record = (uint16_t)head;
	mr_move_on(m, length);
	m->interval_end = 0;
	if (ev->tod - m->times.from > MR_TOD_SPAN)
		judge_tod(m, ev);
	return domain == 1 || domain == 10 ? after(m, ev) : MR_EVENT;
}

/* ROOM bytes before the end of the frame or the set: where the window may have to be filled, or there may be no record. */
static enum mr_verdict __attribute__((noinline)) look(struct monread *m, uint32_t room)
{
	enum mr_need need;
	struct mr_header h;

	mr_settle(m);
	if (room < MR_HEADER_SIZE)
		return mr_no_room(m, room);
	need = mr_source_need(&m->src, m->cur + MR_HEADER_SIZE);
	if (need != MR_NEED_OK)
		return need == MR_NEED_SHORT ? mr_cut_off(m, NULL) : mr_wait_or_fail(m, need);
	mr_header_get(&h, mr_here(m));
	if (h.length < MR_HEADER_SIZE || h.length > room)
		return mr_damaged(m, &h, room);
	need = mr_source_need(&m->src, m->cur + h.length);
	if (need != MR_NEED_OK)
		return need == MR_NEED_SHORT ? mr_cut_off(m, &h) : mr_wait_or_fail(m, need);
	return hand_out(m, mr_be64(mr_here(m)));
}

/* What nearly all events come from: what is rare is in functions of its own, so that this one needs no stack. */
static inline enum mr_verdict __attribute__((always_inline)) step_record(struct monread *m)
{
	const unsigned char *p;
	uint32_t room, length;
	uint64_t head;

	if (m->left == 0)
		return set_over(m);
	if (m->cur >= MR_FRAME)
		mr_pass_over(m, 0);
	room = mr_frame_room(m->addr);
	if (m->left < room)
		room = (uint32_t)m->left;
	if (m->src.avail <= m->cur + MR_FRAME + 4 * LINE)
		return look(m, room);
	/* What stands here in the next frame is fetched while this record is worked on: as many lines as records have, most
	 * of them.  With one line the summary of 256 MB takes 1.2 times as long on an AMD EPYC, a list 1.1 times; JSON and
	 * text, which are slower, the same. */
	p = mr_here(m);
	EXPECT(p + MR_FRAME);
	EXPECT(p + MR_FRAME + LINE);
	EXPECT(p + MR_FRAME + 2 * LINE);
	EXPECT(p + MR_FRAME + 3 * LINE);
	head = mr_be64(p);
	length = (uint32_t)(head >> 48);
	if (length < MR_HEADER_SIZE || length > room)
		return look(m, room);
	return hand_out(m, head);
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
	m->ev.address = m->addr;
	return MR_EVENT;
}

/* Pass over m->skip bytes of the set, which lie in one frame. */
enum mr_verdict mr_step_skip(struct monread *m)
{
	static const unsigned char zeros[MR_FRAME];
	enum mr_need need;
	uint32_t n = m->skip;
	enum mr_verdict v;

	mr_settle(m);
	if (n == 0) {
		m->step = mr_step_record;
		return MR_GO;
	}
	need = mr_source_need(&m->src, m->cur + 1);
	if (need != MR_NEED_OK)
		return need == MR_NEED_SHORT ? mr_cut_off(m, NULL) : mr_wait_or_fail(m, need);
	if (n > mr_ahead(m))
		n = (uint32_t)mr_ahead(m);
	v = mr_filler(m, n);
	if (m->blank)
		m->ev.bytes = zeros;
	mr_move_on(m, n);
	m->skip -= n;
	m->blank = m->blank && m->skip;
	return v;
}

static inline int is_passed(const struct monread_pass *p, uint64_t head)
{
	unsigned domain = (uint8_t)(head >> 24), record = (uint16_t)head;

	return domain < MONREAD_PASS_DOMAINS && record < MONREAD_PASS_RECORDS && p->numbers[domain][record] && domain != 1 &&
	       domain != 10;
}

/* Whether a record that is to be passed over stands here, and was.  What is rare is left to step_record(). */
static inline int pass_record(struct monread *m, const struct monread_pass *pass)
{
	const unsigned char *p;
	uint32_t room, length;
	uint64_t head;

	if (m->left == 0)
		return 0;
	if (m->cur >= MR_FRAME)
		mr_pass_over(m, 0);
	room = mr_frame_room(m->addr);
	if (m->left < room)
		room = (uint32_t)m->left;
	if (m->src.avail <= m->cur + MR_FRAME + 2 * LINE)
		return 0;
	/* Of records that are passed over the first line is enough, and the one behind it where they shift. */
	p = mr_here(m);
	EXPECT(p + MR_FRAME);
	EXPECT(p + MR_FRAME + LINE);
	head = mr_be64(p);
	length = (uint32_t)(head >> 48);
	if (length < MR_HEADER_SIZE || length > room || !is_passed(pass, head))
		return 0;
	/* A clock of which something is to be said. */
	if (mr_be64(p + 8) - m->times.from > MR_TOD_SPAN)
		return 0;
	mr_move_on(m, length);
	m->interval_end = 0;
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
		if (m->step == mr_step_record && m->setno == p->setno)
			pass_records(m, p);
		v = m->step(m);
	} while (v == MR_GO);
	return v == MR_EVENT ? &m->ev : NULL;
}

const struct monread_ev *monread_next(struct monread *m)
{
	enum mr_verdict v;

	begin_next(m);
	/* Inlined, this step takes 8 instructions fewer than where it is called. */
	do
		v = m->step == mr_step_record ? step_record(m) : m->step(m);
	while (v == MR_GO);
	return v == MR_EVENT ? &m->ev : NULL;
}
