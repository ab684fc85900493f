/* stop.h: lets SIGINT, SIGTERM, SIGHUP and --duration request the end of the run. After such a
 * request, waits for data end at once, and reading ends after the current data set. */
#ifndef CLI_STOP_H
#define CLI_STOP_H

#include <pthread.h>
#include <sys/types.h>

/* Install the signal handlers. A second signal, at least a second later, ends the program at once;
 * ignored signals stay ignored. Return 0, or -1 with errno. */
int stop_install(void);

/* Let the signal handler call RESTORE before it ends the program at once; NULL: call no
 * function. */
void stop_restores(void (*restore)(void));

/* If the program has no controlling terminal, as in a service, let SIGHUP request a new output file
 * instead of the end of the run. */
void stop_hangup_renews(void);

/* Return 1 if SIGHUP requested a new output file since the last call. */
int stop_renewal(void);

/* Request the end of the run after SECONDS; 0: never. */
void stop_after(double seconds);

/* Return 1 if a signal, stop_after() or stop_ask() requested the end of the run. */
int stop_asked(void);

/* Request the end of the run for a reason other than a signal or stop_after(). */
void stop_ask(void);

/* Request the end of the run because the reader of the output closed the output while a live input
 * was read. */
void stop_ask_unread(void);

/* Report why the output NAME is incomplete. ERROR is the errno of the failed write; if it is 0 or
 * EPIPE, the reader closed the output, which is reported only after stop_ask_unread(). */
void stop_say_output(const char *name, int error);

/* Let write(2) fail with EPIPE or EFBIG instead of sending SIGPIPE or SIGXFSZ to the program. */
void stop_ignore_writing(void);

/* Return the signal that requested the end of the run; 0: no signal did. */
int stop_signal(void);

/* Return a descriptor that becomes readable when the end of the run is requested. */
int stop_fd(void);

/* Block the signals in the main thread, so that other threads handle them, until stop_take(). */
void stop_leave(void);
void stop_take(void);

/* Interrupt a system call in which THREAD waits. */
void stop_wake(pthread_t thread);

struct wait {
	/* called before a wait; if the result is not 0, the wait fails with EINTR */
	int (*before)(void *arg);
	void *arg;
	void (*idle)(void *arg); /* called each second of a wait; NULL: nothing */
	/* keys: descriptor of the keyboard, if has_keys is 1; when a key is pressed, ->idle is
	 * called */
	int has_keys, keys;
	/* output: descriptor of the output, if has_output is 1; if the reader of the output closes
	 * it, the end of the run is requested */
	int has_output, output;
};

static inline int wait_before(const struct wait *w)
{
	return w->before ? w->before(w->arg) : 0;
}

/* Wait until FD has data, MS milliseconds passed (-1: no limit), or the end of the run is
 * requested. Return 1 if FD has data. W may be NULL. If the reader of w->output closed it, request
 * the end with stop_ask_unread() if LIVE is 1, else with stop_ask(). */
int wait_poll(const struct wait *w, int fd, int ms, int live);

/* Read FD like read(2), but wait for data even if FD is non-blocking. Return -1 with EINTR if the
 * end of the run was requested, or w->before() did not return 0. */
ssize_t wait_read(const struct wait *w, int fd, void *buf, size_t len);

#endif
