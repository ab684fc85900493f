/* flat.c: finds layouts whose fields have the same offset in every record. */
#include "config.h"

#include "table/flat.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/find.h"

static int is_flat(const struct monread_structure *s, unsigned depth)
{
	const struct monread_field *f;
	size_t i;

	MR_EACH(i, f, monread_structure_field, s) {
		if (f->type == MONREAD_TYPE_STRING || f->when || f->flags & MONREAD_MOVES)
			return 0;
		if (f->structure && (f->dim_count || depth + 1 >= MONREAD_NESTING_MAX ||
		                     !is_flat(f->structure, depth + 1)))
			return 0;
	}
	return 1;
}

int flat_but_payload(const struct monread_layout *l)
{
	return !l->narrays && l->nstructures && is_flat(monread_layout_structure(l, 0), 0);
}

int flat_is(const struct monread_layout *l)
{
	return !monread_layout_payload(l) && flat_but_payload(l);
}

static int add_place(struct flat *f, const struct monread_field *field, uint32_t offset)
{
	uint32_t end = offset + field->length;

	if (ARRAY_GROW(f->places, f->n, f->room))
		return -1;
	f->places[f->n++] = (struct flat_place){ field, offset, field->length };
	f->end = end > f->end ? end : f->end;
	f->counts_down |= (field->flags & MONREAD_COUNTDOWN) != 0;
	return 0;
}

static int add_structure(struct flat *f, const struct monread_structure *s, uint32_t at,
                         unsigned flags)
{
	const struct monread_field *field;
	uint32_t k;
	size_t i;

	MR_EACH(i, field, monread_structure_field, s) {
		if (field->structure) {
			if (!(field->flags & MONREAD_HEADER) &&
			    add_structure(f, field->structure, at + field->offset, flags))
				return -1;
			continue;
		}
		if (!(field->flags & flags))
			continue;
		for (k = 0; k < (field->dim_count ? field->dim_count : 1); k++)
			if (add_place(f, field, at + field->offset + k * field->length))
				return -1;
	}
	return 0;
}

int flat_make(struct flat *f, const struct monread_layout *l, unsigned flags)
{
	return add_structure(f, monread_layout_structure(l, 0), 0, flags);
}

void flat_done(struct flat *f)
{
	free(f->places);
}
