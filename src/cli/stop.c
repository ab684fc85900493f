/* stop.c: ends a run after a signal. The signal handler sets a flag and writes a byte to a pipe.
 * Each wait for data also polls this pipe, because a signal that comes just before a wait does not
 * interrupt the wait. */
#include "config.h"

#include "cli/stop.h"

#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>

#include "base/clock.h"
#include "cli/again.h"
#include "cli/diag.h"

#define WAKE_SIGNAL SIGUSR1
/* Signals within this number of milliseconds count as one, because timeout(1) sends a signal to the
 * program and also to its process group. */
#define ONE_WISH_MS 1000u

static struct {
	atomic_int asked;  /* 1: the run must end */
	atomic_int wished; /* 1: a signal requested the end */
	atomic_int signal;
	atomic_uint wished_ms;
	/* renews: 1: SIGHUP requests a new output file, not the end; renewal: 1: SIGHUP has
	 * requested a new file */
	atomic_int renews, renewal;
	atomic_int unread;          /* 1: the reader has closed the output */
	/* 1: the main thread blocks signals; other threads handle them */
	atomic_int left;
	pthread_t main;
	int pipe[2];
	void (*_Atomic restore)(void);
} stop = { .pipe = { -1, -1 } };

static void wake(int sig)
{
	(void)sig;
}

/* Called after a signal that requests the end of the run. If another signal did so at least
 * ONE_WISH_MS ago, end the program at once. */
static void wish(void)
{
	void (*restore)(void) = stop.restore;
	unsigned now = (unsigned)clock_ms();

	if (stop.wished && now - stop.wished_ms >= ONE_WISH_MS) {
		if (restore)
			restore();
		_exit(STATUS_DAMAGED);
	}
	if (!stop.wished) {
		stop.wished_ms = now;
		stop.wished = 1;
	}
}

void stop_ask(void)
{
	stop.asked = 1;
	if (write(stop.pipe[1], "", 1) < 0) {
		/* The pipe is full, so poll(2) already reports that it has data. */
	}
}

void stop_ask_unread(void)
{
	stop.unread = 1;
	stop_ask();
}

static void stop_on_signal(int sig)
{
	int error = errno;

	if (sig != SIGALRM) {
		wish();
		stop.signal = sig;
	}
	stop_ask();
	/* If a system call begins to wait just after this handler, SIGALRM interrupts it one second
	 * later. */
	alarm(1);
	if (stop.left && !pthread_equal(stop.main, pthread_self()))
		pthread_kill(stop.main, WAKE_SIGNAL);
	errno = error;
}

static void hang_up(int sig)
{
	if (stop.renews)
		stop.renewal = 1;
	else
		stop_on_signal(sig);
}

static void handle(int sig, void (*fn)(int))
{
	struct sigaction sa;

	memset(&sa, 0, sizeof sa);
	sa.sa_handler = fn;
	sigemptyset(&sa.sa_mask);
	sigaction(sig, &sa, NULL);
}

/* Ignored signals stay ignored: nohup(1) and shells expect this. */
static void handle_unless_ignored(int sig, void (*fn)(int))
{
	struct sigaction was;

	if (sigaction(sig, NULL, &was) == 0 && was.sa_handler != SIG_IGN)
		handle(sig, fn);
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
	handle_unless_ignored(SIGINT, stop_on_signal);
	handle_unless_ignored(SIGTERM, stop_on_signal);
	handle_unless_ignored(SIGHUP, hang_up);
	handle(SIGALRM, stop_on_signal);
	handle(WAKE_SIGNAL, wake);
	return 0;
}

void stop_restores(void (*restore)(void))
{
	stop.restore = restore;
}

void stop_hangup_renews(void)
{
	int fd = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC);

	/* Without a terminal, /dev/tty cannot be opened. */
	if (fd < 0)
		stop.renews = 1;
	else
		close(fd);
}

int stop_renewal(void)
{
	return stop.renewal && atomic_exchange(&stop.renewal, 0);
}

void stop_after(double seconds)
{
	struct itimerval t;

	memset(&t, 0, sizeof t);
	t.it_value.tv_sec = (time_t)seconds;
	t.it_value.tv_usec = (suseconds_t)((seconds - (double)t.it_value.tv_sec) * 1e6);
	/* A timer of 0 is switched off, so it would never send a signal. */
	if (t.it_value.tv_sec == 0 && t.it_value.tv_usec == 0)
		t.it_value.tv_usec = 1;
	if (seconds > 0)
		setitimer(ITIMER_REAL, &t, NULL);
}

int stop_asked(void)
{
	return stop.asked;
}

void stop_ignore_writing(void)
{
	signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
	signal(SIGXFSZ, SIG_IGN);
#endif
}

void stop_say_output(const char *name, int error)
{
	if (error == ENOMEM)
		diag_no_memory();
	else if (error == ECANCELED)
		diag_damage("%s: writing failed: %s; the rest of the output is lost", name,
		            again_write_error(error));
	else if (error && error != EPIPE)
		diag_fail("%s: writing failed: %s", name, strerror(error));
	else if (stop.unread)
		diag_damage("%s: its reader has closed it", name);
}

int stop_signal(void)
{
	return stop.signal;
}

int stop_fd(void)
{
	return stop.pipe[0];
}

static void mask(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGALRM);
	pthread_sigmask(how, &set, NULL);
}

void stop_leave(void)
{
	stop.main = pthread_self();
	stop.left = 1;
	mask(SIG_BLOCK);
}

void stop_take(void)
{
	stop.left = 0;
	mask(SIG_UNBLOCK);
}

void stop_wake(pthread_t thread)
{
	pthread_kill(thread, WAKE_SIGNAL);
}

int wait_poll(const struct wait *w, int fd, int ms, int live)
{
	struct pollfd p[4] = { { .fd = fd, .events = POLLIN },
		               { .fd = stop_fd(), .events = POLLIN },
		               { .fd = w && w->has_output ? w->output : -1 },
		               { .fd = w && w->has_keys ? w->keys : -1, .events = POLLIN } };

	if (poll(p, 4, ms) <= 0)
		return 0;
	/* poll(2) sets POLLERR for a pipe without reader. */
	if (p[2].revents & (POLLERR | POLLHUP))
		(live ? stop_ask_unread : stop_ask)();
	return p[0].revents != 0;
}

ssize_t wait_read(const struct wait *w, int fd, void *buf, size_t len)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	ssize_t n;

	do {
		if (poll(&p, 1, 0) == 0) {
			if (wait_before(w)) {
				errno = EINTR;
				return -1;
			}
			while (!wait_poll(w, fd, w->idle ? 1000 : -1, 0) && !stop_asked())
				if (w->idle)
					w->idle(w->arg);
		}
		if (stop_asked()) {
			errno = EINTR;
			return -1;
		}
		n = read(fd, buf, len);
	} while (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK));
	return n;
}
