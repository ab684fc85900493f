/* sqlite.h: SQLite, which the extension gets from the program that loads it. */
#ifndef SQL_SQLITE_H
#define SQL_SQLITE_H

#ifdef MONREAD_EXTENSION
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif

/* The limits of a text, and of all memory. */
#define SQL_LENGTH_MAX (16 * 1024 * 1024)
#define SQL_HEAP_MAX   (256 * 1024 * 1024)

/* Open *DB, an empty database in memory for statements of a user, which can only return rows: it has the functions of
 * functions.h, limits of length and memory, and no other databases; double quotes and a schema can hide nothing.
 * AUTHORIZE, with ARG, is asked first.  SQLITE_OK, or an error. */
int sqlite_open_restricted(sqlite3 **db,
                           int (*authorize)(void *, int, const char *, const char *, const char *, const char *),
                           void *arg);

#endif
