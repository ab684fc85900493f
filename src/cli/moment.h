/* moment.h: the times of --since and --until. */
#ifndef CLI_MOMENT_H
#define CLI_MOMENT_H

#include <stdint.h>

enum moment_kind {
	MOMENT_NONE,
	MOMENT_ABSOLUTE, /* microseconds since 1970 */
	MOMENT_OF_DAY,   /* microseconds from midnight of the capture's first day */
	MOMENT_FROM_START,
	MOMENT_FROM_END /* microseconds, negative: see input_settle_end() */
};

struct moment {
	enum moment_kind kind;
	int64_t us;
	int last;  /* in an hour that occurs twice (end of summer time), the second one */
	int exact; /* given with a fraction of a second */
};

#define MOMENT_LOCAL 1u /* a time without zone is local time, else UTC */
#define MOMENT_LAST  2u /* sets ->last */

/* Parse ISO 8601, HH:MM[:SS], or +SECONDS, +Nm, +Nh or +Nd, also with -. Return 0, or -1 if TEXT is invalid. */
int moment_parse(struct moment *m, const char *text, unsigned flags);

/* Return microseconds since 1970 for a capture whose first record is at START_US. */
int64_t moment_resolve(const struct moment *m, int64_t start_us, int local);

/* moment_resolve() for --since and --until, each of which may be MOMENT_NONE. An --until of HH:MM that is before
 * --since means the next day. */
void moment_span(const struct moment *since, const struct moment *until, int64_t start_us, int local, int64_t *from,
                 int64_t *to);

/* Return 1 if A is certainly after B, without knowing the start of the capture. */
static inline int moment_is_after(const struct moment *a, const struct moment *b)
{
	return a->kind != MOMENT_NONE && a->kind != MOMENT_OF_DAY && a->kind == b->kind && a->us > b->us;
}

/* Return the offset of local time from UTC at SECOND since 1970, in seconds. */
int64_t moment_zone(int64_t second);

#endif
