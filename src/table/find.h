/* find.h: what a layout has by a name. */
#ifndef TABLE_FIND_H
#define TABLE_FIND_H

#include "monread.h"

/* The field NAME of S; NULL: it has none. */
const struct monread_field *table_find_field(const struct monread_structure *s, const char *name);

#endif
