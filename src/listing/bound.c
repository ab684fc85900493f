/* bound.c: keeps a layout from growing without bound by structures inside of structures: six fields that are
 * mapped by a structure whose six fields are mapped by the next one, and so on, would soon be billions. */
#include "listing/bound.h"

#include <stdio.h>

struct extent {
	uint32_t fields; /* with those of all that is mapped onto them */
	uint32_t depth;
};

/* A structure maps only fields of those that stand before it, so that the last one is known first. */
static void bound_structure(const struct monread_layout *l, uint32_t i, struct extent *extents,
                            void (*tell)(void *, const char *), void *arg)
{
	const struct monread_structure *s = &l->structures[i];
	/* They are ours: the reader of the page has just made them. */
	struct monread_field *fields = (struct monread_field *)(uintptr_t)s->fields;
	struct extent *e = &extents[i];
	const struct extent *inner;
	char text[4 * MONREAD_NAME_MAX];
	uint32_t k;

	e->fields = s->nfields;
	e->depth = 0;
	for (k = 0; k < s->nfields; k++) {
		if (!fields[k].structure)
			continue;
		inner = &extents[fields[k].structure - l->structures];
		if (e->fields + inner->fields <= MONREAD_PLAN_MAX && inner->depth < MONREAD_NESTING_MAX) {
			e->fields += inner->fields;
			e->depth = inner->depth + 1 > e->depth ? inner->depth + 1 : e->depth;
			continue;
		}
		if (inner->depth < MONREAD_NESTING_MAX)
			snprintf(text, sizeof text, "%s: has more than %u fields with those of %s; not mapped", fields[k].name,
			         MONREAD_PLAN_MAX, fields[k].structure->name);
		else
			snprintf(text, sizeof text, "%s: with %s more than %u structures are inside of each other; not mapped",
			         fields[k].name, fields[k].structure->name, MONREAD_NESTING_MAX);
		fields[k].structure = NULL;
		fields[k].format = MONREAD_HEX;
		tell(arg, text);
	}
}

void mr_bound_plan(struct monread_layout *l, struct monread_array *arrays, void (*tell)(void *arg, const char *text),
                   void *arg)
{
	struct extent extents[MONREAD_STRUCTURES_MAX];
	char text[4 * MONREAD_NAME_MAX];
	uint32_t total, more, i, n = 0;

	if (l->nstructures == 0)
		return;
	for (i = l->nstructures; i-- > 0;)
		bound_structure(l, i, extents, tell, arg);
	total = extents[0].fields;
	for (i = 0; i < l->narrays; i++) {
		more = arrays[i].structure ? extents[arrays[i].structure - l->structures].fields : 1;
		if (total + more <= MONREAD_PLAN_MAX) {
			total += more;
			arrays[n++] = arrays[i];
			continue;
		}
		snprintf(text, sizeof text, "%s: with this array the record has more than %u fields; the array is left out",
		         arrays[i].structure ? arrays[i].structure->name : arrays[i].text->name, MONREAD_PLAN_MAX);
		tell(arg, text);
	}
	l->narrays = n;
}
