/* blocks.c: reads the control blocks of a MONWRITE file, and frames that two record sets share. */
#include "stream/reader.h"

#include <string.h>

/* A file stores a frame that two record sets share once or twice. To find out which, search for the
 * next control block within this number of bytes. */
#define SHARED_AHEAD (16u * 1024u * 1024u)

static enum mr_verdict end_of_blocks(struct monread *m)
{
	m->step = mr_step_end;
	if (m->src.avail == 0)
		return MR_GO;
	if (mr_is_stream_after_all(m))
		return mr_resync(m, MR_NO_DATA);
	if (mr_stream_begins(m->src.data, m->src.avail))
		return mr_resync(m, "no valid control block");
	mr_say(m, "cut off: a control block has 4096 bytes, here are %zu; skipped them",
	       m->src.avail);
	mr_report(m, MONREAD_BAD, m->src.avail);
	m->cur = m->src.avail;
	return MR_EVENT;
}

/* The block at the read position has no valid control element. Set *IS_END to 1 if this block is an
 * end-of-data record, which some levels of MONWRITE write at the end of a file. After an
 * end-of-data record, the input ends, or a second file was appended. */
static enum mr_need end_of_data(struct monread *m, int *is_end)
{
	enum mr_need need;

	*is_end = 0;
	/* An end-of-data record can only follow a complete data set. */
	if (!m->set.have_mce || m->dataset_open)
		return MR_NEED_OK;
	need = mr_source_need(&m->src, MONREAD_BLOCK_SIZE + MONREAD_BLOCK_SIZE);
	if (need == MR_NEED_SHORT)
		*is_end = m->src.avail == MONREAD_BLOCK_SIZE;
	else if (need == MR_NEED_OK)
		*is_end = mr_block_certain(m->src.data + MONREAD_BLOCK_SIZE);
	return need == MR_NEED_SHORT ? MR_NEED_OK : need;
}

static enum mr_verdict no_block(struct monread *m)
{
	struct monread_mce mce;
	int is_end;
	enum mr_need need = end_of_data(m, &is_end);

	if (need != MR_NEED_OK)
		return mr_wait_undecided(m, need);
	if (is_end) {
		m->block.end_records++;
		m->block.end_record = m->src.pos;
		mr_source_take(&m->src, MONREAD_BLOCK_SIZE);
		return MR_GO;
	}
	mr_block_get(&mce, m->src.data, 0);
	m->set.have_mce = 0;
	return mr_resync(m, "no valid control block: its first control element is wrong: %s",
	                 mr_mce_fault(&mce));
}

/* Set *HERE to 1 if a control block with a valid first record begins at the read position, or if
 * the input ends there. */
static enum mr_need block_is_here(struct monread *m, int *here)
{
	enum mr_need need = mr_source_need(&m->src, m->cur + MONREAD_BLOCK_SIZE);
	struct monread_mce mce;
	size_t first;

	*here = need == MR_NEED_SHORT && mr_ahead(m) == 0;
	if (need != MR_NEED_OK)
		return need;
	mr_block_get(&mce, mr_here(m), 0);
	if (mr_mce_fault(&mce))
		return MR_NEED_OK;
	first = mr_block_first(&mce);
	need = mr_source_need(&m->src, m->cur + first + MR_HEADER_SIZE);
	*here = need != MR_NEED_OK || mr_frame_readable(&mce, mr_here(m) + first);
	return need;
}

/* Report that the next control block begins AT bytes after the start of the window of the input,
 * before the end of the current frame. */
static enum mr_verdict block_comes_early(struct monread *m, size_t at)
{
	size_t n = m->cur - at;

	m->cur = at;
	mr_say(m,
	       "the next control block begins here, %zu byte%s before the end of the frame: %s missing after its last record",
	       n, mr_plural(n), n == 1 ? "1 byte is" : "as many are");
	mr_report(m, MONREAD_BAD, 0);
	mr_pass_over(m, 0);
	return MR_EVENT;
}

/* Skip the bytes of a frame after its last record, unless the next control block begins in them
 * because bytes are missing in the input. */
static enum mr_verdict leave_rest(struct monread *m)
{
	int here, unknown;
	enum mr_need need = block_is_here(m, &here);
	size_t i;

