/* stop.h: SIGINT, SIGTERM, SIGHUP and --duration request the end of a run at the next data set boundary, and end a
 * wait for data. */
#ifndef CLI_STOP_H
#define CLI_STOP_H

#include <pthread.h>
#include <sys/types.h>

/* Install the handlers; a second signal, at least a second later, ends the program at once. Signals that were
 * ignored at the start stay ignored. Return 0, or -1 with errno. */
int stop_install(void);

/* Call RESTORE in the signal handler before the program ends at once; NULL: nothing. */
void stop_restores(void (*restore)(void));

/* Without a controlling terminal, SIGHUP requests a new file instead of the end. */
void stop_hangup_renews(void);

/* Return 1 if a new file was requested since the last call. */
int stop_renewal(void);

/* Request the end after this many seconds; 0: never. */
void stop_after(double seconds);

/* Return 1 if the end was requested. */
int stop_asked(void);

/* Request the end for another reason. */
void stop_ask(void);

/* Request the end because nobody reads the output of a live input any more; stop_unread() returns 1 if that was the
 * reason. */
void stop_ask_unread(void);
int stop_unread(void);

/* Return the signal that requested the end; 0: none. */
int stop_signal(void);

/* Return a descriptor for poll(2) that becomes readable when the end is requested. */
int stop_fd(void);

/* Let other threads handle signals; handle them again. */
void stop_leave(void);
void stop_take(void);

/* Interrupt the system call in which THREAD may wait. */
void stop_wake(pthread_t thread);

/* Functions to call before and during a wait of unknown length. */
struct wait {
	int (*before)(void *arg); /* not 0: do not wait, the caller wants to stop */
	void *arg;
	void (*idle)(void *arg); /* once per second while waiting; NULL: nothing */
	int has_keys, keys;      /* a descriptor: if it has data, call ->idle at once */
	int has_output, output;  /* a descriptor: if its reader goes away, request the end */
};

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

#endif
