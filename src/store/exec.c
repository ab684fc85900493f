/* exec.c: runs the program of --exec. Storing never waits for the program: after each data set,
 * monread checks if the program has ended. */
#include "config.h"

#include "store/exec.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include "base/array.h"
#include "base/clock.h"
#include "cli/diag.h"
#include "cli/stop.h"

/* Print a note when this number of files wait for the program. */
#define EXEC_MANY 100u

/* Maximum wait for the program after a signal requested the end of the run. */
#define EXEC_LIMIT (60 * CLOCK_SECOND)

/* At the end of the run, milliseconds between two checks if the program has ended. */
#define EXEC_PAUSE 50

extern char **environ;

/* Return 0, or an errno value. */
static int exec_start(struct store_exec *x)
{
	char *const arguments[] = { (char *)x->program, x->names[0], NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t signals;
	int error;

	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	/* Do not let the program ignore SIGPIPE and SIGXFSZ, which monread ignores to get errors
	 * from write(2). */
	sigemptyset(&signals);
	posix_spawnattr_setsigmask(&attributes, &signals);
	sigaddset(&signals, SIGPIPE);
#ifdef SIGXFSZ
	sigaddset(&signals, SIGXFSZ);
#endif
	posix_spawnattr_setsigdefault(&attributes, &signals);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	error = posix_spawnp(&x->pid, x->program, &actions, &attributes, arguments, environ);
	posix_spawnattr_destroy(&attributes);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static void exec_next(struct store_exec *x)
{
	free(x->names[0]);
	x->count--;
	memmove(x->names, x->names + 1, x->count * sizeof *x->names);
	x->pid = 0;
}

static void exec_reap(struct store_exec *x)
{
	int status;

	if (x->pid == 0 || waitpid(x->pid, &status, WNOHANG) != x->pid)
		return;
	if (WIFSIGNALED(status))
		diag_damage("%s: %s was ended by signal %d", x->names[0], x->program,
		            WTERMSIG(status));
	else if (WEXITSTATUS(status) != 0)
		diag_damage("%s: %s ended with status %d", x->names[0], x->program,
		            WEXITSTATUS(status));
	exec_next(x);
}

void store_exec_poll(struct store_exec *x)
{
	int error;

	exec_reap(x);
	while (x->pid == 0 && x->count > 0) {
		error = exec_start(x);
		if (!error)
			return;
		diag_damage("%s: %s cannot be run: %s", x->names[0], x->program, strerror(error));
		exec_next(x);
	}
}

void store_exec_add(struct store_exec *x, const char *name)
{
	/* index in x->names of the first file for which the program has not started */
	size_t waiting;
	char *path;

	if (!x->program)
		return;
	path = realpath(name, NULL);
	if (!path || ARRAY_GROW(x->names, x->count, x->room)) {
		diag_damage("%s: %s is not run: %s", name, x->program, strerror(errno));
		free(path);
		return;
	}
	x->names[x->count++] = path;
	waiting = x->pid != 0;
	if (x->count - waiting == EXEC_MANY)
		diag_note("%u files wait for %s; the first is %s", EXEC_MANY, x->program,
		          x->names[waiting]);
	store_exec_poll(x);
}

void store_exec_end(struct store_exec *x)
{
	int64_t begin = clock_now();
	size_t i;

	for (;;) {
		store_exec_poll(x);
		if (x->pid == 0 || (stop_signal() && clock_now() - begin > EXEC_LIMIT))
			break;
		poll(NULL, 0, EXEC_PAUSE);
	}
	if (x->pid) {
		diag_damage("%s: %s still runs; the run ends without it", x->names[0], x->program);
		exec_next(x);
	}
	for (i = 0; i < x->count; i++) {
		diag_damage("%s: %s was not run", x->names[i], x->program);
		free(x->names[i]);
	}
	free(x->names);
}
