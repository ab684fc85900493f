/* stop.c: what signals may do is set a flag, write a byte, and wake a thread. */
#include "config.h"

#include "tool/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "tool/diag.h"

#define WAKE_SIGNAL SIGUSR1

static struct {
	atomic_int asked; /* by a handler in whatever thread */
	atomic_int has_thread;
	pthread_t thread;
	int pipe[2];
} stop = { 0, 0, 0, { -1, -1 } };

static void wake(int sig)
{
	(void)sig;
}

static void ask(int sig)
{
	int error = errno;

	if (stop.asked && sig != SIGALRM)
		_exit(STATUS_DAMAGED);
	stop.asked = 1;
	if (write(stop.pipe[1], "", 1) < 0) {
		/* The pipe is full: the other side knows already. */
	}
	if (stop.has_thread && !pthread_equal(pthread_self(), stop.thread))
		pthread_kill(stop.thread, WAKE_SIGNAL);
	errno = error;
}

static int handle(int sig, void (*fn)(int))
{
	struct sigaction sa;

	memset(&sa, 0, sizeof sa);
	sa.sa_handler = fn;
	sigemptyset(&sa.sa_mask);
	return sigaction(sig, &sa, NULL);
}

int stop_install(void)
{
	if (stop.pipe[0] >= 0)
		return 0;
	if (pipe(stop.pipe))
		return -1;
	fcntl(stop.pipe[0], F_SETFD, FD_CLOEXEC);
	fcntl(stop.pipe[1], F_SETFD, FD_CLOEXEC);
	fcntl(stop.pipe[1], F_SETFL, O_NONBLOCK);
	return handle(SIGINT, ask) || handle(SIGTERM, ask) || handle(SIGALRM, ask) || handle(WAKE_SIGNAL, wake) ? -1 : 0;
}

void stop_after(double seconds)
{
	struct itimerval t;

	memset(&t, 0, sizeof t);
	t.it_value.tv_sec = (time_t)seconds;
	t.it_value.tv_usec = (suseconds_t)((seconds - (double)t.it_value.tv_sec) * 1e6);
	if (seconds > 0)
		setitimer(ITIMER_REAL, &t, NULL);
}

int stop_asked(void)
{
	return stop.asked;
}

int stop_fd(void)
{
	return stop.pipe[0];
}

void stop_interrupts(pthread_t thread)
{
	stop.thread = thread;
	stop.has_thread = 1;
}

void stop_interrupts_none(void)
{
	stop.has_thread = 0;
}
