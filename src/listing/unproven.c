/* unproven.c: applies the annotation Unproven, which marks fields whose offset or meaning is
 * uncertain. */
#include "listing/apply.h"

#include <string.h>

void mr_apply_unproven(struct mr_draft *d, const struct mr_note *n)
{
	struct monread_layout *l = d->layout;
	struct mr_value v = { n->value, NULL, 0 };
	uint32_t from = 0;

	if (l->unproven) {
		mr_note_refuse(d, n, "is given twice");
		return;
	}
	if (!mr_value_skip(&v, "all") &&
	    (!mr_value_skip(&v, "from") || !mr_value_next(&v) ||
	     !mr_value_number(&v, &from))) {
		mr_note_refuse(d, n, "expected \"from\" OFFSET REASON, or \"all\" REASON");
		return;
	}
	v.p += strspn(v.p, " ");
	if (!*v.p) {
		mr_note_refuse(d, n, "no reason");
		return;
	}
	l->unproven = v.p;
	l->unproven_from = from;
}

/* Mark the fields of the structure P from offset FROM on as unproven. Return how many fields were
 * marked. */
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

/* Mark the fields of all arrays that may come after the first unproven offset. Return how many
 * fields were marked. */
static unsigned mark_arrays(struct mr_draft *d)
{
	unsigned n = 0;
	uint32_t i;
	size_t k;

	for (i = 0; i < d->layout->narrays; i++) {
		const struct monread_array *a = &d->rules.arrays[i];

		if (!a->at && a->at_const < d->layout->unproven_from)
			continue;
		if (a->structure)
			n += mark_fields(&d->parts[mr_structure(a->structure) - d->structures], 0);
		for (k = 0; k < d->parts[0].nrows; k++)
			if (a->text && d->parts[0].rows[k].field == a->text) {
				d->parts[0].rows[k].f.flags |= MONREAD_UNPROVEN;
				n++;
			}
	}
	return n;
}

/* If an unproven field has a structure, mark the fields of this structure. A structure is nested
 * only in structures that come before it in d->parts, so one pass suffices. */
static void mark_maps(struct mr_draft *d)
{
	const struct monread_field *f;
	size_t i, k;

	for (i = 0; i < d->nparts; i++)
		for (k = 0; k < d->parts[i].nrows; k++) {
			f = &d->parts[i].rows[k].f;
			if (f->structure && f->flags & MONREAD_UNPROVEN)
				mark_fields(&d->parts[mr_structure(f->structure) - d->structures],
				            0);
		}
}

static unsigned unproven_line_of(const struct mr_draft *d)
{
	const struct mr_note *n = d->notes.v;

	while (n < d->notes.v + d->notes.n && n->key != MR_KEY_UNPROVEN)
		n++;
	return n < d->notes.v + d->notes.n ? n->line : 0;
}

void mr_unproven_mark(struct mr_draft *d)
{
	const struct monread_layout *l = d->layout;
	unsigned n;

	if (!l->unproven || d->nparts == 0)
		return;
	n = mark_fields(&d->parts[0], l->unproven_from) + mark_arrays(d);
	if (n == 0)
		mr_draft_report(d, unproven_line_of(d),
		                "Unproven: no field is at offset %u or after it", l->unproven_from);
	mark_maps(d);
}
