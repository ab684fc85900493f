/* stop.h: SIGINT, SIGTERM, SIGHUP and --duration request the end of the run. A wait for data ends
 * at once; reading ends after the current data set. */
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

/* Let SIGHUP request a new output file instead of the end of the run if there is no controlling
 * terminal, as in a service. */
void stop_hangup_renews(void);

/* Return 1 if SIGHUP requested a new output file since the last call. */
int stop_renewal(void);

/* Request the end of the run after SECONDS; 0: never. */
void stop_after(double seconds);

/* Return 1 if a signal, stop_after() or stop_ask() requested the end. */
int stop_asked(void);

/* Request the end of the run for a reason other than a signal or the time. */
void stop_ask(void);

/* Request the end because the reader of the output closed it while a live input was read. */
void stop_ask_unread(void);

/* Report why the output NAME is incomplete. ERROR: errno of writing. If ERROR is 0 or EPIPE, print
 * a report only if stop_ask_unread() was called. */
void stop_say_output(const char *name, int error);

/* Let write(2) return an error instead of causing a signal: EPIPE for a closed pipe, EFBIG for a
 * limit of file sizes. */
void stop_ignore_writing(void);

/* Return the signal that requested the end; 0: none. */
int stop_signal(void);

/* Return a descriptor for poll(2) that becomes readable when the end is requested. */
int stop_fd(void);

/* stop_leave(): block the signals in the main thread, so that other threads handle them.
 * stop_take(): let the main thread handle the signals again. */
void stop_leave(void);
void stop_take(void);

/* If THREAD waits in a system call, interrupt the call, so that THREAD notices that the end was
 * requested. */
void stop_wake(pthread_t thread);

/* Callbacks and descriptors for wait_read() and wait_poll(), which wait for data. */
struct wait {
	/* called before a wait; if the result is not 0, the wait fails with EINTR */
	int (*before)(void *arg);
	void *arg;
	void (*idle)(void *arg); /* called once per second during a wait; NULL: nothing */
	/* keys: a descriptor from which the keys that the user presses are read, valid if has_keys;
	 * when it has data, ->idle is called */
	int has_keys, keys;
	/* output: a descriptor, valid if has_output; the end is requested when its reader closes
	 * it */
	int has_output, output;
};

/* Call the callback w->before, if there is one. Return 0 if the wait may begin. */
static inline int wait_before(const struct wait *w)
{
	return w->before ? w->before(w->arg) : 0;
}

/* Wait until FD has data, MS milliseconds passed (-1: no limit), or the end of the run is
 * requested. Return 1 if FD has data, else 0. If the reader of the pipe w->output closes it, the
 * function requests the end: with stop_ask_unread() if LIVE is 1, else with stop_ask(). W may be
 * NULL. */
int wait_poll(const struct wait *w, int fd, int ms, int live);

/* Read from FD like read(2); if FD is non-blocking, wait for data, too. Return -1 with EINTR if the
 * end of the run was requested, or if the callback w->before did not return 0. */
ssize_t wait_read(const struct wait *w, int fd, void *buf, size_t len);

#endif
