/* events.h: read the events of an indexed capture in order. */
#ifndef SQL_EVENTS_H
#define SQL_EVENTS_H

#include "sql/indexed.h"

/* {0} is closed. */
struct events {
	struct indexed *c;
	struct monread *m;
	unsigned char *chunk;
	uint64_t at; /* end of the bytes that the reader has received */
	const struct indexed_scan *how;
};

/* Start at the beginning of C. HOW may be NULL, and must live longer than E. 0, or -1 with errno: out of memory. */
int events_open(struct events *e, struct indexed *c, const struct indexed_scan *how);
void events_close(struct events *e);

/* Read the next chunk for events_next(). 1: call monread_next() again; 0 or -1: as events_next(). */
int events_more(struct events *e);

/* 1: *EV is the next event; 0: the end, where c->error tells of a failed read; -1: out of memory (ENOMEM) or
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
