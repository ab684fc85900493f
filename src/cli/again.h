/* again.h: system calls that a signal can interrupt before anything is done, done again.
 *
 * Signals only set a flag here, and are installed without SA_RESTART so that a wait ends. */
#ifndef CLI_AGAIN_H
#define CLI_AGAIN_H

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/types.h>
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

static inline int again_openat(int at, const char *name, int flags)
{
	int fd;

	do
		fd = openat(at, name, flags);
	while (fd < 0 && errno == EINTR);
	return fd;
}

/* A FIFO may never be opened: then the end that was asked for comes before the file. */
static inline int again_open_unless_stopped(const char *name, int flags, mode_t mode)
{
	int fd;

	do
		fd = open(name, flags, mode);
	while (fd < 0 && errno == EINTR && !stop_asked());
	return fd;
}

/* Up to N bytes; less are there only before the end of the file. */
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

/* All N bytes, also where somebody else made FD non-blocking.  0, or -1 with errno; *DONE bytes were written. */
static inline int again_write(int fd, const void *bytes, size_t n, size_t *done)
{
	for (*done = 0; *done < n;) {
		ssize_t now = write(fd, (const char *)bytes + *done, n - *done);

		if (now >= 0)
			*done += (size_t)now;
		else if (errno == EAGAIN || errno == EWOULDBLOCK)
			poll(&(struct pollfd){ .fd = fd, .events = POLLOUT }, 1, -1);
		else if (errno != EINTR)
			return -1;
	}
	return 0;
}

static inline int again_truncate(int fd, off_t length)
{
	int rc;

	do
		rc = ftruncate(fd, length);
	while (rc && errno == EINTR);
	return rc;
}

static inline int again_fsync(int fd)
{
	int rc;

	do
		rc = fsync(fd);
	while (rc && errno == EINTR);
	return rc;
}

static inline int again_fdatasync(int fd)
{
	int rc;

	do
		rc = fdatasync(fd);
	while (rc && errno == EINTR);
	return rc;
}

#endif
