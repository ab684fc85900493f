/* rawset.h: the bytes of a record set that wait until it is complete. */
#ifndef OUT_RAWSET_H
#define OUT_RAWSET_H

#include "monread.h"
#include "cli/buffer.h"

struct rawset;

/* NULL: out of memory. */
struct rawset *rawset_new(void);
void rawset_free(struct rawset *s);

/* Take the next event; a set that is complete goes to B.  0, or -1: out of memory. */
int rawset_add(struct rawset *s, const struct monread_ev *ev, struct out_buffer *b);

/* Nothing more comes: call TAKE with the events of a set that is not complete.  0, what TAKE returned, or -1: out of
 * memory. */
int rawset_end(struct rawset *s, int (*take)(void *arg, const struct monread_ev *ev), void *arg);

#endif
