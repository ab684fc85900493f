/* damage.c: handles damage inside a record set: invalid records, wrong end addresses, a truncated
 * input. */
#include "stream/reader.h"

#include <stdio.h>

#define MISSING_SIZE 120

static unsigned more_sets(const struct monread *m)
{
	return mr_is_monwrite(m) ? m->block.nmces - m->block.imce - 1 : 0;
}

/* Write to TO that N bytes and all later record sets of the control block are missing. The text
 * OF_SET, such as " of the record set", follows the number of bytes. */
static void tell_missing(char to[MISSING_SIZE], const struct monread *m, uint64_t n,
                         const char *of_set)
{
	unsigned more = more_sets(m);
	char sets[40] = "";

	if (more)
		snprintf(sets, sizeof sets, " and %u more record set%s", more, mr_plural(more));
	snprintf(to, MISSING_SIZE, "%llu byte%s%s%s %s missing", (unsigned long long)n,
	         mr_plural(n), of_set, sets, n + more == 1 ? "is" : "are");
}

enum mr_verdict mr_cut_off(struct monread *m, const struct mr_header *h)
{
	uint64_t there = mr_ahead(m);
	char part[80] = "", missing[MISSING_SIZE];

	if (h)
		snprintf(part, sizeof part, "the record has %u bytes, here are %llu; ",
		         (unsigned)h->length, (unsigned long long)there);
	tell_missing(missing, m, m->set.left > there ? m->set.left - there : 0,
	             " of the record set");
	mr_say(m, "cut off: %sthe last %s", part, missing);
	m->step = mr_step_rest;
	mr_leave_open(m);
	mr_report(m, MONREAD_BAD, there);
	if (h)
		mr_name_record(&m->ev, h);
	return MR_EVENT;
}

/* Return the number of bytes to search for monitor data after an invalid record, which begins ROOM
 * bytes before the end of its frame or record set. In a MONWRITE file, also search the bytes
 * between the end of the set and the end of the frame. */
static uint32_t in_reach(const struct monread *m, uint32_t room)
{
	return mr_is_monwrite(m) ? mr_frame_room(m->set.addr) : room;
}

/* Return how many bytes of the current frame lie between the previous record set and the current
 * one; 0 unless the read position is at the start of a record set of a MONWRITE file. If a frame is
 * missing from the file, the next control block may begin in these bytes. */
static uint32_t in_front(const struct monread *m)
{
	if (!mr_is_monwrite(m) || m->set.addr != m->set.mce.start)
		return 0;
	return (uint32_t)m->cur - m->set.fence;
}

/* Search ROOM bytes for monitor data, beginning FRONT bytes before the read position. Return the
 * offset of the monitor data in these bytes; ROOM if they have none. *UNKNOWN is 1 if more bytes
 * are needed to decide. */
static uint32_t find_beginning(struct monread *m, uint32_t front, uint32_t room, int *unknown)
{
	size_t there = mr_ahead(m) + front, n = room < there ? room : there;
	size_t i = mr_search(m, m->cur - front, n, unknown);

	if (i < n)
		return (uint32_t)i;
	if (n < room && mr_source_goes_on(&m->src)) {
		*unknown = 1;
		m->search.looked = n;
	}
	return room;
}

/* Write to TO why the record header H, which begins ROOM bytes before the end of the frame or
 * record set, is invalid. */
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
 * the place of this set. */
static enum mr_verdict set_is_missing(struct monread *m, uint32_t n)
{
	char missing[MISSING_SIZE];

	m->cur -= n;
	tell_missing(missing, m, m->set.left, "");
	mr_say(m, "the next control block begins here, in place of the record set: its %s",
	       missing);
	m->search.resume = 1;
	m->set.left = 0;
	m->step = mr_step_set_done;
	return mr_report(m, MONREAD_BAD, 0);
}

#define TO_SIZE 200

/* Write to TO that the next control element or block begins I bytes after the read position. ROOM
 * is the number of bytes left in the frame or record set. */
static void say_next(char to[TO_SIZE], const struct monread *m, uint32_t i, uint32_t room)
{
	const char *what = mr_is_monwrite(m) ? "block" : "element";
	unsigned long long at = monread_offset(m) + i;
	char missing[MISSING_SIZE] = "";
	unsigned more = more_sets(m);

	if (i < room) {
		tell_missing(missing, m, m->set.left - i, " of the record set");
		snprintf(to, TO_SIZE, "the next control %s at 0x%llx; %s", what, at, missing);
		return;
	}
	if (more)
		snprintf(missing, sizeof missing, "; %u more record set%s missing", more,
		         more > 1 ? "s are" : " is");
	snprintf(to, TO_SIZE,
	         "the end of the record set, and %u to the next control %s at 0x%llx%s",
	         (unsigned)(i - room), what, at, missing);
}

/* Usually a record is invalid because bytes are missing from the input: search the rest of its
 * record set for the next control element or block. */
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
	/* The domain and record number in the invalid header are only plausible if the other
	 * members of the header are. */
	mr_name_record(&m->ev, h);
	m->ev.flags = h->zeros == 0 && h->domain < 32 ? MONREAD_NUMBERED : 0;
	return MR_EVENT;
}

/* Report that the end address of the record set is wrong: the next control element begins before
 * this address, I bytes after the last record. */
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
		/* CP omits D1R13, which ends a frame, if the frame has too little room for it: this
		 * is not damage. */
		return MR_GO;
	return mr_report(m, MONREAD_BAD, room);
}

/* Search the next N bytes for a record set whose first frame lies within them, and return its
 * offset; N if none is found. The bytes after them must not influence the result, because a program
 * that stores the current set may not store these later bytes. */
static uint32_t find_hidden(const struct monread *m, uint32_t n)
{
	const unsigned char *p = mr_here(m);
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
 * m->set.skip bytes that follow the last record, search these bytes for the next set. Set *I to the
 * offset of this set in them; to m->set.skip if none is found. *UNKNOWN is 1 if more bytes are
 * needed to decide. */
static enum mr_need find_across(struct monread *m, uint32_t *i, int *unknown)
{
	enum mr_need need;

	*i = m->set.skip;
	*unknown = 0;
	/* A search needs the bytes after the m->set.skip bytes, so the reader would return each
	 * data set only after the next one has come: search only if a control element can begin in
	 * these bytes. */
	if (mr_ahead(m) < m->set.skip || !mr_mce_may_begin(mr_here(m), m->set.skip))
		return MR_NEED_OK;
	need = mr_source_need(&m->src, m->cur + m->set.skip + MONREAD_MCE_SIZE);
	if (need > MR_NEED_SHORT)
		return need;
	if (need == MR_NEED_SHORT && mr_ahead(m) == m->set.skip)
		return MR_NEED_OK;
	if (need == MR_NEED_OK && mr_mce_is_valid(mr_here(m) + m->set.skip))
		return MR_NEED_OK;
	*i = find_beginning(m, 0, m->set.skip, unknown);
	return MR_NEED_OK;
}

/* m->set.skip bytes of the record set follow its last record. In a stream, these bytes contain
 * other sets if the end address of the set is wrong. In a MONWRITE file, they contain no set: if
 * they look like one, return zeros instead, because readers of a stream made from this file would
 * search them for sets. */
enum mr_verdict mr_step_set_tail(struct monread *m)
{
	enum mr_need need;
	uint64_t there;
	uint32_t n, i;
	int unknown;

	mr_settle(m);
	need = mr_source_need(&m->src, m->cur + m->set.skip);
	if (need > MR_NEED_SHORT)
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
