/* thin.h: --every with --write: what is to be stored waits as long as it is not known which samples are left out, so that
 * it is stored in its order. */
#ifndef TOOL_THIN_H
#define TOOL_THIN_H

#include "monread.h"

struct run;
struct hold;
struct thin_event;
struct unstored;

/* {0} to begin with. */
struct thin {
	struct thin_event *events;
	size_t n, room;
	size_t waiting; /* so many of them wait for a decision */
	size_t gone;    /* so many were there before them */
	struct monread_buffer bytes; /* theirs */
	size_t stored;  /* so many of them have gone to the store */
	size_t nstored; /* of so many events */
};

void thin_done(struct thin *t);

/* EV has come.  SHOWN: whether it is stored; THIN_WAITS: thin_decide() will say so, and it is held in r->compare.last. */
#define THIN_WAITS (-1)
void thin_store(struct run *r, const struct monread_ev *ev, int shown);

/* The input has ended. */
void thin_end(struct run *r);

/* The number of the event that comes next. */
static inline size_t thin_next(const struct thin *t)
{
	return t->gone + t->n;
}

/* Whether the first record of H that waits for a decision is stored.  *AT: a number that it has at least, for the first
 * one; else as it was left. */
void thin_decide(struct run *r, const struct hold *h, size_t *at, int shown);

/* Those of H that wait still, from number AT on, are not stored; SAMPLE: they were a sample data set, which is left out. */
void thin_leave_out(struct run *r, const struct hold *h, size_t at, int sample);

/* Store what there is, up to the first event that waits for a decision. */
void thin_flush(struct run *r);

/* Data was lost here: see store_lost(). */
void thin_lost(struct run *r, long sets, uint64_t bytes, const char *text);

/* Bytes of what has not gone to the store yet.  *SETS grows by the data sets that end there, or with what is on its way, *U
 * by the records. */
uint64_t thin_waiting(const struct thin *t, uint64_t *sets, struct unstored *u);

#endif
