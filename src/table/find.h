/* find.h: finds structures, fields and bits of a layout by name. */
#ifndef TABLE_FIND_H
#define TABLE_FIND_H

#include "monread.h"

/* These functions return the field, structure or bit with the name NAME, ignoring case, or NULL if
 * there is none. */
const struct monread_field *table_find_field(const struct monread_structure *s, const char *name);
const struct monread_structure *table_find_structure(const struct monread_layout *l,
                                                     const char *name);
const struct monread_bit *table_find_bit(const struct monread_structure *s, const char *name);

/* Return 1 if no record uses layout number INDEX, because an earlier layout of LAYOUTS applies to
 * all records with the same domain and record number. */
int table_find_shadowed(const struct monread_layouts *layouts, size_t index);

#endif
