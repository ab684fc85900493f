/* once.h: --merge: records that several captures of a system have are rows once. */
#ifndef SQL_ONCE_H
#define SQL_ONCE_H

#include "sql/indexed.h"

/* Of the N captures in LIST, note the records that another one has, too, so that each is in one of them: as --merge shows
 * them, of those with the same time in the first of the list.  Then put the list in the order of their last records that
 * are left: what begins with configuration of long before goes on where another one ends.  0, or -1 with errno, as
 * indexed_scan(). */
int once_find(struct indexed **list, size_t n, const struct indexed_scan *how);

#endif
