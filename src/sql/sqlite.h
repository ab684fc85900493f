/* sqlite.h: include SQLite; the extension calls the SQLite of the program that loads it. */
#ifndef SQL_SQLITE_H
#define SQL_SQLITE_H

#ifdef MONREAD_EXTENSION
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif

/* Bytes that a text, and all memory of SQLite, may take in a query. */
#define SQL_LENGTH_MAX (16 * 1024 * 1024)
#define SQL_HEAP_MAX   (256 * 1024 * 1024)

#endif
