#include "config.h"

#include "cli/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "cli/diag.h"
#include "cli/words.h"

/* Number of descriptors that a run needs in addition to one per input */
#define BESIDES 64u
/* Size in bytes of an enlarged pipe: the maximum that Linux allows without privileges */
#define PIPE_SIZE (1024 * 1024)
/* temporary_used() stops searching for open files after this number of unused descriptors in a
 * row */
#define UNUSED_MOST 64

void standard_fill_gaps(void)
{
	int fd;

	/* Open /dev/null in the wrong direction, so that reading or writing still fails with
	 * EBADF. */
	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 &&
		    open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) != fd)
			return;
}

void pipe_widen(int fd)
{
#if HAVE_DECL_F_SETPIPE_SZ
	int size = fcntl(fd, F_GETPIPE_SZ);

	if (size >= 0 && size < PIPE_SIZE)
		fcntl(fd, F_SETPIPE_SZ, PIPE_SIZE);
#else
	(void)fd;
#endif
}

void descriptors_allow(size_t n)
{
	struct rlimit limit;

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

		if (strncmp(file, folders[i], n) == 0 &&
		    words_number(file + n, 0, INT_MAX, &fd) == 0)
			return (int)fd;
	}
	return -1;
}

const char *descriptor_fault(int fd)
{
	int flags = fcntl(fd, F_GETFD);

	/* Refuse descriptors that monread itself opened, because users cannot mean them. All of
	 * them have FD_CLOEXEC. */
	if (flags < 0 || flags & FD_CLOEXEC)
		return "is not open";
	return (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY ? "is not open for writing" : NULL;
}

const char *temporary_directory(void)
{
	const char *dir = getenv("TMPDIR");

	return dir && *dir ? dir : "/tmp";
}

/* Convert $MONREAD_TMP_MB to the number *BYTES. Return 1, 0 if the variable is not set, or -1 if
 * its value is not a number. */
static int wanted_bytes(uint64_t *bytes)
{
	const char *mb = getenv("MONREAD_TMP_MB");

	if (!mb || !*mb)
		return 0;
	if (words_number(mb, 0, UINT64_MAX >> 20, bytes))
		return -1;
	*bytes <<= 20;
	return 1;
}

void temporary_check(void)
{
	uint64_t bytes;

	if (wanted_bytes(&bytes) < 0)
		diag_usage("MONREAD_TMP_MB=%s: expected a number of megabytes",
		           getenv("MONREAD_TMP_MB"));
}

uint64_t temporary_used(void)
{
	int fd, flags, unused = 0;
	uint64_t used = 0;
	struct stat st;

	for (fd = STDERR_FILENO + 1; unused < UNUSED_MOST; fd++) {
		flags = fcntl(fd, F_GETFL);
		unused = flags < 0 ? unused + 1 : 0;
		if (flags >= 0 && (flags & O_ACCMODE) == O_RDWR && fstat(fd, &st) == 0 &&
		    S_ISREG(st.st_mode) && st.st_nlink == 0)
			used += (uint64_t)st.st_size;
	}
	return used;
}

uint64_t temporary_limit(void)
{
	uint64_t used = temporary_used(), most = UINT64_MAX;
	struct statvfs st;

	if (wanted_bytes(&most) <= 0 && statvfs(temporary_directory(), &st) == 0)
		most = ((uint64_t)st.f_bavail * st.f_frsize + used) / 2;
	return most > used ? most - used : 0;
}

int temporary_open(void)
{
	char name[4096];
	int fd;

	if (snprintf(name, sizeof name, "%s/monread.XXXXXX", temporary_directory()) >=
	    (int)sizeof name) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = mkstemp(name);
	if (fd >= 0) {
		fcntl(fd, F_SETFD, FD_CLOEXEC);
		unlink(name);
	}
	return fd;
}
