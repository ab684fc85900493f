/* functions.h: the functions median(), percentile() and regexp(). */
#ifndef SQL_FUNCTIONS_H
#define SQL_FUNCTIONS_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

/* Add to DB: median(x) and percentile(x, p), p from 0 to 100, of the values that are not NULL, with linear
 * interpolation; and regexp(pattern, x), which is x REGEXP pattern, an extended expression of POSIX.  S lives as long as
 * DB.  SQLITE_OK, or an error. */
int sql_functions_register(sqlite3 *db);

#endif
#endif
