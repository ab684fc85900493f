/* peek.h: events of an input that were read before their turn, to tell when it was made. */
#ifndef INPUT_PEEK_H
#define INPUT_PEEK_H

#include "monread.h"

struct peek_event;

/* {0} to begin with. */
struct peek {
	struct peek_event *list;
	size_t n, room;
	size_t at; /* those in front of it were taken */
	int ended; /* the input has no more than these */
	struct monread_buffer bytes; /* what they point to */
};

/* Behind all others there is EV, which is copied.  0, or -1: out of memory. */
int peek_add(struct peek *p, const struct monread_ev *ev);

/* The next one, and it is taken; NULL: there is none. */
const struct monread_ev *peek_take(struct peek *p);

/* The event that was taken last is the next one again, if it is EV.  1: it is; 0: EV was not taken here. */
int peek_put_back(struct peek *p, const struct monread_ev *ev);

/* The one that N others stand in front of; NULL: there are not as many.  Valid, as the one that is taken, until the
 * next is added. */
const struct monread_ev *peek_look(struct peek *p, size_t n);

void peek_done(struct peek *p);

#endif
