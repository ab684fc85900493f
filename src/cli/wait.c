/* wait.c: waits with poll(2), so that a signal just before the wait ends it, too. */
#include "config.h"

#include "cli/wait.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "cli/stop.h"

int wait_poll(const struct wait *w, int fd, int ms, int live)
{
	struct pollfd p[3] = { { .fd = fd, .events = POLLIN }, { .fd = stop_fd(), .events = POLLIN },
		               { .fd = w && w->has_output ? w->output : -1 } };

	if (poll(p, 3, ms) <= 0)
		return 0;
	/* poll(2) reports a pipe without reader even if no event is requested. */
	if (p[2].revents & (POLLERR | POLLHUP))
		(live ? stop_ask_unread : stop_ask)();
	return p[0].revents != 0;
}

ssize_t wait_read(const struct wait *w, int fd, void *buf, size_t len)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	ssize_t n;

	do {
		if (poll(&p, 1, 0) == 0) {
			if (wait_before(w)) {
				errno = EINTR;
				return -1;
			}
			while (!wait_poll(w, fd, wait_ms(w), 0) && !stop_asked())
				if (w->idle)
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
