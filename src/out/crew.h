/* crew.h: records formatted by several threads, written in their order. */
#ifndef OUT_CREW_H
#define OUT_CREW_H

#include "out/out.h"

struct crew;

/* THREADS threads do the parallel stage of O's format with every record that is given to crew_add(); what they print
 * goes to O.  Of few, one is the caller's.  NULL: it cannot be had. */
struct crew *crew_start(struct out *o, unsigned threads);

/* Format R, whose event and bytes are copied. */
void crew_add(struct crew *c, const struct out_record *r);

/* Everything that was added is written. */
void crew_flush(struct crew *c);

/* See out_take_part(), out_finish_parts(). */
int crew_take_part(struct crew *c, struct monread *m);
int crew_finish_parts(struct crew *c, struct monread *m);

void crew_stop(struct crew *c);

#endif
