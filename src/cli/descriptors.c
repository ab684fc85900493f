/* descriptors.c: raises the limit of open files, and parses names of descriptors such as /dev/fd/3. */
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

size_t descriptors_allow(size_t n)
{
	struct rlimit limit;
	rlim_t had;

	n += BESIDES;
	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= n)
		return n - BESIDES;
	had = limit.rlim_cur;
	limit.rlim_cur = limit.rlim_max == RLIM_INFINITY || limit.rlim_max > n ? n : limit.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &limit))
		limit.rlim_cur = had;
	return limit.rlim_cur > BESIDES ? (size_t)limit.rlim_cur - BESIDES : 0;
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
