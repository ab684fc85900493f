/* split.h: splits a page that contains several records. */
#ifndef MR_SPLIT_H
#define MR_SPLIT_H

#include <stddef.h>

/* Return the offset in the page TEXT of the record after the one at FROM; LEN if it was the last. A record begins
 * with the line "NAME Prolog", or with the links to its sections before this line. */
size_t mr_split(const char *text, size_t len, size_t from);

#endif
