/* damage.c: how the reader goes on after damage inside a record set: invalid records, wrong end
 * addresses, and a truncated input. */
#include "config.h"

#include "stream/reader.h"

#include <stdio.h>

#define SETS_SIZE 40

/* Return how many record sets the control block announces after the current record set, and write
 * this number as text to TO. */
static unsigned more_sets(char to[SETS_SIZE], const struct monread *m)
{
	unsigned more = mr_is_monwrite(m) ? m->block.nmces - m->block.imce - 1 : 0;

	to[0] = 0;
	if (more)
		snprintf(to, SETS_SIZE, "%u more record set%s", more, more > 1 ? "s" : "");
	return more;
}

enum mr_verdict mr_cut_off(struct monread *m, const struct mr_header *h)
{
	uint64_t there = mr_ahead(m);
	uint64_t missing = m->set.left > there ? m->set.left - there : 0;
	char part[80] = "", sets[SETS_SIZE];
	unsigned more = more_sets(sets, m);

	if (h)
		snprintf(part, sizeof part, "the record has %u bytes, here are %llu; ",
		         (unsigned)h->length, (unsigned long long)there);
	mr_say(m, "cut off: %sthe last %llu byte%s of the record set%s%s %s missing", part,
	       (unsigned long long)missing, mr_plural(missing), more ? " and " : "", sets,
	       missing + more == 1 ? "is" : "are");
	m->step = mr_step_rest;
	mr_leave_open(m);
	mr_report(m, MONREAD_BAD, there);
	if (h)
		mr_name_record(&m->ev, h);
	return MR_EVENT;
}

/* Return the number of bytes to search for monitor data after an invalid record, which begins ROOM
 * bytes before the end of the frame or record set. In a MONWRITE file, search to the end of the
 * frame, because the file also stores the bytes of the frame that follow the set. */
static uint32_t in_reach(const struct monread *m, uint32_t room)
{
	return mr_is_monwrite(m) ? mr_frame_room(m->set.addr) : room;
}

/* If the read position is before the first record of a record set in a MONWRITE file, return the
 * number of bytes of the frame that lie between the end of the previous set and this record. If a
 * frame is missing from the file, the next control block may begin in these bytes. */
static uint32_t in_front(const struct monread *m)
{
	if (!mr_is_monwrite(m) || m->set.addr != m->set.mce.start)
		return 0;
	return (uint32_t)m->cur - m->set.fence;
}

/* Search for monitor data in the ROOM bytes that begin FRONT bytes before the read position. Return
 * the offset of the monitor data in these bytes, or ROOM if none begins there. *UNKNOWN is 1 if
 * more bytes are needed to decide. */
static uint32_t find_beginning(struct monread *m, uint32_t front, uint32_t room, int *unknown)
{
	size_t there = mr_ahead(m) + front, n = room < there ? room : there;
	size_t i = m->search.looked + mr_find_beginning(m, m->cur - front + m->search.looked,
	                                                n - m->search.looked, unknown);

	*unknown |= i == n && n < room && mr_source_goes_on(&m->src);
	m->search.looked = *unknown ? i : 0;
	return i < n ? (uint32_t)i : room;
}

/* Write to TO why the record header H is invalid. H begins ROOM bytes before the end of the frame
 * or record set. */
static void say_wrong(char *to, size_t size, const struct monread *m, const struct mr_header *h,
                      uint32_t room)
{
	if (h->length < MR_HEADER_SIZE)
		snprintf(to, size, "record length %u is below 20", (unsigned)h->length);
	else
		snprintf(to, size, "record length %u runs past the end of the %s, %u bytes on",
		         (unsigned)h->length,
		         room == mr_frame_room(m->set.addr) ? "frame" : "record set",
		         (unsigned)room);
}

/* Report that the input lacks the current record set: the next control block begins N bytes before
 * the offset where the set should begin. */
static enum mr_verdict set_is_missing(struct monread *m, uint32_t n)
{
	char sets[SETS_SIZE];
	unsigned more = more_sets(sets, m);

