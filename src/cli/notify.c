/* notify.c: sends datagrams to the socket of a service manager. */
#include "config.h"

#include "cli/notify.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/words.h"

/* Return 0, or -1 if NAME is not a local socket. */
static int address_of(const char *name, struct sockaddr_un *to, socklen_t *length)
{
	size_t n = strlen(name);

	memset(to, 0, sizeof *to);
	if ((*name != '/' && *name != '@') || n < 2 || n >= sizeof to->sun_path)
		return -1;
	to->sun_family = AF_UNIX;
	memcpy(to->sun_path, name, n);
	/* A name in the abstract namespace of Linux begins with a NUL. */
	if (*name == '@')
		to->sun_path[0] = 0;
	*length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n);
	return 0;
}

static int64_t watchdog(void)
{
	const char *text = getenv("WATCHDOG_USEC"), *whose = getenv("WATCHDOG_PID");
	uint64_t us, pid;

	if (!text || words_number(text, 1, INT64_MAX / 1000, &us))
		return 0;
	/* The variable may be meant for the parent process. */
	if (whose && (words_number(whose, 1, INT64_MAX, &pid) || pid != (uint64_t)getpid()))
		return 0;
	return (int64_t)us * 1000;
}

void notify_begin(struct notify *n)
{
	const char *name = getenv("NOTIFY_SOCKET");
	struct sockaddr_un to;
	socklen_t length;

	n->fd = -1;
	n->watchdog = 0;
	if (!name || address_of(name, &to, &length))
		return;
	n->fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	if (n->fd < 0)
		return;
	fcntl(n->fd, F_SETFD, FD_CLOEXEC);
	if (connect(n->fd, (const struct sockaddr *)&to, length))
		notify_end(n);
	else
		n->watchdog = watchdog();
}

int notify_send(const struct notify *n, const char *state, int may_wait)
{
	ssize_t sent;

	if (n->fd < 0)
		return -1;
	do
		sent = send(n->fd, state, strlen(state), MSG_NOSIGNAL | (may_wait ? 0 : MSG_DONTWAIT));
	while (sent < 0 && errno == EINTR);
	return sent < 0 ? -1 : 0;
}

void notify_end(struct notify *n)
{
	if (n->fd >= 0)
		close(n->fd);
	n->fd = -1;
}
