/* reading.h: the input that is read: the position in it, and counts. */
#ifndef TOOL_READING_H
#define TOOL_READING_H

#include "input/input.h"
#include "table/intervals.h"

struct reading {
	struct input in;
	struct intervals intervals;
	uint64_t records, shown;
	uint64_t framing;  /* end-of-frame records */
	int written;       /* something of the input is in a capture that is written */
	int has_system;    /* there was a D1R4 record */
	int broken_off;    /* the input ended by a loss: a device was severed, or failed */
};

/* From where on the pool of threads may read the input in parts. */
struct parts {
	int wanted;       /* threads read this input, too */
	uint64_t from;    /* no parts before this offset */
	int may_be_large; /* threads begin when the input turns out to be large */
};

#endif
