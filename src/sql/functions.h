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

/* Call this in a program that uses SQLite in one thread only, before the first connection: SQLite
 * then takes no locks, and a faster allocator limits its memory to SQL_HEAP_MAX bytes. */
void sqlite_prepare(void);

/* Open *DB, an empty database in memory with the functions of sql_functions_register() and limits
 * of length and memory. It refuses ATTACH, and texts in double quotes. Return SQLITE_OK, or an
 * error. */
int sqlite_open_restricted(sqlite3 **db);

/* A function for sqlite3_set_authorizer() that permits only reading. While the int at DECLARING is
 * not 0, it permits all actions, because a virtual table needs them to declare its columns.
 * DECLARING may be NULL. */
int sqlite_authorize(void *declaring, int action, const char *a, const char *b,
                     const char *database, const char *view);

struct moments {
	/* Set *US to the time of the first record of the capture NAME, or of all captures if NAME
	 * is NULL. Return NULL, or an error message. */
	const char *(*start)(void *arg, const char *name, int64_t *us);
	void *arg;
	/* 1: the name of a capture may be a second argument: moment('08:00', 'capture.bin') */
	int are_named;
	/* points to the time of the first record, which the caller may change; NULL: call
	 * ->start() */
	const int64_t *at;
};

/* Find constants in the SQL TEXT that are times with a T, such as '2026-03-04T08:00', and are not
 * arguments of functions. Return the start of the first one, or NULL. The caller warns of it,
 * because SQLite compares times as texts, and times in tables have a blank instead of the T. */
const char *moments_iso(const char *text);
/* The printf() format of the warning of a constant that moments_iso() found; its arguments are the
 * length and the address of the constant. */
#define MOMENTS_ISO \
	"times are written 2026-03-04 08:02:00, and '%.*s' is later than all of its day: replace T by a blank, or use moment()"

/* Add the function moment() to DB. It reads a text as --since does, and returns the time in the
 * form of the column "time". M must live as long as DB. Return SQLITE_OK, or an error. */
int moments_register(const struct moments *m, sqlite3 *db);

#endif
