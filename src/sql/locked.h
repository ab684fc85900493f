/* locked.h: wait for a database that another program has locked. */
#ifndef SQL_LOCKED_H
#define SQL_LOCKED_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

#include <stdint.h>

struct locked {
	const char *name; /* of the database, for messages */
	int fd;           /* of its file; -1: none */
	int64_t since;    /* when this wait began */
	int noted;        /* it was reported */
};

/* DB waits for locks as long as it takes, or until the end is asked for: then SQLite has SQLITE_BUSY.  L, of which ->name
 * and ->fd are set, lives as long as DB. */
void locked_wait(struct locked *l, sqlite3 *db);

#endif
#endif
