/* memory.h: the memory of SQLite, and how much of it there may be. */
#ifndef SQL_MEMORY_H
#define SQL_MEMORY_H

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

/* Have SQLite take its memory here.  Before its first database is opened; what is called later changes nothing. */
void sql_memory_use(void);

/* All databases of the process together get no more than LIMIT bytes, within 64 KB for each thread: what they ask for
 * then fails with SQLITE_NOMEM. */
void sql_memory_limit(long limit);

#endif
#endif
