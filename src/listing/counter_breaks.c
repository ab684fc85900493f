/* counter_breaks.c: applies the annotation Break, which names events after which counters
 * restart. */
#include <string.h>

#include "listing/apply.h"

static const char *const words[] = {
	[MONREAD_BREAK_ALL] = "all",
	[MONREAD_BREAK_CHANGED] = "changed",
	[MONREAD_BREAK_SAME] = "same",
	[MONREAD_BREAK_BEGIN] = "begin",
	[MONREAD_BREAK_GONE] = "gone",
};

/* Read the value of Break, which is "all", or a word and a field such as "changed FIELD", into
 * *B. */
void mr_apply_break(struct mr_draft *d, const struct mr_note *n)
{
	struct monread_break *b;
	struct mr_value v = { n->value, NULL, 0 };
	const struct mr_row *row = NULL;
	unsigned kind = MONREAD_BREAK_ALL;

	if (!mr_value_next(&v))
		kind = 0;
	while (kind && kind <= MONREAD_BREAK_GONE && !mr_value_is(&v, words[kind]))
		kind++;
	if (kind > MONREAD_BREAK_ALL && kind <= MONREAD_BREAK_GONE && mr_value_next(&v)) {
		row = mr_note_row(d, n, &v);
		if (!row)
			return;
	}
	if (!kind || kind > MONREAD_BREAK_GONE || (kind != MONREAD_BREAK_ALL && !row) ||
	    mr_value_next(&v)) {
		mr_note_refuse(
			d, n,
			"expected all, or changed, same, begin or gone and a field, found %.60s",
			n->value);
		return;
	}
	/* Two sample records with different values of the field describe different instances, such
	 * as two users. Other records with different values describe different systems. */
	if (kind == MONREAD_BREAK_CHANGED && strcmp(d->layout->kind, "sample") == 0)
		kind = MONREAD_BREAK_IDENTITY;
	b = mr_note_more(d, n, "Break lines", &d->rules.breaks, d->layout->nbreaks, sizeof *b);
	if (!b)
		return;
	b->kind = (enum monread_break_kind)kind;
	b->field = row ? row->field : NULL;
	d->layout->nbreaks++;
}
