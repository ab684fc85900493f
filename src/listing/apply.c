/* apply.c: applies the annotations of a .dsect file, such as "Counter: FIELDS", to the fields of
 * this file. Annotations on which other annotations depend are applied first. */
#include "listing/apply.h"

#include <string.h>

/* Arrays, checks and other objects that annotations add to the layout. Each member has room for one
 * element per annotation. */
struct apply_made {
	struct monread_array *arrays;
	struct monread_check *checks;
	struct monread_tells *tells;
	struct monread_break *breaks;
};

static void apply_check(struct mr_draft *d, const struct mr_note *n, struct monread_check *c)
{
	struct mr_value v = { n->value, NULL, 0 };
	const struct mr_row *left = mr_value_next(&v) ? mr_note_number(d, n, &v) : NULL, *right;

	if (!left)
		return;
	if (!mr_value_skip(&v, "=") || !mr_value_next(&v)) {
		mr_draft_report(d, n->line, "Check: expected FIELD = FIELD: text");
		return;
	}
	right = mr_note_number(d, n, &v);
	if (!right)
		return;
	if (mr_value_next(&v) && mr_value_is(&v, ":"))
		v.p += strspn(v.p, " ");
	else
		mr_draft_report(d, n->line, "Check: expected an explanation after a colon");
	c->left = left->field;
	c->right = right->field;
	c->text = v.p;
	d->layout->nchecks++;
}

static void apply_errata(struct mr_draft *d)
{
	const char **texts = mr_arena_array(d->arena, d->errata.n, sizeof *texts);
	size_t i;

	if (!texts) {
		d->no_memory = 1;
		return;
	}
	for (i = 0; i < d->errata.n; i++)
		texts[i] = d->errata.v[i].text;
	d->made->errata = texts;
	d->layout->nerrata = (uint32_t)d->errata.n;
}

static void apply_note(struct mr_draft *d, const struct mr_note *n, const struct apply_made *m)
{
	struct monread_layout *l = d->layout;

	switch (n->key) {
	case MR_KEY_STATUS:
		break;
	case MR_KEY_WHEN:
		mr_apply_when(d, n);
		break;
	case MR_KEY_TELLS:
		if (mr_note_has_room(d, n->line, "Tells lines", l->ntells))
			mr_apply_tells(d, n, m->tells);
		break;
	case MR_KEY_BREAK:
		if (mr_note_has_room(d, n->line, "Break lines", l->nbreaks))
			mr_apply_break(d, n, &m->breaks[l->nbreaks]);
		break;
	case MR_KEY_CONFIGURATION:
		mr_apply_configuration(d, n);
		break;
	case MR_KEY_ARRAY:
		if (mr_note_has_room(d, n->line, "arrays", l->narrays))
			mr_apply_array(d, n, &m->arrays[l->narrays]);
		break;
	case MR_KEY_VARY:
		if (mr_note_has_room(d, n->line, "arrays", l->narrays))
			mr_apply_vary(d, n, &m->arrays[l->narrays]);
		break;
	case MR_KEY_VALUES:
		mr_apply_values(d, n);
		break;
	case MR_KEY_UNPROVEN:
		mr_apply_unproven(d, n);
		break;
	case MR_KEY_USER:
	case MR_KEY_PARTITION:
	case MR_KEY_LEVEL:
		mr_apply_mark(d, n);
		break;
	case MR_KEY_MOVES:
		mr_apply_moves(d, n);
		break;
	case MR_KEY_MAPS:
		mr_apply_maps(d, n);
		break;
	case MR_KEY_CHECK:
		if (mr_note_has_room(d, n->line, "checks", l->nchecks))
			apply_check(d, n, &m->checks[l->nchecks]);
		break;
	case MR_KEY_PAYLOAD:
		mr_apply_payload(d, n);
		break;
	default:
		mr_apply_list(d, n);
	}
}

/* Return 1 if annotations with KEY depend on the formats or structures of fields. Such annotations
 * are applied after the annotations that give formats or (Maps) structures to fields. */
static int needs_others(enum mr_key key)
{
	return key == MR_KEY_VARY || key == MR_KEY_USER || key == MR_KEY_PARTITION ||
	       key == MR_KEY_LEVEL || key == MR_KEY_VALUES || key == MR_KEY_WHEN ||
	       key == MR_KEY_MOVES || key == MR_KEY_COUNTDOWN || key == MR_KEY_CODE;
}

void mr_annot_apply(struct mr_draft *d)
{
	size_t room = d->notes.n < MONREAD_RULES_MAX ? d->notes.n : MONREAD_RULES_MAX, i;
	struct apply_made m = { mr_arena_array(d->arena, room, sizeof *m.arrays),
		          mr_arena_array(d->arena, room, sizeof *m.checks),
		          mr_arena_array(d->arena, room, sizeof *m.tells),
		          mr_arena_array(d->arena, room, sizeof *m.breaks) };
	int late;

	if (!m.arrays || !m.checks || !m.tells || !m.breaks) {
		d->no_memory = 1;
		return;
	}
	mr_find_mover(d);
	for (late = 0; late < 2; late++)
		for (i = 0; i < d->notes.n; i++)
			if (needs_others(d->notes.v[i].key) == late)
				apply_note(d, &d->notes.v[i], &m);
	mr_bound_draft(d, m.arrays);
	mr_unproven_mark(d, m.arrays);
	d->made->arrays = d->layout->narrays ? m.arrays : NULL;
	d->made->checks = d->layout->nchecks ? m.checks : NULL;
	d->made->tells = d->layout->ntells ? m.tells : NULL;
	d->made->breaks = d->layout->nbreaks ? m.breaks : NULL;
	apply_errata(d);
}
