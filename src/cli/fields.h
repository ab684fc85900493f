/* fields.h: the names of --fields. */
#ifndef CLI_FIELDS_H
#define CLI_FIELDS_H

#include "monread.h"

/* Replace each of FIELDS (names and globs, ended by NULL; or NULL) that is given without the prefix of its DSECT, as PFXUTIME
 * for SYTPRP_PFXUTIME, by a glob that matches the full name.  *UNKNOWN becomes the first one that no layout has, or NULL.
 * 0, or ENOMEM. */
int fields_resolve(const struct monread_layouts *l, char **fields, const char **unknown);

#endif
