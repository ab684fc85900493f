/* progress.h: one line on standard error that says how far the work is.  It is drawn over itself, and gone at the end. */
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include <stdint.h>

#include "cli/clock.h"

/* {0}: nothing is said. */
struct progress {
	int64_t next;    /* when there is something to say again; 0: nothing is ever said */
	int64_t start;
	int64_t since;   /* as long as what is read now was not read before */
	uint64_t total;  /* bytes of all inputs; 0: not known */
	uint64_t before; /* bytes of the inputs that were read */
	uint64_t done;   /* as it was said last */
	uint64_t from;   /* as it was then */
	unsigned drawn;  /* columns of the line that stands there */
	int is_terminal; /* else each line stands, and they are few */
};

/* TOTAL as above. */
void progress_begin(struct progress *p, uint64_t total);

/* Look at the clock, which is no system call on most systems: for once a buffer or a data set. */
static inline int progress_due(const struct progress *p)
{
	return p->next && clock_now() >= p->next;
}

/* DONE bytes of the input NAME were read.  Less than before: all of it is read again. */
void progress_show(struct progress *p, const char *name, uint64_t done);

/* Take the line away before something else is written to the terminal. */
void progress_clear(struct progress *p);

/* All of NAME was read, SIZE bytes. */
void progress_next(struct progress *p, uint64_t size);

/* Nothing more is said; where standard error is no terminal, what all of it was. */
void progress_end(struct progress *p);

#endif
