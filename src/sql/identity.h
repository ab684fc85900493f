/* identity.h: by what a capture is known, whatever it is called. */
#ifndef SQL_IDENTITY_H
#define SQL_IDENTITY_H

#include "sql/indexed.h"

/* *ID, 0 or more: a hash of the first complete data set of C, without configuration that a writer has repeated at the
 * start of a file.  It stays as the capture grows, is renamed or compressed.  Below 0 where no data set is complete: a
 * hash of what there is, which is another one when there is more.  0, or -1 with errno, as indexed_each(). */
int identity_of(struct indexed *c, const struct indexed_scan *how, int64_t *id);

/* That of a capture that begins as the one known by ID, and is another one; always the same. */
int64_t identity_next(int64_t id);

#endif
