/* find.h: what a layout has by a name.  NULL: nothing. */
#ifndef OUT_FIND_H
#define OUT_FIND_H

#include "monread.h"

const struct monread_structure *out_find_structure(const struct monread_layout *l, const char *name);
const struct monread_bit *out_find_bit(const struct monread_structure *s, const char *name);

/* Whether records never have the layout with the number INDEX, as one before it is for all records of that number. */
int out_find_shadowed(const struct monread_layouts *layouts, size_t index);

#endif
