/* stored.h: finds the time at which a stored capture begins, and the offset at which its complete
 * data ends. */
#ifndef STORE_STORED_H
#define STORE_STORED_H

#include "base/bounds.h"
#include "monread.h"

/* Set *US to the time of the first record of the capture FD, in microseconds since 1970. Return 0;
 * or -1 if FD does not begin like a capture, or with ENOMEM. */
int stored_first(int fd, int64_t *us);

struct stored_end {
	enum monread_container container;
	const char *compressed; /* NULL: not compressed */
	uint64_t size;          /* bytes of the file */
	uint64_t whole;         /* offset at which the last complete data set ends */
	/* 1: the last gzip member or zstd frame, at the offset ->member, has not ended */
	int is_open;
	uint64_t member;
	/* 1: only an end-of-data record of MONWRITE follows the first ->whole bytes */
	int has_end_record;
	/* TOD clock of the last record in the first ->whole bytes; 0: not known */
	uint64_t last;
	/* why no data can be appended; "": data can be appended */
	char fault[200];
	/* ID of the system of the last records; "": not known */
	char system[MR_SYSTEM_ID_SIZE];
};

/* Find the end of the last complete data set of the capture FD and, unless LAYOUTS is NULL, the
 * system of the last records. Return 0, or -1 with errno if FD cannot be read. */
int stored_end(int fd, const struct monread_layouts *layouts, struct stored_end *end);

#endif
