/* wait.c: wait with poll(2), so that a signal that comes just before the wait ends it too. */
#include "config.h"

#include "cli/wait.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "cli/stop.h"

ssize_t wait_read(const struct wait *w, int fd, void *buf, size_t len)
{
	struct pollfd p[2] = { { .fd = fd, .events = POLLIN }, { .fd = stop_fd(), .events = POLLIN } };
	ssize_t n;

	do {
		if (poll(p, 1, 0) == 0) {
			if (wait_before(w)) {
				errno = EINTR;
				return -1;
			}
			while (poll(p, 2, wait_ms(w)) == 0)
				w->idle(w->arg);
		}
		if (stop_asked()) {
			errno = EINTR;
			return -1;
		}
		n = read(fd, buf, len);
	} while (n < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK));
	return n;
}

ssize_t wait_soon(int fd, void *buf, size_t len, int ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	return poll(&p, 1, ms) > 0 ? read(fd, buf, len) : -1;
}
