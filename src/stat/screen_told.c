/* screen_told.c: a pipe that tells the thread of --top what to do; handlers of signals write to it. */
#include "config.h"

#include "stat/screen_told.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

/* A handler has no argument, so the pipe cannot be part of the screen.  It is open before and after the handlers are set. */
static int told[2] = { -1, -1 };

void told_tell(char what)
{
	int error = errno;

	if (write(told[1], &what, 1) < 0) {
		/* It is full of the same. */
	}
	errno = error;
}

static void resized(int sig)
{
	(void)sig;
	told_tell(TOLD_RESIZED);
}

static void suspended(int sig)
{
	(void)sig;
	told_tell(TOLD_SUSPEND);
}

static void continued(int sig)
{
	(void)sig;
	told_tell(TOLD_CONTINUE);
}

static void handle(int sig, void (*function)(int))
{
	struct sigaction sa;

	memset(&sa, 0, sizeof sa);
	sa.sa_handler = function;
	sa.sa_flags = SA_RESTART;
	sigemptyset(&sa.sa_mask);
	sigaction(sig, &sa, NULL);
}

int told_open(void)
{
	int i;

	if (pipe(told))
		return -1;
	for (i = 0; i < 2; i++) {
		fcntl(told[i], F_SETFD, FD_CLOEXEC);
		fcntl(told[i], F_SETFL, O_NONBLOCK);
	}
	return 0;
}

void told_close(void)
{
	int i;

	for (i = 0; i < 2; i++) {
		if (told[i] >= 0)
			close(told[i]);
		told[i] = -1;
	}
}

int told_fd(void)
{
	return told[0];
}

void told_handle(void)
{
	handle(SIGWINCH, resized);
	handle(SIGTSTP, suspended);
	handle(SIGCONT, continued);
}

void told_default(void)
{
	handle(SIGWINCH, SIG_DFL);
	handle(SIGTSTP, SIG_DFL);
	handle(SIGCONT, SIG_DFL);
}

void told_suspend(void)
{
	handle(SIGTSTP, SIG_DFL);
	raise(SIGTSTP);
	handle(SIGTSTP, suspended);
}
