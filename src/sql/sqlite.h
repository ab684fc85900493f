/* sqlite.h: include SQLite; the extension calls the SQLite of the program that loads it. */
#ifndef SQL_SQLITE_H
#define SQL_SQLITE_H

#ifdef MONREAD_EXTENSION
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif

/* Maximum bytes of a text in a query, and of all memory of SQLite. */
#define SQL_LENGTH_MAX (16 * 1024 * 1024)
#define SQL_HEAP_MAX   (256 * 1024 * 1024)

#endif
