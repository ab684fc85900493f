/* again.h: calls of the system that are repeated after a signal. Signal handlers only set a flag,
 * and are installed without SA_RESTART, so that calls that wait return EINTR. */
#ifndef CLI_AGAIN_H
#define CLI_AGAIN_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "cli/stop.h"

static inline int again_open(const char *name, int flags, mode_t mode)
{
	int fd;

	do
		fd = open(name, flags, mode);
	while (fd < 0 && errno == EINTR);
	return fd;
}

/* Like again_open(), but return -1 with EINTR if the end of the run was requested, because opening
 * a FIFO may wait forever. */
static inline int again_open_unless_stopped(const char *name, int flags, mode_t mode)
{
	int fd;

	do
		fd = open(name, flags, mode);
	while (fd < 0 && errno == EINTR && !stop_asked());
	return fd;
}

/* Read N bytes at offset AT; fewer only at the end of the file or before an error. Return the
 * number of bytes read, or -1 with errno. */
static inline ssize_t again_pread(int fd, void *buf, size_t n, off_t at)
{
	size_t have = 0;
	ssize_t got = 0;

	while (have < n) {
		got = pread(fd, (char *)buf + have, n - have, at + (off_t)have);
		if (got > 0)
			have += (size_t)got;
		else if (got == 0 || errno != EINTR)
			break;
	}
	return got < 0 && have == 0 ? -1 : (ssize_t)have;
}

/* Write all N bytes, even if FD is non-blocking, and set *DONE to the number of written bytes.
 * Return 0, or -1 with errno: ETIMEDOUT if nobody reads the pipe FD for SECONDS (-1: no limit), or
 * ECANCELED three seconds after the end of the run was requested. */
static inline int again_write(int fd, const void *bytes, size_t n, int seconds, size_t *done)
{
	struct pollfd p = { .fd = fd, .events = POLLOUT };
	int vain = 0;

	for (*done = 0; *done < n;) {
		int stopped = stop_asked(), limited = stopped || seconds >= 0;
		/* A pipe that is ready for writing accepts PIPE_BUF bytes without blocking, but
		 * perhaps not more. */
		size_t part = limited && n - *done > PIPE_BUF ? PIPE_BUF : n - *done;
		ssize_t now;

		if (limited && poll(&p, 1, 1000) <= 0) {
			if (++vain < (stopped ? 3 : seconds))
				continue;
			errno = stopped ? ECANCELED : ETIMEDOUT;
			return -1;
		}
		now = write(fd, (const char *)bytes + *done, part);
		if (now >= 0) {
			*done += (size_t)now;
			vain = 0;
		} else if (errno == EAGAIN || errno == EWOULDBLOCK)
			poll(&p, 1, 1000);
		else if (errno != EINTR)
			return -1;
	}
	return 0;
}

static inline const char *again_write_error(int error)
{
	return error == ECANCELED ? "nobody reads it, and the run must end" : strerror(error);
}

static inline int again_truncate(int fd, off_t length)
{
	int rc;

	do
		rc = ftruncate(fd, length);
	while (rc && errno == EINTR);
	return rc;
}

static inline int again_sync(int (*sync)(int fd), int fd)
{
	int rc;

	do
		rc = sync(fd);
	while (rc && errno == EINTR);
	return rc;
}

#endif
