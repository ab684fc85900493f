/* foreign.h: captures that came over in a way that made them unreadable, as far as their first bytes tell. */
#ifndef MR_FOREIGN_H
#define MR_FOREIGN_H

#include <stddef.h>

/* Only so many bytes are looked at. */
#define MR_FOREIGN_AHEAD 104u

/* What happened to the input that begins with the N bytes at P, and what to do; NULL: it cannot be told. */
const char *mr_foreign(const unsigned char *p, size_t n);

#endif
