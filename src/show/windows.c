/* windows.c: decide whether a time is in the windows of --daily and --days. */
#include "config.h"

#include "show/windows.h"

#include <string.h>

#include "cli/moment.h"
#include "cli/words.h"

#define DAY INT64_C(86400000000)

int windows_set_daily(struct windows *w, const char *text)
{
	const char *end = moment_of_day(text, &w->from);

	if (!end || *end != '-')
		return -1;
	end = moment_of_day(end + 1, &w->to);
	if (!end || *end)
		return -1;
	w->from %= DAY;
	w->to %= DAY;
	return w->from == w->to && w->from ? -1 : 0;
}

/* Read a name from DAYS at *TEXT into *DAY, and move *TEXT past it. Returns 0, or -1. */
static int read_day(const struct word *days, const char **text, unsigned *day)
{
	size_t n = strcspn(*text, "-,");
	const struct word *word = words_match(days, *text, n);

	if (!word)
		return -1;
	*day = (unsigned)word->value;
	*text += n;
	return 0;
}

int windows_set_days(struct windows *w, const struct word *days, const char *text)
{
	unsigned day, last;

	w->days = 0;
	for (;;) {
		if (read_day(days, &text, &day))
			return -1;
		last = day;
		if (*text == '-') {
			text++;
			if (read_day(days, &text, &last))
				return -1;
		}
		w->days |= 1u << last;
		for (; day != last; day = (day + 1) % 7)
			w->days |= 1u << day;
		if (*text != ',')
			return *text ? -1 : 0;
		text++;
	}
}

int windows_have(const struct windows *w, int64_t local, int64_t *day)
{
	int64_t time = local % DAY, to = w->to ? w->to : DAY;
	int has;

	time += time < 0 ? DAY : 0;
	*day = local - time;
	if (to > w->from) {
		has = time >= w->from && time < to;
	} else {
		has = time >= w->from || time < to;
		*day -= time < to ? DAY : 0;
	}
	/* 1970-01-01 was a Thursday, day 4. */
	return has && (!w->days || w->days >> (*day / DAY + 4) % 7 & 1);
}
