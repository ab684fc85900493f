/* moments.c: the function moment(). */
#include "config.h"

#include "sql/moments.h"

#ifdef HAVE_SQLITE3

#include <string.h>

#include "cli/moment.h"
#include "monread.h"

/* A function can ask for what belongs to it only by a function of SQLite, which has to be known before. */
static struct {
	const struct sqlite *sqlite;
	struct files *files;
} moments;

/* When the first record was made.  0, or -1: there is none, or the files cannot be opened. */
static int start_of(struct files *f, int64_t *us)
{
	if (files_open(f) || f->n == 0 || !f->list[0]->first_tod)
		return -1;
	*us = monread_tod_to_unix_us(f->list[0]->first_tod);
	return 0;
}

static void call(sqlite3_context *context, int n, sqlite3_value **values)
{
	const struct sqlite *s = moments.sqlite;
	const char *text = (const char *)s->value_text(values[0]);
	char time[MONREAD_TIME_SIZE];
	struct moment m;
	int64_t start = 0;

	(void)n;
	if (!text)
		return;
	if (moment_parse(&m, text, 0)) {
		s->result_error(context, "moment(): expected a time, as in 2018-09-12T09:26:44Z, 09:26, 9:26:44, +90 or +10m",
		                -1);
		return;
	}
	if (m.kind != MOMENT_ABSOLUTE && start_of(moments.files, &start)) {
		s->result_error(context, "moment(): there is no record whose day or time it could start from", -1);
		return;
	}
	monread_time_text(moment_resolve(&m, start, 0), time);
	s->result_text(context, time, -1, SQLITE_TRANSIENT);
}

int moments_register(const struct sqlite *s, sqlite3 *db, struct files *files)
{
	moments.sqlite = s;
	moments.files = files;
	return s->create_function_v2(db, "moment", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, NULL, call, NULL, NULL, NULL);
}

#endif
