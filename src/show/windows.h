/* windows.h: --daily and --days, which select intervals by the time of day and the day of the
 * week. */
#ifndef SHOW_WINDOWS_H
#define SHOW_WINDOWS_H

#include <stdint.h>

struct word;

/* A window begins on each of the days, and ends on the same day or the next one. If all is 0, the
 * windows are whole days. */
struct windows {
	/* microseconds since midnight; ->to is exclusive, 0 for midnight, and a time of the next
	 * day if it is before ->from */
	int64_t from, to;
	unsigned days; /* bit mask of the days on which windows begin; Sunday is bit 0; 0: all */
};

/* Parse FROM-TO, such as 09:00-17:00, or a list of DAYS, such as mon-fri or sat,sun; Sunday has the
 * number 0. Return 0, or -1 if TEXT is invalid. */
int windows_set_daily(struct windows *w, const char *text);
int windows_set_days(struct windows *w, const struct word *days, const char *text);

/* Return 1 if LOCAL, a local time in microseconds since 1970, is in a window. Set *DAY to the
 * midnight of the day on which the window began; without a window, to the midnight before LOCAL. */
int windows_have(const struct windows *w, int64_t local, int64_t *day);

#endif
