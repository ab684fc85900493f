/* events.h: a list of the events that a reader returns, to compare two readings. */
#ifndef TESTS_EVENTS_H
#define TESTS_EVENTS_H

#include "monread.h"

struct noted {
	struct monread_ev ev; /* its pointers are no longer valid */
	uint64_t hash;        /* hash of the bytes, or of the message */
};

/* The last data set with samples, and the TOD of its first sample.  {0}: no samples. */
struct sample {
	uint64_t dataset, tod;
};

struct events {
	struct noted *list;
	size_t n, room;
	enum monread_code code; /* at the end */
	unsigned char *stream; /* the bytes of all events one after the other */
	size_t stream_len, stream_room;
	int keep_stream;
	unsigned parts; /* number of parts that were read */
	struct sample sample;
	/* number of parts whose sample differs from the one that monread_part_sample() announced */
	unsigned untold;
};

/* Read all of DATA, fed in pieces of PIECE bytes (0: all at once). Each piece is in separate
 * memory, so that a read beyond its end is detected. */
void events_fed(struct events *e, const unsigned char *data, size_t len, size_t piece,
                unsigned flags);

/* Read all of DATA in parts of about SIZE bytes, each with a separate reader; damaged parts are
 * read by the main reader. */
void events_in_parts(struct events *e, const unsigned char *data, size_t len, size_t piece,
                     size_t size);

/* Read from a descriptor. */
void events_read(struct events *e, int fd, unsigned flags);

void events_done(struct events *e);

/* Return 0 if the events are equal.  Otherwise print the first difference to standard output. */
int events_differ(const struct events *a, const struct events *b);

void *test_alloc(void *old, size_t n);

/* Read a whole file into memory. */
unsigned char *test_file(const char *name, size_t *len);

#endif
