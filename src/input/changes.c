/* changes.c: what happens to the names in the directory of a file, and to symbolic links that lead there. */
#include "config.h"

#include "input/changes.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#ifdef HAVE_SYS_INOTIFY_H
#include <sys/inotify.h>
#endif

#include "cli/again.h"

void changes_begin(struct changes *c)
{
	*c = (struct changes){ .notify = -1, .directory = -1, .names = -1, .contents = -1 };
#ifdef HAVE_SYS_INOTIFY_H
	c->notify = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
	c->error = c->notify < 0 ? errno : 0;
#endif
}

static void close_directory(struct changes *c)
{
	if (c->directory >= 0)
		close(c->directory);
	c->directory = -1;
}

void changes_end(struct changes *c)
{
	close_directory(c);
	if (c->notify >= 0)
		close(c->notify);
	c->notify = -1;
}

#ifdef HAVE_SYS_INOTIFY_H
static void stop_watching(struct changes *c, int *watch)
{
	if (*watch >= 0)
		inotify_rm_watch(c->notify, *watch);
	*watch = -1;
}

static int watch_directory(struct changes *c, const char *path)
{
	int watch;

	if (c->notify < 0)
		return -1;
	/* Of the same directory it is the same watch, with what it has to tell. */
	watch = inotify_add_watch(c->notify, *path ? path : ".", IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE);
	if (watch < 0 && errno != ENOENT && errno != ENOTDIR)
		c->error = errno;
	return watch;
}

static int is_needed(const struct changes *c, int watch)
{
	size_t i;

	for (i = 0; i < c->way->n; i++)
		if (c->links[i] == watch)
			return 1;
	return c->names == watch;
}

static void stop_unneeded(const struct changes *now, struct changes *before)
{
	size_t i;

	for (i = 0; i < before->nlinks; i++)
		if (!is_needed(now, before->links[i]))
			stop_watching(before, &before->links[i]);
	if (!is_needed(now, before->names))
		stop_watching(before, &before->names);
}

int changes_watch_way(struct changes *c, const struct way *way)
{
	struct changes before = *c;
	size_t i;

	c->way = way;
	c->error = c->notify < 0 ? c->error : 0;
	for (i = 0; i < way->n; i++)
		c->links[i] = watch_directory(c, way->links[i].directory);
	c->nlinks = way->n;
	c->names = watch_directory(c, way->directory);
	stop_unneeded(c, &before);
	if (c->names >= 0 && c->names == before.names)
		return 0;
	close_directory(c);
	if (c->names >= 0)
		c->directory = again_open(*way->directory ? way->directory : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
	return 1;
}

void changes_watch_file(struct changes *c, const char *name)
{
	int before = c->contents;

	if (c->notify < 0)
		return;
	/* Where the name is gone for now, or only one can be watched, looks do the rest. */
	c->contents = inotify_add_watch(c->notify, name, IN_MODIFY | IN_MOVE_SELF | IN_ATTRIB);
	if (before != c->contents)
		stop_watching(c, &before);
}

static int is_of_link(const struct changes *c, const struct inotify_event *event, const char *name)
{
	size_t i;

	for (i = 0; i < c->nlinks; i++)
		if (event->len > 0 && event->wd == c->links[i] && strcmp(name, c->way->links[i].name) == 0)
			return 1;
	return 0;
}

static int tell_one(const struct changes *c, const struct inotify_event *event, const char *name,
                    int (*tell)(void *arg, const struct change *change), void *arg)
{
	struct change change = { .name = name, .cookie = event->cookie };

	if (event->mask & IN_Q_OVERFLOW)
		change.what = CHANGE_UNKNOWN;
	else if (is_of_link(c, event, name) && event->mask & (IN_CREATE | IN_MOVED_TO))
		change.what = CHANGE_LINK;
	else if (is_of_link(c, event, name) || event->wd != c->names || event->len == 0 || event->mask & IN_ISDIR)
		return 0;
	else if (event->mask & IN_MOVED_FROM)
		change.what = CHANGE_MOVED_FROM;
	else if (event->mask & IN_MOVED_TO)
		change.what = CHANGE_MOVED_TO;
	else
		change.what = event->mask & IN_CREATE ? CHANGE_CREATED : CHANGE_DELETED;
	return tell(arg, &change);
}

int changes_take(struct changes *c, int (*tell)(void *arg, const struct change *change), void *arg)
{
	char events[4096];
	int any = 0;
	ssize_t n;

	while (c->notify >= 0 && (n = read(c->notify, events, sizeof events)) > 0) {
		const char *at = events;

		while (at < events + n) {
			struct inotify_event event;

			memcpy(&event, at, sizeof event);
			at += sizeof event;
			any |= tell_one(c, &event, at, tell, arg) != 0;
			at += event.len;
		}
	}
	return any;
}
#else
int changes_watch_way(struct changes *c, const struct way *way)
{
	(void)c;
	(void)way;
	return 1;
}

void changes_watch_file(struct changes *c, const char *name)
{
	(void)c;
	(void)name;
}

int changes_take(struct changes *c, int (*tell)(void *arg, const struct change *change), void *arg)
{
	(void)c;
	(void)tell;
	(void)arg;
	return 0;
}
#endif