	m->cur -= n;
	mr_say(m,
	       "the next control block begins here, in place of the record set: its %llu byte%s%s%s %s missing",
	       (unsigned long long)m->set.left, mr_plural(m->set.left), more ? " and " : "", sets,
	       m->set.left + more == 1 ? "is" : "are");
	m->search.resume = 1;
	m->set.left = 0;
	m->step = mr_step_set_done;
	return mr_report(m, MONREAD_BAD, 0);
}

#define TO_SIZE 160

/* Write to TO how far the reader skips: the next control element or control block begins I bytes
 * after the read position. ROOM is the number of bytes left in the frame or record set. */
static void say_next(char to[TO_SIZE], const struct monread *m, uint32_t i, uint32_t room)
{
	const char *what = mr_is_monwrite(m) ? "block" : "element";
	unsigned long long at = monread_offset(m) + i;
	char sets[SETS_SIZE];
	unsigned more = more_sets(sets, m);
	const char *missing = more > 1 ? " are missing" : " is missing";

	if (i < room)
		snprintf(
			to, TO_SIZE,
			"the next control %s at 0x%llx; %llu byte%s of the record set%s%s %s missing",
			what, at, (unsigned long long)(m->set.left - i), mr_plural(m->set.left - i),
			more ? " and " : "", sets, m->set.left - i + more == 1 ? "is" : "are");
	else
		snprintf(to, TO_SIZE,
		         "the end of the record set, and %u to the next control %s at 0x%llx%s%s%s",
		         (unsigned)(i - room), what, at, more ? "; " : "", sets,
		         more ? missing : "");
}

/* An invalid record often means that bytes are missing from the input, so search the remaining
 * bytes of the record set for the next set. */
enum mr_verdict mr_damaged(struct monread *m, const struct mr_header *h, uint32_t room)
{
	uint32_t reach = in_reach(m, room), front = in_front(m), i;
	char what[80], to[TO_SIZE];
	int unknown;

	i = find_beginning(m, front, front + reach, &unknown);
	if (unknown)
		return mr_look_further(m);
	m->set.first_bad |= m->set.addr == m->set.mce.start;
	if (i < front)
		return set_is_missing(m, front - i);
	i -= front;
	say_wrong(what, sizeof what, m, h, room);
	if (i < reach) {
		say_next(to, m, i, room);
		m->search.resume = 1;
		m->search.distance = i < room ? 0 : i - room;
		i -= m->search.distance;
		m->set.left = i < room ? i : m->set.left;
	} else {
		snprintf(to, sizeof to, "the %s",
		         m->set.left == room ? "end of the record set" : "next frame");
		i = room;
	}
	mr_say(m, "%s; skipped %u byte%s to %s", what, (unsigned)i, mr_plural(i), to);
	m->set.skip = i;
	m->step = mr_step_skip;
	mr_report(m, MONREAD_BAD, i);
	/* Use the domain and record number of the invalid header only if its other members are
	 * plausible. */
	mr_name_record(&m->ev, h);
	m->ev.flags = h->zeros == 0 && h->domain < 32 ? MONREAD_NUMBERED : 0;
	return MR_EVENT;
}

/* Report a wrong end address of a record set: the next control element begins I bytes after the
 * last record of the set, but before its end address. */
static enum mr_verdict wrong_end(struct monread *m, uint32_t i)
{
	mr_say(m,
	       "the end address 0x%08x of the record set is wrong: the next control element begins after its last record, at 0x%llx",
	       (unsigned)m->set.mce.end, (unsigned long long)(monread_offset(m) + i));
	m->step = mr_step_skip;
	m->set.left = m->set.skip = i;
	return mr_report(m, MONREAD_BAD, 0);
}

enum mr_verdict mr_no_room(struct monread *m, uint32_t room)
{
	int unknown;

	if (room < mr_frame_room(m->set.addr) && !mr_is_monwrite(m)) {
		uint32_t i = find_beginning(m, 0, room, &unknown);

		if (unknown)
			return mr_look_further(m);
		if (i < room)
			return wrong_end(m, i);
	}
	m->set.skip = room;
	m->step = mr_step_skip;
	m->set.first_bad |= m->set.addr == m->set.mce.start;
	if (room < mr_frame_room(m->set.addr))
		mr_say(m,
		       "%u byte%s at the end of the record set %s too few for a record; skipped them",
		       (unsigned)room, mr_plural(room), room == 1 ? "is" : "are");
	else if (m->set.addr == m->set.mce.start)
		mr_say(m,
		       "the record set begins %u byte%s before the end of a frame, too few for a record; skipped them",
		       (unsigned)room, mr_plural(room));
	else
		/* After its last record, a frame may have a few bytes that are too few for a record
		 * D1R13. This is not damage. */
		return MR_GO;
	return mr_report(m, MONREAD_BAD, room);
}

