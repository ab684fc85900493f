/* rate.h: messages that would come again and again: some are said, the others counted. */
#ifndef CLI_RATE_H
#define CLI_RATE_H

#include <stdint.h>

#include "cli/clock.h"

#define RATE_MOST 20u
#define RATE_SPAN (10 * CLOCK_SECOND)

/* {0} at first. */
struct rate {
	int64_t since; /* the first one of this span */
	unsigned said;
	uint64_t left_out;
};

/* Whether one more may be said at NOW; else it is counted. */
static inline int rate_allows(struct rate *r, int64_t now)
{
	if (r->said == 0 || (now - r->since >= RATE_SPAN && r->left_out == 0)) {
		r->since = now;
		r->said = 0;
	}
	if (r->said < RATE_MOST && r->left_out == 0) {
		r->said++;
		return 1;
	}
	r->left_out++;
	return 0;
}

/* How many were left out, which is to be said now; 0: nothing is due.  At NOW CLOCK_NEVER all is. */
static inline uint64_t rate_due(struct rate *r, int64_t now)
{
	uint64_t n = r->left_out;

	if (n == 0 || now - r->since < RATE_SPAN)
		return 0;
	r->left_out = 0;
	r->said = 0;
	return n;
}

#endif
