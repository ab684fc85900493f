/* find.h: finds a field of a structure by name. */
#ifndef TABLE_FIND_H
#define TABLE_FIND_H

#include "monread.h"

/* Return the field NAME of S, or NULL. */
const struct monread_field *table_find_field(const struct monread_structure *s, const char *name);

#endif
