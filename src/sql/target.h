/* target.h: the tables of a database that hold the rows of one virtual table: NAME, and NAME_delta. */
#ifndef SQL_TARGET_H
#define SQL_TARGET_H

#include "sql/database.h"

#ifdef HAVE_SQLITE3

/* Copy the rows of T, or of its differences, from the captures that the virtual tables read now.  FILE: the name for
 * the column "file", in UTF-8.  *ADDED: how many rows the database did not have.  0, or -1: the reason was reported. */
int target_copy(struct database *d, const struct table *t, int is_delta, const char *file, int64_t *added);

/* Copy what the virtual tables "files" and "problems" say of the capture that they read, which is called FILE.  0, or
 * -1: the reason was reported. */
int target_note(struct database *d, const char *file);

/* Index the tables that were made in this transaction, which is faster when they have their rows.  0, or -1: the reason
 * was reported. */
int targets_index(struct database *d);

void targets_free(struct database *d);

#endif
#endif
