/* lock.h: locks output files, and creates FILE.new, which becomes FILE when it is complete. It uses
 * flock(2), not fcntl(2): when --keep closes one descriptor of a file, all locks of fcntl(2) on
 * this file would end. */
#ifndef CLI_LOCK_H
#define CLI_LOCK_H

#include <sys/file.h>

#include "cli/again.h"
#include "cli/inputs.h"

#define LOCK_OPEN (O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)

enum lock_result { LOCK_TAKEN, LOCK_BUSY, LOCK_UNABLE };

/* Lock the open file FD until it is closed. TO is LOCK_EX or LOCK_SH. Set errno before returning
 * LOCK_UNABLE. */
static inline enum lock_result lock_try(int fd, int to)
{
	if (flock(fd, to | LOCK_NB) == 0)
		return LOCK_TAKEN;
	return errno == EWOULDBLOCK ? LOCK_BUSY : LOCK_UNABLE;
}

/* Return 1 if another process holds LOCK_EX on the file NAME. */
static inline int lock_is_held_on(const char *name)
{
	int fd = again_open(name, O_RDONLY | LOCK_OPEN, 0), held;

	if (fd < 0)
		return 0;
	held = lock_try(fd, LOCK_SH) == LOCK_BUSY;
	close(fd);
	return held;
}

/* Return 1 if NAME is still the name of the open file FD. */
static inline int lock_is_named(int fd, const char *name)
{
	struct stat st, named;

	return fstat(fd, &st) == 0 && lstat(name, &named) == 0 && inputs_same(&st, &named);
}

/* Remove the file NAME unless it is locked. Return 0, or -1 with errno. */
static inline int lock_remove(const char *name)
{
	int fd = again_open(name, O_RDWR | LOCK_OPEN, 0), error = 0;

	if (fd < 0)
		return errno == ENOENT ? 0 : -1;
	if (lock_try(fd, LOCK_EX) == LOCK_BUSY)
		error = EBUSY;
	else if (lock_is_named(fd, name) && unlink(name))
		error = errno;
	close(fd);
	errno = error;
	return error ? -1 : 0;
}

#define LOCK_NEW ".new"

/* Create and lock the file NAME, which ends with LOCK_NEW and which the caller renames. Replace an
 * existing file, which a killed run left, unless it is locked. Return a descriptor for reading and
 * writing, or -1 with errno: EBUSY if another run is writing to NAME. */
static inline int lock_create(const char *name, mode_t mode)
{
	int fd;

	for (;;) {
		fd = again_open(name, O_RDWR | O_CREAT | O_EXCL | LOCK_OPEN, mode);
		if (fd >= 0 || errno != EEXIST)
			break;
		if (lock_remove(name))
			return -1;
	}
	if (fd >= 0 && (lock_try(fd, LOCK_EX) == LOCK_BUSY || !lock_is_named(fd, name))) {
		close(fd);
		errno = EBUSY;
		fd = -1;
	}
	return fd;
}

#endif
