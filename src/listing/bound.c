/* bound.c: limits the size of a layout with nested structures: a short page could describe billions
 * of fields. */
#include "listing/draft.h"

struct bound_extent {
	uint32_t fields; /* number of fields, including those of nested structures */
	uint32_t depth;
};

/* Compute EXTENTS[I], the extent of structure number I. If the structure of a field is too large or
 * nested too deep, show the field in hex. Call this for the last structure first, because a
 * structure contains only later structures. */
static void bound_part(struct mr_draft *d, size_t i, struct bound_extent *extents)
{
	struct mr_part *p = &d->parts[i];
	struct bound_extent *e = &extents[i];
	size_t k;

	e->fields = (uint32_t)p->nrows;
	e->depth = 0;
	for (k = 0; k < p->nrows; k++) {
		struct mr_row *row = &p->rows[k];
		const struct bound_extent *inner;
		size_t by;

		if (!row->f.structure)
			continue;
		by = (size_t)(mr_part_of(d, row->f.structure) - d->parts);
		inner = &extents[by];
		if (e->fields + inner->fields <= MONREAD_PLAN_MAX &&
		    inner->depth < MONREAD_NESTING_MAX) {
			e->fields += inner->fields;
			e->depth = inner->depth + 1 > e->depth ? inner->depth + 1 : e->depth;
			continue;
		}
		if (inner->depth < MONREAD_NESTING_MAX)
			mr_draft_report(
				d, 0,
				"%s: shown in hex: with the structure %s the record would have more than %u fields",
				row->f.name, d->parts[by].name, MONREAD_PLAN_MAX);
		else
			mr_draft_report(
				d, 0,
				"%s: shown in hex: with the structure %s more than %u structures would be nested",
				row->f.name, d->parts[by].name, MONREAD_NESTING_MAX);
		row->f.structure = NULL;
		row->f.format = MONREAD_HEX;
	}
}

void mr_bound_draft(struct mr_draft *d)
{
	struct monread_array *arrays = d->made->arrays;
	struct bound_extent extents[MONREAD_STRUCTURES_MAX];
	uint32_t total, more, n = 0;
	size_t i;

	if (d->nparts == 0)
		return;
	for (i = d->nparts; i-- > 0;)
		bound_part(d, i, extents);
	total = extents[0].fields;
	for (i = 0; i < d->layout->narrays; i++) {
		const struct mr_field *text = mr_field(arrays[i].text);
		const char *name;

		if (arrays[i].structure) {
			const struct mr_part *p = mr_part_of(d, arrays[i].structure);

			name = p->name;
			more = extents[p - d->parts].fields;
		} else {
			name = d->parts->rows[text - d->made->structures->fields].f.name;
			more = 1;
		}
		if (total + more <= MONREAD_PLAN_MAX) {
			total += more;
			arrays[n++] = arrays[i];
			continue;
		}
		mr_draft_report(
			d, 0,
			"%s: with this array the record has more than %u fields; the array is left out",
			name, MONREAD_PLAN_MAX);
	}
	d->layout->narrays = n;
}
