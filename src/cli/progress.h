/* progress.h: shows progress in a line on standard error. On a terminal, each line overwrites the
 * line before, and the last line is removed at the end of the run. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdint.h>

#include "base/clock.h"

/* Initialize with {0}, to show no progress, or with progress_begin(). */
struct progress {
	int64_t next;    /* the value of clock_now() at which the next line is due; 0: never */
	int64_t start;
	/* time at which the measurement of the speed began: ->start, or later if reading began
	 * anew */
	int64_t since;
	uint64_t total;  /* bytes of all inputs; 0: unknown */
	uint64_t before; /* bytes of the inputs that were read before the current input */
	uint64_t done;   /* number of read bytes that the last line showed */
	uint64_t from;   /* number of read bytes at the time ->since */
	unsigned drawn;  /* columns of the current line */
	int is_terminal; /* 0: write lines that stay, one every 10 seconds */
};

/* Begin to show progress; TOTAL is the number of bytes of all inputs, 0 if unknown. */
void progress_begin(struct progress *p, uint64_t total);

/* Return 1 if the next line is due. Call this once per buffer or data set, not more often, because
 * it reads the clock. */
static inline int progress_due(const struct progress *p)
{
	return p->next && clock_now() >= p->next;
}

/* Show that DONE bytes of the input NAME were read. If DONE is less than at the last call, reading
 * began anew, so measure the speed anew. */
void progress_show(struct progress *p, const char *name, uint64_t done);

/* Remove the line from the terminal. Call this before other output to the terminal. */
void progress_clear(struct progress *p);

/* Call this at the end of an input of SIZE bytes: later calls of progress_show() add SIZE to
 * DONE. */
void progress_next(struct progress *p, uint64_t size);

/* End the display. If standard error is not a terminal, print the number of bytes, the time and the
 * speed of the run. */
void progress_end(struct progress *p);

#endif
