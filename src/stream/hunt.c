/* hunt.c: between the places that make sense: look for the next one, and say what was passed over. */
#include "config.h"

#include "stream/reader.h"

#include <stdio.h>

#include "stream/foreign.h"

/* So many bytes in front are kept until it is known what they belong to. */
#define HELD_MOST (64u * 1024u)

/* Go on behind N bytes, which are in no record and at no known address.  Control blocks and unknown bytes are no part of the
 * stream that a MONWRITE file stands for: those are not OF_STREAM. */
static enum mr_verdict pass(struct monread *m, size_t n, int of_stream)
{
	if (n && of_stream && m->flags & MONREAD_WANT_FILLER) {
		mr_event(m, MONREAD_FILLER, n);
		m->cur += n;
		return MR_EVENT;
	}
	mr_pass_over(m, n);
	return MR_GO;
}

static enum mr_verdict step_hunt(struct monread *m);
static enum mr_verdict step_found(struct monread *m);

/* Likewise, where it is not known yet what the input is.  How many there are, and nothing else, decides about them: steps may
 * be of any size. */
static enum mr_verdict pass_in_front(struct monread *m, size_t n)
{
	n += m->held;
	m->held = 0;
	if (m->handed_out || n > HELD_MOST) {
		m->handed_out = 1;
		return pass(m, n, 1);
	}
	if (m->step == step_found)
		m->container = mr_begins(m, m->src.data + n, m->src.avail - n);
	if (m->step != step_hunt)
		return pass(m, n, m->container == MONREAD_CONTAINER_STREAM);
	m->held = n;
	return MR_GO;
}

/* All of it was damage, from where the search began. */
static enum mr_verdict report_hunt(struct monread *m)
{
	mr_report(m, MONREAD_BAD, m->hunted);
	m->ev.offset = m->hunt_pos;
	return MR_EVENT;
}

#define OTHER_SIZE 120

/* What is skipped has a capture in it, but not of this container. */
static void say_other(char to[OTHER_SIZE], const struct monread *m)
{
	to[0] = 0;
	/* All of the input is the other one only where this one was asked for. */
	if (m->other != MONREAD_CONTAINER_AUTO && m->other_pos > 0)
		snprintf(to, OTHER_SIZE, "; among them, at 0x%llx, a %s begins, which can be read alone (tail -c +%llu)",
		         (unsigned long long)m->other_pos,
		         m->other == MONREAD_CONTAINER_STREAM ? "stream capture" : "MONWRITE file",
		         (unsigned long long)m->other_pos + 1);
}

static enum mr_verdict step_found(struct monread *m)
{
	char other[OTHER_SIZE];

	mr_settle(m);
	if (m->container == MONREAD_CONTAINER_AUTO)
		m->container = mr_begins(m, m->src.data, m->src.avail);
	m->step = mr_is_monwrite(m) ? mr_step_block : mr_step_element;
	say_other(other, m);
	mr_say(m, "%s; skipped %llu bytes to the next %s at 0x%llx%s", m->why, (unsigned long long)m->hunted,
	       mr_is_monwrite(m) ? "control block" : "control element", (unsigned long long)m->src.pos, other);
	return report_hunt(m);
}

static enum mr_verdict step_lost(struct monread *m)
{
	char other[OTHER_SIZE];

	mr_settle(m);
	mr_finish(m);
	say_other(other, m);
	mr_say(m, "%s; skipped %llu bytes to the end of the input%s", m->why, (unsigned long long)m->hunted, other);
	return report_hunt(m);
}

/* Where in the N bytes in front of which nothing is kept monitor data begins.  The first place where it does so in another container
 * than that of the input is noted, and passed over. */
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

static size_t find(struct monread *m, size_t n, int *unknown)
{
	int either = m->container == MONREAD_CONTAINER_STREAM || mr_is_monwrite(m);

	return either && m->other == MONREAD_CONTAINER_AUTO ? find_either(m, n, unknown) : mr_find_beginning(m, m->held, n, unknown);
}

static enum mr_verdict step_hunt(struct monread *m)
{
	size_t i, n;
	int unknown;

	mr_settle(m);
	n = m->src.avail - m->held;
	i = find(m, n, &unknown);
	if (i == 0 && (unknown || n == 0) && mr_source_goes_on(&m->src))
		return mr_look_further(m);
	if (i < n && !unknown)
		m->step = step_found;
	else if (i == n && !mr_source_goes_on(&m->src))
		m->step = step_lost;
	m->hunted += i;
	if (m->container == MONREAD_CONTAINER_AUTO && m->flags & MONREAD_WANT_FILLER)
		return pass_in_front(m, i);
	return pass(m, i, !mr_is_monwrite(m));
}

enum mr_verdict mr_hunt(struct monread *m, const char *why)
{
	const char *foreign = m->src.pos == 0 ? mr_foreign(m->src.data, m->src.avail) : NULL;

	snprintf(m->why, sizeof m->why, "%s%s", foreign ? "no monitor data: " : why, foreign ? foreign : "");
	m->hunt_pos = m->src.pos;
	m->hunted = 0;
	m->held = 0;
	m->handed_out = 0;
	m->other = MONREAD_CONTAINER_AUTO;
	/* What comes next need not be what a mark has announced. */
	m->repeats = 0;
	m->step = step_hunt;
	return MR_GO;
}
