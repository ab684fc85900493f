/* moment.h: parses the times of --since and --until, and converts them to UTC. */
#ifndef CLI_MOMENT_H
#define CLI_MOMENT_H

#include <stdint.h>

enum moment_kind {
	MOMENT_NONE,
	MOMENT_ABSOLUTE, /* microseconds since 1970 */
	MOMENT_OF_DAY,   /* microseconds from midnight of the capture's first day */
	MOMENT_FROM_START,
	/* microseconds before the end of the capture, as a negative number; input_settle_end()
	 * converts this kind to MOMENT_ABSOLUTE */
	MOMENT_FROM_END
};

struct moment {
	enum moment_kind kind;
	int64_t us;
	/* at the end of summer time, an hour occurs twice; 1: a time in this hour is in the second
	 * one */
	int last;
	int exact; /* 1: the user gave a fraction of a second */
};

#define MOMENT_LOCAL 1u /* a time without zone is local time; without this flag, UTC */
#define MOMENT_LAST 2u  /* set the member ->last to 1 */
#define MOMENT_ZONED 4u /* refuse a date or a time of day without zone */

/* Parse TEXT: ISO 8601, HH:MM[:SS], seconds since 1970 with at least nine digits, a time from the
 * start of the capture (+90, +5m, +2h, +1d), or from the end (-90). Return 0, or -1 if invalid. */
int moment_parse(struct moment *m, const char *text, unsigned flags);

/* Read [H]H:MM[:SS[.ffffff]] at S, from 00:00 to 24:00, into *US, in microseconds. Return the
 * address after the time; NULL if invalid. */
const char *moment_of_day(const char *s, int64_t *us);

/* Return M in microseconds since 1970; START_US is the time at which the capture begins. LOCAL:
 * times of day are local. */
int64_t moment_resolve(const struct moment *m, int64_t start_us, int local);

/* Set *FROM and *TO to the times SINCE and UNTIL like moment_resolve(). If SINCE or UNTIL has the
 * kind MOMENT_NONE, set the smallest or largest number. If UNTIL is a time of day before SINCE, it
 * means the next day. */
void moment_span(const struct moment *since, const struct moment *until, int64_t start_us,
                 int local, int64_t *from, int64_t *to);

/* Return 1 if A is after B in every capture, so that --since=A --until=B must be a mistake. */
static inline int moment_is_after(const struct moment *a, const struct moment *b)
{
	return a->kind != MOMENT_NONE && a->kind != MOMENT_OF_DAY && a->kind == b->kind &&
	       a->us > b->us;
}

/* Return the offset of local time from UTC at SECOND since 1970, in seconds. */
int64_t moment_zone(int64_t second);

/* Convert LOCAL, local time in seconds since 1970, to UTC. At the end of summer time an hour occurs
 * twice: return the first one, or with LAST the second. At the start of summer time an hour is
 * skipped: for times in this hour, use the offset from UTC before the change. */
int64_t moment_utc(int64_t local, int last);

#endif
