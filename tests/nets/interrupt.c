/* interrupt.c: preloaded, it disturbs one system call of a program in a way that the system may any
 * time.
 *
 * INTERRUPT=HOW:N[:FILE] The Nth call that can be disturbed that way is: HOW is `eintr' (a signal
 * came: nothing is done, errno is EINTR), `half' or `one' (a read or write of more than a byte does
 * less than was asked for), or `kill' (the program is killed before the call). FILE is made when
 * that has happened, so that who counts N up knows the end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum how { NOTHING, EINTR_ONCE, HALF, ONE, KILL };

static struct {
	enum how how;
	long at;
	const char *file;
	atomic_long calls;
} plan;

__attribute__((constructor)) static void plan_it(void)
{
	const char *text = getenv("INTERRUPT");
	char *end;

	if (!text)
		return;
	if (strncmp(text, "eintr:", 6) == 0)
		plan.how = EINTR_ONCE;
	else if (strncmp(text, "half:", 5) == 0)
		plan.how = HALF;
	else if (strncmp(text, "one:", 4) == 0)
		plan.how = ONE;
	else if (strncmp(text, "kill:", 5) == 0)
		plan.how = KILL;
	else
		return;
	plan.at = strtol(strchr(text, ':') + 1, &end, 10);
	if (*end == ':')
		plan.file = end + 1;
}

static void happened(void)
{
	int error = errno;

	if (plan.file) {
		/* Call the kernel directly, because this file replaces open() and close(). */
		long fd = syscall(SYS_openat, AT_FDCWD, plan.file, O_WRONLY | O_CREAT, 0666);

		if (fd >= 0)
			syscall(SYS_close, fd);
	}
	errno = error;
}

static int interrupted(void)
{
	if ((plan.how != EINTR_ONCE && plan.how != KILL) ||
	    atomic_fetch_add(&plan.calls, 1) + 1 != plan.at)
		return 0;
	happened();
	if (plan.how == KILL)
		kill(getpid(), SIGKILL);
	errno = EINTR;
	return 1;
}

static size_t less(size_t n)
{
	if ((plan.how != HALF && plan.how != ONE) || n < 2 ||
	    atomic_fetch_add(&plan.calls, 1) + 1 != plan.at)
		return n;
	happened();
	return plan.how == ONE ? 1 : n / 2;
}

/* Find the function of the same name in the next library. */
#define NEXT(name) \
	static __typeof__(name) *next; \
	if (!next) \
		*(void **)&next = dlsym(RTLD_NEXT, #name)

ssize_t read(int fd, void *buf, size_t n)
{
	NEXT(read);
	return interrupted() ? -1 : next(fd, buf, less(n));
}

ssize_t write(int fd, const void *buf, size_t n)
{
	NEXT(write);
	return interrupted() ? -1 : next(fd, buf, less(n));
}

ssize_t pread(int fd, void *buf, size_t n, off_t at)
{
	NEXT(pread);
	return interrupted() ? -1 : next(fd, buf, less(n), at);
}

ssize_t pwrite(int fd, const void *buf, size_t n, off_t at)
{
	NEXT(pwrite);
	return interrupted() ? -1 : next(fd, buf, less(n), at);
}

ssize_t readv(int fd, const struct iovec *v, int n)
{
	NEXT(readv);
	return interrupted() ? -1 : next(fd, v, n);
}

ssize_t writev(int fd, const struct iovec *v, int n)
{
	NEXT(writev);
	return interrupted() ? -1 : next(fd, v, n);
}

int poll(struct pollfd *p, nfds_t n, int timeout)
{
	NEXT(poll);
	/* A signal cannot interrupt a call that does not wait. */
	return timeout != 0 && interrupted() ? -1 : next(p, n, timeout);
}

int fsync(int fd)
{
	NEXT(fsync);
	return interrupted() ? -1 : next(fd);
}

int fdatasync(int fd)
{
	NEXT(fdatasync);
	return interrupted() ? -1 : next(fd);
}

int ftruncate(int fd, off_t n)
{
	NEXT(ftruncate);
	return interrupted() ? -1 : next(fd, n);
}

static mode_t mode_of(int flags, va_list ap)
{
	return flags & (O_CREAT | O_TMPFILE) ? va_arg(ap, mode_t) : 0;
}

int open(const char *name, int flags, ...)
{
	va_list ap;
	mode_t mode;
	NEXT(open);

	va_start(ap, flags);
	mode = mode_of(flags, ap);
	va_end(ap);
	return interrupted() ? -1 : next(name, flags, mode);
}

int openat(int dir, const char *name, int flags, ...)
{
	va_list ap;
	mode_t mode;
	NEXT(openat);

	va_start(ap, flags);
	mode = mode_of(flags, ap);
	va_end(ap);
	return interrupted() ? -1 : next(dir, name, flags, mode);
}

/* The names that programs with 64-bit offsets call on 32-bit systems. */
#if defined __GLIBC__ && __SIZEOF_POINTER__ == 4
int open64(const char *name, int flags, ...)
{
	va_list ap;
	mode_t mode;
	NEXT(open64);

	va_start(ap, flags);
	mode = mode_of(flags, ap);
	va_end(ap);
	return interrupted() ? -1 : next(name, flags, mode);
}
#endif
