/* functions.h: what queries of reports can call besides SQLite's own functions. */
#ifndef STAT_FUNCTIONS_H
#define STAT_FUNCTIONS_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

/* sum_all(X): as sum(X), but NULL where one of the X is, as the sum of the others is not that of all.  SQLITE_OK, or an error.
 * S lives as long as DB. */
int functions_register(sqlite3 *db);

#endif
#endif
