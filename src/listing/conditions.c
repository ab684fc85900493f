/* conditions.c: the annotations When and Tells, and the conditions in them. */
#include <string.h>

#include "listing/apply.h"

/* Returns 1, or 0 after a report. */
static int read_condition(struct mr_draft *d, const struct mr_note *n, struct mr_value *v, struct monread_when *when)
{
	const struct mr_row *row;

	memset(when, 0, sizeof *when);
	if (!mr_value_next(v)) {
		mr_draft_report(d, n->line, "%s: no condition", mr_key_name(n->key));
		return 0;
	}
	if (mr_value_is(v, MR_WORD_RELEASE)) {
		when->of_release = 1;
	} else if (!mr_value_is(v, MR_WORD_LENGTH)) {
		row = mr_note_number(d, n, v);
		if (!row)
			return 0;
		when->field = row->field;
	}
	if (mr_value_next(v) && mr_value_op(v, &when->op) && mr_value_next(v) &&
	    (when->of_release ? mr_value_release(v, &when->value) : mr_value_number(v, &when->value)))
		return 1;
	mr_draft_report(d, n->line, "%s: should be FIELD OP NUMBER: %.60s", mr_key_name(n->key), n->value);
	return 0;
}

const struct monread_when *mr_apply_condition(struct mr_draft *d, const struct mr_note *n, struct mr_value *v)
{
	struct monread_when read, *when;

	if (!read_condition(d, n, v, &read))
		return NULL;
	when = mr_arena_alloc(d->arena, sizeof *when);
	if (when)
		*when = read;
	else
		d->no_memory = 1;
	return when;
}

void mr_apply_when(struct mr_draft *d, const struct mr_note *n)
{
	struct mr_value v = { n->value, NULL, 0 };
	const struct monread_when *when;

	if (d->layout->nwhen == 2) {
		mr_draft_report(d, n->line, "When: more than two conditions");
		return;
	}
	when = mr_apply_condition(d, n, &v);
	if (!when)
		return;
	d->made->when[d->layout->nwhen++] = when;
	if (mr_value_next(&v))
		mr_draft_report(d, n->line, "When: too much: %.60s", v.word);
}

/* Does A hold for every record for which B holds? */
static int covers(const struct monread_when *a, const struct monread_when *b)
{
	if (a->field != b->field || a->op != b->op)
		return 0;
	switch (a->op) {
	case MONREAD_GE:
	case MONREAD_GT:
		return b->value >= a->value;
	case MONREAD_LE:
	case MONREAD_LT:
		return b->value <= a->value;
	default:
		return b->value == a->value;
	}
}

/* "release V.R when", then the condition. */
void mr_apply_tells(struct mr_draft *d, const struct mr_note *n, struct monread_tells *tells)
{
	uint32_t i, count = d->layout->ntells, release;
	struct monread_tells *t = &tells[count];
	struct mr_value v = { n->value, NULL, 0 };

	if (!mr_value_skip(&v, MR_WORD_RELEASE) || !mr_value_next(&v) || !mr_value_release(&v, &release) ||
	    !mr_value_skip(&v, MR_WORD_WHEN)) {
		mr_draft_report(d, n->line, "Tells: should be release V.R when FIELD OP NUMBER: %.60s", n->value);
		return;
	}
	t->when = mr_apply_condition(d, n, &v);
	if (!t->when)
		return;
	t->release = release;
	if (mr_value_next(&v))
		mr_draft_report(d, n->line, "Tells: too much: %.60s", v.word);
	else if (t->when->of_release)
		mr_draft_report(d, n->line, "Tells: the release cannot be told from the release");
	else
		d->layout->ntells++;
	for (i = 0; i < count && d->layout->ntells > count; i++)
		if (covers(tells[i].when, t->when))
			mr_draft_report(d, n->line, "Tells: where this holds, a line above it does, too: %.60s",
			                n->value);
}
