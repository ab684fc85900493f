/* stop.h: SIGINT, SIGTERM, SIGHUP and --duration request the end of a run at the next data set
 * boundary, and end a wait for data. */
#ifndef CLI_STOP_H
#define CLI_STOP_H

#include <pthread.h>
#include <sys/types.h>

/* Install the handlers; a second signal, at least a second later, ends the program at once. Signals
 * that were ignored at the start stay ignored. Return 0, or -1 with errno. */
int stop_install(void);

/* Set a function that the handler calls before a second signal ends the program at once; NULL:
 * none. */
void stop_restores(void (*restore)(void));

/* Without a controlling terminal, as in a service, let SIGHUP request a new output file instead of
 * the end. */
void stop_hangup_renews(void);

/* Return 1 if SIGHUP requested a new output file since the last call. */
int stop_renewal(void);

/* Request the end of the run after SECONDS; 0: never. */
void stop_after(double seconds);

/* Return 1 if a signal, stop_after() or stop_ask() requested the end. */
int stop_asked(void);

/* Request the end of the run for a reason other than a signal or the time. */
void stop_ask(void);

/* Request the end because the reader of a live input's output has closed it. */
void stop_ask_unread(void);

/* Report why the output NAME is incomplete. ERROR: an errno value of writing; 0 or EPIPE: its
 * reader may have closed it. */
void stop_say_output(const char *name, int error);

/* Let write(2) return an error instead of causing a signal: EPIPE for a closed pipe, EFBIG for a
 * limit of file sizes. */
void stop_ignore_writing(void);

/* Return the signal that requested the end; 0: none. */
int stop_signal(void);

/* Return a descriptor for poll(2) that becomes readable when the end is requested. */
int stop_fd(void);

/* stop_leave(): block the signals in the main thread, so that other threads handle them.
 * stop_take(): handle them in the main thread again. */
void stop_leave(void);
void stop_take(void);

/* Interrupt the system call in which THREAD may be waiting, so that it sees that the end was
 * requested. */
void stop_wake(pthread_t thread);

/* What wait_read() and wait_poll() do before and while they wait for data. */
struct wait {
	int (*before)(void *arg); /* called before a wait; not 0: the wait fails with EINTR */
	void *arg;
	void (*idle)(void *arg); /* called once per second during a wait; NULL: nothing */
	int has_keys, keys;      /* if has_keys: a descriptor; ->idle is called when it has data */
	/* if has_output: a descriptor; if its reader closes it, the end is requested */
	int has_output, output;
};

/* Call ->before. Return 0 if the caller may wait. */
static inline int wait_before(const struct wait *w)
{
	return w->before ? w->before(w->arg) : 0;
}

/* Wait until FD has data, MS milliseconds passed, or the end is requested. Return 1 if FD has data,
 * else 0. LIVE: if the reader of the output closes it, call stop_ask_unread(), not stop_ask(). W
 * may be NULL. */
int wait_poll(const struct wait *w, int fd, int ms, int live);

/* Read from FD like read(2), but also wait for data if FD is non-blocking. Return -1 with EINTR if
 * the end of the run was requested, or if ->before failed. */
ssize_t wait_read(const struct wait *w, int fd, void *buf, size_t len);

#endif
