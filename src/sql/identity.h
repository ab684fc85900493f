/* identity.h: by what a capture is known, whatever it is called. */
#ifndef SQL_IDENTITY_H
#define SQL_IDENTITY_H

#include "sql/indexed.h"

/* *ID, 0 or more: a hash of the first complete data set of C, without configuration that a writer has repeated at the
 * start of a file; of all where none is complete.  It stays as the capture grows, is renamed or compressed.  0, or -1
 * with errno, as indexed_each(). */
int identity_of(struct indexed *c, const struct indexed_scan *how, int64_t *id);

#endif
