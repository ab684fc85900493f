/* temporary.c: files without a name, and how much they may hold. */
#include "config.h"

#include "cli/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

const char *temporary_directory(void)
{
	const char *dir = getenv("TMPDIR");

	return dir && *dir ? dir : "/tmp";
}

uint64_t temporary_free(void)
{
	struct statvfs st;

	return statvfs(temporary_directory(), &st) ? UINT64_MAX : (uint64_t)st.f_bavail * st.f_frsize;
}

uint64_t temporary_limit(void)
{
	const char *mb = getenv("MONREAD_TMP_MB");

	return mb && *mb ? (uint64_t)strtoul(mb, NULL, 10) * 1024 * 1024 : temporary_free() / 2;
}

int temporary_open(void)
{
	char name[4096];
	int fd;

	if (snprintf(name, sizeof name, "%s/monread.XXXXXX", temporary_directory()) >= (int)sizeof name) {
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
