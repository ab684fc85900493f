/* apply.c: applies the annotations of a .dsect file, such as "Counter: FIELDS", to the fields of
 * this file. */
#include "listing/apply.h"

#include <string.h>

static void apply_check(struct mr_draft *d, const struct mr_note *n)
{
	struct mr_value v = { n->value, NULL, 0 };
	const struct mr_row *left = mr_value_next(&v) ? mr_note_number(d, n, &v) : NULL, *right;
	struct monread_check *c;

	if (!left)
		return;
	if (!mr_value_skip(&v, "=") || !mr_value_next(&v)) {
		mr_note_refuse(d, n, "expected FIELD = FIELD: text");
		return;
	}
	right = mr_note_number(d, n, &v);
	if (!right)
		return;
	if (mr_value_next(&v) && mr_value_is(&v, ":"))
		v.p += strspn(v.p, " ");
	else
		mr_note_refuse(d, n, "expected an explanation after a colon");
	c = mr_note_more(d, n, "checks", &d->rules.checks, d->layout->nchecks, sizeof *c);
	if (!c)
		return;
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

/* The functions for the annotations that mr_annot_read() has stored. For keys that are not here,
 * call mr_apply_list(). */
static const struct {
	void (*apply)(struct mr_draft *d, const struct mr_note *n);
	/* 1: the annotation depends on the formats or structures of fields, so it is applied after
	 * the annotations that give formats or (Maps) structures to fields */
	int late;
} appliers[MR_NKEYS] = {
	[MR_KEY_WHEN] = { mr_apply_when, 1 },
	[MR_KEY_TELLS] = { mr_apply_tells, 0 },
	[MR_KEY_BREAK] = { mr_apply_break, 0 },
	[MR_KEY_CONFIGURATION] = { mr_apply_configuration, 0 },
	[MR_KEY_ARRAY] = { mr_apply_array, 0 },
	[MR_KEY_VARY] = { mr_apply_vary, 1 },
	[MR_KEY_VALUES] = { mr_apply_values, 1 },
	[MR_KEY_UNPROVEN] = { mr_apply_unproven, 0 },
	[MR_KEY_USER] = { mr_apply_mark, 1 },
	[MR_KEY_PARTITION] = { mr_apply_mark, 1 },
	[MR_KEY_LEVEL] = { mr_apply_mark, 1 },
	[MR_KEY_MOVES] = { mr_apply_moves, 1 },
	[MR_KEY_MAPS] = { mr_apply_maps, 0 },
	[MR_KEY_CHECK] = { apply_check, 0 },
	[MR_KEY_PAYLOAD] = { mr_apply_payload, 0 },
	[MR_KEY_COUNTDOWN] = { mr_apply_list, 1 },
	[MR_KEY_CODE] = { mr_apply_list, 1 },
};

void mr_annot_apply(struct mr_draft *d)
{
	size_t i;
	int late;

	mr_find_mover(d);
	for (late = 0; late < 2; late++)
		for (i = 0; i < d->notes.n; i++) {
			const struct mr_note *n = &d->notes.v[i];

			if (appliers[n->key].late != late)
				continue;
			if (appliers[n->key].apply)
				appliers[n->key].apply(d, n);
			else
				mr_apply_list(d, n);
		}
	mr_bound_draft(d);
	mr_unproven_mark(d);
	d->made->arrays = d->rules.arrays;
	d->made->checks = d->rules.checks;
	d->made->tells = d->rules.tells;
	d->made->breaks = d->rules.breaks;
	d->made->endings = d->rules.endings;
	apply_errata(d);
}
