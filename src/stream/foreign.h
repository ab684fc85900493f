/* foreign.h: explains captures that a transfer made unreadable, by their first bytes. */
#ifndef MR_FOREIGN_H
#define MR_FOREIGN_H

#include <stddef.h>

/* The number of bytes that are examined. */
#define MR_FOREIGN_AHEAD 104u

/* Return a sentence that explains what happened to the input with the first N bytes P and how to repair it; NULL if
 * unknown. The text is static. */
const char *mr_foreign(const unsigned char *p, size_t n);

#endif
