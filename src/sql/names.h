/* names.h: find the names of tables and columns in the text of a statement. */
#ifndef SQL_NAMES_H
#define SQL_NAMES_H

#include "monread.h"

#define NAMES_ROOM (3u * MONREAD_NAME_MAX)

/* Copy the next name in the text at *P to NAME, and set *P to the end of it. A name is a word, or text in double
 * quotes, brackets or grave accents; text in single quotes is skipped, and so are longer names. Returns the start
 * of the name in the text; NULL: the text has no more names. */
const char *names_next(const char **p, char name[NAMES_ROOM]);

/* Cut SUFFIX, in upper or lower case, off the end of NAME. Whether NAME had it. */
int names_cut(char *name, const char *suffix);

#endif
