/* resync.c: searches the next control element or block after unreadable bytes, and reports the skipped bytes. */
#include "config.h"

#include "stream/reader.h"

#include <stdio.h>

/* Most bytes at the beginning of the input that the reader keeps until the container is known. */
#define HELD_MOST (64u * 1024u)

/* Skip N bytes that are in no record and have no address. OF_STREAM is 0 for control blocks and unknown bytes: they
 * are not part of the stream that a MONWRITE file represents. */
static enum mr_verdict skip_bytes(struct monread *m, size_t n, int of_stream)
{
	if (n && of_stream && m->flags & MONREAD_WANT_FILLER) {
		mr_event(m, MONREAD_FILLER, n);
		m->cur += n;
		return MR_EVENT;
	}
	mr_pass_over(m, n);
	return MR_GO;
}

static enum mr_verdict step_resync(struct monread *m);
static enum mr_verdict step_found(struct monread *m);

/* Skip N bytes while the container is not known yet. Only the total decides whether they are kept, so that the
 * result does not depend on the size of single reads. */
static enum mr_verdict skip_undetected(struct monread *m, size_t n)
{
	n += m->held;
	m->held = 0;
	if (m->handed_out || n > HELD_MOST) {
		m->handed_out = 1;
		return skip_bytes(m, n, 1);
	}
	if (m->step == step_found)
		m->container = mr_begins(m, m->src.data + n, m->src.avail - n);
	if (m->step != step_resync)
		return skip_bytes(m, n, m->container == MONREAD_CONTAINER_STREAM);
	m->held = n;
	return MR_GO;
}

/* Report everything from the start of the search to the read position, which is the place TO, as damage. */
static enum mr_verdict report_resync(struct monread *m, const char *to)
{
	char other[120] = "";

	/* At offset 0 the user only chose the wrong container, and no bytes need be removed. */
	if (m->other != MONREAD_CONTAINER_AUTO && m->other_pos > 0)
		snprintf(other, sizeof other, "; among them, at 0x%llx, a %s begins, which can be read alone (tail -c +%llu)",
		         (unsigned long long)m->other_pos,
		         m->other == MONREAD_CONTAINER_STREAM ? "stream capture" : "MONWRITE file",
		         (unsigned long long)m->other_pos + 1);
	mr_say(m, "%s; skipped %llu byte%s to the %s%s", m->why, (unsigned long long)m->resynced, mr_plural(m->resynced), to,
	       other);
	mr_report(m, MONREAD_BAD, m->resynced);
	m->ev.offset = m->resync_pos;
	return MR_EVENT;
}

static enum mr_verdict step_found(struct monread *m)
{
	char to[60];

	mr_settle(m);
	if (m->container == MONREAD_CONTAINER_AUTO)
		m->container = mr_begins(m, m->src.data, m->src.avail);
	m->step = mr_is_monwrite(m) ? mr_step_block : mr_step_element;
	snprintf(to, sizeof to, "next control %s at 0x%llx", mr_is_monwrite(m) ? "block" : "element",
	         (unsigned long long)m->src.pos);
	return report_resync(m, to);
}

static enum mr_verdict step_lost(struct monread *m)
{
	mr_settle(m);
	mr_finish(m);
	return report_resync(m, "end of the input");
}

/* Search the N bytes for monitor data in the own container and return its offset. The first place where data of the
 * other container begins is noted in m->other and skipped. */
static size_t find_either(struct monread *m, size_t n, int *unknown)
{
	enum monread_container own = m->container, found = own;
	size_t i, next;

	m->container = MONREAD_CONTAINER_AUTO;
	i = mr_find_beginning(m, 0, n, unknown);
	if (i < n && !*unknown)
		found = mr_begins(m, m->src.data + i, m->src.avail - i);
	m->container = own;
	if (found == own)
		return i;
	next = i + mr_find_beginning(m, i, n - i, unknown);
	if (next > i) {
		m->other = found;
		m->other_pos = m->src.pos + i;
	}
	return next;
}

static enum mr_verdict step_resync(struct monread *m)
{
	size_t i, n;
	int unknown;

	mr_settle(m);
	n = m->src.avail - m->held;
	if ((m->container == MONREAD_CONTAINER_STREAM || mr_is_monwrite(m)) && m->other == MONREAD_CONTAINER_AUTO)
		i = find_either(m, n, &unknown);
	else
		i = mr_find_beginning(m, m->held, n, &unknown);
	if (i == 0 && (unknown || n == 0) && mr_source_goes_on(&m->src))
		return mr_look_further(m);
	if (i < n && !unknown)
		m->step = step_found;
	else if (i == n && !mr_source_goes_on(&m->src))
		m->step = step_lost;
	m->resynced += i;
	if (m->container == MONREAD_CONTAINER_AUTO && m->flags & MONREAD_WANT_FILLER)
		return skip_undetected(m, i);
	return skip_bytes(m, i, !mr_is_monwrite(m));
}

enum mr_verdict mr_resync(struct monread *m, const char *why)
{
	const char *foreign = m->src.pos == 0 ? mr_foreign(m->src.data, m->src.avail) : NULL;

	snprintf(m->why, sizeof m->why, "%s%s", foreign ? "no monitor data: " : why, foreign ? foreign : "");
	m->resync_pos = m->src.pos;
	m->resynced = 0;
	m->held = 0;
	m->handed_out = 0;
	m->other = MONREAD_CONTAINER_AUTO;
	/* A mark before the damage may announce sets that are lost. */
	m->repeats = 0;
	m->step = step_resync;
	return MR_GO;
}
