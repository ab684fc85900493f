/* service.c: sends the states of sd_notify(3) to the service manager. */
#include "config.h"

#include "tool/run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int connected(const char *name)
{
	size_t n = name ? strlen(name) : 0;
	struct sockaddr_un to = { .sun_family = AF_UNIX };
	int fd;

	if (n < 2 || (*name != '/' && *name != '@') || n >= sizeof to.sun_path)
		return -1;
	memcpy(to.sun_path, name, n);
	/* A path that begins with @ is a name in the abstract namespace of Linux, where names begin
	 * with a NUL. */
	if (*name == '@')
		to.sun_path[0] = 0;
	fd = socket(AF_UNIX, SOCK_DGRAM, 0);
	if (fd < 0)
		return -1;
	fcntl(fd, F_SETFD, FD_CLOEXEC);
	if (connect(fd, (const struct sockaddr *)&to,
	            (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n)) == 0)
		return fd;
	close(fd);
	return -1;
}

static int64_t watchdog(void)
{
	const char *text = getenv("WATCHDOG_USEC"), *whose = getenv("WATCHDOG_PID");
	uint64_t us, pid;

	if (!text || words_number(text, 1, INT64_MAX / 1000, &us))
		return 0;
	/* Child processes inherit $WATCHDOG_USEC and $WATCHDOG_PID, but only the process
	 * $WATCHDOG_PID must send signs of life. */
	if (whose && (words_number(whose, 1, INT64_MAX, &pid) || pid != (uint64_t)getpid()))
		return 0;
	return (int64_t)us * 1000;
}

int service_begin(struct service *s, struct reading *const *now, struct store *const *store)
{
	s->now = now;
	s->store = store;
	s->fd = connected(getenv("NOTIFY_SOCKET"));
	s->watchdog = watchdog();
	return s->fd >= 0;
}

/* Send STATE, such as READY=1, to the service manager. FLAGS: MSG_DONTWAIT to fail instead of
 * waiting. Return 0, or -1. */
static int tell(const struct service *s, const char *state, int flags)
{
	ssize_t sent;

	do
		sent = send(s->fd, state, strlen(state), MSG_NOSIGNAL | flags);
	while (sent < 0 && errno == EINTR);
	return sent < 0 ? -1 : 0;
}

static void put_status(const struct service *s, int waiting, char text[SERVICE_STATUS_SIZE])
{
	const struct reading *now = *s->now;
	const struct input *in = &now->source.in;
	const char *file = *s->store ? store_current(*s->store) : NULL;
	unsigned long long gaps = now->verdict.gaps, count = now->records - now->framing;
	unsigned long long bytes = in->is_device ? in->bytes : input_position(in);
	int n;

	if (in->is_device)
		count = in->sets;
	n = snprintf(text, SERVICE_STATUS_SIZE, "STATUS=%llu %s%s, %llu byte%s", count,
	             in->is_device ? "data set" : "record", mr_plural(count), bytes,
	             mr_plural(bytes));
	if (in->is_device)
		n += snprintf(text + n, SERVICE_STATUS_SIZE - (size_t)n, ", %llu gap%s", gaps,
		              mr_plural(gaps));
	if (waiting)
		snprintf(text + n, SERVICE_STATUS_SIZE - (size_t)n,
		         "; there is no room, and data waits in memory");
	/* A newline in the name of the file would begin another variable of the message. */
	else if (file && !strchr(file, '\n'))
		snprintf(text + n, SERVICE_STATUS_SIZE - (size_t)n, "; %s", file);
}

static void tell_status(struct service *s, int waiting)
{
	char text[SERVICE_STATUS_SIZE];

	put_status(s, waiting, text);
	if (strcmp(text, s->status) != 0 && tell(s, text, MSG_DONTWAIT) == 0)
		memcpy(s->status, text, sizeof text);
}

void service_ready(struct service *s)
{
	if (s->fd < 0 || s->ready)
		return;
	s->ready = 1;
	s->alive_at = s->status_at = clock_now();
	tell(s, "READY=1", 0);
	tell_status(s, 0);
}

void service_turn(struct service *s, int waiting)
{
	int64_t now;

	if (s->fd < 0)
		return;
	now = clock_now();
	/* Send three signs of life in each period, because a datagram may be lost. */
	if (s->watchdog && now - s->alive_at >= s->watchdog / 3 &&
	    tell(s, "WATCHDOG=1", MSG_DONTWAIT) == 0)
		s->alive_at = now;
	if (now - s->status_at >= CLOCK_SECOND) {
		tell_status(s, waiting);
		s->status_at = now;
	}
}

void service_input_end(struct service *s)
{
	if (s->fd >= 0)
		tell_status(s, 0);
}

void service_stopping(struct service *s)
{
	if (s->fd >= 0)
		tell(s, "STOPPING=1", MSG_DONTWAIT);
}
