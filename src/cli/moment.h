/* moment.h: parses and converts the times of --since and --until. */
#ifndef CLI_MOMENT_H
#define CLI_MOMENT_H

#include <stdint.h>

enum moment_kind {
	MOMENT_NONE,
	MOMENT_ABSOLUTE, /* microseconds since 1970 */
	MOMENT_OF_DAY,   /* microseconds from midnight of the first day of the capture */
	MOMENT_FROM_START,
	/* microseconds from the end of the capture, negative; input_settle_end() converts this to a
	 * MOMENT_ABSOLUTE */
	MOMENT_FROM_END
};

struct moment {
	enum moment_kind kind;
	int64_t us;
	/* 1: if summer time ends, so that this local time occurs twice, the second time is meant */
	int last;
	int exact; /* 1: the text has a fraction of a second */
};

#define MOMENT_LOCAL 1u /* a time without zone is local time, not UTC */
#define MOMENT_LAST 2u  /* set ->last */
#define MOMENT_ZONED 4u /* refuse a date or a time of day without zone */

/* Parse TEXT: ISO 8601, HH:MM[:SS], seconds since 1970 with at least nine digits, or a time from
 * the start (+90, +5m, +2h, +1d) or the end (-90) of the capture. Return 0, or -1 if invalid. */
int moment_parse(struct moment *m, const char *text, unsigned flags);

/* Read a time of day, [H]H:MM[:SS[.ffffff]] up to 24:00, at S into *US (microseconds). Return the
 * address after the time; NULL if the time is invalid. */
const char *moment_of_day(const char *s, int64_t *us);

/* Return the moment M in microseconds since 1970. START_US is the start of the capture. LOCAL is 1
 * if times of day are local. */
int64_t moment_resolve(const struct moment *m, int64_t start_us, int local);

/* Set *FROM to moment_resolve() of SINCE, and *TO to moment_resolve() of UNTIL. If SINCE is
 * MOMENT_NONE, set *FROM to the smallest number; if UNTIL is, set *TO to the largest number. If
 * UNTIL is a time of day earlier than SINCE, UNTIL means the next day. */
void moment_span(const struct moment *since, const struct moment *until, int64_t start_us,
                 int local, int64_t *from, int64_t *to);

/* Return 1 if the moment A is after the moment B in every capture. */
static inline int moment_is_after(const struct moment *a, const struct moment *b)
{
	return a->kind != MOMENT_NONE && a->kind != MOMENT_OF_DAY && a->kind == b->kind &&
	       a->us > b->us;
}

/* Return the offset of local time from UTC, in seconds, at the time SECOND (seconds since 1970). */
int64_t moment_zone(int64_t second);

/* Convert LOCAL, local time in seconds since 1970, to UTC. If LOCAL occurs twice, at the end of
 * summer time, use the second time if LAST is 1, else the first. If LOCAL is skipped, at the start
 * of summer time, use the offset before the change. */
int64_t moment_utc(int64_t local, int last);

#endif
