/* hunt.c: between the places that make sense: look for the next one, and say what was passed over. */
#include "config.h"

#include "stream/reader.h"

#include <stdio.h>

#include "stream/foreign.h"

/* Hand out N bytes as what they are: in no record and at no known address. */
static enum mr_verdict pass(struct monread *m, size_t n)
{
	/* Control blocks and unknown bytes are no part of the stream that a MONWRITE file stands for.  What comes before it
	 * is known whether this is one is handed out, as nothing of a stream may be missing. */
	if (n && !mr_is_monwrite(m) && m->flags & MONREAD_WANT_FILLER) {
		mr_event(m, MONREAD_FILLER, n);
		m->cur += n;
		return MR_EVENT;
	}
	mr_pass_over(m, n);
	return MR_GO;
}

/* All of it was damage, from where the search began. */
static enum mr_verdict report_hunt(struct monread *m)
{
	mr_report(m, MONREAD_BAD, m->hunted);
	m->ev.offset = m->hunt_pos;
	return MR_EVENT;
}

static enum mr_verdict step_found(struct monread *m)
{
	mr_settle(m);
	/* Not earlier: how many bytes in front were passed over in this step depends on how the input is fed. */
	if (m->container == MONREAD_CONTAINER_AUTO)
		m->container = mr_begins(m, m->src.data, m->src.avail);
	m->step = mr_is_monwrite(m) ? mr_step_block : mr_step_element;
	mr_say(m, "%s; skipped %llu bytes to the next %s at 0x%llx", m->why, (unsigned long long)m->hunted,
	       mr_is_monwrite(m) ? "control block" : "control element", (unsigned long long)m->src.pos);
	return report_hunt(m);
}

static enum mr_verdict step_lost(struct monread *m)
{
	mr_settle(m);
	mr_finish(m);
	mr_say(m, "%s; skipped %llu bytes to the end of the input", m->why, (unsigned long long)m->hunted);
	return report_hunt(m);
}

static enum mr_verdict step_hunt(struct monread *m)
{
	enum mr_need need;
	size_t i, end;

	mr_settle(m);
	need = mr_source_need(&m->src, MR_HUNT_AHEAD);
	if (need == MR_NEED_MORE || need == MR_NEED_FAIL)
		return mr_wait_or_fail(m, need);
	end = need == MR_NEED_SHORT ? m->src.avail : m->src.avail - MR_HUNT_AHEAD + 1;
	i = mr_find_beginning(m, m->src.data, end, m->src.avail);
	if (i < end)
		m->step = step_found;
	else if (need == MR_NEED_SHORT)
		m->step = step_lost;
	m->hunted += i;
	return pass(m, i);
}

enum mr_verdict mr_hunt(struct monread *m, const char *why)
{
	const char *foreign = m->src.pos == 0 ? mr_foreign(m->src.data, m->src.avail) : NULL;

	snprintf(m->why, sizeof m->why, "%s%s", foreign ? "no monitor data: " : why, foreign ? foreign : "");
	m->hunt_pos = m->src.pos;
	m->hunted = 0;
	/* What comes next need not be what a mark has announced. */
	m->repeats = 0;
	m->step = step_hunt;
	return MR_GO;
}
