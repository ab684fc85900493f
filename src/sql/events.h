/* events.h: the events of a capture, one after the other. */
#ifndef SQL_EVENTS_H
#define SQL_EVENTS_H

#include "sql/ahead.h"
#include "sql/indexed.h"

/* {0}: closed. */
struct events {
	struct indexed *c;
	struct monread *m;
	unsigned char *chunk;
	uint64_t at; /* behind the bytes that were fed */
	const unsigned char *rest; /* what was read behind them: NREST bytes */
	size_t nrest;
	size_t gap; /* so many of c->gaps are in front of that */
	struct ahead *ahead; /* who reads them; NULL: nobody else does */
	int alone;           /* nobody else will */
	const struct indexed_scan *how;
};

/* From the start of C, with the FLAGS of monread_set_flags(); HOW may be NULL, and lives longer.  0, or -1 with errno:
 * out of memory. */
int events_open(struct events *e, struct indexed *c, unsigned flags, const struct indexed_scan *how);
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

/* Whether EV is a record of which there are rows; what is there once more has none, and no end of a frame. */
static inline int events_is_row(const struct monread_ev *ev)
{
	return ev->kind == MONREAD_RECORD && !(ev->flags & MONREAD_REPEATED) && !(ev->domain == 1 && ev->record == 13);
}

/* Hand each event to EVENT, until that returns something else than 0, which is returned.  0: all of them; -1: as above. */
int events_each(struct indexed *c, unsigned flags, const struct indexed_scan *how,
                int (*event)(void *arg, const struct monread_ev *ev), void *arg);

#endif
