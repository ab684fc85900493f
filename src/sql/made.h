/* made.h: the file of a database that this run made, which does not stay where nothing was loaded into it. */
#ifndef SQL_MADE_H
#define SQL_MADE_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

/* Make the file PATH where there is none.  1: it was made; 0: there is one, or there cannot be, which SQLite says. */
int made_file(const char *path);

/* Whether the file of DB has another name now, or none: what is written to it is lost. */
int made_is_gone(const struct sqlite *s, sqlite3 *db);

/* Remove PATH, of made_file(), which DB has, where no record is in it.  DB: NULL, it could not be opened. */
void made_remove_empty(const struct sqlite *s, sqlite3 *db, const char *path);

#endif
#endif
