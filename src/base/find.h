/* find.h: finds structures, fields and bits of a layout by name. */
#ifndef MR_FIND_H
#define MR_FIND_H

#include "base/be.h"
#include "monread.h"

/* A loop over the fields (or bits, meanings, structures) of OF: ITEM points to the field with the
 * index I. GET is a function such as monread_structure_field(). */
#define MR_EACH(i, item, get, of) for (i = 0, item = get(of, 0); item; item = get(of, ++i))

const struct monread_field *mr_find_field(const struct monread_structure *s, const char *name);
const struct monread_structure *mr_find_structure(const struct monread_layout *l, const char *name);
const struct monread_bit *mr_find_bit(const struct monread_structure *s, const char *name);

/* Return 1 if the field F lies within the first LENGTH bytes of its structure. */
static inline int mr_field_is_inside(const struct monread_field *f, size_t length)
{
	return mr_is_inside(f->offset, f->length, length);
}

#endif
