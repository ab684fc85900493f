/* lock.c: locks of an open file, not of the process.
 *
 * POSIX locks vanish when the process closes any descriptor of the file, as --keep does after looking at one. */
#include "config.h"

#include "store/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#if !HAVE_DECL_F_OFD_SETLK && defined(HAVE_FLOCK)
#include <sys/file.h>
#endif

#include "cli/again.h"

static enum lock_result try(int fd, int exclusive)
{
	int rc;

#if HAVE_DECL_F_OFD_SETLK
	struct flock l;

	memset(&l, 0, sizeof l);
	l.l_type = exclusive ? F_WRLCK : F_RDLCK;
	l.l_whence = SEEK_SET;
	rc = fcntl(fd, F_OFD_SETLK, &l);
#elif defined(HAVE_FLOCK)
	rc = flock(fd, (exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB);
#else
	(void)fd;
	(void)exclusive;
	errno = ENOTSUP;
	rc = -1;
#endif
	if (rc == 0)
		return LOCK_TAKEN;
	return errno == EAGAIN || errno == EACCES || errno == EWOULDBLOCK ? LOCK_BUSY : LOCK_UNABLE;
}

enum lock_result lock_write(int fd)
{
	return try(fd, 1);
}

int lock_is_held_on(const char *name)
{
	int fd = again_open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0), held;

	if (fd < 0)
		return 0;
	held = try(fd, 0) == LOCK_BUSY;
	close(fd);
	return held;
}
