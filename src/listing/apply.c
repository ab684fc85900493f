/* apply.c: applies the annotations of a .dsect file, such as "Counter: FIELDS", to the fields that
 * the file describes. */
#include "listing/apply.h"

#include <stdio.h>
#include <string.h>

static void apply_check(struct mr_value *v)
{
	const struct mr_row *left = mr_value_next(v) ? mr_note_number(v) : NULL, *right;
	struct monread_check *c;

	if (!left)
		return;
	if (!mr_value_skip(v, "=") || !mr_value_next(v)) {
		mr_note_refuse(v, "expected FIELD = FIELD: text");
		return;
	}
	right = mr_note_number(v);
	if (!right)
		return;
	if (mr_value_next(v) && mr_value_is(v, ":"))
		v->p += strspn(v->p, " ");
	else
		mr_note_refuse(v, "expected an explanation after a colon");
	c = mr_note_more(v, "checks", &v->d->made->checks, v->d->layout->nchecks, sizeof *c);
	if (!c)
		return;
	c->left = left->field;
	c->right = right->field;
	c->text = v->p;
	v->d->layout->nchecks++;
}

static void apply_break(struct mr_value *v)
{
	struct mr_draft *d = v->d;
	struct monread_break *b;
	const struct mr_row *row = NULL;
	unsigned kind = MONREAD_BREAK_ALL;

	while (kind <= MONREAD_BREAK_GONE && !mr_value_skip(v, mr_break_word(kind)))
		kind++;
	if (kind > MONREAD_BREAK_ALL && kind <= MONREAD_BREAK_GONE && mr_value_next(v)) {
		row = mr_note_row(v);
		if (!row)
			return;
	}
	if (kind > MONREAD_BREAK_GONE || (kind != MONREAD_BREAK_ALL && !row) ||
	    mr_value_next(v)) {
		mr_note_refuse(
			v, "expected all, or changed, same, begin or gone and a field, found %.60s",
			v->n->value);
		return;
	}
	/* In sample records, different values of the field belong to different instances, such as
	 * users. In other records, a changed value means that all counters of the system
	 * restart. */
	if (kind == MONREAD_BREAK_CHANGED && strcmp(d->layout->kind, "sample") == 0)
		kind = MONREAD_BREAK_IDENTITY;
	b = mr_note_more(v, "Break lines", &d->made->breaks, d->layout->nbreaks, sizeof *b);
	if (!b)
		return;
	b->kind = (enum monread_break_kind)kind;
	b->field = row ? row->field : NULL;
	d->layout->nbreaks++;
}

/* ---- Configuration ---- */

#define CONFIGURATION_FORM "expected yes, or yes until RECORD KEYS"

/* Return the name that the key field KEY probably has in the record RECORD: MTRDEV_RDEVDEV is
 * called IODVOF_RDEVDEV in MRIODVOF. */
static const char *name_there(struct mr_draft *d, const char *record, const char *key)
{
	size_t len = strlen(d->layout->dsect);
	char name[2 * MONREAD_NAME_MAX + 2];

	if (len == 0 || strncmp(key, d->layout->dsect, len) != 0 || key[len] != '_' ||
	    strncmp(record, "MR", 2) != 0)
		return key;
	snprintf(name, sizeof name, "%.64s%.64s", record + 2, key + len);
	return mr_draft_string(d, name, strlen(name));
}

/* Add to the layout the rule that a record called RECORD ends the validity of a configuration
 * record that the layout describes. Return the rule; NULL after a report, or if out of memory. */
static struct monread_ending *add_ending(const struct mr_value *v, const char *record)
{
	struct monread_ending *e;

	e = mr_note_more(v, "ends of configuration", &v->d->made->endings, v->d->layout->nendings,
	                 sizeof *e);
	if (!e)
		return NULL;
	e->record = record;
	v->d->layout->nendings++;
	return e;
}

/* Add a rule about the key field that the current word of V names. If "=" and a name follow, this
 * is the name of the same key in RECORD. Return 0 if the caller must not read further keys; else
 * 1. */
static int endings_read_key(struct mr_value *v, const char *record)
{
	const struct mr_row *row = mr_note_row(v);
	struct monread_ending *e = row ? add_ending(v, record) : NULL;

	if (row && !e)
		return 0;
	if (e) {
		e->key = row->field;
		e->other = name_there(v->d, record, row->f.name);
	}
	if (!mr_value_skip(v, "="))
		return 1;
	if (!mr_value_next(v)) {
		mr_note_refuse(v, CONFIGURATION_FORM);
		return 0;
	}
	if (e)
		e->other = mr_draft_name(v->d, v->n->line, v->word, v->len);
	return 1;
}

static void apply_configuration(struct mr_value *v)
{
	const char *record;
	unsigned keys = 0;

	if (!mr_value_skip(v, "yes")) {
		mr_note_refuse(v, CONFIGURATION_FORM);
		return;
	}
	v->d->layout->configuration = 1;
	if (!mr_value_next(v))
		return;
	if (!mr_value_is(v, "until") || !mr_value_next(v)) {
		mr_note_refuse(v, CONFIGURATION_FORM);
		return;
	}
	record = mr_draft_name(v->d, v->n->line, v->word, v->len);
	for (; mr_value_next(v); keys++)
		if (!endings_read_key(v, record))
			return;
	if (keys == 0)
		add_ending(v, record);
}

