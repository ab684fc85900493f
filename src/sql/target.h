/* target.h: the tables of a database that hold the rows of one virtual table: NAME, and NAME_delta. */
#ifndef SQL_TARGET_H
#define SQL_TARGET_H

#include "sql/database.h"

/* Copy the rows of T, or its differences, from the current captures of the virtual tables. FILE is stored in the
 * column "file", as UTF-8. *ADDED: number of new rows. 0, or -1: the reason was reported. */
int target_copy(struct database *d, const struct table *t, int is_delta, const char *file, int64_t *added);

#endif
