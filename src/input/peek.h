/* peek.h: a queue of events that were read ahead to find the time of a data set. */
#ifndef INPUT_PEEK_H
#define INPUT_PEEK_H

#include "monread.h"

struct peek_event;

/* Initialize with {0}. */
struct peek {
	struct peek_event *list;
	size_t n, room;
	size_t at; /* index of the next event */
	int ended; /* the input has no further events */
	struct monread_buffer bytes; /* bytes and texts of the events */
};

/* Append a copy of EV. Return 0, or -1 if out of memory. */
int peek_add(struct peek *p, const struct monread_ev *ev);

/* Return and remove the next event; NULL if the queue is empty. */
const struct monread_ev *peek_take(struct peek *p);

/* Put back the event that was removed last, if it is EV. Return 1, or 0 if EV did not come from the queue. */
int peek_put_back(struct peek *p, const struct monread_ev *ev);

/* Return the event after N others; NULL if there are not so many. Valid until the next event is added, like the
 * result of peek_take(). */
const struct monread_ev *peek_look(struct peek *p, size_t n);

void peek_done(struct peek *p);

#endif
