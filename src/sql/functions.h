/* functions.h: SQL functions, and a database in memory for statements of a user. */
#ifndef SQL_FUNCTIONS_H
#define SQL_FUNCTIONS_H

#include <stdint.h>

#include "sql/sqlite.h"

/* Add these functions to DB: median(x), and percentile(x, p) with p from 0 to 100 and linear
 * interpolation; corr(y, x), regr_slope(y, x) and regr_intercept(y, x), as in PostgreSQL; and
 * regexp(pattern, x) with extended regular expressions of POSIX, which SQLite calls for x REGEXP
 * pattern. Aggregate functions ignore NULL. Return SQLITE_OK, or an error. */
int sql_functions_register(sqlite3 *db);

/* Call this before the first connection, if only one thread uses SQLite: SQLite then takes no
 * locks, and a faster allocator limits the memory of SQLite to SQL_HEAP_MAX bytes. */
void sqlite_prepare(void);

/* Open *DB, an empty database in memory with the functions of sql_functions_register(). The
 * database limits the length of texts and the memory, and refuses ATTACH, and texts in double
 * quotes. Return SQLITE_OK, or an error. */
int sqlite_open_restricted(sqlite3 **db);

/* For sqlite3_set_authorizer(): permit only reading, except while the int at DECLARING, which may
 * be NULL, is not 0: a virtual table needs other actions to declare its columns. */
int sqlite_authorize(void *declaring, int action, const char *a, const char *b,
                     const char *database, const char *view);

struct moments {
	/* Set *US to the time of the first record of the capture NAME or, if NAME is NULL, of all
	 * captures. Return NULL, or an error message. */
	const char *(*start)(void *arg, const char *name, int64_t *us);
	void *arg;
	int are_named; /* 1: moment('08:00', 'capture.bin') is possible */
	const int64_t *at; /* the time of the first record; NULL: call ->start() */
};

/* Return the first constant in the SQL TEXT that is a time with a T, such as '2026-03-04T08:00',
 * and not an argument of a function; or NULL. SQLite compares times as texts, and times in tables
 * have a blank instead of the T, so the caller prints the warning MOMENTS_ISO, whose arguments
 * are the length of the constant without quotes and its address. */
const char *moments_iso(const char *text);
#define MOMENTS_ISO \
	"times are written 2026-03-04 08:02:00, and '%.*s' is later than all of its day: replace T by a blank, or use moment()"

/* Add the function moment() to DB. moment() reads a time as --since does, and returns the time in
 * the form of the column "time". M must live as long as DB. Return SQLITE_OK, or an error. */
int moments_register(const struct moments *m, sqlite3 *db);

#endif
