/* unknown.h: suggest tables and columns for unknown names in a statement. */
#ifndef SQL_UNKNOWN_H
#define SQL_UNKNOWN_H

#include "cli/near.h"
#include "sql/tables.h"

#define UNKNOWN_ROOM (NEAR_ROOM + 4u)

/* The name in the MESSAGE of SQLite about an unknown column; NULL: another message. */
const char *unknown_column(const char *message);

/* A suggestion to append to the MESSAGE of SQLite about the statement TEXT: names of tables or columns that are
 * similar to the unknown one. Stored in ROOM; "": no suggestion. */
const char *unknown_near(const struct tables *t, const char *text, const char *message, char room[UNKNOWN_ROOM]);

#endif
