/* reading.h: the input that is read: the position in it, and counts. */
#ifndef TOOL_READING_H
#define TOOL_READING_H

#include "input/input.h"
#include "table/intervals.h"

/* With --merge each input has one while other inputs are read. */
struct reading {
	struct input in;
	struct intervals intervals;
	uint64_t records, shown;
	uint64_t framing;  /* end-of-frame records */
	uint64_t left_out; /* records that another input had, too */
	int written;       /* something of the input is in a capture that is written */
	int has_system;    /* there was a D1R4 record */
	int whole;         /* the input was read to its end */
	int broken_off;    /* the input ended by a loss: a device was severed, or failed */
	int decided;       /* decide() told the reader that the input ended, because no more bytes will come */
};

/* From where on the pool of threads may read the input in parts. */
struct parts {
	int wanted;       /* threads read this input, too */
	uint64_t from;    /* no parts before this offset */
	int may_be_large; /* threads begin when the input turns out to be large */
};

#endif
