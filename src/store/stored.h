/* stored.h: the beginning and the end of a capture that was stored before. */
#ifndef STORE_STORED_H
#define STORE_STORED_H

#include <stdint.h>

#include "monread.h"
#include "port/bounds.h"

/* The time of the first record of the capture FD, in microseconds since 1970.  0, or -1: FD does not begin like a
 * capture, or, with errno ENOMEM, memory is too short to tell. */
int stored_first(int fd, int64_t *us);

struct stored_end {
	enum monread_container container;
	const char *compressed; /* the kind of compression; NULL: none */
	uint64_t size;          /* of the file */
	uint64_t whole;         /* bytes up to the end of the last data set that is complete */
	uint64_t last;          /* TOD clock of the last record up to there; 0: not known */
	char fault[200];        /* why nothing can be appended; "": it can */
	char system[MR_SYSTEM_ID_SIZE]; /* of its last records; "": not known */
};

/* Find where the last complete data set of the capture FD ends; LAYOUTS, if not NULL, tell of which system that is.  0,
 * or -1 with errno: it cannot be read. */
int stored_end(int fd, const struct monread_layouts *layouts, struct stored_end *end);

#endif
