/* epochs.c: on which side of a clock that was set back captures are. */
#include "config.h"

#include "cli/epochs.h"

#include <stdio.h>
#include <string.h>

#include "cli/words.h"

void epochs_add(struct overlap *o, struct overlap_source *s)
{
	s->next = o->all;
	o->all = s;
	o->config_lasts |= s->apart;
}

void epochs_set_back(struct overlap_source *s)
{
	s->epoch++;
	s->back_from = s->before;
	s->was_back = 1;
	s->begun = 0;
}

static int is_same_system(const struct overlap_source *a, const struct overlap_source *b)
{
	return strcmp(a->system_id, b->system_id) == 0;
}

/* ---- Those that have the same records ---- */

/* One of them stands for all. */
static const struct overlap_source *first_of(const struct overlap_source *s)
{
	while (s->same)
		s = s->same;
	return s;
}

void epochs_match(const struct overlap *o, struct overlap_source *s, unsigned other)
{
	struct overlap_source *a = s, *b = o->all;

	while (b && b->number != other)
		b = b->next;
	/* It may be about to go on behind the clock that was set back. */
	if (!b || b->epoch - (b->was_back ? 1 : 0) != s->epoch)
		return;
	s->twin = other;
	while (a->same)
		a = a->same;
	while (b->same)
		b = b->same;
	if (a != b)
		a->same = b;
}

/* ---- What begins behind it ---- */

/* Whether a capture of the system and the epoch of S goes on: then that has no end yet. */
static int goes_on(const struct overlap *o, const struct overlap_source *s)
{
	const struct overlap_source *a;

	for (a = o->all; a; a = a->next)
		if (a != s && a->open && a->begun && a->epoch == s->epoch && is_same_system(a, s) &&
		    overlap_order(a->tod) >= overlap_order(s->tod))
			return 1;
	return 0;
}

int epochs_waits(const struct overlap *o, struct overlap_source *s)
{
	const struct overlap_source *a;
	uint64_t epoch = UINT64_MAX;

	if (s->begun || s->back_from || !s->tod)
		return 0;
	for (a = o->all; a; a = a->next)
		if (a->epoch > s->epoch && a->epoch < epoch && a->back_from && is_same_system(a, s) &&
		    overlap_is_back(a->back_from, s->tod))
			epoch = a->epoch;
	if (epoch == UINT64_MAX || goes_on(o, s))
		return 0;
	s->epoch = epoch;
	return 1;
}

/* ---- What is not known ---- */

/* Whether A, which had its turn, was begun before the clock was set back to the time of S. */
static int is_before(const struct overlap_source *a, const struct overlap_source *s)
{
	return a->begun && a->epoch < s->epoch && overlap_is_back(a->begun, s->tod);
}

/* Whether A is known to be of before that, by itself, or by the records that it has in common with another one. */
static int is_known(const struct overlap *o, const struct overlap_source *a, const struct overlap_source *s)
{
	const struct overlap_source *first = first_of(a), *b;

	if (is_before(a, s) || first_of(s) == first)
		return 1;
	for (b = o->all; b; b = b->next)
		if (first_of(b) == first && is_before(b, s))
			return 1;
	return 0;
}

/* Whether A is of a time that came twice, before and behind. */
static int is_doubtful(const struct overlap *o, const struct overlap_source *a, const struct overlap_source *s)
{
	return a != s && !a->doubted && a->begun && a->epoch < s->epoch && is_same_system(a, s) &&
	       !overlap_is_back(s->back_from, a->begun) && !is_known(o, a, s);
}

int epochs_doubt(const struct overlap *o, const struct overlap_source *s, char text[EPOCHS_DOUBT])
{
	char from[MONREAD_TIME_SIZE], to[MONREAD_TIME_SIZE], begun[MONREAD_TIME_SIZE], more[40] = "";
	const struct overlap_source *first = NULL;
	struct overlap_source *a;
	unsigned n = 0;

	for (a = s->was_back ? o->all : NULL; a; a = a->next)
		if (is_doubtful(o, a, s)) {
			n++;
			a->doubted = 1;
			first = !first || a->number < first->number ? a : first;
		}
	if (!first)
		return 0;
	monread_time_text(monread_tod_to_unix_us(s->back_from), from);
	monread_time_text(monread_tod_to_unix_us(s->tod), to);
	monread_time_text(monread_tod_to_unix_us(first->begun), begun);
	if (n > 1)
		snprintf(more, sizeof more, " nor of %u other capture%s,", n - 1, words_plural(n - 1));
	snprintf(text, EPOCHS_DOUBT,
	         "the clock was set back from %s to %s, and it is not known of %s, which begins at %s,%s whether it is "
	         "of before or of after; it was read as of before, and records may come twice, or in the wrong order", from,
	         to, first->name, begun, more);
	return 1;
}
