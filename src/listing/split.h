/* split.h: the records of a page that has several. */
#ifndef MR_SPLIT_H
#define MR_SPLIT_H

#include <stddef.h>

/* Where in the page TEXT the record begins that follows the one at FROM; LEN: there is none.  A record begins with the
 * line "NAME Prolog", and with what leads to its sections in front of that. */
size_t mr_split(const char *text, size_t len, size_t from);

#endif
