/* fields.h: resolves the names of --fields. */
#ifndef CLI_FIELDS_H
#define CLI_FIELDS_H

#include "monread.h"

/* Replace each of FIELDS (names and patterns, ended by NULL; or NULL) without DSECT prefix, such as PFXUTIME for
 * SYTPRP_PFXUTIME, by a pattern for the full name. *UNKNOWN is the first name that no layout has, or NULL. Return
 * 0, or ENOMEM. */
int fields_resolve(const struct monread_layouts *l, char **fields, const char **unknown);

#endif
