/* rawset.h: holds the bytes of a record set until the set is complete. */
#ifndef OUT_RAWSET_H
#define OUT_RAWSET_H

#include "monread.h"
#include "cli/buffer.h"

struct rawset;

/* Return NULL if out of memory. */
struct rawset *rawset_new(void);
void rawset_free(struct rawset *s);

/* Process the next event; write a complete set to B. Return 0, or -1 if out of memory. */
int rawset_add(struct rawset *s, const struct monread_ev *ev, struct out_buffer *b);

/* At the end, call TAKE with the events of an incomplete set. Return 0, the result of TAKE, or -1 if out of memory. */
int rawset_end(struct rawset *s, int (*take)(void *arg, const struct monread_ev *ev), void *arg);

#endif
