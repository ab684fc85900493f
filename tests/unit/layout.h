/* layout.h: all layouts, and access to a field by its numbers. */
#ifndef UNIT_LAYOUT_H
#define UNIT_LAYOUT_H

#include "monread.h"
#include "unit.h"

/* Return field I of structure S, which must exist. */
static inline const struct monread_field *field_at(const struct monread_layout *l, size_t s,
                                                   size_t i)
{
	const struct monread_structure *structure = monread_layout_structure(l, s);
	const struct monread_field *f = structure ? monread_structure_field(structure, i) : NULL;

	ck_assert_ptr_nonnull(f);
	return f;
}

/* Return the built-in layouts, all of them loaded with their names. */
static inline struct monread_layouts *all_layouts(void)
{
	struct monread_layouts *l = monread_layouts_new();
	size_t i;

	ck_assert_ptr_nonnull(l);
	for (i = 0; i < monread_layouts_count(l); i++)
		ck_assert_ptr_nonnull(monread_layouts_at(l, i));
	ck_assert_ptr_nonnull(monread_layouts_by_name(l, "MRSYTLCK"));
	return l;
}

#endif
