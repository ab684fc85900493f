/* wait.h: read what may not be there yet. */
#ifndef CLI_WAIT_H
#define CLI_WAIT_H

#include <sys/types.h>

/* What is done before waiting, for an unknown time. */
struct wait {
	int (*before)(void *arg); /* not 0: do not wait, the caller wants no more */
	void *arg;
	void (*idle)(void *arg); /* once a second while waiting; NULL: nothing is done */
	int has_output, output;  /* a descriptor: if its reader goes away, ask for the end */
};

#define WAIT_IDLE_MS 1000

/* How long poll(2) may wait. */
static inline int wait_ms(const struct wait *w)
{
	return w->idle ? WAIT_IDLE_MS : -1;
}

/* 0: go on and wait. */
static inline int wait_before(const struct wait *w)
{
	return w->before ? w->before(w->arg) : 0;
}

/* Wait until FD has data (> 0), for MS milliseconds, or until the end is asked for (0).  LIVE: if the reader of the output goes
 * away, that is to be reported.  W may be NULL. */
int wait_poll(const struct wait *w, int fd, int ms, int live);

/* Like read(2), whether or not FD blocks.  -1 with EINTR: the end was asked for, or the caller wants no more. */
ssize_t wait_read(const struct wait *w, int fd, void *buf, size_t len);

/* The same of what is there, or comes within MS milliseconds.  -1: nothing did, or it cannot be read. */
ssize_t wait_soon(int fd, void *buf, size_t len, int ms);

#endif
