/* names.h: the names in a statement. */
#ifndef SQL_NAMES_H
#define SQL_NAMES_H

#include "monread.h"

#define NAMES_ROOM (3u * MONREAD_NAME_MAX)

/* Copy the next name in the text at *P, which goes behind it: a word, or what stands between double quotes, brackets or grave
 * accents; the text between single quotes is none, and longer names are left out.  Returns where it stands; NULL: there is no
 * more. */
const char *names_next(const char **p, char name[NAMES_ROOM]);

/* Whether NAME, in any case, ends with SUFFIX; then that is cut off. */
int names_cut(char *name, const char *suffix);

#endif
