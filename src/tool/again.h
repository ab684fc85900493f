/* again.h: system calls that a signal can interrupt before anything is done, done again.
 *
 * Signals only set a flag here, and are installed without SA_RESTART so that a wait ends. */
#ifndef TOOL_AGAIN_H
#define TOOL_AGAIN_H

#include <errno.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include "tool/stop.h"

/* A FIFO may never be opened: then the end that was asked for comes before the file. */
static inline int again_open(const char *name, int flags, mode_t mode)
{
	int fd;

	do
		fd = open(name, flags, mode);
	while (fd < 0 && errno == EINTR && !stop_asked());
	return fd;
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
