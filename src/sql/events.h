/* events.h: the events of a capture, one after the other. */
#ifndef SQL_EVENTS_H
#define SQL_EVENTS_H

#include "sql/indexed.h"

/* {0}: closed. */
struct events {
	struct indexed *c;
	struct monread *m;
	unsigned char *chunk;
	uint64_t at; /* behind the bytes that were fed */
	const struct indexed_scan *how;
};

/* From the start of C; HOW may be NULL, and lives longer.  0, or -1 with errno: out of memory. */
int events_open(struct events *e, struct indexed *c, const struct indexed_scan *how);
void events_close(struct events *e);

/* Where the reader has no event.  1: it may have one now; 0, -1: as events_next(). */
int events_more(struct events *e);

/* 1: *EV is the next one; 0: there is no more, with c->error where reading has failed; -1: out of memory (ENOMEM) or
 * stopped (EINTR). */
static inline int events_next(struct events *e, const struct monread_ev **ev)
{
	int rc;

	while (!(*ev = monread_next(e->m)))
		if ((rc = events_more(e)) <= 0)
			return rc;
	return 1;
}

#endif
