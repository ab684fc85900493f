/* wait.h: reads data that may not have come yet. */
#ifndef CLI_WAIT_H
#define CLI_WAIT_H

#include <sys/types.h>

/* Functions to call before and during a wait of unknown length. */
struct wait {
	int (*before)(void *arg); /* not 0: do not wait, the caller wants to stop */
	void *arg;
	void (*idle)(void *arg); /* once per second while waiting; NULL: nothing */
	int has_output, output;  /* a descriptor: if its reader goes away, request the end */
};

#define WAIT_IDLE_MS 1000

/* Return the timeout for poll(2). */
static inline int wait_ms(const struct wait *w)
{
	return w->idle ? WAIT_IDLE_MS : -1;
}

/* Return 0 to wait. */
static inline int wait_before(const struct wait *w)
{
	return w->before ? w->before(w->arg) : 0;
}

/* Wait until FD has data (return > 0), for MS milliseconds, or until the end is requested (return 0). LIVE: report
 * it if the reader of the output goes away. W may be NULL. */
int wait_poll(const struct wait *w, int fd, int ms, int live);

/* Like read(2), for blocking and non-blocking FD. -1 with EINTR: the end was requested, or the caller wants to
 * stop. */
ssize_t wait_read(const struct wait *w, int fd, void *buf, size_t len);

/* Like read(2), for data that comes within MS milliseconds. -1: no data came, or an error. */
ssize_t wait_soon(int fd, void *buf, size_t len, int ms);

#endif
