/* gap.c: see gap.h. */
#include "config.h"

#include "store/gap.h"

#include <stdio.h>
#include <string.h>

void store_gap_add(struct store_gap *g, long sets, uint64_t bytes, const char *text)
{
	struct monread_mark *m = &g->mark;

	if (!store_gap_is_loss(g)) {
		uint8_t others = m->why & (MONREAD_MARK_THINNED | MONREAD_MARK_CONTINUED);

		memset(m, 0, sizeof *m);
		m->why = (uint8_t)(MONREAD_MARK_LOST | others);
		m->known = MONREAD_MARK_SETS | MONREAD_MARK_BYTES;
		snprintf(m->text, sizeof m->text, "%s", text);
	}
	/* SETS is 0 if BYTES belong to a data set that was already counted as lost. */
	m->count += m->count < UINT32_MAX && (sets || !m->count);
	if (sets < 0)
		m->known &= (uint8_t)~(MONREAD_MARK_SETS | (bytes ? 0u : MONREAD_MARK_BYTES));
	else
		m->sets += (uint64_t)sets;
	m->bytes += bytes;
}

void store_gap_thinned(struct store_gap *g, double every)
{
	struct monread_mark *m = &g->mark;

	m->why |= MONREAD_MARK_THINNED;
	if (store_gap_is_loss(g))
		return;
	m->count += m->count < UINT32_MAX;
	snprintf(m->text, sizeof m->text, "the first sample of every %g seconds is stored", every);
}

void store_gap_continued(struct store_gap *g, uint64_t last)
{
	g->last = last;
	g->mark.why |= MONREAD_MARK_CONTINUED;
	if (!g->mark.text[0])
		snprintf(g->mark.text, sizeof g->mark.text,
		         "another run continues the file; data may be missing");
}

const struct monread_mark *store_gap_mark(struct store_gap *g, uint64_t tod, int follows)
{
	g->mark.before = g->last;
	g->mark.behind = follows ? tod : 0;
	g->mark.known &= (uint8_t)~(MONREAD_MARK_BEFORE | MONREAD_MARK_BEHIND);
	g->mark.known |= (uint8_t)((g->last ? MONREAD_MARK_BEFORE : 0u) |
	                           (follows ? MONREAD_MARK_BEHIND : 0u));
	return &g->mark;
}
