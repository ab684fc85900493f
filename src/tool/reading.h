/* reading.h: the state of an input that is read, and its counts. */
#ifndef TOOL_READING_H
#define TOOL_READING_H

#include "input/input.h"
#include "table/intervals.h"

struct reading {
	struct input in;
	struct intervals intervals;
	uint64_t records, shown;
	uint64_t framing;  /* number of end-of-frame records (D1R13) */
	int written;       /* 1 if a record of the input was stored by --write */
	int has_system;    /* 1 if a D1R4 record was read, which names the system */
	int broken_off;    /* 1 if a device ended because of an error or a severed connection */
};

/* Whether, and from which offset on, several threads read parts of the input. */
struct parts {
	int wanted;       /* 1 if several threads may read parts of this input */
	uint64_t from;    /* offset before which one thread reads the records */
	int may_be_large; /* 1 if end_of_set() is to begin threads after PARALLEL_SIZE bytes */
};

#endif
