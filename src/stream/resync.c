/* resync.c: searches for the next control element or block, and reports the skipped bytes. */
#include "stream/reader.h"

#include <stdarg.h>
#include <stdio.h>

/* Maximum number of skipped bytes that are kept while it is not known whether the input is a stream
 * or a MONWRITE file. */
#define HELD_MOST (64u * 1024u)

/* Skip N bytes that are in no record. If OF_STREAM is 1, they are bytes of a stream: return them as
 * filler if the caller wants filler. */
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

/* Skip N bytes while the container is not known. Keep the skipped bytes until their total number is
 * above HELD_MOST, however few bytes each read(2) returns. */
static enum mr_verdict skip_undetected(struct monread *m, size_t n)
{
	n += m->container.held;
	m->container.held = 0;
	if (m->container.handed_out || n > HELD_MOST) {
		m->container.handed_out = 1;
		return skip_bytes(m, n, 1);
	}
	if (m->step == step_found)
		m->container.kind = mr_begins(m, m->src.data + n, m->src.avail - n);
	if (m->step != step_resync)
		return skip_bytes(m, n, m->container.kind == MONREAD_CONTAINER_STREAM);
	m->container.held = n;
	return MR_GO;
}

/* Report the bytes that the search skipped. TO names the data after these bytes. */
static enum mr_verdict report_resync(struct monread *m, const char *to)
{
	char other[120] = "";

	/* If the capture in the other container begins at offset 0, the user chose the wrong
	 * container: do not advise to read that capture alone. */
	if (m->container.other != MONREAD_CONTAINER_AUTO && m->container.other_pos > 0)
		snprintf(
			other, sizeof other,
			"; among them, at 0x%llx, a %s begins, which can be read alone (tail -c +%llu)",
			(unsigned long long)m->container.other_pos,
			m->container.other == MONREAD_CONTAINER_STREAM ? "stream capture" :
									 "MONWRITE file",
			(unsigned long long)m->container.other_pos + 1);
	mr_say(m, "%s; skipped %llu byte%s to the %s%s", m->search.why,
	       (unsigned long long)m->search.skipped, mr_plural(m->search.skipped), to, other);
	mr_report(m, MONREAD_BAD, m->search.skipped);
	m->ev.offset = m->search.pos;
	return MR_EVENT;
}

static enum mr_verdict step_found(struct monread *m)
{
	char to[60];

	mr_settle(m);
	if (m->container.kind == MONREAD_CONTAINER_AUTO)
		m->container.kind = mr_begins(m, m->src.data, m->src.avail);
	m->step = mr_is_monwrite(m) ? mr_step_block : mr_step_element;
	snprintf(to, sizeof to, "next control %s at 0x%llx",
	         mr_is_monwrite(m) ? "block" : "element", (unsigned long long)m->src.pos);
	return report_resync(m, to);
}

static enum mr_verdict step_lost(struct monread *m)
{
	mr_settle(m);
	mr_finish(m);
	return report_resync(m, "end of the input");
}

/* Search the next N bytes for monitor data in the container of this input, and return its offset.
 * If a capture in the other container begins before this offset, note it in m->container.other. */
static size_t find_either(struct monread *m, size_t n, int *unknown)
{
	enum monread_container own = m->container.kind, found = own;
	size_t i, next;

	m->container.kind = MONREAD_CONTAINER_AUTO;
	i = mr_find_beginning(m, 0, n, unknown);
	if (i < n && !*unknown)
		found = mr_begins(m, m->src.data + i, m->src.avail - i);
	m->container.kind = own;
	if (found == own)
		return i;
	next = i + mr_find_beginning(m, i, n - i, unknown);
	if (next > i) {
		m->container.other = found;
		m->container.other_pos = m->src.pos + i;
	}
	return next;
}

static enum mr_verdict step_resync(struct monread *m)
{
	size_t i, n;
	int unknown;

	mr_settle(m);
	n = m->src.avail - m->container.held;
	if (!mr_is_device(m) && m->container.kind != MONREAD_CONTAINER_AUTO &&
	    m->container.other == MONREAD_CONTAINER_AUTO)
		i = find_either(m, n, &unknown);
	else
		i = mr_find_beginning(m, m->container.held, n, &unknown);
	if (i == 0 && (unknown || n == 0) && mr_source_goes_on(&m->src))
		return mr_look_further(m);
	if (i < n && !unknown)
		m->step = step_found;
	else if (i == n && !mr_source_goes_on(&m->src))
		m->step = step_lost;
	m->search.skipped += i;
	if (m->container.kind == MONREAD_CONTAINER_AUTO && m->flags & MONREAD_WANT_FILLER)
		return skip_undetected(m, i);
	return skip_bytes(m, i, !mr_is_monwrite(m));
}

enum mr_verdict mr_resync(struct monread *m, const char *fmt, ...)
{
	const char *foreign = m->src.pos == 0 ? mr_foreign(m->src.data, m->src.avail) : NULL;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(m->search.why, sizeof m->search.why, fmt, ap);
	va_end(ap);
	if (foreign)
		snprintf(m->search.why, sizeof m->search.why, "no monitor data: %s", foreign);
	m->search.pos = m->src.pos;
	m->search.skipped = 0;
	m->container.held = 0;
	m->container.handed_out = 0;
	m->container.other = MONREAD_CONTAINER_AUTO;
	/* The repeated sets that the last mark announced may be lost in the damage. */
	m->marks.repeats = 0;
	m->step = step_resync;
	return MR_GO;
}
