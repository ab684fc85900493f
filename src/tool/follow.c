/* follow.c: wait for a file to grow; inotify(7) tells at once, else looking again does. */
#include "tool/follow.h"

#include "config.h"

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

#include "tool/stop.h"

/* How long to wait before looking again, where nothing tells. */
#define LOOK_MS 250

struct follow {
	const char *name;
	int fd;
	int notify;
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

/* 1: the name stands for another file, which is open now. */
static int moved_on(struct follow *f)
{
	struct stat here, there;
	int fd;

	if (fstat(f->fd, &here) || stat(f->name, &there))
		return 0;
	if (here.st_dev == there.st_dev && here.st_ino == there.st_ino) {
		if (here.st_size >= f->pos)
			return 0;
		/* It was cut, and is written anew. */
		f->pos = 0;
		return lseek(f->fd, 0, SEEK_SET) == 0;
	}
	fd = open(f->name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	/* The number stays the same, for whoever knows it. */
	if (dup2(fd, f->fd) < 0) {
		close(fd);
		return 0;
	}
	close(fd);
	f->pos = 0;
	watch(f);
	return 1;
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
			if (moved_on(f))
				return FOLLOW_NEW;
			wait_for_change(f);
		}
	}
}
