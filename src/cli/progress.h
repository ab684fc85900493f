/* progress.h: shows in a line on standard error how far reading is. On a terminal, each line
 * overwrites the last one, and the end of the run removes it. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdint.h>

#include "base/clock.h"

/* Initialize with {0}, which shows nothing, or with progress_begin(). */
struct progress {
	int64_t next;    /* clock_now() at which to show the next line; 0: never */
	int64_t start;
	/* time at which the measurement of speed began; later than ->start if reading began anew */
	int64_t since;
	uint64_t total;  /* bytes of all inputs; 0: unknown */
	uint64_t before; /* bytes that were read of other inputs */
	uint64_t done;   /* progress shown last */
	uint64_t from;   /* progress at ->since */
	unsigned drawn;  /* columns of the current line */
	int is_terminal; /* 0: write a line every 10 seconds, which stays */
};

/* Begin to show progress; TOTAL is the number of bytes of all inputs, 0 if unknown. */
void progress_begin(struct progress *p, uint64_t total);

/* Return 1 if it is time for the next line. Call this once per buffer or data set, because it reads
 * the clock. */
static inline int progress_due(const struct progress *p)
{
	return p->next && clock_now() >= p->next;
}

/* Show that DONE bytes of the input NAME were read. If DONE is less than before, the speed is
 * measured anew. */
void progress_show(struct progress *p, const char *name, uint64_t done);

/* Remove the line from the terminal; call this before other output goes there. */
void progress_clear(struct progress *p);

/* Call this at the end of an input of SIZE bytes, so that later calls add SIZE to the bytes of the
 * next input. */
void progress_next(struct progress *p, uint64_t size);

/* End the display. If standard error is not a terminal, print a line with the bytes, time and speed
 * of the run. */
void progress_end(struct progress *p);

#endif
