/* crew.h: records formatted by several threads, written in their order. */
#ifndef OUT_CREW_H
#define OUT_CREW_H

#include "out/format.h"

struct crew;

/* THREADS threads do what O's format would do with every record that is
 * given to crew_add(); what it prints goes to O.  NULL: it cannot be had. */
struct crew *crew_start(struct out *o, unsigned threads, unsigned decoder_flags, const char *const *fields);

/* Format EV, whose bytes are copied, with the layout that O has now. */
void crew_add(struct crew *c, const struct monread_ev *ev);

/* Everything that was added is written. */
void crew_flush(struct crew *c);

/* The same, and the input is at its end. */
void crew_finish(struct crew *c);

void crew_stop(struct crew *c);

#endif
