/* timeit.c: run a command and print its time and its maximum memory.
 *
 * It is a small program because the ru_maxrss of a child begins with the memory of its parent. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static void fail(const char *what, int error)
{
	fprintf(stderr, "timeit: %s: %s\n", what, strerror(error));
	exit(2);
}

static long long now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* IN and OUT become standard input and output of the child; if IN is below 0, standard input stays unchanged; if
 * OUT is below 0, standard output is /dev/null. */
static pid_t start(char **argv, int in, int out)
{
	posix_spawn_file_actions_t a;
	pid_t pid;
	int error;

	posix_spawn_file_actions_init(&a);
	if (in >= 0)
		posix_spawn_file_actions_adddup2(&a, in, STDIN_FILENO);
	if (out >= 0)
		posix_spawn_file_actions_adddup2(&a, out, STDOUT_FILENO);
	else
		posix_spawn_file_actions_addopen(&a, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	error = posix_spawnp(&pid, argv[0], &a, NULL, argv, environ);
	if (error)
		fail(argv[0], error);
	posix_spawn_file_actions_destroy(&a);
	return pid;
}

static void run_once(char **argv, int piped)
{
	static char cat[] = "cat";
	char *cat_argv[] = { cat, NULL };
	struct rusage usage;
	int ends[2], status = 0;
	pid_t pid, reader = 0;
	long long begin;

	if (piped && pipe(ends))
		fail("pipe", errno);
	if (piped) {
		fcntl(ends[0], F_SETFD, FD_CLOEXEC);
		fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	}
	begin = now_ns();
	if (piped)
		reader = start(cat_argv, ends[0], -1);
	pid = start(argv, -1, piped ? ends[1] : -1);
	if (piped) {
		close(ends[0]);
		close(ends[1]);
	}
	while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR)
		;
	if (piped)
		while (waitpid(reader, NULL, 0) < 0 && errno == EINTR)
			;
	printf("%lld %ld %d\n", now_ns() - begin, usage.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128);
}

/* timeit [-n RUNS] [-p] COMMAND ARGUMENT...: a line "NANOSECONDS KILOBYTES STATUS" for each run. */
int main(int argc, char **argv)
{
	long runs = 1;
	int c, piped = 0;

	while ((c = getopt(argc, argv, "+n:p")) != -1) {
		if (c == 'n')
			runs = atol(optarg);
		else if (c == 'p')
			piped = 1;
		else
			return 2;
	}
	if (optind == argc)
		return 2;
	while (runs-- > 0)
		run_once(argv + optind, piped);
	return 0;
}
