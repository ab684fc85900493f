/* moments.h: the SQL function moment(), which understands times as --since does. */
#ifndef SQL_MOMENTS_H
#define SQL_MOMENTS_H

#include <stdint.h>

#include "sql/sqlite.h"

#ifdef HAVE_SQLITE3

struct moments {
	/* Set *US to the time of the first record of the capture NAME; NULL: of the captures of the statement.
	 * Returns NULL, or a message. */
	const char *(*start)(void *arg, const char *name, int64_t *us);
	void *arg;
	int are_named; /* moment() may have a second argument, the name of a capture: moment('08:00', 'capture.bin') */
	int vary; /* a statement may open further captures, so that the result of moment() can change */
};

/* If constraint I compares with a constant time with a T, as 2026-03-04T08:00, returns the constant. It compares as
 * later than all times of that day, as SQLite writes a blank. NULL: another constant. Needs SQLite 3.38. */
const char *moments_iso_constant(sqlite3_index_info *info, int i);
/* Whether TEXT begins with such a time. */
int moments_is_iso(const char *text);
/* The message about it. Arguments: length of the constant, the constant. */
#define MOMENTS_ISO \
	"times are written 2026-03-04 08:02:00, and '%.*s' is later than all of its day: replace T by a blank, or use moment()"

/* Register moment('08:00'), which returns a time as --since understands it, in the form of the column "time". M
 * must live as long as the connection. SQLITE_OK, or an error. */
int moments_register(const struct moments *m, sqlite3 *db);

#endif
#endif
