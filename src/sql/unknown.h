/* unknown.h: names that a statement perhaps meant. */
#ifndef SQL_UNKNOWN_H
#define SQL_UNKNOWN_H

#include "cli/near.h"
#include "sql/tables.h"

#ifdef HAVE_SQLITE3

#define UNKNOWN_ROOM (NEAR_ROOM + 4u)

/* What to add to the MESSAGE of SQLite about the statement TEXT, in ROOM: the tables or columns that are near to one that
 * there is not; or "". */
const char *unknown_near(const struct tables *t, const char *text, const char *message, char room[UNKNOWN_ROOM]);

#endif
#endif
