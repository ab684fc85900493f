/* keep.h: --keep: the oldest captures go when a new one begins. */
#ifndef STORE_KEEP_H
#define STORE_KEEP_H

#include "store/store.h"
#include "store/name.h"

struct store_keep {
	struct store_kept *files; /* what was looked at before */
	unsigned nfiles, room;
};

/* Remove the oldest of the files that PATTERN names, so that o->keep are left
 * with one more; the inputs and what is being written stay.  What does not
 * begin as a capture is not ours.  0, or -1 with errno: they cannot be looked at. */
int store_keep_make_room(struct store_keep *k, const struct store_pattern *pattern, const struct store_options *o);

void store_keep_done(struct store_keep *k);

#endif
