/* moments.c: the function moment(). */
#include "config.h"

#include "sql/moments.h"

#ifdef HAVE_SQLITE3

#include <stdio.h>

#include "cli/moment.h"
#include "monread.h"

/* A function can ask for what belongs to it only by a function of SQLite, which has to be known before.  It is the same
 * for all connections of a process. */
static void *(*user_data)(sqlite3_context *);

static void fail(const struct sqlite *s, sqlite3_context *context, const char *why)
{
	char text[300];

	snprintf(text, sizeof text, "moment(): %s", why);
	s->result_error(context, text, -1);
}

static void call(sqlite3_context *context, int n, sqlite3_value **values)
{
	const struct moments *moments = user_data(context);
	const struct sqlite *s = moments->sqlite;
	const char *text = (const char *)s->value_text(values[0]), *why = NULL;
	char time[MONREAD_TIME_SIZE];
	struct moment m;
	int64_t start = 0;

	if (!text)
		return;
	if (moment_parse(&m, text, 0)) {
		fail(s, context, "expected a time, as in 2018-09-12T09:26:44Z, 09:26, 9:26:44, +90 or +10m");
		return;
	}
	if (m.kind != MOMENT_ABSOLUTE)
		why = moments->start(moments->arg, n > 1 ? (const char *)s->value_text(values[1]) : NULL, &start);
	if (why) {
		fail(s, context, why);
		return;
	}
	monread_time_text(moment_resolve(&m, start, 0), time);
	s->result_text(context, time, -1, SQLITE_TRANSIENT);
}

int moments_register(const struct moments *m, sqlite3 *db)
{
	const struct sqlite *s = m->sqlite;
	/* Where captures are opened by their names, what it says may change with the next one. */
	int flags = SQLITE_UTF8 | (m->are_named || m->vary ? 0 : SQLITE_DETERMINISTIC), code;

	/* Other threads may be using it. */
	if (!user_data)
		user_data = s->user_data;
	code = s->create_function_v2(db, "moment", 1, flags, (void *)m, call, NULL, NULL, NULL);
	if (code == SQLITE_OK && m->are_named)
		code = s->create_function_v2(db, "moment", 2, flags, (void *)m, call, NULL, NULL, NULL);
	return code;
}

#endif