	if (need > MR_NEED_SHORT)
		return mr_wait_or_fail(m, need);
	if (!here) {
		i = mr_search(m, 0, m->cur, &unknown);
		if (unknown)
			return mr_look_further(m);
		if (i < m->cur)
			return block_comes_early(m, i);
	}
	mr_pass_over(m, 0);
	return MR_GO;
}

enum mr_verdict mr_step_block(struct monread *m)
{
	struct monread_mce mce;
	enum mr_need need;
	int believed;

	if (mr_is_part_over(m))
		return mr_part_over(m);
	if (m->cur > 0)
		return leave_rest(m);
	need = mr_source_need(&m->src, MONREAD_BLOCK_SIZE);
	if (need > MR_NEED_SHORT)
		return mr_wait_or_fail(m, need);
	if (need == MR_NEED_SHORT)
		return end_of_blocks(m);
	m->block.nmces = mr_block_elements(m->src.data, &m->block.bad);
	if (m->block.nmces == 0)
		return no_block(m);
	/* A truncated capture can begin with bytes that look like a control block, so check the
	 * bytes after the block, too. */
	mr_block_get(&mce, m->src.data, 0);
	need = mr_believe(m, &mce, mr_block_first(&mce), &believed);
	if (need != MR_NEED_OK)
		return believed ? mr_wait_or_fail(m, need) : mr_wait_undecided(m, need);
	if (!believed) {
		m->set.have_mce = 0;
		return mr_resync(
			m,
			"no valid control block: no record follows it, and data begins inside it");
	}
	memcpy(m->block.bytes, m->src.data, MONREAD_BLOCK_SIZE);
	m->block.pos = m->src.pos;
	m->block.imce = 0;
	m->block.shared = MR_SHARING_UNKNOWN;
	m->set.fence = 0;
	mr_source_take(&m->src, MONREAD_BLOCK_SIZE);
	m->step = mr_step_next_set;
	return MR_GO;
}

enum mr_verdict mr_step_next_set(struct monread *m)
{
	mr_block_get(&m->set.mce, m->block.bytes, m->block.imce);
	mr_begin_set(m);
	mr_event(m, MONREAD_CONTROL, MONREAD_MCE_SIZE);
	m->ev.offset = m->block.pos + mr_block_place(m->block.imce);
	m->ev.bytes = m->block.bytes + mr_block_place(m->block.imce);
	m->cur = mr_frame_offset(m->set.mce.start);
	mr_limit(m);
	return MR_EVENT;
}

/* Compute the distance from the read position to the next control block: *ONCE if the file stores
 * each frame that two record sets share once, *TWICE if it stores these frames twice. */
static void next_block(const struct monread *m, uint64_t *once, uint64_t *twice)
{
	struct monread_mce a = m->set.mce, b;
	uint64_t frames = 1, shared = 0;
	unsigned i;

	for (i = m->block.imce + 1; i < m->block.nmces; i++) {
		mr_block_get(&b, m->block.bytes, i);
		frames += b.end / MR_FRAME - b.start / MR_FRAME + 1;
		if (mr_same_frame(b.start, a.end))
			shared++;
		a = b;
	}
	*twice = frames * MR_FRAME;
	*once = *twice - shared * MR_FRAME;
}

static int block_follows(const struct monread *m, uint64_t at)
{
	if (at > SHARED_AHEAD || m->src.avail < at)
		return 0;
	if (m->src.avail - at >= MONREAD_BLOCK_SIZE)
		return mr_block_certain(m->src.data + at);
	return m->src.avail == at && !m->src.fed;
}

/* The record set NEXT begins in the frame where the current set ends. Find out whether the file
 * stores this frame once or twice (ASSUMED: there are files of both kinds). If the bytes of the
 * frame occur twice, the file stores it twice. Otherwise, compute where the next control block is
 * in both cases: if one is there in only one case, the file is of this kind. Otherwise, the file
 * stores the frame once if the first records of NEXT are valid in it. */
static enum mr_need shared_frame(struct monread *m, const struct monread_mce *next)
{
	uint64_t at_once, at_twice, want;
	uint32_t first = mr_frame_offset(next->start);
	const unsigned char *p;
	int once, twice, same;
	enum mr_need need;
	size_t n;

