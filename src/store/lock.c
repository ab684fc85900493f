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

#if HAVE_DECL_F_OFD_SETLK

enum { SHARED = F_RDLCK, EXCLUSIVE = F_WRLCK, NONE = F_UNLCK };

static int set(int fd, int to)
{
	struct flock l;

	memset(&l, 0, sizeof l);
	l.l_type = (short)to;
	l.l_whence = SEEK_SET;
	return fcntl(fd, F_OFD_SETLK, &l);
}

#elif defined(HAVE_FLOCK)

enum { SHARED = LOCK_SH, EXCLUSIVE = LOCK_EX, NONE = LOCK_UN };

static int set(int fd, int to)
{
	return flock(fd, to | LOCK_NB);
}

#else

enum { SHARED, EXCLUSIVE, NONE };

static int set(int fd, int to)
{
	(void)fd;
	(void)to;
	errno = ENOTSUP;
	return -1;
}

#endif

static enum lock_result try(int fd, int to)
{
	if (set(fd, to) == 0)
		return LOCK_TAKEN;
	return errno == EAGAIN || errno == EACCES || errno == EWOULDBLOCK ? LOCK_BUSY : LOCK_UNABLE;
}

enum lock_result lock_write(int fd)
{
	return try(fd, EXCLUSIVE);
}

void lock_release(int fd)
{
	set(fd, NONE);
}

int lock_is_held_on(const char *name)
{
	int fd = again_open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0), held;

	if (fd < 0)
		return 0;
	held = try(fd, SHARED) == LOCK_BUSY;
	close(fd);
	return held;
}
