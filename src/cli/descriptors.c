/* descriptors.c: checks and names descriptors, raises the limit of open files, and enlarges pipes. */
#include "config.h"

#include "cli/descriptors.h"

#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/words.h"

/* Descriptors besides inputs: standard streams, outputs, a database, directories. */
#define BESIDES 64u
/* Linux gives a pipe 64 KB, and up to 1 MB on request. */
#define PIPE_SIZE (1024 * 1024)

void standard_fill_gaps(void)
{
	int fd;

	/* Open it in the wrong direction, so that using it is still an error. */
	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return;
}

void pipe_widen(int fd)
{
#if HAVE_DECL_F_SETPIPE_SZ
	int size = fcntl(fd, F_GETPIPE_SZ);

	/* -1: not a pipe. */
	if (size >= 0 && size < PIPE_SIZE)
		fcntl(fd, F_SETPIPE_SZ, PIPE_SIZE);
#else
	(void)fd;
#endif
}

void descriptors_allow(size_t n)
{
	struct rlimit limit;

	/* RLIM_INFINITY is the largest value. */
	if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < n + BESIDES) {
		limit.rlim_cur = limit.rlim_max < n + BESIDES ? limit.rlim_max : n + BESIDES;
		setrlimit(RLIMIT_NOFILE, &limit);
	}
}

int descriptor_named(const char *file)
{
	static const char *const folders[] = { "/dev/fd/", "/proc/self/fd/" };
	uint64_t fd;
	size_t i;

	if (strcmp(file, "-") == 0 || strcmp(file, "/dev/stdout") == 0)
		return STDOUT_FILENO;
	if (strcmp(file, "/dev/stderr") == 0)
		return STDERR_FILENO;
	for (i = 0; i < sizeof folders / sizeof *folders; i++) {
		size_t n = strlen(folders[i]);

		if (strncmp(file, folders[i], n) == 0 && words_number(file + n, 0, INT_MAX, &fd) == 0)
			return (int)fd;
	}
	return -1;
}

const char *descriptor_fault(int fd)
{
	int flags = fcntl(fd, F_GETFD);

	/* Descriptors that monread opened itself are closed on exec and cannot be named. */
	if (flags < 0 || flags & FD_CLOEXEC)
		return "is not open";
	return (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY ? "is not open for writing" : NULL;
}