/* Return the offset in the next N bytes where a record set begins whose first frame lies completely
 * within these bytes; N if no such set begins there. A program that stores the current set stores
 * only these N bytes with it, so the bytes after them must not influence the result. */
static uint32_t find_hidden(const struct monread *m, uint32_t n)
{
	const unsigned char *p = m->src.data + m->cur;
	struct monread_mce mce;
	uint32_t i;

	for (i = 0; i + MONREAD_MCE_SIZE + MR_HEADER_SIZE <= n; i++) {
		if (!mr_stream_begins(p + i, n - i))
			continue;
		mr_mce_get(&mce, p + i);
		if (mr_frame_first(&mce) <= n - i - MONREAD_MCE_SIZE)
			return i;
	}
	return n;
}

/* The end address of a record set may be a few bytes too high. If no record set begins after the
 * m->set.skip bytes that follow the last record, search for the next set within these bytes. Return
 * its offset in *I (m->set.skip if none is found); *UNKNOWN is 1 if more bytes are needed to
 * decide. */
static enum mr_need find_across(struct monread *m, uint32_t *i, int *unknown)
{
	enum mr_need need;

	*i = m->set.skip;
	*unknown = 0;
	/* Search only if a control element can begin in the m->set.skip bytes. A search needs the
	 * bytes after them, so without this check the reader would return each data set only after
	 * the next one has come. */
	if (mr_ahead(m) < m->set.skip || !mr_mce_may_begin(mr_here(m), m->set.skip))
		return MR_NEED_OK;
	need = mr_source_need(&m->src, m->cur + m->set.skip + MONREAD_MCE_SIZE);
	if (need == MR_NEED_MORE || need == MR_NEED_FAIL)
		return need;
	if (need == MR_NEED_SHORT && mr_ahead(m) == m->set.skip)
		return MR_NEED_OK;
	if (need == MR_NEED_OK && mr_mce_is_valid(mr_here(m) + m->set.skip))
		return MR_NEED_OK;
	*i = find_beginning(m, 0, m->set.skip, unknown);
	return MR_NEED_OK;
}

/* m->set.skip bytes of the record set follow its last record. These bytes carry no data, unless the
 * end address of the set is wrong and other sets are stored in them. In a MONWRITE file, sets
 * always begin at whole frames, so return these bytes as zeros: if a stream is made from this file,
 * they could otherwise look like a set. */
enum mr_verdict mr_step_set_tail(struct monread *m)
{
	enum mr_need need;
	uint64_t there;
	uint32_t n, i;
	int unknown;

	mr_settle(m);
	need = mr_source_need(&m->src, m->cur + m->set.skip);
	if (need == MR_NEED_MORE || need == MR_NEED_FAIL)
		return mr_wait_or_fail(m, need);
	there = mr_ahead(m);
	n = m->set.skip < there ? m->set.skip : (uint32_t)there;
	if (mr_is_monwrite(m)) {
		m->set.blank = mr_mce_may_begin(mr_here(m), n);
		m->step = mr_step_skip;
		return MR_GO;
	}
	i = find_hidden(m, n);
	if (i < n)
		return wrong_end(m, i);
	need = find_across(m, &i, &unknown);
	if (need != MR_NEED_OK)
		return mr_wait_undecided(m, need);
	if (unknown)
		return mr_look_further(m);
	if (i < m->set.skip)
		return wrong_end(m, i);
	m->step = mr_step_skip;
	return MR_GO;
}

/* Return the remaining bytes of a truncated input, which are all in memory, as filler. */
enum mr_verdict mr_step_rest(struct monread *m)
{
	enum mr_verdict v;

	mr_settle(m);
	if (mr_ahead(m) == 0) {
		mr_finish(m);
		return MR_GO;
	}
	v = mr_filler(m, mr_ahead(m));
	m->cur = m->src.avail;
	return v;
}
