/* keep.h: --keep: when a new capture begins, the oldest are removed. */
#ifndef STORE_KEEP_H
#define STORE_KEEP_H

#include <sys/types.h>

#include "store/store.h"
#include "store/name.h"

struct store_keep {
	struct store_kept *files; /* those seen before */
	unsigned nfiles, room;
	unsigned begun; /* files of this run, of which the last is this one: */
	dev_t dev;
	ino_t ino;
};

/* Remove the oldest of the files that fit PATTERN, so that o->keep are left together with the one that begins.  Inputs,
 * the output, files that are being written, and files that are not captures stay.  0, or -1 with errno: they cannot be examined. */
int store_keep_make_room(struct store_keep *k, const struct store_pattern *pattern, const struct store_options *o);

/* The run has begun the file FD. */
void store_keep_begun(struct store_keep *k, int fd);

void store_keep_done(struct store_keep *k);

#endif
