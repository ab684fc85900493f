/* functions.h: the SQL functions median(), percentile() and regexp(). */
#ifndef SQL_FUNCTIONS_H
#define SQL_FUNCTIONS_H

#include "sql/sqlite.h"

/* Add to DB: median(x) and percentile(x, p), p from 0 to 100, with linear interpolation, which ignore NULL; and
 * regexp(pattern, x) for x REGEXP pattern, with extended expressions of POSIX. SQLITE_OK, or an error. */
int sql_functions_register(sqlite3 *db);

#endif
