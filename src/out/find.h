/* find.h: finds structures and bits of a layout by name. The functions return NULL if there is no such name. */
#ifndef OUT_FIND_H
#define OUT_FIND_H

#include "monread.h"

const struct monread_structure *out_find_structure(const struct monread_layout *l, const char *name);
const struct monread_bit *out_find_bit(const struct monread_structure *s, const char *name);

/* Return 1 if no record uses layout number INDEX, because a previous layout applies to all records of its number. */
int out_find_shadowed(const struct monread_layouts *layouts, size_t index);

#endif
