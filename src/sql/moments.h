/* moments.h: the function moment(). */
#ifndef SQL_MOMENTS_H
#define SQL_MOMENTS_H

#include <stdint.h>

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

struct moments {
	/* When the first record of the capture NAME was made, NULL: of what the statement reads.  NULL, or why that is not
	 * known. */
	const char *(*start)(void *arg, const char *name, int64_t *us);
	void *arg;
	int are_named; /* a capture can be named: moment('08:00', 'capture.bin') */
	int vary; /* another start comes while the statement runs */
};

/* The constant that constraint I compares with, if it is a time with a T, as 2026-03-04T08:00, which is later than all
 * times of that day as SQLite writes them.  NULL: it is not.  Needs SQLite 3.38. */
const char *moments_iso_constant(sqlite3_index_info *info, int i);
/* Whether TEXT begins like one. */
int moments_is_iso(const char *text);
/* What to say then, with the length of the constant and the constant. */
#define MOMENTS_ISO \
	"times are written 2026-03-04 08:02:00, and '%.*s' is later than all of its day: replace T by a blank, or use moment()"

/* moment('08:00'): the time as --since understands it, in the form of the column "time".  M lives as long as the
 * connection.  SQLITE_OK, or an error. */
int moments_register(const struct moments *m, sqlite3 *db);

#endif
#endif
