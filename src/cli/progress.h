/* progress.h: a line on standard error that shows the progress of reading. It is overwritten, and removed at the
 * end. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdint.h>

#include "cli/clock.h"

/* {0}: show nothing. */
struct progress {
	int64_t next;    /* time of the next line; 0: never */
	int64_t start;
	int64_t since;   /* start of the current speed measurement; later than ->start after a restart */
	uint64_t total;  /* bytes of all inputs; 0: unknown */
	uint64_t before; /* bytes of the previous inputs */
	uint64_t done;   /* progress shown last */
	uint64_t from;   /* progress at ->since */
	unsigned drawn;  /* columns of the current line */
	int is_terminal; /* 0: lines are not overwritten, and rare */
};

/* TOTAL: see struct progress. */
void progress_begin(struct progress *p, uint64_t total);

/* Check the clock, which is not a system call on most systems: call it once per buffer or data set. */
static inline int progress_due(const struct progress *p)
{
	return p->next && clock_now() >= p->next;
}

/* DONE bytes of the input NAME were read. If DONE decreased, reading was restarted. */
void progress_show(struct progress *p, const char *name, uint64_t done);

/* Remove the line before other output to the terminal. */
void progress_clear(struct progress *p);

/* The input NAME was read completely, SIZE bytes. */
void progress_next(struct progress *p, uint64_t size);

/* End; if standard error is not a terminal, print a line with the total. */
void progress_end(struct progress *p);

#endif
