/* follow.c: wait for a file to grow; inotify(7) tells at once, else looking again does. */
#include "config.h"

#include "tool/follow.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

#include "tool/again.h"
#include "tool/stop.h"

/* How long to wait before looking again, where nothing tells. */
#define LOOK_MS 250

struct follow {
	const char *name;
	int fd;
	int notify;
	int left; /* the name was seen to stand for something else */
	off_t pos;
};

static void watch(struct follow *f)
{
#ifdef HAVE_SYS_INOTIFY_H
	if (f->notify >= 0)
		close(f->notify);
	f->notify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	if (f->notify >= 0 && inotify_add_watch(f->notify, f->name, IN_MODIFY | IN_MOVE_SELF | IN_ATTRIB) < 0) {
		close(f->notify);
		f->notify = -1;
	}
#else
	f->notify = -1;
#endif
}

struct follow *follow_start(const char *name, int fd)
{
	struct follow *f = calloc(1, sizeof *f);

	if (!f)
		return NULL;
	f->name = name;
	f->fd = fd;
	f->notify = -1;
	watch(f);
	return f;
}

void follow_end(struct follow *f)
{
	if (f->notify >= 0)
		close(f->notify);
	free(f);
}

int follow_fd(const struct follow *f)
{
	return f->fd;
}

/* Whether the name stands for another file, or the file was cut and is written anew. */
static int has_left(const struct follow *f)
{
	struct stat here, there;

	if (fstat(f->fd, &here) || stat(f->name, &there))
		return 0;
	return here.st_dev != there.st_dev || here.st_ino != there.st_ino || here.st_size < f->pos;
}

/* Open what the name stands for.  The number stays the same, for whoever knows it. */
static int move_on(struct follow *f)
{
	int fd = again_open_unless_stopped(f->name, O_RDONLY | O_CLOEXEC, 0), rc;

	if (fd < 0)
		return -1;
	rc = dup2(fd, f->fd);
	close(fd);
	if (rc < 0)
		return -1;
	f->pos = 0;
	watch(f);
	return 0;
}

static void wait_for_change(const struct follow *f)
{
	struct pollfd p[2] = { { .fd = stop_fd(), .events = POLLIN }, { .fd = f->notify, .events = POLLIN } };
	char events[4096];

	if (poll(p, f->notify >= 0 ? 2 : 1, LOOK_MS) > 0 && f->notify >= 0 && p[1].revents)
		while (read(f->notify, events, sizeof events) > 0)
			;
}

enum follow_state follow_read(struct follow *f, void *buf, size_t len, size_t *n)
{
	for (;;) {
		ssize_t got = read(f->fd, buf, len);

		if (got > 0) {
			f->pos += got;
			*n = (size_t)got;
			return FOLLOW_DATA;
		}
		if (got < 0 && errno != EINTR)
			return FOLLOW_FAILED;
		if (stop_asked())
			return FOLLOW_STOPPED;
		if (got == 0) {
			/* What was added before the file was left is still to be read. */
			if (!f->left && has_left(f)) {
				f->left = 1;
				continue;
			}
			if (f->left && move_on(f) == 0) {
				f->left = 0;
				return FOLLOW_NEW;
			}
			wait_for_change(f);
		}
	}
}
