/* moments.c: the function moment(). */
#include "config.h"

#include "sql/moments.h"

#include <stdio.h>
#include <string.h>

#include "cli/moment.h"
#include "table/text.h"

static void fail(sqlite3_context *context, const char *why)
{
	char text[300];

	snprintf(text, sizeof text, "moment(): %s", why);
	sqlite3_result_error(context, text, -1);
}

static void call(sqlite3_context *context, int n, sqlite3_value **values)
{
	const struct moments *moments = sqlite3_user_data(context);
	const char *text = (const char *)sqlite3_value_text(values[0]), *why = NULL;
	char time[MONREAD_TIME_SIZE];
	struct moment m;
	int64_t start = 0;

	if (!text)
		return;
	if (moment_parse(&m, text, 0) || m.kind == MOMENT_FROM_END) {
		fail(context, "expected a time, as in 2018-09-12 09:26:44, 09:26, 9:26:44, +90 or +10m");
		return;
	}
	if (m.kind != MOMENT_ABSOLUTE)
		why = moments->start(moments->arg, n > 1 ? (const char *)sqlite3_value_text(values[1]) : NULL, &start);
	if (why) {
		fail(context, why);
		return;
	}
	sqlite3_result_text(context, time, (int)table_sql_time(moment_resolve(&m, start, 0), time), SQLITE_TRANSIENT);
}

const char *moments_iso(const char *text)
{
	const char *p, *before;

	for (p = text; (p = strchr(p, '\'')) != NULL;) {
		for (before = p++; before > text && before[-1] == ' '; before--)
			;
		if (strcspn(p, "'") > 10 && p[4] == '-' && p[7] == '-' && p[10] == 'T' && (before == text || before[-1] != '('))
			break;
	}
	return p;
}

int moments_register(const struct moments *m, sqlite3 *db)
{
	/* moment('+10m') counts from the first capture. A statement may open another first one, so the result may change. */
	int flags = SQLITE_UTF8 | (m->are_named || m->vary ? 0 : SQLITE_DETERMINISTIC), code;

	code = sqlite3_create_function_v2(db, "moment", 1, flags, (void *)m, call, NULL, NULL, NULL);
	if (code == SQLITE_OK && m->are_named)
		code = sqlite3_create_function_v2(db, "moment", 2, flags, (void *)m, call, NULL, NULL, NULL);
	return code;
}
