/* made.h: the file of a database that this run made, which does not stay where nothing was loaded into it. */
#ifndef SQL_MADE_H
#define SQL_MADE_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

/* Make the file PATH where there is none, which *MADE tells.  A descriptor, which keeps other runs from removing it until it is
 * closed, behind SQLite: SQLite's own locks are gone with it.  -1: SQLite says why, if there is something to say. */
int made_file(const char *path, int *made);

/* Whether the file of DB has another name now, or none: what is written to it is lost. */
int made_is_gone(const struct sqlite *s, sqlite3 *db);

/* Remove PATH, of made_file(), which gave FD and which DB has, where no record is in it and no other run has it.  DB: NULL, it
 * could not be opened. */
void made_remove_empty(const struct sqlite *s, sqlite3 *db, const char *path, int fd);

#endif
#endif
