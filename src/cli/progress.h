/* progress.h: shows progress in a line on standard error. On a terminal, each line overwrites the
 * line before. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "base/clock.h"

/* Initialize with {0}; then no progress is shown until progress_begin(). */
struct progress {
	int64_t next;    /* clock_now() at which the next line is due; 0: never */
	int64_t start;
	/* time since which the speed is measured; later than ->start if reading began anew */
	int64_t since;
	uint64_t total;  /* bytes of all inputs; 0: unknown */
	uint64_t before; /* bytes of the inputs before the current one */
	uint64_t done;   /* bytes that the last line showed */
	uint64_t from;   /* bytes read at the time ->since */
	unsigned drawn;  /* columns of the current line */
	int is_terminal; /* 0: write a line every 10 seconds, which stays */
};

void progress_begin(struct progress *p, uint64_t total);

/* Return 1 if the next line is due. This reads the clock, so call it only once per buffer or data
 * set. */
static inline int progress_due(const struct progress *p)
{
	return p->next && clock_now() >= p->next;
}

/* Show that DONE bytes of the input NAME were read. If DONE is smaller than in the previous call,
 * reading began anew, and the speed is measured from now on. */
void progress_show(struct progress *p, const char *name, uint64_t done);

/* Remove the line of progress; call this before other output to the terminal. */
void progress_clear(void *progress);

/* Call this after an input of SIZE bytes. In later calls, progress_show() adds SIZE to DONE. */
void progress_next(struct progress *p, uint64_t size);

/* Stop showing progress. If standard error is not a terminal, print the bytes, time and speed of
 * the run. */
void progress_end(struct progress *p);

#endif
