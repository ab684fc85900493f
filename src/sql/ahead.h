/* ahead.h: a capture read from front to back by a thread of its own, while what came before is looked at. */
#ifndef SQL_AHEAD_H
#define SQL_AHEAD_H

#include "sql/indexed.h"

struct ahead;

/* Read C from AT on, up to LIMIT (0: to its end).  NULL: there is one processor only, or no memory, or no thread to be
 * had; then it is read without. */
struct ahead *ahead_start(const struct indexed *c, uint64_t at, uint64_t limit);
void ahead_end(struct ahead *a); /* of NULL, too */

/* The next bytes, valid until the next call.  Their number; 0: there are no more; -1 with errno: they cannot be read. */
ssize_t ahead_next(struct ahead *a, const unsigned char **bytes);

#endif