/* ---- Unproven ---- */

static void apply_unproven(struct mr_value *v)
{
	struct monread_layout *l = v->d->layout;
	uint32_t from = 0;

	if (l->unproven) {
		mr_note_refuse(v, "is given twice");
		return;
	}
	if (!mr_value_skip(v, "all") &&
	    (!mr_value_skip(v, "from") || !mr_value_next(v) ||
	     !mr_value_number(v, &from))) {
		mr_note_refuse(v, "expected \"from\" OFFSET REASON, or \"all\" REASON");
		return;
	}
	v->p += strspn(v->p, " ");
	if (!*v->p) {
		mr_note_refuse(v, "no reason");
		return;
	}
	l->unproven = v->p;
	l->unproven_from = from;
}

static unsigned mark_fields(struct mr_part *p, uint32_t from)
{
	unsigned n = 0;
	size_t i;

	for (i = 0; i < p->nrows; i++) {
		struct monread_field *f = &p->rows[i].f;

		if (f->offset < from || f->flags & (MONREAD_HEADER | MONREAD_RESERVED))
			continue;
		f->flags |= MONREAD_UNPROVEN;
		n++;
	}
	return n;
}

/* Mark the fields of all arrays that may lie after the first unproven offset as unproven. Return
 * the number of marked fields. */
static unsigned mark_arrays(struct mr_draft *d)
{
	unsigned n = 0;
	uint32_t i;
	size_t k;

	for (i = 0; i < d->layout->narrays; i++) {
		const struct monread_array *a = &d->made->arrays[i];

		if (!a->at && a->at_const < d->layout->unproven_from)
			continue;
		if (a->structure)
			n += mark_fields(mr_part_of(d, a->structure), 0);
		for (k = 0; k < d->parts[0].nrows; k++)
			if (a->text && d->parts[0].rows[k].field == a->text) {
				d->parts[0].rows[k].f.flags |= MONREAD_UNPROVEN;
				n++;
			}
	}
	return n;
}

/* If an unproven field has a structure, mark the fields of this structure as unproven, too. One
 * pass suffices, because a structure is nested only in structures before it in d->parts. */
static void mark_maps(struct mr_draft *d)
{
	const struct monread_field *f;
	size_t i, k;

	for (i = 0; i < d->nparts; i++)
		for (k = 0; k < d->parts[i].nrows; k++) {
			f = &d->parts[i].rows[k].f;
			if (f->structure && f->flags & MONREAD_UNPROVEN)
				mark_fields(mr_part_of(d, f->structure), 0);
		}
}

static void unproven_mark(struct mr_draft *d)
{
	const struct monread_layout *l = d->layout;
	unsigned n;

	if (!l->unproven || d->nparts == 0)
		return;
	n = mark_fields(&d->parts[0], l->unproven_from) + mark_arrays(d);
	if (n == 0)
		mr_draft_report(d,
		                mr_listing_line(d->prolog.p,
		                                (size_t)(d->prolog.end - d->prolog.p), "Unproven"),
		                "Unproven: no field is at offset %u or after it", l->unproven_from);
	mark_maps(d);
}

/* ---- All annotations ---- */

/* For each key, the function that applies the annotations with this key that mr_annot_read() has
 * stored; NULL: mr_apply_list(). */
static const struct {
	void (*apply)(struct mr_value *v);
	/* 1: apply the annotation after those that give formats and structures to fields */
	int late;
} appliers[MR_NKEYS] = {
	[MR_KEY_WHEN] = { mr_apply_when, 1 },
	[MR_KEY_TELLS] = { mr_apply_tells, 0 },
	[MR_KEY_BREAK] = { apply_break, 0 },
	[MR_KEY_CONFIGURATION] = { apply_configuration, 0 },
	[MR_KEY_ARRAY] = { mr_apply_array, 0 },
	[MR_KEY_VARY] = { mr_apply_vary, 1 },
	[MR_KEY_VALUES] = { mr_apply_values, 1 },
	[MR_KEY_UNPROVEN] = { apply_unproven, 0 },
	[MR_KEY_USER] = { mr_apply_mark, 1 },
	[MR_KEY_PARTITION] = { mr_apply_mark, 1 },
	[MR_KEY_LEVEL] = { mr_apply_mark, 1 },
	[MR_KEY_MOVES] = { mr_apply_moves, 1 },
	[MR_KEY_MAPS] = { mr_apply_maps, 0 },
	[MR_KEY_CHECK] = { apply_check, 0 },
	[MR_KEY_PAYLOAD] = { mr_apply_payload, 0 },
	[MR_KEY_COUNTDOWN] = { NULL, 1 },
	[MR_KEY_CODE] = { NULL, 1 },
};

void mr_annot_apply(struct mr_draft *d)
{
	size_t i;
	int late;

	mr_find_mover(d);
	for (late = 0; late < 2; late++)
		for (i = 0; i < d->notes.n; i++) {
			const struct mr_note *n = &d->notes.v[i];
			struct mr_value v = { d, n, n->value, NULL, 0 };

			if (appliers[n->key].late != late)
				continue;
			if (appliers[n->key].apply)
				appliers[n->key].apply(&v);
			else
				mr_apply_list(&v);
		}
	unproven_mark(d);
}
