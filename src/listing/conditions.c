/* conditions.c: applies the annotations When and Tells, and parses their conditions. */
#include <string.h>

#include "listing/apply.h"

/* Return the numeric row that the current word of V names: the row in structure number PART if it
 * exists, else the row in the record's structure. Return NULL after a report. */
static const struct mr_row *number_in(const struct mr_value *v, unsigned part)
{
	const struct mr_place *p;
	const struct mr_row *row;

	for (p = mr_note_find(v); p; p = mr_note_next(v->d, p)) {
		if (p->part != part || p->row > v->d->parts[part].mover)
			continue;
		row = mr_draft_row(v->d, p);
		if (row->f.type != MONREAD_TYPE_STRING && row->f.length >= 1 && row->f.length <= 8)
			return row;
	}
	return mr_note_number(v);
}

static int read_condition(struct mr_value *v, unsigned part, struct monread_when *when)
{
	const struct mr_row *row;

	if (!mr_value_next(v)) {
		mr_note_refuse(v, "expected a condition, as in FIELD = 1");
		return 0;
	}
	if (mr_value_is(v, "release")) {
		when->of_release = 1;
	} else if (!mr_value_is(v, "length")) {
		row = number_in(v, part);
		if (!row)
			return 0;
		when->field = row->field;
	}
	if (mr_value_next(v) && mr_value_op(v, &when->op) && mr_value_next(v) &&
	    (when->of_release ? mr_value_release(v, &when->value) :
	                        mr_value_number(v, &when->value)))
		return 1;
	mr_note_refuse(v, "expected FIELD OP NUMBER, found %.60s", v->n->value);
	return 0;
}

const struct monread_when *mr_apply_condition(struct mr_value *v, unsigned part)
{
	struct monread_when *when = mr_arena_alloc(v->d->arena, sizeof *when);

	v->d->no_memory |= !when;
	return when && read_condition(v, part, when) ? when : NULL;
}

static int is_end(struct mr_value *v)
{
	if (!mr_value_next(v))
		return 1;
	mr_note_refuse(v, "expected the end of the line after the condition, found %.60s", v->word);
	return 0;
}

/* Give the row at the place P the condition that the next words of CONDITION form, or report why
 * this row cannot have a condition. Return 0 if the words are not a valid condition for any row;
 * else 1. */
static int set_when(struct mr_value condition, const struct mr_place *p)
{
	const struct mr_value *v = &condition;
	const struct mr_part *part = &v->d->parts[p->part];
	struct mr_row *row = mr_draft_row(v->d, p);

	if (row->f.when) {
		mr_note_refuse(v, "%s has a condition already", row->f.name);
		return 1;
	}
	if (mr_part_moves(part)) {
		mr_note_refuse(v, "expected fields with fixed offsets; offsets in %s vary with %s",
		               part->name, part->rows[part->mover].f.name);
		return 1;
	}
	/* Fields of length 0 and groups have no bytes of their own that a condition could hide. */
	if (row->f.length == 0) {
		mr_note_refuse(v, "%s has no bytes", row->f.name);
		return 1;
	}
	if (mr_format_is_group(part, p->row)) {
		mr_note_refuse(v, "%s is a group; name its fields", row->f.name);
		return 1;
	}
	row->f.when = mr_apply_condition(&condition, p->part);
	if (row->f.when)
		is_end(&condition);
	return row->f.when != NULL;
}

void mr_apply_fields_when(struct mr_value names, const char *stop)
{
	struct mr_value condition = names;
	const struct mr_place *p;

	while (mr_value_next(&condition) && !mr_value_is(&condition, stop))
		;
	while (mr_value_next(&names) && !mr_value_is(&names, stop))
		for (p = mr_note_first(&names); p; p = mr_note_next(names.d, p))
			if (!set_when(condition, p))
				return;
}

/* "When: CONDITION" says for which records the layout is valid, and "When: NAMES: CONDITION" which
 * records contain the fields NAMES. */
void mr_apply_when(struct mr_value *v)
{
	const struct monread_when *when;

	if (strchr(v->n->value, ':')) {
		mr_apply_fields_when(*v, ":");
		return;
	}
	if (v->d->layout->nwhen == 2) {
		mr_note_refuse(v, "expected at most two conditions of a layout");
		return;
	}
	when = mr_apply_condition(v, 0);
	if (!when)
		return;
	v->d->made->when[v->d->layout->nwhen++] = when;
	is_end(v);
}

/* Apply "Tells: release V.R when CONDITION": a system that wrote a record for which CONDITION holds
 * has this release or a later one. */
void mr_apply_tells(struct mr_value *v)
{
	const struct monread_when *when;
	struct monread_tells *t;
	uint32_t release;

	if (!mr_value_skip(v, "release") || !mr_value_next(v) ||
	    !mr_value_release(v, &release) || !mr_value_skip(v, "when")) {
		mr_note_refuse(v, "expected release V.R when FIELD OP NUMBER, found %.60s",
		               v->n->value);
		return;
	}
	when = mr_apply_condition(v, 0);
	if (!when || !is_end(v))
		return;
	if (when->of_release) {
		mr_note_refuse(
			v,
			"the condition already depends on the release, so it cannot tell the release");
		return;
	}
	t = mr_note_more(v, "Tells lines", &v->d->made->tells, v->d->layout->ntells, sizeof *t);
	if (!t)
		return;
	t->release = release;
	t->when = when;
	v->d->layout->ntells++;
}
