/* fields.h: the names of --fields. */
#ifndef CLI_FIELDS_H
#define CLI_FIELDS_H

#include "monread.h"

/* The first of FIELDS (names and globs, ended by NULL; or NULL) that no layout has a name for; NULL: none. */
const char *fields_unknown(const struct monread_layouts *l, const char *const *fields);

#endif