	if (m->block.shared != MR_SHARING_UNKNOWN)
		return MR_NEED_OK;
	next_block(m, &at_once, &at_twice);
	want = (at_twice < SHARED_AHEAD ? at_twice : MR_FRAME) + MONREAD_BLOCK_SIZE;
	need = mr_source_need(&m->src, (size_t)want);
	if (need > MR_NEED_SHORT)
		return need;
	p = m->src.data;
	n = m->src.avail > MR_FRAME ? m->src.avail - MR_FRAME : 0;
	same = n >= MR_HEADER_SIZE && memcmp(p, p + MR_FRAME, n < MR_FRAME ? n : MR_FRAME) == 0;
	once = block_follows(m, at_once);
	twice = block_follows(m, at_twice);
	if (same && n >= MR_FRAME) {
		twice = 1;
	} else if (once == twice) {
		n = m->src.avail < MR_FRAME ? m->src.avail : MR_FRAME;
		once = n > first + MR_HEADER_SIZE && mr_frame_plausible(next, p + first, n - first);
		twice = same;
	}
	m->block.shared = once && !twice ? MR_STORED_ONCE : MR_STORED_TWICE;
	return MR_NEED_OK;
}

/* Skip the frame in which the current record set ended. After the last set of a block, skip only
 * the part of the frame that the set uses: if bytes are missing in the input, the next control
 * block begins in the rest of the frame. */
static enum mr_verdict leave_frame(struct monread *m)
{
	enum mr_need need = mr_source_need(&m->src, MR_FRAME);
	unsigned more = m->block.nmces - m->block.imce - 1;
	uint32_t used = more ? MR_FRAME : mr_frame_offset(m->set.mce.end) + 1;

	if (need == MR_NEED_OK) {
		mr_source_take(&m->src, used);
		m->cur = MR_FRAME - used;
		return MR_GO;
	}
	if (need != MR_NEED_SHORT)
		return mr_wait_or_fail(m, need);
	if (more)
		mr_say(m,
		       "cut off: the last %zu bytes of the frame and %u more record set%s are missing",
		       MR_FRAME - m->src.avail, more, mr_plural(more));
	else
		mr_say(m,
		       "cut off: the last %zu bytes of the frame are missing; the records of the frame are complete",
		       MR_FRAME - m->src.avail);
	m->dataset_open = 0;
	m->step = mr_step_end;
	mr_report(m, MONREAD_BAD, 0);
	m->cur = m->src.avail;
	return MR_EVENT;
}

/* Set *GOES_ON to 1 if the next record set begins in the frame where the current set ends, and the
 * file stores this frame once. */
static enum mr_need goes_on_in_frame(struct monread *m, int *goes_on)
{
	struct monread_mce next;
	enum mr_need need;

	*goes_on = 0;
	if (m->block.imce + 1 >= m->block.nmces)
		return MR_NEED_OK;
	mr_block_get(&next, m->block.bytes, m->block.imce + 1);
	if (!mr_same_frame(next.start, m->set.mce.end))
		return MR_NEED_OK;
	need = shared_frame(m, &next);
	*goes_on = m->block.shared == MR_STORED_ONCE;
	return need;
}

enum mr_verdict mr_next_of_block(struct monread *m)
{
	int goes_on;
	enum mr_need need = goes_on_in_frame(m, &goes_on);
	enum mr_verdict v;

	if (need != MR_NEED_OK)
		return mr_wait_undecided(m, need);
	if (!goes_on) {
		v = leave_frame(m);
		if (v != MR_GO)
			return v;
	}
	m->set.fence = goes_on ? mr_frame_offset(m->set.mce.end) + 1 : 0;
	m->step = ++m->block.imce < m->block.nmces ? mr_step_next_set : mr_step_dataset_done;
	return MR_GO;
}

void mr_leave_block(struct monread *m)
{
	char fault[MR_BLOCK_FAULT];

	mr_block_fault(fault, m->block.bytes, m->block.nmces);
	mr_pass_over(m, 0);
	mr_resync(m, "control element %u of the control block at 0x%llx is wrong: %s",
	          m->block.nmces + 1, (unsigned long long)m->block.pos, fault);
}
