/* moments.h: the function moment(). */
#ifndef SQL_MOMENTS_H
#define SQL_MOMENTS_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

#include "sql/files.h"

/* moment('08:00'): the time as --since understands it, in the form of the column "time".  The day is that of the first
 * of FILES.  Both live as long as the connection.  SQLITE_OK, or an error. */
int moments_register(const struct sqlite *s, sqlite3 *db, struct files *files);

#endif
#endif
