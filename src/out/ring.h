/* ring.h: places that one thread fills and empties in turn, and that others work on meanwhile.  Each place has a lock of
 * its own: there is none that all threads share, and who waits for a place is the only one to be woken for it. */
#ifndef OUT_RING_H
#define OUT_RING_H

struct ring;

/* PLACES: at least two more than threads that work.  NULL: out of memory. */
struct ring *ring_new(unsigned places);
void ring_free(struct ring *r);

/* Of the thread that fills and empties. */

/* The place to be filled next, which is empty. */
unsigned ring_filling(const struct ring *r);
/* It is filled.  Before the next one is, there has to be an empty place: see ring_done(). */
void ring_fill(struct ring *r);
/* Whether the oldest place that is not empty is done; then *PLACE is it.  With ALL, or when no place is empty, that is
 * waited for.  0: it is not, or all are empty. */
int ring_done(struct ring *r, int all, unsigned *place);
/* The place that ring_done() told is empty. */
void ring_empty(struct ring *r);
/* Whether ring_done() would wait. */
int ring_waits(struct ring *r, int all);
/* Take a place that is filled and that nobody has taken or waits for, as ring_take() does.  0, or -1: there is none. */
int ring_try(struct ring *r, unsigned *place);
/* Nobody waits in ring_take() any more. */
void ring_stop(struct ring *r);

/* Of the threads that work. */

/* Wait for the next place that is filled: it is the caller's alone.  0; or -1: none is to come. */
int ring_take(struct ring *r, unsigned *place);
/* What was to be done with PLACE is done. */
void ring_finish(struct ring *r, unsigned place);

#endif
