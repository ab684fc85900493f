/* layout.h: a field of a layout, by its numbers. */
#ifndef UNIT_LAYOUT_H
#define UNIT_LAYOUT_H

#include "monread.h"
#include "unit.h"

/* Field I of structure S, which is there. */
static inline const struct monread_field *field_at(const struct monread_layout *l, size_t s, size_t i)
{
	const struct monread_structure *structure = monread_layout_structure(l, s);
	const struct monread_field *f = structure ? monread_structure_field(structure, i) : NULL;

	ck_assert_ptr_nonnull(f);
	return f;
}

#endif
