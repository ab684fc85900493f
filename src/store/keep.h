/* keep.h: --keep: removes the oldest captures when a new one begins. */
#ifndef STORE_KEEP_H
#define STORE_KEEP_H

#include <sys/types.h>

#include "store/store.h"
#include "store/name.h"

/* A capture whose name fits the pattern of --write. */
struct store_kept {
	char *path;
	dev_t dev;
	ino_t ino;
	/* microseconds since 1970 of the first record, of the last record (0: not read yet), and of
	 * the last change of the file, by the clock of this host */
	int64_t us, last, written;
	uint64_t size;
};

struct store_keep {
	const struct store_options *o;
	struct store_kept *files; /* the oldest first */
	size_t nfiles, room;
	int looked; /* 1: ->files includes the files of earlier runs */
	/* monotonic time of the next report that --keep=AGE cannot remove files */
	int64_t due;
};

/* The times by which --keep=AGE removes files, in microseconds since 1970. */
struct store_keep_clock {
	int64_t newest; /* time of the newest data; ages count back from this time */
	int64_t host;   /* current time on this host; 0: the input is not a device */
	int jumped;     /* 1: the times in the input jumped ahead by more than a day */
};

/* Unless an earlier call did so, add to K the captures of earlier runs whose names fit PATTERN,
 * except the inputs and the file to which the program prints records. Return 0, or -1 with errno if
 * a directory cannot be read. */
int store_keep_look(struct store_keep *k, const struct store_pattern *pattern,
                    const struct store_options *o);

/* Add to K the newest file PATH, which is open as FD and whose first data set has the time US. Then
 * remove the oldest files until the limits of --keep are met, except files to which a program is
 * writing, or whose age is in doubt. Return 0, or -1 if out of memory. */
int store_keep_make_room(struct store_keep *k, const char *path, int fd, int64_t us,
                         const struct store_keep_clock *c);

void store_keep_done(struct store_keep *k);

#endif
