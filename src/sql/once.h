/* once.h: --merge for --sql and --sqlite: make one row of a record that several captures of a system have. */
#ifndef SQL_ONCE_H
#define SQL_ONCE_H

#include "sql/indexed.h"

/* Find the records that several of the N captures in LIST have, and keep each in one of them: the first in the list, as
 * --merge does. 0, or -1 with errno, as indexed_scan(). */
int once_find(struct indexed *const *list, size_t n, const struct indexed_scan *how);

#endif
